package io.mcpclient.springai;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.handler.McpProgressListener;

/**
 * Keys of Spring AI's {@link ToolContext} that the callbacks of MCP tools read. Their values are not sent to servers.
 *
 * <pre>{@code
 * chatClient.prompt("Which of my orders are late?")
 *         .toolContext(Map.of(McpToolContext.PRINCIPAL, McpPrincipal.of("alice")))
 *         .call();
 * }</pre>
 *
 * Other entries of the tool context stay in the application, unless their keys are listed in
 * {@code mcp.spring-ai.tool-context-keys}: those become entries of the request's {@code _meta}.
 */
public final class McpToolContext {

    /**
     * Key of the {@link McpPrincipal} on whose behalf tools are called. Without it, the resolver of the application is asked
     * on the thread that executes the tool, which in a stream is not that of the caller.
     */
    public static final String PRINCIPAL = "io.mcpclient.principal";

    /** Key of an {@link McpProgressListener} that receives the progress of the tool calls of one prompt. */
    public static final String PROGRESS = "io.mcpclient.progress";

    private McpToolContext() {}

    static boolean isReserved(String key) {
        return key.equals(PRINCIPAL) || key.equals(PROGRESS);
    }

    static @Nullable McpPrincipal principal(@Nullable ToolContext context) {
        return value(context, PRINCIPAL, McpPrincipal.class);
    }

    /** Returns the options of a call, whose timeout is extended by progress. Keys without a value in the context are skipped. */
    static McpCallOptions options(@Nullable ToolContext context, List<String> metaKeys) {
        McpCallOptions options = McpCallOptions.defaults().withTimeoutExtendedByProgress(true);
        McpProgressListener listener = value(context, PROGRESS, McpProgressListener.class);
        if (listener != null) {
            options = options.withProgress(listener);
        }
        Map<String, Object> values = (context != null) ? context.getContext() : Map.of();
        for (String key : metaKeys) {
            Object value = values.get(key);
            if (value != null) {
                options = options.withMeta(key, value);
            }
        }
        return options;
    }

    private static <T> @Nullable T value(@Nullable ToolContext context, String key, Class<T> type) {
        Object value = (context != null) ? context.getContext().get(key) : null;
        if (value != null && !type.isInstance(value)) {
            throw new IllegalArgumentException("the value of the key \"" + key + "\" in the tool context is a "
                    + value.getClass().getName() + ": pass a " + type.getName());
        }
        return type.cast(value);
    }
}
