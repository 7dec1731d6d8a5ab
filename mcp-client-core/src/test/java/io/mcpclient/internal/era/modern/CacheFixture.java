package io.mcpclient.internal.era.modern;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.CallProgress;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.PaginatedParams;
import io.mcpclient.schema.ReadResourceParams;
import io.mcpclient.schema.ReadResourceResult;

/** A cache whose clock stands still, and calls to put to it. */
final class CacheFixture {

    static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);

    final ResponseCacheStage cache;

    CacheFixture(int maxEntries) {
        this.cache = new ResponseCacheStage(CODEC, true, this.nanos::get, maxEntries);
    }

    void pass(Duration time) {
        this.nanos.addAndGet(time.toNanos());
    }

    static McpCall call(String method, @Nullable Object params, Class<?> resultType, McpCallOptions options) {
        return new McpCall("weather", method, params, resultType, options, Deadline.after(LIMIT), new CallProgress());
    }

    static McpCall tools(@Nullable String cursor, McpCallOptions options) {
        return call("tools/list", PaginatedParams.of(cursor), ListToolsResult.class, options);
    }

    static McpCall tools() {
        return tools(null, McpCallOptions.defaults());
    }

    static McpCall read(String uri) {
        return call("resources/read", ReadResourceParams.of(uri), ReadResourceResult.class, McpCallOptions.defaults());
    }

    static McpRequestException refusal(int code) {
        return new McpRequestException(
                McpErrorDetails.of("weather", "tools/list", McpOutcome.ANSWERED, "the server answered with an error"),
                code,
                "no",
                null);
    }

    static <T> T json(String json, Class<T> type) {
        return CODEC.fromJson(json, type);
    }

    /** The answer to a call, waited for. */
    Object answer(McpCall call, CallHandler server) {
        Object answer = this.cache.handle(call, server).block(LIMIT);
        if (answer == null) {
            throw new AssertionError("no answer");
        }
        return answer;
    }
}
