package io.mcpclient.sample.embedded.stateless;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Creates JSON-RPC messages. */
final class Messages {

    private static final String VERSION = "2.0";

    private Messages() {}

    static Map<String, Object> answer(JsonNode id, Map<String, Object> result) {
        return Json.object("jsonrpc", VERSION, "id", id, "result", result);
    }

    /** Creates an error response; without an id if the request has no usable one. */
    static Map<String, Object> error(@Nullable JsonNode id, RpcError error) {
        Map<String, Object> message = Json.object("jsonrpc", VERSION);
        if (id != null) {
            message.put("id", id);
        }
        message.put("error", error.error());
        return message;
    }

    static Map<String, Object> notification(String method, Map<String, Object> params) {
        return Json.object("jsonrpc", VERSION, "method", method, "params", params);
    }
}
