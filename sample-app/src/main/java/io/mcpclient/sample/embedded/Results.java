package io.mcpclient.sample.embedded;

import io.modelcontextprotocol.spec.McpSchema.CallToolResult;

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

    static CallToolResult failure(String text) {
        return CallToolResult.builder().addTextContent(text).isError(true).build();
    }
}
