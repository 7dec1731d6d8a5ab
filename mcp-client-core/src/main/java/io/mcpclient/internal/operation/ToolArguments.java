package io.mcpclient.internal.operation;

import java.util.Collection;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRejectedException.Reason;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.text.SafeText;

/**
 * Arguments of a tool as plain JSON.
 *
 * <table>
 * <caption>conversion of the caller's object</caption>
 * <tr><th>object</th><th>arguments</th></tr>
 * <tr><td>{@code null}</td><td>none</td></tr>
 * <tr><td>a map</td><td>the map itself; its values may be beans, which are converted when the request is written</td></tr>
 * <tr><td>a record or bean</td><td>its JSON object</td></tr>
 * <tr><td>anything that is not a JSON object, and call options</td><td>rejected</td></tr>
 * </table>
 *
 * Thread-safe.
 */
public final class ToolArguments {

    private static final String REMEDY = "Pass a Map, a record or a bean.";

    private final String serverName;

    private final JsonCodec codec;

    /**
     * Creates the conversion of one client.
     * @param serverName configured name of the server, for errors
     * @param codec converts records and beans
     */
    public ToolArguments(String serverName, JsonCodec codec) {
        this.serverName = serverName;
        this.codec = codec;
    }

    /**
     * Converts the arguments of a call.
     * @param tool name of the tool, for errors
     * @param arguments a map, record or bean; {@code null} for no arguments
     * @return the arguments, or {@code null} for none
     * @throws McpRejectedException if the object is not written as a JSON object
     */
    @SuppressWarnings("unchecked") // only read from, to be written as JSON
    public @Nullable Map<String, Object> of(String tool, @Nullable Object arguments) {
        if (arguments == null || arguments instanceof Map<?, ?>) {
            return (Map<String, Object>) arguments;
        }
        if (arguments instanceof McpCallOptions) {
            throw rejected(
                    tool, "are call options", "Pass the options after the arguments.", null, Reason.INVALID_ARGUMENT);
        }
        Object json = json(tool, arguments);
        if (!(json instanceof Map<?, ?>)) {
            throw rejected(tool, "are " + kind(json) + ", not a JSON object", REMEDY, null, Reason.INVALID_ARGUMENT);
        }
        return (Map<String, Object>) json;
    }

    private @Nullable Object json(String tool, Object arguments) {
        try {
            return this.codec.convert(arguments, Object.class);
        } catch (IllegalArgumentException ex) {
            throw rejected(tool, "cannot be written as JSON: " + ex.getMessage(), REMEDY, ex, Reason.UNWRITABLE);
        }
    }

    private static String kind(@Nullable Object json) {
        if (json == null) {
            return "null";
        }
        if (json instanceof Collection<?>) {
            return "a list";
        }
        return (json instanceof String) ? "a string" : (json instanceof Number) ? "a number" : "a boolean";
    }

    private McpRejectedException rejected(
            String tool, String problem, String remedy, @Nullable Throwable cause, Reason reason) {
        return new McpRejectedException(
                McpErrorDetails.of(
                                this.serverName,
                                McpMethods.TOOLS_CALL,
                                McpOutcome.NOT_SENT,
                                "the arguments of tool \"" + SafeText.excerpt(tool) + "\" " + problem)
                        .withRemedy(remedy)
                        .withCause(cause),
                reason);
    }
}
