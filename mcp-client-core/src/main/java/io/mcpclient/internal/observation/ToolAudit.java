package io.mcpclient.internal.observation;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.call.McpToolUse;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.text.SafeText;

/**
 * Writes a line for each tool call to the logger {@value #LOGGER}, at debug level, so that it is off by default: server, tool,
 * outcome and duration, and the user if the call is made on behalf of one, but no arguments and no results. Costs nothing while
 * it is off.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/server/tools">MCP: Tools, Security Considerations</a>
 */
public final class ToolAudit implements McpInterceptor {

    /** Name of the logger. */
    public static final String LOGGER = "io.mcpclient.audit";

    private static final Logger logger = LoggerFactory.getLogger(LOGGER);

    private final boolean namesUsers;

    /**
     * Creates the stage.
     * @param namesUsers whether calls are made on behalf of users, so that the line has the user's name
     */
    public ToolAudit(boolean namesUsers) {
        this.namesUsers = namesUsers;
    }

    @Override
    public Mono<Object> intercept(McpCall call, CallHandler next) {
        if (!logger.isDebugEnabled() || !isToolCall(call)) {
            return next.handle(call);
        }
        return Mono.deferContextual(context -> {
            long start = call.deadline().time().nanoTime();
            String caller = caller(McpPrincipalContext.current(context))
                    + caller(call.options().caller());
            return next.handle(call)
                    .doOnSuccess(result -> log(call, caller, outcome(result), start))
                    .doOnError(error -> log(call, caller, Failure.of(error).type(), start))
                    .doOnCancel(() -> log(call, caller, "cancelled", start));
        });
    }

    private static boolean isToolCall(McpCall call) {
        return call.method().equals(McpMethods.TOOLS_CALL) || call.options().toolUse() != null;
    }

    private static String outcome(@Nullable Object result) {
        return (result instanceof CallToolResult answer && answer.isErrorResult()) ? "tool_error" : "ok";
    }

    /** Empty for the application. */
    private String caller(@Nullable McpPrincipal principal) {
        return (this.namesUsers && principal != null && !principal.isApplication())
                ? " for user \"" + SafeText.excerpt(principal.name()) + "\""
                : "";
    }

    private static String caller(@Nullable String name) {
        return (name != null) ? " by " + SafeText.excerpt(name) : "";
    }

    private static void log(McpCall call, String caller, String outcome, long start) {
        logger.debug(
                "MCP server \"{}\": tool \"{}\"{}: {} after {} ms",
                call.serverName(),
                SafeText.excerpt(tool(call)),
                caller,
                outcome,
                call.deadline().time().since(start).toMillis());
    }

    private static String tool(McpCall call) {
        McpToolUse use = call.options().toolUse();
        if (call.params() instanceof CallToolParams params) {
            return params.name();
        }
        return (use != null) ? use.tool().name() : "?";
    }
}
