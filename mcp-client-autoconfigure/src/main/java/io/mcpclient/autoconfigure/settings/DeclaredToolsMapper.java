package io.mcpclient.autoconfigure.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

import io.mcpclient.autoconfigure.properties.JsonObjectProperty;
import io.mcpclient.autoconfigure.properties.ServerToolProperties.DeclaredAnnotations;
import io.mcpclient.autoconfigure.properties.ServerToolProperties.DeclaredTool;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.registry.McpServerTools;
import io.mcpclient.registry.McpToolOverride;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.Tool;
import io.mcpclient.schema.ToolAnnotations;
import io.mcpclient.support.model.PropertySchema;
import io.mcpclient.text.SafeText;

/** Maps {@code tools.declared} of a server. */
final class DeclaredToolsMapper {

    private static final String NESTED_OR_JSON = "Use nested keys, or JSON text such as {\"type\": \"object\"}.";

    private static final JsonObject NO_ARGUMENTS = JsonObject.parse("{\"type\":\"object\",\"properties\":{}}");

    private final String server;

    private final List<Tool> tools = new ArrayList<>();

    private McpServerTools rules;

    private DeclaredToolsMapper(String server, McpServerTools rules) {
        this.server = server;
        this.rules = rules;
    }

    /** Adds the declared tools of a server to its rules. */
    static McpServerTools map(Layer layer, McpServerTools rules) {
        Layer.Value<List<DeclaredTool>> declared =
                layer.find("tools.declared", settings -> settings.tools().declared());
        if (declared == null) {
            return rules;
        }
        DeclaredToolsMapper mapper = new DeclaredToolsMapper(declared.server(), rules);
        for (int i = 0; i < declared.value().size(); i++) {
            mapper.add(declared.property() + "[" + i + "]", declared.value().get(i));
        }
        return mapper.rules
                .withDeclared(mapper.tools.toArray(Tool[]::new))
                .withDeclaredMismatch(layer.get(
                                "tools.declared-mismatch",
                                settings -> settings.tools().declaredMismatch(),
                                rules.declaredMismatch())
                        .value());
    }

    private void add(String property, DeclaredTool declared) {
        String name = declared.name();
        if (!StringUtils.hasText(name)) {
            throw invalid(property + ".name", "is missing", "Set the name of the tool at the server.");
        }
        if (this.tools.stream().anyMatch(other -> other.name().equals(name))) {
            throw invalid(property + ".name", "is that of another declared tool", "Remove one of them.");
        }
        JsonObject inputSchema = schema(property + ".input-schema", name, declared.inputSchema());
        Tool tool = new Tool(
                name,
                declared.title(),
                declared.description(),
                (inputSchema != null) ? inputSchema : NO_ARGUMENTS,
                schema(property + ".output-schema", name, declared.outputSchema()),
                annotations(declared.annotations()),
                null,
                List.of(),
                null,
                Map.of());
        try {
            McpServerTools.all().withDeclared(tool);
        } catch (IllegalArgumentException ex) {
            throw invalid(
                    property + ".input-schema",
                    ofTool(name) + "cannot be used: " + ex.getMessage(),
                    "Use a schema of type object.");
        }
        this.tools.add(tool);
        addMetadata(name, metadata(this.server, property + ".metadata", declared.metadata()));
    }

    /** Keys of an override take precedence. */
    private void addMetadata(String tool, Map<String, Object> metadata) {
        if (!metadata.isEmpty()) {
            McpToolOverride override = this.rules.overrides().getOrDefault(tool, McpToolOverride.none());
            Map<String, Object> all = new LinkedHashMap<>(metadata);
            all.putAll(override.metadata());
            this.rules = this.rules.withOverride(tool, override.withMetadata(all));
        }
    }

    private @Nullable JsonObject schema(String property, String tool, @Nullable JsonObjectProperty schema) {
        try {
            return (schema == null || schema.isAbsent()) ? null : schema.read(PropertySchema::of);
        } catch (IllegalArgumentException ex) {
            throw invalid(property, ofTool(tool) + ex.getMessage(), NESTED_OR_JSON);
        }
    }

    private static String ofTool(String name) {
        return "of the tool \"" + SafeText.excerpt(name) + "\" ";
    }

    /** Returns the application's own data about a tool. */
    static Map<String, Object> metadata(String server, String property, @Nullable JsonObjectProperty metadata) {
        if (metadata == null || metadata.isAbsent()) {
            return Map.of();
        }
        try {
            Map<String, Object> all =
                    new LinkedHashMap<>(metadata.read(PropertySchema::members).asMap());
            all.values().removeIf(Objects::isNull);
            return all;
        } catch (IllegalArgumentException ex) {
            throw new McpConfigurationException(server, property, String.valueOf(ex.getMessage()), NESTED_OR_JSON);
        }
    }

    private static @Nullable ToolAnnotations annotations(@Nullable DeclaredAnnotations hints) {
        return (hints != null)
                ? new ToolAnnotations(
                        hints.title(),
                        hints.readOnlyHint(),
                        hints.destructiveHint(),
                        hints.idempotentHint(),
                        hints.openWorldHint(),
                        Map.of())
                : null;
    }

    private McpConfigurationException invalid(String property, String problem, String remedy) {
        return new McpConfigurationException(this.server, property, problem, remedy);
    }
}
