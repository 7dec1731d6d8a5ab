package io.mcpclient.internal.inbound;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.schema.ProtocolRevision;

/** Handles requests of a server to this client, independent of their transport. Thread-safe. */
@FunctionalInterface
public interface InboundHandler {

    /**
     * Handles one request of the server. Nothing happens before subscription; cancellation stops the work.
     * @param method its method
     * @param params its parameters as plain JSON, or {@code null}
     * @param revision negotiated revision
     * @param context context for the handler
     * @return the result, a record of the vocabulary or plain JSON; or
     *     {@link io.mcpclient.handler.McpRequestRefusedException} with the error to send, whatever the failure
     */
    Mono<Object> answer(String method, @Nullable Object params, ProtocolRevision revision, McpRequestContext context);
}
