package io.mcpclient.sample.embedded.stateless;

import java.util.Map;
import java.util.function.Supplier;

import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.ToolAnnotations;
import io.mcpclient.test.McpTestCall;
import io.mcpclient.test.McpTestError;
import io.mcpclient.test.McpTestServer;
import io.mcpclient.test.McpTestTool;

/** What both servers share. */
final class Tools {

    private Tools() {}

    /** Defines a tool without an answer. Invalid arguments are a failure of the tool, so that a model can correct them. */
    static McpTestTool define(
            McpTestServer server, String name, String title, String description, ToolAnnotations hints, Schema input) {
        return server.tool(name)
                .title(title)
                .description(description)
                .annotations(hints)
                .inputSchema(input.toMap())
                .checks(input::objection);
    }

    /** Defines a list with a single page, so that every cursor is invalid. */
    static void list(McpTestServer server, String method, Supplier<Map<String, Object>> page) {
        server.on(method, request -> {
            if (request.params().containsKey("cursor")) {
                throw new McpTestError(McpErrorCodes.INVALID_PARAMS, "There is no page of that cursor");
            }
            return page.get();
        });
    }

    static ToolAnnotations readOnly() {
        return new ToolAnnotations(null, true, null, null, false, Map.of());
    }

    static ToolAnnotations writes(boolean destructive, boolean idempotent) {
        return new ToolAnnotations(null, false, destructive, idempotent, false, Map.of());
    }

    static String text(McpTestCall call, String argument) {
        return String.valueOf(call.arguments().getOrDefault(argument, ""));
    }

    static int integer(McpTestCall call, String argument, int otherwise) {
        return (call.arguments().get(argument) instanceof Number number) ? number.intValue() : otherwise;
    }

    static boolean flag(McpTestCall call, String argument) {
        return Boolean.TRUE.equals(call.arguments().get(argument));
    }
}
