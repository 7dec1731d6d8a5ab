package io.mcpclient.console.internal.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.support.recording.RecordedExchange;
import io.mcpclient.support.recording.Redaction;

/**
 * Requests to a server as a recording for tests, which a test server replays. Requests without an answer, and those that were cut, are
 * left out.
 *
 * @param text the recording
 * @param exchanges number of its requests
 * @param leftOut number of requests that are left out
 */
record WireRecording(String text, int exchanges, int leftOut) {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    /** Creates a recording of requests, oldest first. */
    static WireRecording of(List<WireEntry> entries) {
        Redaction redaction = new Redaction();
        List<RecordedExchange> exchanges = new ArrayList<>();
        for (WireEntry entry : entries) {
            RecordedExchange exchange = exchange(entry);
            if (exchange != null) {
                exchanges.add(exchange.redacted(redaction));
            }
        }
        return new WireRecording(
                RecordedExchange.write(exchanges), exchanges.size(), entries.size() - exchanges.size());
    }

    private static @Nullable RecordedExchange exchange(WireEntry entry) {
        WireEntry.Failure failure = entry.failure();
        try {
            Map<String, Object> params = (entry.params() != null) ? object(entry.params()) : new LinkedHashMap<>();
            params.remove("_meta");
            if (entry.result() != null) {
                return new RecordedExchange(entry.method(), params, object(entry.result()), null);
            }
            return (failure != null && failure.code() != null && failure.answer() != null)
                    ? new RecordedExchange(
                            entry.method(), params, null, Map.of("code", failure.code(), "message", failure.answer()))
                    : null;
        } catch (IllegalArgumentException ex) {
            return null; // cut
        }
    }

    @SuppressWarnings("unchecked") // names are texts
    private static Map<String, Object> object(String json) {
        return new LinkedHashMap<>(CODEC.fromJson(json, Map.class));
    }
}
