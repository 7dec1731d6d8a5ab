package io.mcpclient.internal.inbound;

import java.util.Map;

import reactor.core.publisher.Mono;

import io.mcpclient.schema.ClientCapabilities;
import io.mcpclient.schema.ProtocolRevision;

/**
 * One feature that a server may request: validates requests before the handler is called, and the handler's responses.
 * Independent of the transport of requests and responses. Stateless: the handlers of a client are given to the methods.
 */
interface ClientFeature {

    /**
     * Adds the capability to others, if it has a handler and the revision knows it (CAP-01, CAP-02, CAP-04, CAP-05).
     * @param others the other capabilities
     * @param handlers handlers of the client
     * @param revision the negotiated or proposed revision
     * @return the capabilities to declare
     */
    ClientCapabilities declaredWith(ClientCapabilities others, McpHandlers handlers, ProtocolRevision revision);

    /** Returns what an application registers for the capability, by its name, and by the names of its parts, such as {@code roots.x}. */
    Map<String, String> handlerNames();

    /** Returns whether the feature was declared; otherwise its method does not exist (F21). */
    boolean isOffered(ClientCapabilities declared);

    /**
     * Validates a request immediately, and calls the handler on subscription.
     * @return the result; {@link io.mcpclient.handler.McpRequestRefusedException} for a request that the handler refuses,
     *     {@link InvalidResponseException} for a response that must not be sent
     * @throws io.mcpclient.handler.McpRequestRefusedException for a request that is not valid
     */
    Mono<Object> answer(FeatureRequest request);
}
