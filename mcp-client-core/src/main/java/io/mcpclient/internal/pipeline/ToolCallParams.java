package io.mcpclient.internal.pipeline;

import java.util.Objects;

import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.CallToolParams;

/** Reads the parameters of a tool call. */
final class ToolCallParams {

    private ToolCallParams() {}

    /** Parameters of a generic request may be plain JSON or a bean. */
    static CallToolParams of(McpCall call, JsonCodec codec) {
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
                                    "interceptors cannot read the parameters: " + ex.getMessage())
                            .withRemedy("Use callTool, or pass the parameters of a tool call.")
                            .withCause(ex),
                    McpRejectedException.Reason.INVALID_ARGUMENT);
        }
    }
}
