package io.mcpclient.sample.embedded;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;

/** Arguments of a call, already validated against the schema of the tool. */
final class ToolInput {

    private final Map<String, Object> values;

    ToolInput(CallToolRequest request) {
        this.values = (request.arguments() != null) ? request.arguments() : Map.of();
    }

    String text(String name, String otherwise) {
        return (this.values.get(name) instanceof String text) ? text : otherwise;
    }

    String text(String name) {
        return (String) Objects.requireNonNull(this.values.get(name), name);
    }

    int integer(String name, int otherwise) {
        return (this.values.get(name) instanceof Number number) ? number.intValue() : otherwise;
    }

    double number(String name) {
        return ((Number) Objects.requireNonNull(this.values.get(name), name)).doubleValue();
    }

    List<String> texts(String name) {
        return (this.values.get(name) instanceof List<?> list)
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }
}
