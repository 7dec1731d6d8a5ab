package io.mcpclient.internal.operation;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpOutputValidation;

/**
 * Stage that validates the results of tools against their output schemas, see {@link McpOutputValidation}. For structured content of a
 * tool that was not listed, the tools are listed first. If that fails, or the server does not list the tool, the result remains as
 * sent: the tool has run, and its result is worth more than the check. Thread-safe.
 *
 * @see "MCP 2025-11-25, server/tools, Output Schema (TOOL-14, TOOL-15)"
 */
public final class OutputStage implements McpInterceptor {

    private final ToolDefinitions tools;

    private final ListRequests<?, Tool> lists;

    /**
     * Creates the stage of one client.
     * @param tools the definitions
     * @param lists lists of tools
     */
    public OutputStage(ToolDefinitions tools, ListRequests<?, Tool> lists) {
        this.tools = tools;
        this.lists = lists;
    }

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        String name = toolOf(call);
        if (name == null) {
            return next.handle(call);
        }
        return Mono.defer(() -> {
            Mono<Object> result = next.handle(call);
            OutputCheck output = this.tools.outputOf(name);
            // Looked up again for the result: after a lost connection it may come from another server (fault D12).
            return ((output != null) ? output.whenUsable(result) : result)
                    .flatMap(received -> (received instanceof CallToolResult known)
                            ? checked(name, known, call.options(), call.deadline(), next)
                            : Mono.just(received));
        });
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
    public Mono<Object> checked(
            String name, CallToolResult result, McpCallOptions options, Deadline deadline, CallHandler next) {
        return this.tools.isUnknown(name, result)
                ? this.tools
                        .lookUp(name, options, deadline, this.lists, next)
                        .then(Mono.defer(() -> checked(name, result)))
                : checked(name, result);
    }

    private Mono<Object> checked(String name, CallToolResult result) {
        OutputCheck output = this.tools.outputOf(name);
        return (output != null) ? output.checked(result).cast(Object.class) : Mono.just(result);
    }

    /**
     * Returns the tool of a call.
     * @param call any call, whose parameters may be plain JSON
     * @return its name; {@code null} if the call is no tool call
     */
    public static @Nullable String toolOf(McpCall call) {
        if (!call.method().equals(McpMethods.TOOLS_CALL)) {
            return null;
        }
        if (call.params() instanceof CallToolParams params) {
            return params.name();
        }
        return (call.params() instanceof Map<?, ?> params && params.get("name") instanceof String name) ? name : null;
    }
}
