package io.mcpclient.springai;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.metadata.ToolMetadata;
import org.springframework.util.StringUtils;
import tools.jackson.core.JacksonException;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpCancelledException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpToolException;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.McpMethods;

/**
 * One tool of an MCP server as a tool callback of Spring AI, from an {@link McpToolCallbackProvider}. Immutable and
 * thread-safe.
 *
 * <p>Spring AI passes the result of a tool to the model as text. A result that consists of text is that text. Structured
 * content is its JSON; the text of the result is left out if it is the same JSON, otherwise both are members of one JSON
 * object, {@code structuredContent} and {@code content}. A result with other contents, such as images, audio, resources and
 * links, is a JSON array of all contents as in the protocol, without {@code _meta}; {@link McpMediaAdvisor} passes images and
 * audio in it to the model as media.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/server/tools">MCP: Tools</a>
 */
public final class McpToolCallback implements ToolCallback {

    private final McpToolRegistry registry;

    private final McpRegisteredTool tool;

    private final ToolCallSettings settings;

    private final ToolDefinition definition;

    McpToolCallback(McpToolRegistry registry, McpRegisteredTool tool, ToolCallSettings settings) {
        this.registry = registry;
        this.tool = tool;
        this.settings = settings;
        this.definition = ToolDefinition.builder()
                .name(tool.name())
                .description(description(tool))
                .inputSchema(Json.write(tool.tool().inputSchema()))
                .build();
    }

    private static String description(McpRegisteredTool tool) {
        String description = tool.description();
        if (description != null && StringUtils.hasText(description)) {
            return description;
        }
        return StringUtils.hasText(tool.displayName()) ? tool.displayName() : tool.name();
    }

    /**
     * Returns the tool in the registry.
     * @return the tool as it was when the provider was asked, with its server and its definition as received
     */
    public McpRegisteredTool tool() {
        return this.tool;
    }

    /**
     * Returns what the model learns about the tool: the unique name in the registry, the description of the override or the
     * server, or the title if there is none, and the input schema of the server with all its keywords. Untrusted.
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
        return ToolMetadata.builder()
                .returnDirect(this.tool.override().returnDirect() || this.settings.isReturnDirect(this.tool.name()))
                .build();
    }

    /**
     * Calls the tool without a tool context. See {@link #call(String, ToolContext)}.
     * @param toolInput arguments as the text of a JSON object
     * @return the result for the model
     */
    @Override
    public String call(String toolInput) {
        return call(toolInput, null);
    }

    /**
     * Calls the tool at its server and waits. Interrupting the thread cancels the call at the server; so does cancelling
     * the stream of a prompt.
     * @param toolInput arguments as the text of a JSON object; blank for none
     * @param toolContext read for the keys of {@link McpToolContext} and the configured ones, or {@code null}
     * @return the result for the model
     * @throws McpToolExecutionException if the tool reported a failure or could not be called; its message is for the model
     * @throws McpCancelledException if the thread was interrupted
     * @throws McpRejectedException if the thread must not block; any other rejection is an
     *     {@link McpToolExecutionException}
     * @throws IllegalArgumentException if a value in the tool context has the wrong type
     */
    @Override
    public String call(String toolInput, @Nullable ToolContext toolContext) {
        McpCallOptions options = McpToolContext.options(toolContext, this.settings.toolContextKeys());
        McpPrincipal named = McpToolContext.principal(toolContext);
        McpPrincipal principal = (named != null) ? named : this.settings.principal();
        CallToolResult result;
        try {
            result = invoke(arguments(toolInput), options, principal);
        } catch (McpException ex) {
            if (isForCaller(ex)) {
                throw ex;
            }
            throw new McpToolExecutionException(this.definition, FailureTexts.of(ex), ex);
        }
        if (result.isErrorResult()) {
            McpToolException failure = failure(result);
            throw new McpToolExecutionException(this.definition, failure.resultText(), failure);
        }
        return ToolResultText.of(result, this.registry.resultLimit());
    }

    /** The prompt ends with these: a model cannot do anything about them. */
    private static boolean isForCaller(McpException failure) {
        return failure instanceof McpCancelledException
                || (failure instanceof McpRejectedException rejected
                        && rejected.reason() == McpRejectedException.Reason.EVENT_LOOP);
    }

    private CallToolResult invoke(
            Map<String, Object> arguments, McpCallOptions options, @Nullable McpPrincipal principal) {
        return this.registry.callTool(
                this.tool.name(), arguments, (principal != null) ? options.withPrincipal(principal) : options);
    }

    private Map<String, Object> arguments(String toolInput) {
        try {
            return Json.object(toolInput);
        } catch (JacksonException ex) {
            throw new McpToolExecutionException(
                    this.definition,
                    "The tool was not executed: its arguments are not a JSON object.",
                    new McpRejectedException(
                            details(McpOutcome.NOT_SENT, "the arguments from the model are not a JSON object"),
                            McpRejectedException.Reason.INVALID_ARGUMENT));
        }
    }

    /** The exception masks credentials of the client, which a server may have repeated. */
    private McpToolException failure(CallToolResult result) {
        boolean isEmpty = result.content().isEmpty() && !result.hasStructuredContent();
        return new McpToolException(
                details(McpOutcome.ANSWERED, "the tool \"" + this.tool.name() + "\" reported a failure"),
                this.tool.tool().name(),
                isEmpty
                        ? "The tool failed without a message."
                        : ToolResultText.of(result, this.registry.resultLimit()));
    }

    private McpErrorDetails details(McpOutcome outcome, String problem) {
        return McpErrorDetails.of(this.tool.server(), McpMethods.TOOLS_CALL, outcome, problem);
    }

    @Override
    public String toString() {
        return "McpToolCallback[" + this.tool.name() + " of " + this.tool.server() + "]";
    }
}
