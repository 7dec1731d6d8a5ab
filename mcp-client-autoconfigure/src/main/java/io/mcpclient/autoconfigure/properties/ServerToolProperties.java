package io.mcpclient.autoconfigure.properties;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.mcpclient.model.McpResultRules;
import io.mcpclient.registry.McpDeclaredMismatch;
import io.mcpclient.settings.McpApprovalPolicy;
import io.mcpclient.settings.McpOutputValidation;
import io.mcpclient.settings.McpToolPinning;

/**
 * Tools of a server: {@code tools} of {@link ServerProperties}. Binding only; {@code null} means not set.
 *
 * @param outputValidation Action to take when a tool's result violates the output schema that the tool declares.
 * @param pinning Action to take when a tool's definition differs from the one first seen, or when a tool was added later.
 * @param include Patterns of the names of the tools that the registry has. Defaults to all; * stands for any characters.
 * @param exclude Patterns of the names of tools that the registry does not have; * stands for any characters.
 * @param prefix Prefix of the names of the tools in the registry. Defaults to the name of the server where
 *     mcp.tools.naming requires it.
 * @param overrides Changes of single tools in the registry, by their names at the server.
 * @param approval Calls of tools that need approval by an McpToolApproval bean. Overrides mcp.tools.approval.
 * @param results Parts of a result that a model reads. Overrides mcp.tools.results.
 * @param media How images, audio and files in results reach a model. Overrides mcp.tools.media.
 * @param maxResultLength Maximum length of a result that a model reads, in characters. Overrides mcp.tools.max-result-length.
 * @param overflow Action to take with the rest of a result that is too long for a model. Overrides mcp.tools.overflow.
 * @param declared Tools that models are offered before the server is asked for its tools.
 * @param declaredMismatch Action to take when the server defines a declared tool differently.
 */
public record ServerToolProperties(
        @Nullable McpOutputValidation outputValidation,
        @Nullable McpToolPinning pinning,
        @Nullable List<String> include,
        @Nullable List<String> exclude,
        @Nullable String prefix,
        @Nullable Map<String, ToolOverride> overrides,
        @Nullable McpApprovalPolicy approval,
        McpResultRules.@Nullable Form results,
        McpResultRules.@Nullable Media media,
        @Nullable Integer maxResultLength,
        McpResultRules.@Nullable Overflow overflow,
        @Nullable List<DeclaredTool> declared,
        @Nullable McpDeclaredMismatch declaredMismatch) {

    static final ServerToolProperties NONE =
            new ServerToolProperties(null, null, null, null, null, null, null, null, null, null, null, null, null);

    /**
     * Change of one tool.
     *
     * @param enabled whether the registry has the tool
     * @param title name of the tool for people
     * @param description description of the tool for models
     * @param timeout timeout of calls through the registry
     * @param returnDirect whether results go to the caller of a prompt instead of the model
     * @param results parts of results that a model reads
     * @param media how images, audio and files in results reach a model
     * @param maxResultLength maximum length of a result that a model reads, in characters
     * @param overflow action to take with the rest of a result that is too long
     * @param metadata the application's own keys and values about the tool, as nested keys or as JSON text
     */
    public record ToolOverride(
            @DefaultValue("true") boolean enabled,
            @Nullable String title,
            @Nullable String description,
            @Nullable Duration timeout,
            @DefaultValue("false") boolean returnDirect,
            McpResultRules.@Nullable Form results,
            McpResultRules.@Nullable Media media,
            @Nullable Integer maxResultLength,
            McpResultRules.@Nullable Overflow overflow,
            @Nullable JsonObjectProperty metadata) {}

    /**
     * Tool that models are offered before its server is asked.
     *
     * @param name name of the tool at the server
     * @param title title of the tool
     * @param description description of the tool
     * @param inputSchema JSON Schema of the arguments, as nested keys or as JSON text; no arguments by default
     * @param outputSchema JSON Schema of the structured content, as nested keys or as JSON text
     * @param annotations hints about the behaviour of the tool
     * @param metadata the application's own keys and values about the tool, as nested keys or as JSON text
     */
    public record DeclaredTool(
            @Nullable String name,
            @Nullable String title,
            @Nullable String description,
            @Nullable JsonObjectProperty inputSchema,
            @Nullable JsonObjectProperty outputSchema,
            @Nullable DeclaredAnnotations annotations,
            @Nullable JsonObjectProperty metadata) {}

    /**
     * Hints about the behaviour of a declared tool.
     *
     * @param title title of the tool
     * @param readOnlyHint whether the tool only reads
     * @param destructiveHint whether the tool may delete or overwrite
     * @param idempotentHint whether repeated calls have no additional effect
     * @param openWorldHint whether the tool interacts with an open world, such as a web search
     */
    public record DeclaredAnnotations(
            @Nullable String title,
            @Nullable Boolean readOnlyHint,
            @Nullable Boolean destructiveHint,
            @Nullable Boolean idempotentHint,
            @Nullable Boolean openWorldHint) {}
}
