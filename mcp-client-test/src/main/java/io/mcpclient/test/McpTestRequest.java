package io.mcpclient.test;

import java.util.Map;

/**
 * A request that a {@link McpTestServer} has received, for {@link McpTestServer#on}.
 *
 * @param method method of the request
 * @param params the parameters as plain JSON, {@code _meta} included; empty if there were none
 * @param headers HTTP headers of the request, with names in lower case; empty in memory
 */
public record McpTestRequest(String method, Map<String, Object> params, Map<String, String> headers) {

    /**
     * Returns a parameter that is a string.
     * @param name name of the parameter
     * @return its value
     * @throws McpTestError if it is missing or no string, with the code for invalid parameters
     */
    public String text(String name) {
        if (this.params.get(name) instanceof String text) {
            return text;
        }
        throw McpTestError.invalidParams("The parameter " + name + " must be a string");
    }

    /**
     * Returns a parameter that is an object.
     * @param name name of the parameter
     * @return its members, empty if it is missing
     * @throws McpTestError if it is no object, with the code for invalid parameters
     */
    public Map<String, Object> object(String name) {
        if (this.params.containsKey(name) && !(this.params.get(name) instanceof Map)) {
            throw McpTestError.invalidParams("The parameter " + name + " must be an object");
        }
        return Json.member(this.params, name);
    }

    Map<String, Object> meta() {
        return Json.member(this.params, "_meta");
    }
}
