package io.mcpclient.operation;

import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

import reactor.core.publisher.Mono;

/**
 * Keeps the pins of the tools of one server across restarts.
 *
 * @param load loads the pins by the name of the tool: empty if none are kept, an error if the store does not tell
 * @param keep keeps pins in place of those that were kept, without blocking
 */
public record ToolPinStore(
        Supplier<Mono<Map<String, Map<String, String>>>> load, Consumer<Map<String, Map<String, String>>> keep) {

    /** Keeps nothing. */
    public static final ToolPinStore NONE = new ToolPinStore(Mono::empty, pins -> {});
}
