package io.mcpclient.fuzz;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpChallenge;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.jsonrpc.MalformedMessageException;
import io.mcpclient.jsonrpc.MessageSource;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.CompleteResult;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.DiscoverResult;
import io.mcpclient.schema.ElicitParams;
import io.mcpclient.schema.GetPromptResult;
import io.mcpclient.schema.InputRequiredResult;
import io.mcpclient.schema.ListPromptsResult;
import io.mcpclient.schema.ListResourceTemplatesResult;
import io.mcpclient.schema.ListResourcesResult;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.LoggingMessageParams;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.Task;
import io.mcpclient.support.net.ForbiddenUrlException;
import io.mcpclient.support.net.McpNetworkPolicy;
import io.mcpclient.support.schema.DetailedTask;
import io.mcpclient.support.schema.InitializeResult;
import io.mcpclient.support.schema.ProgressParams;
import io.mcpclient.support.validation.JsonSchema;
import io.mcpclient.support.validation.UnusableSchemaException;

/** Readers of JSON-RPC messages and of what they hold. */
final class MessageFuzzTargets {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private static final List<Class<?>> PARAMS =
            List.of(CreateMessageParams.class, ElicitParams.class, LoggingMessageParams.class, ProgressParams.class);

    private MessageFuzzTargets() {}

    static List<FuzzTarget> all() {
        return Stream.concat(results(), others()).toList();
    }

    private static Stream<FuzzTarget> results() {
        return Recordings.RESULTS.entrySet().stream()
                .map(recorded -> FuzzTarget.of(
                        recorded.getKey(),
                        input -> readResult(input, typeOf(recorded.getKey())),
                        List.of(MalformedMessageException.class),
                        recorded.getValue().stream().map(Recordings::response).toArray(String[]::new)));
    }

    private static Class<?> typeOf(String recording) {
        return switch (recording) {
            case "initialize" -> InitializeResult.class;
            case "discover" -> DiscoverResult.class;
            case "list-tools" -> ListToolsResult.class;
            case "call-tool" -> CallToolResult.class;
            case "list-resources" -> ListResourcesResult.class;
            case "list-templates" -> ListResourceTemplatesResult.class;
            case "read-resource" -> ReadResourceResult.class;
            case "list-prompts" -> ListPromptsResult.class;
            case "get-prompt" -> GetPromptResult.class;
            case "complete" -> CompleteResult.class;
            case "input-required" -> InputRequiredResult.class;
            case "task" -> Task.class;
            case "task-details" -> DetailedTask.class;
            default -> throw new IllegalArgumentException(recording);
        };
    }

    private static Stream<FuzzTarget> others() {
        return Stream.of(
                FuzzTarget.of(
                        "message",
                        MessageFuzzTargets::readMessage,
                        List.of(MalformedMessageException.class),
                        Recordings.MESSAGES.toArray(String[]::new)),
                FuzzTarget.of(
                        "batch",
                        input -> CODEC.decodeBatch(input, 0, input.length, id -> CallToolResult.class, problem -> {}),
                        List.of(MalformedMessageException.class),
                        "[" + String.join(",", Recordings.MESSAGES) + "]",
                        " [" + Recordings.MESSAGES.get(0) + "]"),
                FuzzTarget.of(
                        "output-schema",
                        MessageFuzzTargets::readSchema,
                        List.of(UnusableSchemaException.class, IllegalArgumentException.class),
                        Recordings.SCHEMAS.toArray(String[]::new)),
                FuzzTarget.of(
                        "challenge",
                        MessageFuzzTargets::readChallenge,
                        List.of(),
                        "Bearer realm=\"mcp\", error=\"invalid_token\", error_description=\"The \\\"token\\\" expired\"",
                        "Bearer resource_metadata=\"https://mcp.example.com/.well-known/oauth-protected-resource\", "
                                + "scope=\"read write\", DPoP algs=\"ES256\", Basic YTpi==",
                        "Negotiate, Digest nonce=abc,qop=auth\nBearer error=insufficient_scope scope=a"),
                FuzzTarget.of(
                        "shown-url",
                        input -> McpNetworkPolicy.checkShown(FuzzTarget.text(input), "icon"),
                        List.of(ForbiddenUrlException.class),
                        "https://example.com:8443/a/b?c=d&e=%20f",
                        "http://[::1]:8080/",
                        "http://127.0.0.1/x"));
    }

    private static void readResult(byte[] input, Class<?> type) {
        JsonRpcMessage message = CODEC.decode(input, 0, input.length, id -> type);
        JsonRpcMessage streamed = CODEC.decodeStream(new ArraySource(input), input.length, id -> type);
        if (!message.equals(streamed)) {
            throw new AssertionError("another message from a stream: " + streamed + ", not " + message);
        }
        if (message instanceof JsonRpcResult) {
            rewrite(message);
        }
    }

    private static void readMessage(byte[] input) {
        JsonRpcMessage message = CODEC.decode(input, 0, input.length, id -> null);
        for (Class<?> type : PARAMS) {
            convert(message, type);
        }
        message.toString();
    }

    private static void convert(JsonRpcMessage message, Class<?> type) {
        Object params = (message instanceof JsonRpcRequest request)
                ? request.params()
                : (message instanceof JsonRpcNotification notification) ? notification.params() : null;
        try {
            CODEC.convert(params, type);
        } catch (IllegalArgumentException ex) {
            requirePrintable(ex.getMessage());
        }
    }

    private static void requirePrintable(@Nullable String message) {
        String problem = Fuzzing.problem(String.valueOf(message));
        if (problem != null) {
            throw new AssertionError("a message " + problem);
        }
    }

    /** What was read can be written, and shown. */
    private static void rewrite(JsonRpcMessage message) {
        byte[] written = CODEC.encode(message);
        message.toString();
        CODEC.decode(written, 0, written.length, id -> Map.class);
    }

    @SuppressWarnings("unchecked") // keys of JSON objects are strings
    private static void readSchema(byte[] input) {
        Map<String, Object> tool = CODEC.fromJson(FuzzTarget.text(input), Map.class);
        if (tool != null && tool.get("schema") instanceof Map<?, ?> schema) {
            JsonSchema.compile((Map<String, Object>) schema).check(tool.get("value"));
        }
    }

    private static void readChallenge(byte[] input) {
        List<McpChallenge> challenges =
                McpChallenge.parse(FuzzTarget.text(input).lines().toList());
        for (McpChallenge challenge : challenges) {
            challenge.scopes();
            challenge.error();
            challenge.resourceMetadata();
        }
    }

    /** A message that is read as one outside the heap. */
    private record ArraySource(byte[] bytes) implements MessageSource {

        @Override
        public InputStream open() {
            return new ByteArrayInputStream(this.bytes);
        }

        @Override
        public byte[] copy(int from, int to) {
            return Arrays.copyOfRange(this.bytes, from, to);
        }
    }
}
