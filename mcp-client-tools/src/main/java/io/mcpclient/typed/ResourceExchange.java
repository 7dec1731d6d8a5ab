package io.mcpclient.typed;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.BlobResourceContents;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.ResourceContents;
import io.mcpclient.schema.TextResourceContents;
import io.mcpclient.text.SafeText;

/**
 * Reads a resource.
 *
 * @param server name of the server, for errors
 * @param pattern the URI
 * @param type type of the result
 */
record ResourceExchange(String server, UriPattern pattern, Type type) implements ClientExchange {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    @Override
    public @Nullable Object call(McpClient client, @Nullable Object arguments, McpCallOptions options) {
        return bind(client.readResource(this.pattern.expand(ClientExchange.map(arguments)), options));
    }

    @Override
    public Mono<?> call(ReactiveMcpClient client, @Nullable Object arguments, McpCallOptions options) {
        return client.readResource(this.pattern.expand(ClientExchange.map(arguments)), options)
                .mapNotNull(this::bind);
    }

    private @Nullable Object bind(ReadResourceResult result) {
        if (this.type == ReadResourceResult.class) {
            return result;
        }
        if (this.type == void.class || this.type == Void.class) {
            return null;
        }
        if (this.type instanceof ParameterizedType generic
                && generic.getRawType() == List.class
                && generic.getActualTypeArguments()[0] == ResourceContents.class) {
            return result.contents();
        }
        if (this.type == byte[].class) {
            return bytes(result);
        }
        String text = text(result);
        if (this.type == String.class) {
            return text;
        }
        try {
            return CODEC.fromJson(text, this.type);
        } catch (IllegalArgumentException ex) {
            throw malformed("cannot be bound to " + this.type.getTypeName() + ": " + ex.getMessage());
        }
    }

    private static String text(ReadResourceResult result) {
        return result.contents().stream()
                .filter(TextResourceContents.class::isInstance)
                .map(contents -> ((TextResourceContents) contents).text())
                .collect(Collectors.joining("\n"));
    }

    private byte[] bytes(ReadResourceResult result) {
        for (ResourceContents contents : result.contents()) {
            if (contents instanceof BlobResourceContents blob) {
                return bytes(blob);
            }
            if (contents instanceof TextResourceContents text) {
                return text.text().getBytes(StandardCharsets.UTF_8);
            }
        }
        throw malformed("has no contents");
    }

    private byte[] bytes(BlobResourceContents blob) {
        try {
            return blob.bytes();
        } catch (IllegalArgumentException ex) {
            throw malformed("was read with data that is not Base64");
        }
    }

    private McpProtocolException malformed(String problem) {
        return new McpProtocolException(
                McpErrorDetails.of(
                                this.server,
                                McpMethods.RESOURCES_READ,
                                McpOutcome.ANSWERED,
                                "the resource \"" + SafeText.excerpt(this.pattern.template()) + "\" " + problem)
                        .withRemedy("Declare a return type that fits the resource, or ReadResourceResult."),
                McpProtocolException.Reason.MALFORMED);
    }
}
