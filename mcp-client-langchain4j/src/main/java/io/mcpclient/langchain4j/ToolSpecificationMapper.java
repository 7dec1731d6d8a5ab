package io.mcpclient.langchain4j;

import java.util.Map;

import dev.langchain4j.agent.tool.ToolSpecification;
import org.jspecify.annotations.Nullable;

import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.schema.Tool;
import io.mcpclient.schema.ToolAnnotations;

/**
 * Describes tools of servers to models. The keys of the metadata are those of LangChain4j's own MCP client, and
 * {@code server}.
 */
final class ToolSpecificationMapper {

    private ToolSpecificationMapper() {}

    static ToolSpecification of(McpRegisteredTool tool) {
        ToolSpecification.Builder specification = of(tool.name(), tool.tool(), tool.description());
        specification.addMetadata("server", tool.server());
        return specification.build();
    }

    /** Describes a tool under a name that may differ from its own. */
    static ToolSpecification.Builder of(String name, Tool tool) {
        return of(name, tool, tool.description());
    }

    private static ToolSpecification.Builder of(String name, Tool tool, @Nullable String description) {
        ToolSchema schema = ToolSchema.of(tool.inputSchema());
        ToolSpecification.Builder specification = ToolSpecification.builder()
                .name(name)
                .description(description(tool, description, schema.remainder()))
                .parameters(schema.parameters());
        add(specification, "title", tool.title());
        add(specification, "outputSchema", tool.outputSchema());
        ToolAnnotations annotations = tool.annotations();
        if (annotations != null) {
            add(specification, "title-annotation", annotations.title());
            add(specification, "readOnlyHint", annotations.readOnlyHint());
            add(specification, "destructiveHint", annotations.destructiveHint());
            add(specification, "idempotentHint", annotations.idempotentHint());
            add(specification, "openWorldHint", annotations.openWorldHint());
        }
        return specification;
    }

    private static void add(ToolSpecification.Builder specification, String key, @Nullable Object value) {
        if (value != null) {
            specification.addMetadata(key, value);
        }
    }

    /** The parameters have no place for the remainder, but every model reads the description. */
    private static String description(Tool tool, @Nullable String description, Map<String, Object> remainder) {
        String text = (description != null) ? description : tool.displayName();
        return remainder.isEmpty()
                ? text
                : text + "\n\nThe arguments must also match this JSON Schema: " + Json.write(remainder);
    }
}
