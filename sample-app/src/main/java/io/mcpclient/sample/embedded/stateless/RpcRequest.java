package io.mcpclient.sample.embedded.stateless;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A parsed request.
 *
 * @param id its id, a string or an integer
 * @param method its method
 * @param params its parameters, an object, empty if there are none
 */
record RpcRequest(JsonNode id, String method, JsonNode params) {

    /**
     * Parses a body as a request.
     * @throws RpcError if it is a notification, a response, a batch or anything else
     * @see "MCP 2026-07-28, basic/transports/streamable-http, Sending Messages"
     */
    static RpcRequest of(JsonNode body) {
        if (!body.isObject()) {
            throw RpcError.noRequest("The body must be one JSON-RPC request");
        }
        if (!body.path("jsonrpc").asString("").equals("2.0")) {
            throw RpcError.noRequest("The member jsonrpc must be \"2.0\"");
        }
        if (!body.path("method").isString()) {
            throw RpcError.noRequest("A request has a method; responses are not taken");
        }
        JsonNode id = idOf(body);
        if (id == null) {
            throw RpcError.noRequest("A request has an id, a string or an integer; notifications are not taken");
        }
        JsonNode params = body.path("params");
        if (!params.isObject() && !params.isMissingNode()) {
            throw RpcError.noRequest("The member params must be an object");
        }
        return new RpcRequest(
                id, body.path("method").asString(), params.isObject() ? params : JsonNodeFactory.instance.objectNode());
    }

    /** Returns the id of a possibly invalid request, or {@code null} if there is no usable one. */
    static @Nullable JsonNode idOf(JsonNode body) {
        JsonNode id = body.path("id");
        return (id.isString() || id.isIntegralNumber()) ? id : null;
    }

    JsonNode meta() {
        return this.params.path("_meta");
    }

    ClientCapabilities capabilities() {
        return new ClientCapabilities(meta().path(Revision.CLIENT_CAPABILITIES));
    }

    /**
     * Returns a required parameter.
     * @throws RpcError if it is missing or not a string
     */
    String text(String name) {
        JsonNode value = this.params.path(name);
        if (!value.isString()) {
            throw RpcError.invalidParams("The parameter " + name + " must be a string");
        }
        return value.asString();
    }

    /**
     * Returns a parameter that is an object, empty if it is missing.
     * @throws RpcError if it is not an object
     */
    JsonNode object(String name) {
        JsonNode value = this.params.path(name);
        if (value.isMissingNode()) {
            return JsonNodeFactory.instance.objectNode();
        }
        if (!value.isObject()) {
            throw RpcError.invalidParams("The parameter " + name + " must be an object");
        }
        return value;
    }
}
