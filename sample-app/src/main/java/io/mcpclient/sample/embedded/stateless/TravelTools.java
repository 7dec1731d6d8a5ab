package io.mcpclient.sample.embedded.stateless;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tools of the server by name, always the same and in the same order. */
final class TravelTools {

    private final Map<String, Tool> tools = new LinkedHashMap<>();

    TravelTools(List<Tool> tools) {
        tools.forEach(tool -> this.tools.put(tool.name(), tool));
    }

    Map<String, Object> list() {
        return Results.shared(
                Results.LONG,
                "tools",
                this.tools.values().stream().map(Tool::definition).toList());
    }

    Answer call(RpcRequest request) {
        Tool tool = this.tools.get(request.text("name"));
        if (tool == null) {
            throw RpcError.invalidParams("There is no such tool");
        }
        return tool.call(request);
    }

    /** The arguments of a tool that are repeated in headers, by the name of the argument. */
    Map<String, String> headers(String tool) {
        Tool found = this.tools.get(tool);
        return (found != null) ? found.input().headers() : Map.of();
    }
}
