package io.mcpclient.internal.era.modern;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.CallProgress;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.internal.era.DesiredSessionState;
import io.mcpclient.internal.inbound.BoundedExecutor;
import io.mcpclient.internal.inbound.ClientFeatures;
import io.mcpclient.internal.inbound.InboundSettings;
import io.mcpclient.internal.inbound.McpHandlers;
import io.mcpclient.internal.inbound.McpListeners;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.support.Backoff;
import io.mcpclient.time.TimeSource;

/** Answers each request with the next of its results, the last one repeatedly, and records the requests. */
final class InputRequestingServer implements CallHandler {

    static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    static final Duration LIMIT = Duration.ofSeconds(20);

    static final String DONE = "{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}";

    static final String FORM = "{\"method\":\"elicitation/create\",\"params\":{\"message\":\"m\",\"requestedSchema\":"
            + "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}}}}}";

    static final String SAMPLE = "{\"method\":\"sampling/createMessage\",\"params\":{\"messages\":[{\"role\":\"user\","
            + "\"content\":{\"type\":\"text\",\"text\":\"hi\"}}],\"maxTokens\":9}}";

    static final String ROOTS = "{\"method\":\"roots/list\"}";

    /** What was sent, as it was sent. */
    final List<McpCall> sent = new CopyOnWriteArrayList<>();

    private final List<String> results;

    InputRequestingServer(String... results) {
        this.results = List.of(results);
    }

    @Override
    public Mono<Object> handle(McpCall call) {
        return Mono.fromSupplier(() -> {
            this.sent.add(call);
            String result = this.results.get(Math.min(this.sent.size(), this.results.size()) - 1);
            return Objects.requireNonNull(CODEC.fromJson(result, call.resultType()));
        });
    }

    /** The params of one request as JSON, the first one is number 0. */
    String params(int index) {
        return CODEC.toJson(this.sent.get(index).params());
    }

    /** An unfinished answer with these members. */
    static String asks(String members) {
        return "{\"resultType\":\"input_required\"," + members + "}";
    }

    /** An unfinished answer with one question. */
    static String asks(String key, String question) {
        return asks("\"inputRequests\":{" + CODEC.toJson(key) + ":" + question + "}");
    }

    static MultiRoundTrip rounds(McpHandlers handlers, int maxRounds) {
        return rounds(handlers, maxRounds, 16);
    }

    static MultiRoundTrip rounds(McpHandlers handlers, int maxRounds, int maxHandlers) {
        return rounds(handlers, maxRounds, new BoundedExecutor(maxHandlers, 1000));
    }

    static MultiRoundTrip rounds(McpHandlers handlers, int maxRounds, BoundedExecutor executor) {
        return new MultiRoundTrip("weather", CODEC, features(handlers), maxRounds, executor, () -> new Backoff() {
            @Override
            public Duration next() {
                return Duration.ofMillis(1);
            }

            @Override
            public void reset() {}
        });
    }

    static MultiRoundTrip rounds(McpHandlers handlers) {
        return rounds(handlers, 10);
    }

    static ClientFeatures features(McpHandlers handlers) {
        return new ClientFeatures(
                "weather",
                CODEC,
                new InboundSettings(handlers, new McpListeners(), 4, LIMIT, new DesiredSessionState(null), LIMIT),
                TimeSource.system());
    }

    static McpCall call(String method, @Nullable Object params, Class<?> resultType, McpCallOptions options) {
        return new McpCall("weather", method, params, resultType, options, Deadline.after(LIMIT), new CallProgress());
    }

    static McpCall call() {
        return call(
                "tools/call",
                CallToolParams.of("echo", Map.of("a", 1)),
                CallToolResult.class,
                McpCallOptions.defaults());
    }
}
