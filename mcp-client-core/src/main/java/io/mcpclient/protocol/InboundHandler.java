package io.mcpclient.protocol;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.schema.ProtocolRevision;

/** Answers what a server asks of this client, whatever way it came. Thread-safe. */
@FunctionalInterface
public interface InboundHandler {

    /**
     * Answers one request of the server. Nothing happens before it is subscribed to; cancelling it stops the work.
     * @param method its method
     * @param params its parameters as plain JSON, or {@code null}
     * @param revision revision that is spoken
     * @param context what the handler may know
     * @return the result, a record of the vocabulary or plain JSON; or
     *     {@link io.mcpclient.handler.McpRequestRefusedException} with what to answer, whatever went wrong
     */
    Mono<Object> answer(String method, @Nullable Object params, ProtocolRevision revision, McpRequestContext context);
}
