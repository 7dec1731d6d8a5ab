package io.mcpclient.typed.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.Tool;
import io.mcpclient.text.SafeText;

/** Reads tools from a file: a complete result of {@code tools/list}, or the response that contains it. */
final class ToolsFile {

    private ToolsFile() {}

    static List<Tool> read(Path file, GeneratorOptions options) {
        try {
            JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT);
            Map<?, ?> content = codec.fromJson(Files.readString(file), Map.class);
            Object result = (content != null && content.get("result") instanceof Map<?, ?> inner) ? inner : content;
            if (!(result instanceof Map<?, ?> page) || !(page.get("tools") instanceof List<?>)) {
                throw invalid(options, file, "has no list of tools");
            }
            if (page.get("nextCursor") != null) {
                throw invalid(options, file, "has one page of several, and more tools are on the others");
            }
            ListToolsResult tools = codec.convert(page, ListToolsResult.class);
            return (tools != null) ? tools.tools() : List.of();
        } catch (IOException ex) {
            throw invalid(options, file, "cannot be read: " + SafeText.excerpt(ex.getMessage()));
        } catch (IllegalArgumentException ex) {
            throw invalid(options, file, "is invalid: " + SafeText.excerpt(ex.getMessage()));
        }
    }

    private static McpConfigurationException invalid(GeneratorOptions options, Path file, String problem) {
        return options.invalid(
                "tools-file",
                "(" + file + ") " + problem,
                "Set a file with a complete result of tools/list: {\"tools\": [...]}.");
    }
}
