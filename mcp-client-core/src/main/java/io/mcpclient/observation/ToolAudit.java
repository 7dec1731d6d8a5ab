package io.mcpclient.observation;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.error.SafeText;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.McpMethods;

/**
 * Writes a line for each tool call to the logger {@value #LOGGER}, at debug level, so that it is off unless asked for:
 * server, tool, outcome and duration, but nothing of what was asked and answered. Costs nothing while it is off.
 *
 * @see "MCP 2025-11-25, server/tools, Security Considerations (TOOL-22)"
 */
public final class ToolAudit implements McpInterceptor {

    /** Name of the logger. */
    public static final String LOGGER = "io.mcpclient.audit";

    private static final Logger logger = LoggerFactory.getLogger(LOGGER);

    /** Creates the stage. */
    public ToolAudit() {}

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        if (!logger.isDebugEnabled() || !call.method().equals(McpMethods.TOOLS_CALL)) {
            return next.handle(call);
        }
        return Mono.defer(() -> {
            long start = call.deadline().time().nanoTime();
            return next.handle(call)
                    .doOnSuccess(result -> log(call, outcome(result), start))
                    .doOnError(error -> log(call, Failure.of(error).type(), start))
                    .doOnCancel(() -> log(call, "cancelled", start));
        });
    }

    private static String outcome(@Nullable Object result) {
        return (result instanceof CallToolResult answer && answer.isErrorResult()) ? "tool_error" : "ok";
    }

    private static void log(McpCall call, String outcome, long start) {
        Object tool = (call.params() instanceof CallToolParams params) ? params.name() : null;
        logger.debug(
                "MCP server \"{}\": tool \"{}\": {} after {} ms",
                call.serverName(),
                SafeText.excerpt((tool != null) ? tool.toString() : "?"),
                outcome,
                call.deadline().time().since(start).toMillis());
    }
}
