package io.mcpclient.testkit;

import tools.jackson.databind.JsonNode;

/**
 * A tool call during which a server uses each feature of a client: it asks for the roots and for input, and sends a log message,
 * progress and a change of its tools. For applications that change from another client to this one.
 */
public final class FullCall {

    private FullCall() {}

    /** Gives a server the tools {@code get-sum} and {@code admin-reset}, whose result is {@code 3}. */
    public static void script(ScriptedLegacyServer server) {
        server.tools(tool("get-sum"), tool("admin-reset"));
        server.on("initialize")
                .optionally()
                .reply(Reply.result("{\"protocolVersion\":\"2025-11-25\","
                                + "\"capabilities\":{\"tools\":{\"listChanged\":true},\"logging\":{}},"
                                + "\"serverInfo\":{\"name\":\"sums\",\"version\":\"1\"}}")
                        .withHeader(ScriptedLegacyServer.SESSION_HEADER, "s1"));
        server.on("GET").optionally().reply(Reply.status(405));
        server.on("logging/setLevel").optionally().reply(Reply.result("{}"));
        server.on("POST").optionally().reply(Reply.accepted());
        server.on("tools/call")
                .optionally()
                .reply(request -> Reply.sse(
                        event("\"id\":\"q1\",\"method\":\"roots/list\""),
                        event(
                                "\"id\":\"q2\",\"method\":\"elicitation/create\",\"params\":{\"message\":\"Which"
                                        + " unit?\","
                                        + "\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"unit\":{\"type\":\"string\"}}}}"),
                        event(
                                "\"method\":\"notifications/message\",\"params\":{\"level\":\"warning\",\"logger\":\"sums\","
                                        + "\"data\":\"slow\"}"),
                        event("\"method\":\"notifications/progress\",\"params\":{\"progressToken\":" + token(request)
                                + ",\"progress\":0.5,\"total\":1.0}"),
                        event("\"method\":\"notifications/tools/list_changed\""),
                        event("\"id\":" + request.rpcId()
                                + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"3\"}],\"isError\":false}")));
    }

    private static String tool(String name) {
        return "{\"name\":\"%s\",\"inputSchema\":{\"type\":\"object\"}}".formatted(name);
    }

    private static String event(String members) {
        return "data: {\"jsonrpc\":\"2.0\"," + members + "}";
    }

    private static String token(RecordedRequest request) {
        JsonNode token = request.json().at("/params/_meta/progressToken");
        return token.isMissingNode() ? "\"none\"" : token.toString();
    }
}
