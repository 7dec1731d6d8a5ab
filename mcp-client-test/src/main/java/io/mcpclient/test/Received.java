package io.mcpclient.test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMetaKeys;

/**
 * A request that is being answered.
 *
 * @param id its id
 * @param request method, parameters and headers
 * @param stateless whether it is of the stateless era
 * @param channel its sender
 * @param exchange receives its notifications and its response
 * @param info information about the server, a part of results of the stateless era
 * @param observation ends when the response is sent
 */
record Received(
        JsonRpcId id,
        McpTestRequest request,
        boolean stateless,
        Channel channel,
        Channel.Exchange exchange,
        Map<String, Object> info,
        RequestObservations.Running observation) {

    private static final String ELICITATION = "elicitation";

    String method() {
        return this.request.method();
    }

    Map<String, Object> params() {
        return this.request.params();
    }

    Map<String, Object> meta() {
        return this.request.meta();
    }

    void result(Map<String, Object> result) {
        Map<String, Object> complete = new LinkedHashMap<>(result);
        if (this.stateless) {
            Map<String, Object> meta = new LinkedHashMap<>(Json.member(result, "_meta"));
            meta.putIfAbsent(McpMetaKeys.SERVER_INFO, this.info);
            complete.putIfAbsent("resultType", "complete");
            complete.put("_meta", meta);
        }
        this.observation.end(null);
        this.exchange.send(new JsonRpcResult(this.id, complete));
    }

    void error(int code, String message) {
        error(new McpTestError(code, message));
    }

    void error(McpTestError error) {
        this.observation.end(error);
        this.exchange.fail(error.response(this.id), error.status());
    }

    void notify(String method, Map<String, Object> params) {
        this.exchange.send(new JsonRpcNotification(method, params));
    }

    /** Returns whether the client declares a capability. Elicitation without a mode means forms. */
    boolean supports(String... path) {
        Object declared = this.stateless ? meta().get(McpMetaKeys.CLIENT_CAPABILITIES) : this.channel.capabilities;
        for (String name : path) {
            declared = (declared instanceof Map<?, ?> object) ? object.get(name) : null;
        }
        return declared instanceof Map<?, ?> object
                && (!List.of(path).equals(List.of(ELICITATION))
                        || object.containsKey("form")
                        || !object.containsKey("url"));
    }

    /** In the stateless era, a request of the server needs a capability that the client has declared. */
    void require(String... path) {
        if (this.stateless && !supports(path)) {
            Map<String, Object> required =
                    List.of(path).equals(List.of(ELICITATION)) ? Map.of("form", Map.of()) : Map.of();
            for (int i = path.length - 1; i >= 0; i--) {
                required = Map.of(path[i], required);
            }
            throw new McpTestError(
                    McpErrorCodes.MISSING_REQUIRED_CLIENT_CAPABILITY,
                    "This needs a capability that the client has not declared",
                    Map.of("requiredCapabilities", required));
        }
    }
}
