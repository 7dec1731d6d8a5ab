package io.mcpclient.internal.inbound;

import java.util.List;
import java.util.Map;

import reactor.core.publisher.Mono;

import io.mcpclient.handler.ReactiveMcpSamplingHandler;
import io.mcpclient.schema.AudioContent;
import io.mcpclient.schema.ClientCapabilities;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.schema.SamplingContent;
import io.mcpclient.schema.TextContent;

/**
 * Lets a server request completions of the application's model. The request reaches the handler unchanged; nothing is ever
 * added to it, whatever {@code includeContext} says (SMP-21).
 *
 * @see "MCP 2025-11-25, client/sampling (SMP-01, SMP-09, SMP-12, SMP-15, SMP-16)"
 */
final class SamplingFeature implements ClientFeature {

    @Override
    public ClientCapabilities declaredWith(ClientCapabilities others, McpHandlers handlers, ProtocolRevision revision) {
        ReactiveMcpSamplingHandler model = handlers.get(ReactiveMcpSamplingHandler.class);
        return (model != null) ? others.withSampling(revision.hasSamplingTools() && model.supportsTools()) : others;
    }

    @Override
    public Map<String, String> handlerNames() {
        return Map.of(
                "sampling", "a handler for sampling",
                "sampling.tools", "a handler for sampling that supports tools");
    }

    @Override
    public boolean isOffered(ClientCapabilities declared) {
        return declared.sampling() != null;
    }

    @Override
    public Mono<Object> answer(FeatureRequest request) {
        ReactiveMcpSamplingHandler model = request.handlers().get(ReactiveMcpSamplingHandler.class);
        if (model == null) {
            return Mono.empty();
        }
        if (usesTools(request.plain()) && !request.declared().offersSamplingTools()) {
            throw FeatureRequest.invalid("Sampling with tools is not supported");
        }
        CreateMessageParams params = request.read(CreateMessageParams.class);
        String imbalance = SamplingMessages.imbalance(params.messages());
        if (imbalance != null) {
            throw FeatureRequest.invalid(imbalance);
        }
        return Mono.defer(() -> model.createMessage(params, request.context()))
                .map(result -> fit(result, request.revision()));
    }

    /** An empty list counts: the rule concerns the presence of the members. */
    private static boolean usesTools(Map<String, Object> params) {
        return params.get("tools") != null || params.get("toolChoice") != null;
    }

    private static Object fit(CreateMessageResult result, ProtocolRevision revision) {
        List<SamplingContent> content = result.content();
        if (content.isEmpty()) {
            throw new InvalidResponseException("the message has no content");
        }
        if (!revision.hasSamplingTools()) {
            if (content.size() > 1) {
                throw new InvalidResponseException("a message of " + content.size() + " blocks; revision " + revision
                        + " of this server supports only one");
            }
            if (!isCarriedBy(revision, content.get(0))) {
                throw new InvalidResponseException("a block of type "
                        + content.get(0).type() + "; revision " + revision + " of this server does not support it");
            }
        }
        return result;
    }

    private static boolean isCarriedBy(ProtocolRevision revision, SamplingContent block) {
        return block instanceof TextContent
                || block instanceof ImageContent
                || (block instanceof AudioContent && revision.hasAudio());
    }
}
