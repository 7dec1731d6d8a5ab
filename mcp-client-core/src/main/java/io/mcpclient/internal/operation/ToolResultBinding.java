package io.mcpclient.internal.operation;

import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

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
 * <tr><td>list of {@link ContentBlock} or one of its types</td><td>all blocks of that type</td></tr>
 * <tr><td>others</td><td>the structured content, or its only member if that is {@code result} and fits better; without it the text, as JSON or as a
 *     string</td></tr>
 * <tr><td>lists and arrays of others</td><td>the same, or else an element of each text</td></tr>
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
        Class<?> element = elementOf(type);
        if (element != null
                && ContentBlock.class.isAssignableFrom(element)
                && ResolvableType.forType(type).toClass().isAssignableFrom(List.class)) {
            return result.content().stream().filter(element::isInstance).toList();
        }
        JsonValue structured = result.structuredJson();
        if (structured != null) {
            return ofStructured(structured, type);
        }
        return (element != null) ? ofTexts(result, type, element) : ofText(result.text(), type);
    }

    /** Returns the type of the elements of a collection or an array; {@code null} for other types, such as a text as characters. */
    private static @Nullable Class<?> elementOf(Type type) {
        ResolvableType declared = ResolvableType.forType(type);
        if (declared.isArray() && type != char[].class) {
            return declared.getComponentType().toClass();
        }
        return Collection.class.isAssignableFrom(declared.toClass())
                ? declared.asCollection().getGeneric().resolve(Object.class)
                : null;
    }

    /** Python servers without structured content write each element of a list as a text of its own. */
    private @Nullable Object ofTexts(CallToolResult result, Type type, Class<?> element) {
        List<String> texts = result.content().stream()
                .filter(TextContent.class::isInstance)
                .map(block -> ((TextContent) block).text())
                .toList();
        try {
            return texts.isEmpty() ? this.codec.fromJson("[]", type) : this.codec.fromJson(result.text(), type);
        } catch (IllegalArgumentException ex) {
            List<?> elements = (element == String.class)
                    ? texts
                    : texts.stream().map(text -> element(text, ex)).toList();
            return bound(JsonValue.of(elements), type, ex);
        }
    }

    private static JsonValue element(String text, IllegalArgumentException otherwise) {
        try {
            return JsonValue.parse(text);
        } catch (IllegalArgumentException ex) {
            return string(text, otherwise);
        }
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
            return bound(string(text, ex), type, ex);
        }
    }

    private static JsonValue string(String text, IllegalArgumentException otherwise) {
        if (text.isBlank() || "{[\"".indexOf(text.strip().charAt(0)) >= 0) {
            throw otherwise;
        }
        return JsonValue.of(text);
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
