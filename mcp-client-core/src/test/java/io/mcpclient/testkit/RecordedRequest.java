package io.mcpclient.testkit;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A request as it arrived.
 * @param method of HTTP
 * @param path with the query
 * @param headers found under names in any case, values in order of arrival
 * @param body empty if there was none
 * @param rpcMethod the JSON-RPC method, {@code null} if the body is not a request or notification
 * @param rpcId the JSON text of the JSON-RPC id (a string with its quotes), {@code null} if there is none
 * @param connection counts the server's connections, from 1
 * @param arrivalNanos {@link System#nanoTime()} when the request was complete
 */
public record RecordedRequest(
        String method,
        String path,
        Map<String, List<String>> headers,
        String body,
        @Nullable String rpcMethod,
        @Nullable String rpcId,
        int connection,
        long arrivalNanos) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    static RecordedRequest of(
            String method, String path, Map<String, List<String>> headers, String body, int connection) {
        JsonNode json = parsed(body);
        JsonNode rpcMethod = json.path("method");
        JsonNode rpcId = json.path("id");
        return new RecordedRequest(
                method,
                path,
                headers,
                body,
                rpcMethod.isString() ? rpcMethod.stringValue() : null,
                rpcId.isMissingNode() ? null : rpcId.toString(),
                connection,
                System.nanoTime());
    }

    /**
     * Whether the request goes by this name: its JSON-RPC method if it has one, else its HTTP method. An
     * answer of the client to a request of the server is a {@code "POST"}.
     */
    public boolean is(String name) {
        return name.equals(this.rpcMethod == null ? this.method : this.rpcMethod);
    }

    /** The first value of a header, {@code null} without it. */
    public @Nullable String header(String name) {
        List<String> values = this.headers.get(name);
        return values == null ? null : values.get(0);
    }

    /** The body, a missing node if it is no JSON. */
    public JsonNode json() {
        return parsed(this.body);
    }

    private static JsonNode parsed(String body) {
        try {
            return JSON.readTree(body);
        } catch (JacksonException notJson) {
            return JSON.missingNode();
        }
    }

    @Override
    public String toString() {
        String name = this.rpcMethod == null ? "" : " " + this.rpcMethod;
        String id = this.rpcId == null ? "" : " id " + this.rpcId;
        return this.method + " " + this.path + name + id + " (connection " + this.connection + ")";
    }
}
