package io.mcpclient.internal.pipeline;

import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.McpMethods;

/** Reads the parameters of a tool call. Those of a generic request may be plain JSON or a bean. */
public final class ToolCallParams {

    private ToolCallParams() {}

    /** Reads the parameters for interceptors. */
    static CallToolParams of(McpCall call, JsonCodec codec) {
        return of(call, codec, "interceptors");
    }

    /**
     * Reads the parameters.
     * @param call a tool call
     * @param codec converts other forms
     * @param readers those that need them, for the error
     * @return the parameters
     * @throws McpRejectedException if they are not those of a tool call
     */
    public static CallToolParams of(McpCall call, JsonCodec codec, String readers) {
        if (call.params() instanceof CallToolParams known) {
            return known;
        }
        try {
            return Objects.requireNonNull(codec.convert(call.params(), CallToolParams.class), "no params");
        } catch (IllegalArgumentException | NullPointerException ex) {
            throw new McpRejectedException(
                    McpErrorDetails.of(
                                    call.serverName(),
                                    call.method(),
                                    McpOutcome.NOT_SENT,
                                    readers + " cannot read the parameters: " + ex.getMessage())
                            .withRemedy("Use callTool, or pass the parameters of a tool call.")
                            .withCause(ex),
                    McpRejectedException.Reason.INVALID_ARGUMENT);
        }
    }

    /**
     * Returns the name of the called tool.
     * @param call any call
     * @param codec converts parameters of other forms
     * @return the name; {@code null} if the call is no tool call, or has none, so that the server rejects it
     */
    public static @Nullable String nameOf(McpCall call, JsonCodec codec) {
        Object params = call.params();
        if (params == null || !call.method().equals(McpMethods.TOOLS_CALL)) {
            return null;
        }
        if (params instanceof CallToolParams known) {
            return known.name();
        }
        try {
            Map<?, ?> json = (params instanceof Map<?, ?> plain) ? plain : codec.convert(params, Map.class);
            return (json != null && json.get("name") instanceof String name) ? name : null;
        } catch (IllegalArgumentException ex) {
            return null;
        }
    }
}
