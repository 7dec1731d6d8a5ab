package io.mcpclient.springai;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.metadata.ToolMetadata;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpCancelledException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.model.McpModelMedia;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.registry.McpModelTool;

/**
 * One tool of an MCP server, or one of this library, as a tool callback of Spring AI, from an {@link McpToolCallbackProvider}.
 * Immutable and thread-safe.
 *
 * <p>Spring AI passes the result of a tool to the model as text. Rules of the registry say what that text is, see
 * {@link io.mcpclient.model.McpResultRules}. {@link McpMediaAdvisor} passes media to the model that these rules attach.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/server/tools">MCP: Tools</a>
 */
public final class McpToolCallback implements ToolCallback {

    private final McpModelTool tool;

    private final McpToolCallbackProvider provider;

    private final ToolDefinition definition;

    private final ToolMetadata metadata;

    McpToolCallback(McpModelTool tool, McpToolCallbackProvider provider) {
        this.tool = tool;
        this.provider = provider;
        this.definition = ToolDefinition.builder()
                .name(tool.name())
                .description(tool.description())
                .inputSchema(tool.inputSchema().text())
                .build();
        this.metadata = ToolMetadata.builder()
                .returnDirect(tool.returnDirect() || provider.settings().isReturnDirect(tool.name()))
                .build();
    }

    /**
     * Returns the tool.
     * @return the tool as it was when the provider was asked, with its server and its definition as received
     */
    public McpModelTool tool() {
        return this.tool;
    }

    /** Returns the provider that offers the tool. */
    McpToolCallbackProvider provider() {
        return this.provider;
    }

    /**
     * Returns what the model learns about the tool: the unique name in the registry, the description of the override or the
     * server, or the title if there is none, and the input schema in the form for models. Untrusted.
     * @return the definition
     */
    @Override
    public ToolDefinition getToolDefinition() {
        return this.definition;
    }

    /**
     * Returns whether the result goes to the caller of the prompt, see {@code mcp.spring-ai.return-direct} and
     * {@link io.mcpclient.registry.McpToolOverride#returnDirect()}.
     * @return the metadata
     */
    @Override
    public ToolMetadata getToolMetadata() {
        return this.metadata;
    }

    /**
     * Calls the tool without a tool context. See {@link #call(String, ToolContext)}.
     * @param toolInput arguments as the model wrote them
     * @return the result for the model
     */
    @Override
    public String call(@Nullable String toolInput) {
        return call(toolInput, null);
    }

    /**
     * Calls the tool at its server and waits. Interrupting the thread cancels the call at the server; so does cancelling
     * the stream of a prompt.
     * @param toolInput arguments as the model wrote them, the text of a JSON object; blank or {@code null} for none
     * @param toolContext read for the keys of {@link McpToolContext} and the configured ones, or {@code null}
     * @return the result for the model
     * @throws McpToolExecutionException if the tool reported a failure or could not be called; its message is for the model
     * @throws McpCancelledException if the thread was interrupted
     * @throws McpRejectedException if the thread must not block; any other rejection is an
     *     {@link McpToolExecutionException}
     * @throws IllegalArgumentException if a value in the tool context has the wrong type
     */
    @Override
    public String call(@Nullable String toolInput, @Nullable ToolContext toolContext) {
        ToolCallSettings settings = this.provider.settings();
        McpCallOptions options = McpToolContext.options(toolContext, settings.toolContextKeys());
        McpPrincipal named = McpToolContext.principal(toolContext);
        McpPrincipal principal = (named != null) ? named : settings.principal();
        McpModelResult result =
                this.tool.call(toolInput, (principal != null) ? options.withPrincipal(principal) : options);
        List<McpModelMedia> media = result.media();
        String text = media.isEmpty() ? result.text() : AttachedMedia.attach(result.text(), this.tool, media);
        McpException failure = result.failure();
        if (failure != null) {
            throw new McpToolExecutionException(this.definition, text, failure);
        }
        return text;
    }

    @Override
    public String toString() {
        return "McpToolCallback[" + this.tool + "]";
    }
}
