package io.mcpclient.internal.era.modern;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.internal.support.SafeText;
import io.mcpclient.schema.McpMethods;

/**
 * Headers that one tool requires with its calls, compiled from its input schema. Immutable and thread-safe.
 *
 * <p>Headers are read by proxies and written into logs on the way, bodies are not. An argument whose name indicates a secret is
 * mirrored nevertheless: a server must refuse a call without the header (HDR-08). It is only listed, for a warning. A value
 * that no proxy would accept is rejected here.
 *
 * @see "MCP 2026-07-28, basic/transports/streamable-http, Custom Headers from Tool Parameters (HDR-06 to HDR-18, HDR-23);
 *     server/tools, sensitive parameters; fault I17"
 */
final class MirroredArguments {

    /** Maximum number of characters of a header: servers and proxies accept 8 KiB for all of them together, or little more. */
    private static final int MAX_LENGTH = 4096;

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
     * @return the mirrored arguments, {@link #isEmpty()} for most tools
     * @throws IllegalAnnotationException if the tool is illegal
     */
    static MirroredArguments of(String serverName, String tool, Map<?, ?> inputSchema, ArgumentText text) {
        return new MirroredArguments(serverName, tool, HeaderAnnotations.in(inputSchema), text);
    }

    boolean isEmpty() {
        return this.arguments.isEmpty();
    }

    /** The arguments whose names indicate secrets, printable. */
    List<String> secrets() {
        return this.arguments.stream()
                .filter(MirroredArgument::isSecret)
                .map(MirroredArgument::place)
                .toList();
    }

    /**
     * Creates the headers of a call. An absent or null value has no header, nor has an object or an array, about which the
     * server will complain. A value of another type than the declared one is mirrored unchanged.
     * @param given arguments of the call: anything that can be written as JSON, or {@code null} for none
     * @return values by header name, encoded
     * @throws McpRejectedException if an integer cannot be represented exactly everywhere, or a value is too long for a header
     */
    Map<String, String> headers(@Nullable Object given) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (MirroredArgument argument : this.arguments) {
            String value = textOf(argument, given);
            if (value != null) {
                headers.put(argument.header(), fitting(argument, HeaderValue.encode(value)));
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

    private String fitting(MirroredArgument argument, String header) {
        if (header.length() > MAX_LENGTH) {
            throw unfit(
                    argument,
                    "has " + header.length() + " characters in its header; the limit is " + MAX_LENGTH,
                    "Pass a shorter value, or remove x-mcp-header from the argument at the server.");
        }
        return header;
    }

    private McpRejectedException tooLarge(MirroredArgument argument) {
        return unfit(
                argument,
                "is an integer beyond 2^53 - 1, which headers cannot carry",
                "Pass a smaller number, or declare the argument as a string at the server.");
    }

    private McpRejectedException unfit(MirroredArgument argument, String problem, String remedy) {
        return new McpRejectedException(
                McpErrorDetails.of(
                                this.serverName,
                                McpMethods.TOOLS_CALL,
                                McpOutcome.NOT_SENT,
                                "argument \"" + argument.place() + "\" of tool \"" + SafeText.excerpt(this.tool) + "\" "
                                        + problem)
                        .withRemedy(remedy),
                McpRejectedException.Reason.INVALID_ARGUMENT);
    }
}
