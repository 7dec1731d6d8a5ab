package io.mcpclient.test;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.schema.McpErrorCodes;

/** Reads bodies of HTTP requests: strictly, and with all digits of numbers. */
final class JsonBody {

    private static final ObjectReader READER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build()
            .readerFor(Object.class)
            .with(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private JsonBody() {}

    static Object read(byte[] body) {
        try {
            Object json = (body.length > 0) ? READER.readValue(body) : null;
            if (json != null) {
                return json;
            }
        } catch (JacksonException ex) {
            // the same as an empty body
        }
        throw McpTestError.http(400, McpErrorCodes.PARSE_ERROR, "The body is not valid JSON");
    }

    /** Returns the id of a possibly invalid message, or {@code null} if there is no usable one. */
    static @Nullable JsonRpcId id(@Nullable Object body) {
        return (body instanceof Map<?, ?> message) ? JsonRpcId.ofJson(message.get("id")) : null;
    }

    static JsonRpcMessage message(Object body) {
        if (!(body instanceof Map<?, ?> plain) || !"2.0".equals(plain.get("jsonrpc"))) {
            throw invalid("The body must be one message of JSON-RPC 2.0");
        }
        Map<String, Object> message = members(plain);
        JsonRpcId id = id(message);
        Object result = message.get("result");
        if (message.get("method") instanceof String method) {
            Object params = message.getOrDefault("params", Map.of());
            if (!(params instanceof Map) || (message.containsKey("id") && id == null)) {
                throw invalid("A request has an id, a string or an integer, and params that are an object");
            }
            return (id != null) ? new JsonRpcRequest(id, method, params) : new JsonRpcNotification(method, params);
        }
        if (id != null && result != null) {
            return new JsonRpcResult(id, result);
        }
        if (id != null && message.get("error") instanceof Map<?, ?> error) {
            int code = (error.get("code") instanceof Number number) ? number.intValue() : 0;
            return new JsonRpcError(id, code, String.valueOf(error.get("message")), error.get("data"));
        }
        throw invalid("The body is neither a request nor a notification nor a response");
    }

    static McpTestError invalid(String why) {
        return McpTestError.http(400, McpErrorCodes.INVALID_REQUEST, why);
    }

    private static Map<String, Object> members(Map<?, ?> plain) {
        Map<String, Object> members = new LinkedHashMap<>();
        plain.forEach((name, value) -> members.put(String.valueOf(name), value));
        return members;
    }
}
