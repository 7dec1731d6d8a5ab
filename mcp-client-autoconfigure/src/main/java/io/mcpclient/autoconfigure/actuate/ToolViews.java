package io.mcpclient.autoconfigure.actuate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolUsage;
import io.mcpclient.schema.JsonObject;

/**
 * Views of the tools of one server with their definitions. Servers choose the size of schemas, so that it is limited: a schema
 * that exceeds a limit is omitted, and the view of its tool says so. For one response.
 */
final class ToolViews {

    /** Characters of one schema. */
    static final int MAX_SCHEMA = 32_768;

    /** Characters of all descriptions and schemas of a server. */
    static final int MAX_TOTAL = 1_048_576;

    private int remaining = MAX_TOTAL;

    private final Map<String, McpToolUsage> usage;

    private ToolViews(List<McpToolUsage> usage) {
        this.usage = usage.stream().collect(Collectors.toMap(McpToolUsage::tool, Function.identity()));
    }

    /** Returns the tools without their definitions. */
    static List<ServerView.ToolView> summaries(List<McpRegisteredTool> tools) {
        return tools.stream()
                .map(tool -> new ServerView.ToolView(
                        tool.name(),
                        tool.tool().name(),
                        tool.tool().title(),
                        tool.available(),
                        tool.origin(),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null))
                .toList();
    }

    /** Returns the tools with their definitions, until the limit of a response is reached. */
    static List<ServerView.ToolView> definitions(List<McpRegisteredTool> tools, List<McpToolUsage> usage) {
        ToolViews views = new ToolViews(usage);
        return tools.stream().map(views::definition).toList();
    }

    private ServerView.ToolView definition(McpRegisteredTool tool) {
        McpToolUsage used = this.usage.get(tool.name());
        List<String> omitted = new ArrayList<>();
        String description = within("description", tool.description(), omitted);
        JsonObject input = within("inputSchema", tool.tool().inputSchema(), omitted);
        JsonObject output = within("outputSchema", tool.tool().outputSchema(), omitted);
        return new ServerView.ToolView(
                tool.name(),
                tool.tool().name(),
                tool.tool().title(),
                tool.available(),
                tool.origin(),
                description,
                input,
                output,
                tool.tool().annotations(),
                (used != null) ? ServerView.ToolCost.of(List.of(used)) : null,
                omitted.isEmpty() ? null : omitted);
    }

    private <T> @Nullable T within(String member, @Nullable T value, List<String> omitted) {
        if (value == null) {
            return null;
        }
        int length = value.toString().length();
        if (length > MAX_SCHEMA || length > this.remaining) {
            omitted.add(member);
            return null;
        }
        this.remaining -= length;
        return value;
    }
}
