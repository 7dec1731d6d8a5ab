package io.mcpclient.sample.embedded.stateless;

import java.math.BigDecimal;
import java.util.Map;
import java.util.function.Function;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Compares headers that repeat parts of the body with the body, so that intermediaries decide by the same values as the
 * server.
 *
 * @see "MCP 2026-07-28, basic/transports/streamable-http, Request Metadata; ext-tasks, Routing Headers"
 */
final class MirroredHeaders {

    private static final String METHOD_HEADER = "Mcp-Method";

    private static final String NAME_HEADER = "Mcp-Name";

    private static final String ARGUMENT_PREFIX = "Mcp-Param-";

    /** The parameter that contains the name, by method. */
    private static final Map<String, String> NAMES = Map.of(
            "tools/call", "name",
            "prompts/get", "name",
            "resources/read", "uri",
            "tasks/get", "taskId",
            "tasks/update", "taskId",
            "tasks/cancel", "taskId");

    private final Function<String, Map<String, String>> argumentsOfTool;

    /**
     * Creates the checks.
     * @param argumentsOfTool returns the annotated arguments of a tool with their header names, none for an unknown tool
     */
    MirroredHeaders(Function<String, Map<String, String>> argumentsOfTool) {
        this.argumentsOfTool = argumentsOfTool;
    }

    void check(RpcRequest request, HttpServletRequest http) {
        demand(METHOD_HEADER, HeaderValues.only(http, METHOD_HEADER), request.method());
        String parameter = NAMES.get(request.method());
        if (parameter != null) {
            demand(NAME_HEADER, HeaderValues.decoded(http, NAME_HEADER), request.text(parameter));
        }
        if (request.method().equals("tools/call")) {
            this.argumentsOfTool
                    .apply(request.text("name"))
                    .forEach((argument, header) -> checkArgument(
                            request.params().path("arguments").path(argument), ARGUMENT_PREFIX + header, http));
        }
    }

    private static void demand(String name, @Nullable String header, String body) {
        if (header == null) {
            throw RpcError.headerMismatch(name + " is missing");
        }
        if (!header.equals(body)) {
            throw RpcError.headerMismatch(name + " does not match the body");
        }
    }

    private static void checkArgument(JsonNode value, String name, HttpServletRequest http) {
        String header = HeaderValues.decoded(http, name);
        boolean absent = value.isMissingNode() || value.isNull();
        if (absent && header != null) {
            throw RpcError.headerMismatch(name + " repeats an argument that is not there");
        }
        if (!absent && header == null) {
            throw RpcError.headerMismatch(name + " is missing");
        }
        if (header != null && !matches(value, header)) {
            throw RpcError.headerMismatch(name + " does not match the argument");
        }
    }

    /** Integers are compared as numbers: 42.0 is 42. Values other than text, integer and boolean match no header. */
    private static boolean matches(JsonNode value, String header) {
        if (value.isNumber()) {
            try {
                return new BigDecimal(header).compareTo(value.decimalValue()) == 0;
            } catch (NumberFormatException ex) {
                return false;
            }
        }
        return value.isValueNode() && header.equals(value.asString());
    }
}
