package io.mcpclient.langchain4j;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import dev.langchain4j.agent.tool.ToolSpecification;
import org.jspecify.annotations.Nullable;

import io.mcpclient.model.McpSchemaForm;
import io.mcpclient.registry.McpModelFormats;
import io.mcpclient.registry.McpModelTool;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.Tool;
import io.mcpclient.schema.ToolAnnotations;

/**
 * Describes tools of servers to models. The keys of the metadata are those of LangChain4j's own MCP client, {@code server},
 * {@code toolName}, {@code origin} and {@code _meta}, and those of the application, which do not replace the others. The metadata is
 * for code: models do not get it.
 */
final class ToolSpecificationMapper {

    private ToolSpecificationMapper() {}

    static ToolSpecification of(McpModelTool offered) {
        ToolSpecification.Builder specification =
                of(offered.name(), offered.description(), offered.inputSchema(), offered.definition());
        McpRegisteredTool registered = offered.registered();
        if (registered == null) {
            return specification.build();
        }
        add(specification, "server", registered.server());
        add(specification, "toolName", registered.tool().name());
        add(specification, "origin", registered.origin().name().toLowerCase(Locale.ROOT));
        add(specification, "_meta", registered.tool().meta());
        ToolSpecification described = specification.build();
        Map<String, Object> metadata = new LinkedHashMap<>(registered.metadata());
        metadata.putAll(described.metadata());
        return described.toBuilder().metadata(metadata).build();
    }

    /** Describes a tool of a sampling request, which the server executes. */
    static ToolSpecification of(Tool tool) {
        String description = tool.description();
        return of(
                        tool.name(),
                        (description != null) ? description : tool.displayName(),
                        McpModelFormats.inputSchema(tool, McpSchemaForm.PORTABLE),
                        tool)
                .build();
    }

    private static ToolSpecification.Builder of(String name, String description, JsonObject inputSchema, Tool tool) {
        ToolSchema schema = ToolSchema.of(inputSchema.asMap());
        ToolSpecification.Builder specification = ToolSpecification.builder()
                .name(name)
                .description(description(description, schema.remainder()))
                .parameters(schema.parameters());
        add(specification, "title", tool.title());
        JsonObject outputSchema = tool.outputSchema();
        add(specification, "outputSchema", (outputSchema != null) ? outputSchema.asMap() : null);
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
    private static String description(String description, Map<String, Object> remainder) {
        return remainder.isEmpty()
                ? description
                : description + "\n\nThe arguments must also match this JSON Schema: " + Json.write(remainder);
    }
}
