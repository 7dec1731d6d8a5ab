package io.mcpclient.typed;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpToolException;
import io.mcpclient.schema.AudioContent;
import io.mcpclient.schema.BlobResourceContents;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.EmbeddedResource;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.text.SafeText;

/** Calls of a tool: {@link Bound} where the client binds the result, {@link Read} where parts of the result are returned. */
final class ToolExchange {

    private ToolExchange() {}

    static ClientExchange of(String server, String tool, Type type) {
        if (type == CallToolResult.class) {
            return new Read(tool, result -> result);
        }
        Errors errors = new Errors(server, tool);
        if (type == void.class || type == Void.class) {
            return new Read(tool, result -> {
                errors.success(result);
                return null;
            });
        }
        if (type == byte[].class) {
            return new Read(
                    tool, result -> first(errors, errors.success(result), ToolExchange::bytes, "binary content"));
        }
        if (type instanceof Class<?> block && ContentBlock.class.isAssignableFrom(block)) {
            return new Read(
                    tool,
                    result -> first(
                            errors,
                            errors.success(result),
                            content -> block.isInstance(content) ? content : null,
                            "content of type " + block.getSimpleName()));
        }
        if (isListOfBlocks(type)) {
            return new Read(tool, result -> errors.success(result).content());
        }
        return new Bound(tool, ParameterizedTypeReference.forType(type));
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

    private static Object first(
            Errors errors, CallToolResult result, Function<ContentBlock, @Nullable Object> part, String kind) {
        for (ContentBlock block : result.content()) {
            Object found = part.apply(block);
            if (found != null) {
                return found;
            }
        }
        throw errors.missing(kind);
    }

    private record Errors(String server, String tool) {

        CallToolResult success(CallToolResult result) {
            if (result.isErrorResult()) {
                String text = result.text();
                throw new McpToolException(
                        details("tool \"" + SafeText.excerpt(this.tool) + "\" failed: " + SafeText.excerpt(text)),
                        this.tool,
                        text);
            }
            return result;
        }

        McpProtocolException missing(String kind) {
            return new McpProtocolException(
                    details("the result of tool \"" + SafeText.excerpt(this.tool) + "\" has no " + kind)
                            .withRemedy("Declare a return type that fits the result, or CallToolResult."),
                    McpProtocolException.Reason.MALFORMED);
        }

        private McpErrorDetails details(String problem) {
            return McpErrorDetails.of(this.server, McpMethods.TOOLS_CALL, McpOutcome.ANSWERED, problem);
        }
    }

    /** The client binds the structured content or the text. */
    private record Bound(String tool, ParameterizedTypeReference<Object> type) implements ClientExchange {

        @Override
        public Object call(McpClient client, @Nullable Object arguments, McpCallOptions options) {
            return client.tools().call(this.tool, arguments, this.type, options);
        }

        @Override
        public Mono<?> call(ReactiveMcpClient client, @Nullable Object arguments, McpCallOptions options) {
            return client.tools().call(this.tool, arguments, this.type, options);
        }
    }

    /** Something else of the result is returned. */
    private record Read(String tool, Function<CallToolResult, @Nullable Object> reader) implements ClientExchange {

        @Override
        public @Nullable Object call(McpClient client, @Nullable Object arguments, McpCallOptions options) {
            return this.reader.apply(client.callTool(this.tool, arguments, options));
        }

        @Override
        public Mono<?> call(ReactiveMcpClient client, @Nullable Object arguments, McpCallOptions options) {
            return client.callTool(this.tool, arguments, options).mapNotNull(this.reader);
        }
    }
}
