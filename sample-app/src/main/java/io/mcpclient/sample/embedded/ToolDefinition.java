package io.mcpclient.sample.embedded;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;

/** Builds the definition of a tool with its schemas. Not thread-safe. */
final class ToolDefinition {

    private final String name;

    private final String title;

    private final String description;

    private final ToolAnnotations.Builder annotations =
            ToolAnnotations.builder().openWorldHint(false);

    private final Map<String, Object> inputs = new LinkedHashMap<>();

    private final Map<String, Object> outputs = new LinkedHashMap<>();

    private List<String> required = List.of();

    ToolDefinition(String name, String title, String description) {
        this.name = name;
        this.title = title;
        this.description = description;
    }

    ToolDefinition readOnly() {
        this.annotations.readOnlyHint(true).destructiveHint(false).idempotentHint(true);
        return this;
    }

    ToolDefinition writes(boolean destructive, boolean idempotent) {
        this.annotations.readOnlyHint(false).destructiveHint(destructive).idempotentHint(idempotent);
        return this;
    }

    /** Adds an argument, with further JSON Schema keywords as alternating keys and values. */
    ToolDefinition input(String name, String type, String description, Object... keywords) {
        this.inputs.put(name, schema(type, description, keywords));
        return this;
    }

    ToolDefinition required(String... names) {
        this.required = List.of(names);
        return this;
    }

    /** Adds a member of the structured content. */
    ToolDefinition output(String name, String type, String description, Object... keywords) {
        this.outputs.put(name, schema(type, description, keywords));
        return this;
    }

    SyncToolSpecification handledBy(Function<ToolInput, CallToolResult> handler) {
        return handledBy((exchange, request) -> handler.apply(new ToolInput(request)));
    }

    SyncToolSpecification handledBy(BiFunction<McpSyncServerExchange, CallToolRequest, CallToolResult> handler) {
        Tool.Builder tool = Tool.builder(this.name, object(this.inputs, this.required))
                .title(this.title)
                .description(this.description)
                .annotations(this.annotations.build());
        if (!this.outputs.isEmpty()) {
            tool.outputSchema(object(this.outputs, List.copyOf(this.outputs.keySet())));
        }
        return new SyncToolSpecification(tool.build(), handler);
    }

    private static Map<String, Object> object(Map<String, Object> properties, List<String> required) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("required", required);
        schema.put("additionalProperties", false);
        return schema;
    }

    private static Map<String, Object> schema(String type, String description, Object... keywords) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", type);
        schema.put("description", description);
        for (int i = 0; i < keywords.length; i += 2) {
            schema.put((String) keywords[i], keywords[i + 1]);
        }
        return schema;
    }
}
