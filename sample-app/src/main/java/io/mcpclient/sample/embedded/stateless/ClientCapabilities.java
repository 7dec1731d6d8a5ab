package io.mcpclient.sample.embedded.stateless;

import java.util.Map;

import tools.jackson.databind.JsonNode;

/**
 * The capabilities that a client declares with a request: no others apply.
 *
 * @param declared the object as sent
 * @see "MCP 2026-07-28, basic/index, _meta"
 */
record ClientCapabilities(JsonNode declared) {

    /** Returns whether the client supports forms. Elicitation without a mode means forms. */
    boolean hasForms() {
        JsonNode elicitation = this.declared.path("elicitation");
        return elicitation.isObject() && (elicitation.has("form") || !elicitation.has("url"));
    }

    /** Returns whether a response may be a task. */
    boolean hasTasks() {
        return this.declared.path("extensions").path(Revision.TASKS).isObject();
    }

    void requireForms() {
        require(hasForms(), Map.of("elicitation", Map.of("form", Map.of())));
    }

    void requireSampling() {
        require(this.declared.path("sampling").isObject(), Map.of("sampling", Map.of()));
    }

    void requireTasks() {
        require(hasTasks(), Map.of("extensions", Map.of(Revision.TASKS, Map.of())));
    }

    private static void require(boolean declared, Map<String, Object> capabilities) {
        if (!declared) {
            throw RpcError.missingCapability(capabilities);
        }
    }
}
