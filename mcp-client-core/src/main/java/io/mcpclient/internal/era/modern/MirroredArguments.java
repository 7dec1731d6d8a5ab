package io.mcpclient.internal.era.modern;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.text.SafeText;

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

    private final List<HeaderAnnotations.MirroredArgument> arguments;

    private final ArgumentText text;

    private MirroredArguments(
            String serverName, String tool, List<HeaderAnnotations.MirroredArgument> arguments, ArgumentText text) {
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
     * @throws HeaderAnnotations.IllegalAnnotationException if the tool is illegal
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
                .filter(HeaderAnnotations.MirroredArgument::isSecret)
                .map(HeaderAnnotations.MirroredArgument::place)
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
        for (HeaderAnnotations.MirroredArgument argument : this.arguments) {
            String value = textOf(argument, given);
            if (value != null) {
                headers.put(argument.header(), fitting(argument, HeaderValue.encode(value)));
            }
        }
        return headers;
    }

    private @Nullable String textOf(HeaderAnnotations.MirroredArgument argument, @Nullable Object given) {
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

    private String fitting(HeaderAnnotations.MirroredArgument argument, String header) {
        if (header.length() > MAX_LENGTH) {
            throw unfit(
                    argument,
                    "has " + header.length() + " characters in its header; the limit is " + MAX_LENGTH,
                    "Pass a shorter value, or remove x-mcp-header from the argument at the server.");
        }
        return header;
    }

    private McpRejectedException tooLarge(HeaderAnnotations.MirroredArgument argument) {
        return unfit(
                argument,
                "is an integer beyond 2^53 - 1, which headers cannot carry",
                "Pass a smaller number, or declare the argument as a string at the server.");
    }

    private McpRejectedException unfit(HeaderAnnotations.MirroredArgument argument, String problem, String remedy) {
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

    /**
     * Reads arguments as they will appear in the body: applications may pass beans, enums and anything else that can be written as
     * JSON. Plain values, the common case, are read without serialization.
     */
    static final class ArgumentText {

        /** The largest integer that every server can read exactly (HDR-14). */
        private static final BigDecimal MAX_INTEGER = BigDecimal.valueOf((1L << 53) - 1);

        private static final Set<Class<?>> PLAIN_NUMBERS = Set.of(
                Integer.class,
                Long.class,
                Short.class,
                Byte.class,
                Double.class,
                Float.class,
                BigInteger.class,
                BigDecimal.class);

        private final JsonCodec codec;

        ArgumentText(JsonCodec codec) {
            this.codec = codec;
        }

        /** Returns a member of an object; {@code null} if the value is not an object or has no such member. */
        @Nullable
        Object member(@Nullable Object value, String name) {
            if (!(value instanceof Map<?, ?> members)) {
                return (isPlain(value) || !(json(value) instanceof Map<?, ?> json)) ? null : json.get(name);
            }
            for (Map.Entry<?, ?> member : members.entrySet()) {
                // Not get(): a map may define its own equality of keys.
                if (name.equals(member.getKey())) {
                    return member.getValue();
                }
            }
            return hasOddKeys(members) && json(members) instanceof Map<?, ?> json ? json.get(name) : null;
        }

        private static boolean hasOddKeys(Map<?, ?> members) {
            return !members.keySet().stream().allMatch(String.class::isInstance);
        }

        /**
         * Returns the text of a value.
         * @param isInteger whether the tool declares it as an integer
         * @return the text, or {@code null} if it is null, an object or an array
         * @throws ArithmeticException if it is declared as an integer, and is one that is out of range
         */
        @Nullable
        String of(@Nullable Object value, boolean isInteger) {
            Object plain = isPlain(value) ? value : json(value);
            if (plain instanceof Number number) {
                return number(number, isInteger);
            }
            return (plain instanceof String || plain instanceof Boolean) ? plain.toString() : null;
        }

        /** A value that is not an integer has the text of its JSON: the server reports the error. */
        private static String number(Number number, boolean isInteger) {
            String text = number.toString();
            BigDecimal value = isInteger ? exact(text) : null;
            if (value == null || !isWhole(value)) {
                return text;
            }
            if (value.abs().compareTo(MAX_INTEGER) > 0) {
                throw new ArithmeticException("out of range");
            }
            return value.toBigInteger().toString();
        }

        private static @Nullable BigDecimal exact(String number) {
            try {
                return new BigDecimal(number);
            } catch (NumberFormatException ex) {
                return null; // infinite, or not a number
            }
        }

        /** Checks only the digits: an exponent can be far too large to write the number out. */
        private static boolean isWhole(BigDecimal value) {
            return value.signum() == 0
                    || value.scale() <= 0
                    || value.stripTrailingZeros().scale() <= 0;
        }

        private static boolean isPlain(@Nullable Object value) {
            return value == null
                    || value instanceof String
                    || value instanceof Boolean
                    || value instanceof Number && PLAIN_NUMBERS.contains(value.getClass());
        }

        /** A value that cannot be serialized has no text: sending the request reports it. */
        private @Nullable Object json(@Nullable Object value) {
            try {
                return this.codec.fromJson(this.codec.toJson(value), Object.class);
            } catch (IllegalArgumentException ex) {
                return null;
            }
        }
    }
}
