package io.mcpclient.sample.embedded.stateless;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tools of a server by name, constant and in constant order. */
final class Tools {

    private final Map<String, Tool> tools = new LinkedHashMap<>();

    Tools(List<Tool> tools) {
        tools.forEach(tool -> this.tools.put(tool.name(), tool));
    }

    List<Map<String, Object>> definitions() {
        return this.tools.values().stream().map(Tool::definition).toList();
    }

    PendingResponse call(RpcRequest request) {
        Tool tool = this.tools.get(request.text("name"));
        if (tool == null) {
            throw RpcError.invalidParams("There is no such tool");
        }
        return tool.call(request);
    }

    /** Returns the headers of a tool's mirrored arguments, by argument name. */
    Map<String, String> headers(String tool) {
        Tool found = this.tools.get(tool);
        return (found != null) ? found.input().headers() : Map.of();
    }
}
