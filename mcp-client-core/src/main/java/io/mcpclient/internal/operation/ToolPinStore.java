package io.mcpclient.internal.operation;

import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

import reactor.core.publisher.Mono;

/**
 * Stores the pins of one server's tools across restarts.
 *
 * @param load loads the pins by tool name: empty if none are stored, an error if the store cannot be read
 * @param keep replaces the stored pins, without blocking
 */
public record ToolPinStore(
        Supplier<Mono<Map<String, Map<String, String>>>> load, Consumer<Map<String, Map<String, String>>> keep) {

    /** Stores nothing. */
    public static final ToolPinStore NONE = new ToolPinStore(Mono::empty, pins -> {});
}
