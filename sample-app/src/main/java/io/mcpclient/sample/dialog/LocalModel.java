package io.mcpclient.sample.dialog;

import org.springframework.stereotype.Component;

import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpSamplingHandler;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.SamplingMessage;
import io.mcpclient.schema.TextContent;

/** Handles sampling requests without a language model, and says so in its response. */
@Component
class LocalModel implements McpSamplingHandler {

    private static final String NAME = "local-model";

    @Override
    public CreateMessageResult createMessage(CreateMessageParams params, McpRequestContext context) {
        String text = "This is not a language model but a local substitute in the sample application. It counted "
                + words(params) + " words in " + params.messages().size() + " messages of server "
                + context.serverName() + ".";
        return CreateMessageResult.text(NAME, text);
    }

    private static long words(CreateMessageParams params) {
        return params.messages().stream()
                .map(SamplingMessage::content)
                .flatMap(content -> content.stream())
                .filter(TextContent.class::isInstance)
                .map(content -> ((TextContent) content).text().strip())
                .filter(text -> !text.isEmpty())
                .mapToLong(text -> text.split("\\s+").length)
                .sum();
    }
}
