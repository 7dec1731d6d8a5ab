package io.mcpclient.internal.operation;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpToolException;
import io.mcpclient.internal.operation.KnownTools.KnownTool;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Tool;
import io.mcpclient.schema.ToolAnnotations;

/**
 * Lists and calls tools. Thread-safe.
 *
 * @see "MCP 2025-11-25, server/tools (TOOL-01, TOOL-02)"
 */
public final class ToolOperations {

    private final OperationCalls calls;

    private final JsonCodec codec;

    private final ToolArguments arguments;

    private final ListRequests<ListToolsResult, Tool> list;

    private final ToolDefinitions definitions;

    private final boolean trustAnnotations;

    /**
     * Creates the operations of one client.
     * @param calls chain and defaults of the client
     * @param codec binds structured results
     * @param list lists of tools
     * @param definitions remembers the listed tools
     * @param trustAnnotations whether the server's annotations decide which tools are idempotent
     */
    public ToolOperations(
            OperationCalls calls,
            JsonCodec codec,
            ListRequests<ListToolsResult, Tool> list,
            ToolDefinitions definitions,
            boolean trustAnnotations) {
        this.calls = calls;
        this.codec = codec;
        this.arguments = new ToolArguments(calls.serverName(), codec);
        this.list = list;
        this.definitions = definitions;
        this.trustAnnotations = trustAnnotations;
    }

    /**
     * Lists all tools, page by page, under one deadline.
     * @param options options for the call
     * @return the tools in the server's order, names unique; never {@code null}
     */
    public Mono<List<Tool>> list(McpCallOptions options) {
        return this.list.all(options).doOnNext(this.definitions::listed);
    }

    /**
     * Lists one page of tools.
     * @param cursor cursor from the previous page; {@code null} for the first page
     * @param options options for the call
     * @return the page
     */
    public Mono<ListToolsResult> page(@Nullable String cursor, McpCallOptions options) {
        return this.list
                .page(cursor, options)
                .doOnNext(page -> this.definitions.listed(cursor, page.tools(), page.nextCursor()));
    }

    /**
     * Returns the most recently listed definition of a tool. Sends no request.
     * @param name name of the tool at the server
     * @return the definition, or empty if the tool was not listed or is beyond the first ten thousand
     */
    public Optional<Tool> lastListed(String name) {
        return this.definitions.lastListed(name);
    }

    /** Discards the listed tools: the server may have been replaced by one with other schemas (fault D12). */
    public void discardListed() {
        this.definitions.discardListed();
    }

    /**
     * Creates the parameters of a call.
     * @param name name of the tool
     * @param arguments a map, record or bean; {@code null} for no arguments
     * @return the parameters
     * @throws IllegalArgumentException if the name is missing
     * @throws McpRejectedException if the arguments are not written as a JSON object
     */
    public CallToolParams params(String name, @Nullable Object arguments) {
        CallToolParams params = CallToolParams.of(name, null);
        return CallToolParams.of(params.name(), this.arguments.of(name, arguments));
    }

    /**
     * Calls a tool, as a task if required, see {@code TaskStage}; its result is validated, see {@link OutputStage}.
     * @param params name and arguments
     * @param options options for the call
     * @return the result as sent, including one that reports a failure of the tool
     */
    public Mono<CallToolResult> call(CallToolParams params, McpCallOptions options) {
        return this.calls.call(
                Operation.CALL_TOOL.method(),
                params,
                Operation.CALL_TOOL.resultType(),
                this.trustAnnotations ? withAnnotations(params.name(), options) : options);
    }

    /** The caller's options override the server's annotations. */
    private McpCallOptions withAnnotations(String name, McpCallOptions options) {
        KnownTool tool = (options.idempotent() == null) ? this.definitions.find(name) : null;
        ToolAnnotations annotations = (tool != null) ? tool.tool().annotations() : null;
        return (annotations != null && (annotations.isIdempotent() || annotations.isReadOnly()))
                ? options.withIdempotent(true)
                : options;
    }

    /**
     * Rejects a call whose result is to be bound if it may return an input request of the server instead.
     * @param options options for the call
     * @param call the call
     * @param <T> type of the result
     * @return the call, or its rejection
     */
    public <T> Mono<T> whenBindable(McpCallOptions options, Mono<T> call) {
        return options.isManualInput()
                ? Mono.error(() -> new McpRejectedException(
                        McpErrorDetails.of(
                                        this.calls.serverName(),
                                        McpMethods.TOOLS_CALL,
                                        McpOutcome.NOT_SENT,
                                        "with manual input the server may return an input request, which cannot be"
                                                + " bound")
                                .withRemedy("Call the tool without a type, and bind the final result."),
                        McpRejectedException.Reason.UNSUPPORTED))
                : call;
    }

    /**
     * Binds the result of a tool, see {@link ToolResultBinding}.
     * @param tool name of the tool
     * @param result result of the tool
     * @param reference type to bind to
     * @param <T> type to bind to
     * @return the bound value
     * @throws McpToolException if the tool reports a failure
     * @throws McpProtocolException if the result does not fit the type, or is not a final result
     */
    @SuppressWarnings("unchecked") // an instance of the type
    public <T> T bind(String tool, CallToolResult result, ParameterizedTypeReference<T> reference) {
        return (T) new ToolResultBinding(this.calls.serverName(), tool, this.codec, this.definitions)
                .bind(result, reference.getType());
    }
}
