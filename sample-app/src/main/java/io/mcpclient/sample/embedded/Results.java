package io.mcpclient.sample.embedded;

import java.util.Base64;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;

/** Creates tool results. */
final class Results {

    private Results() {}

    static CallToolResult text(String text) {
        return CallToolResult.builder().addTextContent(text).build();
    }

    static CallToolResult structured(String text, Object content) {
        return CallToolResult.builder()
                .addTextContent(text)
                .structuredContent(content)
                .build();
    }

    static CallToolResult image(byte[] data, String mimeType) {
        return CallToolResult.builder()
                .addContent(ImageContent.builder(Base64.getEncoder().encodeToString(data), mimeType)
                        .build())
                .build();
    }

    static CallToolResult failure(String text) {
        return CallToolResult.builder().addTextContent(text).isError(true).build();
    }
}
