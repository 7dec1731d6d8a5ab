package io.mcpclient.sample.embedded.stateless;

import tools.jackson.databind.JsonNode;

/**
 * One call of a tool, or one round of it.
 *
 * @param request the request
 * @param arguments its arguments
 */
record ToolCall(RpcRequest request, JsonNode arguments) {

    String text(String name) {
        return this.arguments.path(name).asString("");
    }

    int integer(String name, int otherwise) {
        return this.arguments.path(name).asInt(otherwise);
    }

    boolean flag(String name) {
        return this.arguments.path(name).asBoolean(false);
    }

    /** Whether the call contains input responses from an earlier round. */
    boolean isLaterRound() {
        return this.request.params().has("requestState");
    }

    /** The response to an input request, missing if there is none. */
    JsonNode answer(String key) {
        return this.request.object("inputResponses").path(key);
    }
}
