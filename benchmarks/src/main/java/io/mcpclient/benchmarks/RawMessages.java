package io.mcpclient.benchmarks;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests as text and responses as trees: what the floors have instead of a protocol. */
final class RawMessages {

    static final String REVISION = "2025-11-25";

    static final String INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"" + REVISION
                    + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"floor\",\"version\":\"1\"}}}";

    static final String INITIALIZED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final Workload workload;
    private final String params;
    private final AtomicLong ids = new AtomicLong();

    RawMessages(Workload workload) {
        this.workload = workload;
        this.params = ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + workload.key() + "\",\"arguments\":"
                + MAPPER.writeValueAsString(Workload.ARGUMENTS);
    }

    long nextId() {
        return this.ids.incrementAndGet();
    }

    String call(long id) {
        String end = this.workload.operation() == Operation.CALL_WITH_PROGRESS
                ? ",\"_meta\":{\"progressToken\":" + id + "}}}"
                : "}}";
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + this.params + end;
    }

    private String list(@Nullable String cursor) {
        String params = cursor == null ? "{}" : "{\"cursor\":\"" + cursor + "\"}";
        return "{\"jsonrpc\":\"2.0\",\"id\":" + nextId() + ",\"method\":\"tools/list\",\"params\":" + params + "}";
    }

    JsonNode parse(byte[] message) {
        return MAPPER.readTree(message);
    }

    JsonNode parse(String message) {
        return MAPPER.readTree(message);
    }

    /** Whether this is the response; counts notifications about progress. */
    boolean isResponse(JsonNode envelope) {
        if (envelope.has("id")) {
            return true;
        }
        Progress.delivered();
        return false;
    }

    void check(JsonNode envelope) {
        JsonNode result = envelope.path("result");
        this.workload.check(
                result.path("content").path(0).path("text").asString(),
                result.path("isError").asBoolean());
    }

    /**
     * Reads all pages of the list, one after the other.
     * @param page sends a request and returns the envelope of its response
     */
    Mono<Integer> listAll(Function<String, Mono<JsonNode>> page) {
        return page.apply(list(null))
                .expand(envelope -> {
                    JsonNode cursor = envelope.path("result").path("nextCursor");
                    return cursor.isString() ? page.apply(list(cursor.asString())) : Mono.empty();
                })
                .reduce(
                        0,
                        (tools, envelope) ->
                                tools + envelope.path("result").path("tools").size())
                .doOnNext(this.workload::checkTools);
    }
}
