package io.mcpclient.protocol;

import reactor.core.publisher.Mono;

import io.mcpclient.schema.ClientCapabilities;

/**
 * One thing that a server may ask for: what is checked before its handler is called, and what of its answer. Knows nothing
 * of how requests and answers travel.
 */
interface ClientFeature {

    /** Tells whether the feature was declared; otherwise its method does not exist (F21). */
    boolean isOffered(ClientCapabilities declared);

    /**
     * Checks a request at once, and calls the handler when the answer is subscribed to.
     * @return the result; {@link io.mcpclient.handler.McpRequestRefusedException} for a request that the handler refuses,
     *     {@link UnfitAnswerException} for an answer that must not be sent
     * @throws io.mcpclient.handler.McpRequestRefusedException for a request that is not valid
     */
    Mono<Object> answer(FeatureRequest request);
}
