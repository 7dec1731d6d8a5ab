package io.mcpclient.internal.operation;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpToolException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.AudioContent;
import io.mcpclient.schema.BlobResourceContents;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.EmbeddedResource;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.schema.JsonValue;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.TextContent;
import io.mcpclient.schema.Tool;
import io.mcpclient.text.SafeText;

/**
 * Binds the results of a tool to the type that a caller asks for.
 *
 * <table>
 * <caption>by type</caption>
 * <tr><th>type</th><th>value</th></tr>
 * <tr><td>{@link CallToolResult}</td><td>the result, which may report a failure</td></tr>
 * <tr><td>{@link String}</td><td>the text; without any, the structured content</td></tr>
 * <tr><td>{@code byte[]}</td><td>the first image, audio or embedded binary resource</td></tr>
 * <tr><td>{@link ContentBlock} or one of its types</td><td>the first block of that type</td></tr>
 * <tr><td>list of {@link ContentBlock}</td><td>all blocks</td></tr>
 * <tr><td>others</td><td>the structured content, or its only member if that is {@code result} and fits better; without it the text, as JSON or as a
 *     string</td></tr>
 * </table>
 *
 * @param server name of the server
 * @param tool name of the tool
 * @param codec parses JSON
 * @param definitions the listed tools, of which an error may suggest one
 */
record ToolResultBinding(String server, String tool, JsonCodec codec, ToolDefinitions definitions) {

    /**
     * Binds a result.
     * @param result the result
     * @param type type to bind to
     * @return an instance of the type
     * @throws McpToolException if the tool reports a failure
     * @throws McpProtocolException if the result does not fit the type, or is not a final result
     */
    Object bind(CallToolResult result, Type type) {
        if (!result.hasAnswer()) {
            throw unbindable(
                    type,
                    "it is not a final result, but of type " + SafeText.excerpt(String.valueOf(result.resultType())));
        }
        if (type == CallToolResult.class) {
            return result;
        }
        if (result.isErrorResult()) {
            throw failure(result);
        }
        try {
            Object bound = value(result, type);
            if (bound == null) {
                throw unbindable(type, "it is null");
            }
            return bound;
        } catch (IllegalArgumentException ex) {
            throw unbindable(type, String.valueOf(ex.getMessage()));
        }
    }

    private @Nullable Object value(CallToolResult result, Type type) {
        if (type == String.class) {
            return text(result);
        }
        if (type == byte[].class) {
            return first(result, ToolResultBinding::bytes, "binary content");
        }
        if (type instanceof Class<?> block && ContentBlock.class.isAssignableFrom(block)) {
            return first(
                    result,
                    content -> block.isInstance(content) ? content : null,
                    "content of type " + block.getSimpleName());
        }
        if (isListOfBlocks(type)) {
            return result.content();
        }
        JsonValue structured = result.structuredJson();
        return (structured != null) ? ofStructured(structured, type) : ofText(result.text(), type);
    }

    /** Python servers put a value that is not an object into one, and some mark that in the schema. */
    private @Nullable Object ofStructured(JsonValue structured, Type type) {
        JsonValue wrapped = JsonCodec.onlyMember(structured, "result");
        if (wrapped == null) {
            return this.codec.bind(structured, type);
        }
        boolean isMarked = this.definitions
                .lastListed(this.tool)
                .map(Tool::outputSchema)
                .filter(schema -> Boolean.TRUE.equals(schema.asMap().get("x-fastmcp-wrap-result")))
                .isPresent();
        return isMarked ? ofEither(wrapped, structured, type) : ofEither(structured, wrapped, type);
    }

    /** Text that is not JSON may be the value of a type that JSON writes as a string, such as a date or an enum. */
    private @Nullable Object ofText(String text, Type type) {
        try {
            return this.codec.fromJson(text, type);
        } catch (IllegalArgumentException ex) {
            if (text.isBlank() || "{[\"".indexOf(text.strip().charAt(0)) >= 0) {
                throw ex;
            }
            return bound(JsonValue.of(text), type, ex);
        }
    }

    private @Nullable Object ofEither(JsonValue first, JsonValue second, Type type) {
        try {
            return this.codec.bind(first, type);
        } catch (IllegalArgumentException ex) {
            return bound(second, type, ex);
        }
    }

    private @Nullable Object bound(JsonValue value, Type type, IllegalArgumentException otherwise) {
        try {
            return this.codec.bind(value, type);
        } catch (IllegalArgumentException ex) {
            throw otherwise;
        }
    }

    private static @Nullable Object text(CallToolResult result) {
        JsonValue structured = result.structuredJson();
        boolean hasText = result.content().stream().anyMatch(TextContent.class::isInstance);
        if (hasText || (structured == null && result.content().isEmpty())) {
            return result.text();
        }
        if (structured == null) {
            throw new IllegalArgumentException("it has no text");
        }
        String json = structured.text();
        if (json.startsWith("{") || json.startsWith("[")) {
            return json;
        }
        Object scalar = structured.value();
        return (scalar != null) ? scalar.toString() : null;
    }

    private static boolean isListOfBlocks(Type type) {
        if (!(type instanceof ParameterizedType generic)
                || !(generic.getRawType() instanceof Class<?> raw)
                || !Collection.class.isAssignableFrom(raw)
                || !raw.isAssignableFrom(List.class)) {
            return false;
        }
        Type element = generic.getActualTypeArguments()[0];
        return element == ContentBlock.class
                || (element instanceof WildcardType wildcard && wildcard.getUpperBounds()[0] == ContentBlock.class);
    }

    private static byte @Nullable [] bytes(ContentBlock block) {
        if (block instanceof ImageContent image) {
            return image.bytes();
        }
        if (block instanceof AudioContent audio) {
            return audio.bytes();
        }
        if (block instanceof EmbeddedResource resource && resource.resource() instanceof BlobResourceContents blob) {
            return blob.bytes();
        }
        return null;
    }

    private static Object first(CallToolResult result, Function<ContentBlock, @Nullable Object> part, String kind) {
        for (ContentBlock block : result.content()) {
            Object found = part.apply(block);
            if (found != null) {
                return found;
            }
        }
        throw new IllegalArgumentException("it has no " + kind);
    }

    /** The text is that of the content, or else the structured content. */
    private McpToolException failure(CallToolResult result) {
        JsonValue structured = result.structuredJson();
        String text = (result.text().isBlank() && structured != null) ? structured.text() : result.text();
        return new McpToolException(
                details("tool \"" + SafeText.excerpt(this.tool) + "\" failed"
                                + (text.isBlank() ? ", and does not say why" : ": " + SafeText.excerpt(text)))
                        .withRemedy(text.contains(this.tool) ? this.definitions.remedyIfUnlisted(this.tool) : null),
                this.tool,
                text);
    }

    private McpProtocolException unbindable(Type type, String why) {
        return new McpProtocolException(
                details("the result of tool \"" + SafeText.excerpt(this.tool) + "\" cannot be bound to " + name(type)
                                + ": " + why)
                        .withRemedy(
                                "Declare a type that fits the result, String for its text, or call the tool without a"
                                        + " type."),
                Reason.MALFORMED);
    }

    static String name(Type type) {
        return (type instanceof Class<?> plain) ? plain.getSimpleName() : type.getTypeName();
    }

    private McpErrorDetails details(String problem) {
        return McpErrorDetails.of(this.server, McpMethods.TOOLS_CALL, McpOutcome.ANSWERED, problem);
    }
}
