package io.mcpclient.internal.inbound;

import reactor.core.publisher.Mono;

import io.mcpclient.schema.ClientCapabilities;

/**
 * One feature that a server may request: validates requests before the handler is called, and the handler's responses.
 * Independent of the transport of requests and responses.
 */
interface ClientFeature {

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
