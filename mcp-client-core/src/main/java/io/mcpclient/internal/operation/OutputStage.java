package io.mcpclient.internal.operation;

import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.internal.pipeline.ToolCallParams;
import io.mcpclient.internal.support.RecoveringMono;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.settings.McpOutputValidation;

/**
 * Stage that validates the results of tools against their output schemas, see {@link McpOutputValidation}. For structured content of a
 * tool that was not listed, the tools are listed first. If that fails, or the server does not list the tool, the result remains as
 * sent: the tool has run, and its result is worth more than the check. If the server does not know the tool, the error gets the
 * nearest of the listed names. Thread-safe.
 *
 * @see "MCP 2025-11-25, server/tools, Output Schema (TOOL-14, TOOL-15)"
 */
public final class OutputStage implements McpInterceptor {

    private final ToolDefinitions tools;

    private final JsonCodec codec;

    /**
     * Creates the stage of one client.
     * @param tools the definitions
     * @param codec reads parameters that are not records of the schema
     */
    public OutputStage(ToolDefinitions tools, JsonCodec codec) {
        this.tools = tools;
        this.codec = codec;
    }

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        String name = ToolCallParams.nameOf(call, this.codec);
        if (name == null) {
            return next.handle(call);
        }
        Mono<Object> sent = next.handle(call);
        Mono<Object> result = this.tools.isUnlisted(name)
                ? new RecoveringMono<>(sent, error -> Mono.error(this.tools.explained(name, error)))
                : sent;
        OutputCheck output = this.tools.outputOf(name);
        // Looked up again for the result: after a lost connection it may come from another server (fault D12).
        return ((output != null) ? output.whenUsable(result) : result)
                .flatMap(received -> (received instanceof CallToolResult known)
                        ? checked(name, known, call.options(), call.deadline(), next)
                        : Mono.just(received));
    }

    /**
     * Validates a result.
     * @param name name of the tool
     * @param result result of a call, or of a task
     * @param options options of the call
     * @param deadline deadline of the call, which limits the list as well
     * @param next sends the requests of the list
     * @return the result, or an error
     */
    public Mono<CallToolResult> checked(
            String name, CallToolResult result, McpCallOptions options, Deadline deadline, CallHandler next) {
        return this.tools.isUnknown(name, result)
                ? this.tools.lookUp(name, options, deadline, next).then(Mono.defer(() -> checked(name, result)))
                : checked(name, result);
    }

    private Mono<CallToolResult> checked(String name, CallToolResult result) {
        OutputCheck output = this.tools.outputOf(name);
        return (output != null) ? output.checked(result) : Mono.just(result);
    }
}
