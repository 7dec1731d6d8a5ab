package io.mcpclient.support.recording;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;

/**
 * One request and its answer in a recording. The text of a recording is a JSON object with a version and the exchanges, one per line,
 * so that a change is easy to review.
 *
 * @param method method of the request
 * @param params parameters without {@code _meta}
 * @param result the result, or {@code null}
 * @param error code and message of the error, or {@code null}
 */
public record RecordedExchange(
        String method,
        Map<String, Object> params,
        @Nullable Map<String, Object> result,
        @Nullable Map<String, Object> error) {

    private static final int VERSION = 1;

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    /**
     * Returns a copy without secrets.
     * @param redaction masks secrets
     * @return the copy
     */
    public RecordedExchange redacted(Redaction redaction) {
        return new RecordedExchange(
                this.method,
                redaction.object(this.params),
                (this.result != null) ? redaction.object(this.result) : null,
                (this.error != null) ? redaction.object(this.error) : null);
    }

    /**
     * Writes a recording.
     * @param exchanges its exchanges, in their order
     * @return the text
     */
    public static String write(List<RecordedExchange> exchanges) {
        List<String> lines = exchanges.stream().map(CODEC::toJson).toList();
        return "{\"version\":" + VERSION + ",\"exchanges\":[\n" + String.join(",\n", lines) + "\n]}\n";
    }

    /**
     * Reads a recording.
     * @param text text that {@link #write} has written
     * @return its exchanges
     * @throws IllegalArgumentException if it is not a recording
     */
    public static List<RecordedExchange> read(String text) {
        Map<?, ?> content = CODEC.fromJson(text, Map.class);
        if (content == null
                || !(content.get("version") instanceof Number version)
                || version.doubleValue() != VERSION) {
            throw new IllegalArgumentException(
                    "its version is not " + VERSION + ", but " + ((content != null) ? content.get("version") : null));
        }
        return (content.get("exchanges") instanceof List<?> exchanges)
                ? exchanges.stream()
                        .map(exchange -> CODEC.convert(exchange, RecordedExchange.class))
                        .toList()
                : List.of();
    }
}
