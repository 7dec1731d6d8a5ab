package io.mcpclient.langchain4j;

import java.util.ArrayList;
import java.util.List;

import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.service.tool.ToolExecutionResult;

import io.mcpclient.registry.McpToolResultLimit;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ReadResourceResult;

/** Converts results of servers to results of LangChain4j. */
final class ToolResultMapper {

    private ToolResultMapper() {}

    /**
     * A failure that the tool reports is a result too, marked as an error, so that the model can correct its call. The limit
     * applies to what the model reads, not to the result for the application.
     */
    static ToolExecutionResult of(CallToolResult result, McpToolResultLimit limit) {
        List<Content> contents = new ArrayList<>();
        limit.apply(result).content().forEach(block -> contents.add(ContentMapper.of(block)));
        if (result.hasStructuredContent() && !hasTextOfStructuredContent(result)) {
            contents.add(TextContent.from(limit.apply(Json.write(result.structuredContent()))));
        }
        ToolExecutionResult.Builder builder = builder(contents, result.isErrorResult());
        return builder.result(result.hasStructuredContent() ? result.structuredContent() : result.text())
                .build();
    }

    static ToolExecutionResult of(ReadResourceResult result) {
        List<Content> contents = new ArrayList<>();
        result.contents().forEach(resource -> contents.add(ContentMapper.of(resource)));
        return builder(contents, false).build();
    }

    static ToolExecutionResult error(String text) {
        return ToolExecutionResult.builder().isError(true).resultText(text).build();
    }

    private static ToolExecutionResult.Builder builder(List<Content> contents, boolean isError) {
        if (contents.isEmpty()) {
            contents.add(TextContent.from(isError ? "The tool failed without a message." : ""));
        }
        return ToolExecutionResult.builder().isError(isError).resultContents(ContentMapper.joined(contents));
    }

    private static boolean hasTextOfStructuredContent(CallToolResult result) {
        return result.content().stream()
                .anyMatch(block -> block instanceof io.mcpclient.schema.TextContent text
                        && Json.isJsonOf(text.text(), result.structuredContent()));
    }
}
