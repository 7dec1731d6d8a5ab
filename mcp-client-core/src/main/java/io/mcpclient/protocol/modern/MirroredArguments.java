package io.mcpclient.protocol.modern;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.SafeText;
import io.mcpclient.schema.McpMethods;

/**
 * The headers that one tool wants with its calls, compiled from its input schema. Immutable and thread-safe.
 *
 * @see "MCP 2026-07-28, basic/transports/streamable-http, Custom Headers from Tool Parameters (HDR-06 to HDR-18, HDR-23)"
 */
final class MirroredArguments {

    private final String serverName;

    private final String tool;

    private final List<MirroredArgument> arguments;

    private final ArgumentText text;

    private MirroredArguments(String serverName, String tool, List<MirroredArgument> arguments, ArgumentText text) {
        this.serverName = serverName;
        this.tool = tool;
        this.arguments = arguments;
        this.text = text;
    }

    /**
     * Compiles the schema of a tool.
     * @param serverName configured name of the server
     * @param tool name of the tool
     * @param inputSchema its input schema as plain JSON
     * @param text reads the arguments of calls
     * @return what it wants to have mirrored, {@link #isEmpty()} for most tools
     * @throws IllegalAnnotationException if the tool is illegal
     */
    static MirroredArguments of(String serverName, String tool, Map<?, ?> inputSchema, ArgumentText text) {
        return new MirroredArguments(serverName, tool, HeaderAnnotations.in(inputSchema), text);
    }

    boolean isEmpty() {
        return this.arguments.isEmpty();
    }

    /**
     * Makes the headers of a call. What is absent or null has no header, and neither has an object or an array, which the
     * server will complain about. A value of another type than the tool declares is mirrored as it is.
     * @param given arguments of the call: anything that can be written as JSON, or {@code null} for none
     * @return values by header name, encoded
     * @throws McpRejectedException if an integer is too large to be the same number everywhere
     */
    Map<String, String> headers(@Nullable Object given) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (MirroredArgument argument : this.arguments) {
            String value = textOf(argument, given);
            if (value != null) {
                headers.put(argument.header(), HeaderValue.encode(value));
            }
        }
        return headers;
    }

    private @Nullable String textOf(MirroredArgument argument, @Nullable Object given) {
        Object value = given;
        for (String name : argument.path()) {
            value = this.text.member(value, name);
        }
        try {
            return this.text.of(value, argument.isInteger());
        } catch (ArithmeticException ex) {
            throw tooLarge(argument);
        }
    }

    private McpRejectedException tooLarge(MirroredArgument argument) {
        return new McpRejectedException(
                McpErrorDetails.of(
                                this.serverName,
                                McpMethods.TOOLS_CALL,
                                McpOutcome.NOT_SENT,
                                "argument \"" + argument.place() + "\" of tool \"" + SafeText.excerpt(this.tool)
                                        + "\" is an integer beyond 2^53 - 1, which may not go into a header")
                        .withRemedy("Pass a smaller number, or have the tool declare the argument as a string."),
                McpRejectedException.Reason.INVALID_ARGUMENT);
    }
}
