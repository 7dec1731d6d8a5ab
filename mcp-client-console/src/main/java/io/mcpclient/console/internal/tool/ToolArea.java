package io.mcpclient.console.internal.tool;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.console.internal.json.InvalidRequestException;
import io.mcpclient.console.internal.web.Area;
import io.mcpclient.handler.McpToolChange;
import io.mcpclient.registry.McpModelTool;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSelection;
import io.mcpclient.registry.McpToolUsage;
import io.mcpclient.status.McpToolPins;

/** Requests of the page about tools: all of them, and one with its definitions. */
public final class ToolArea implements Area {

    private final McpToolRegistry registry;

    private final McpClients clients;

    private final ConsoleJson json;

    /**
     * Creates the area.
     * @param registry all tools
     * @param clients all clients, which know changes of definitions
     * @param json writes definitions
     */
    public ToolArea(McpToolRegistry registry, McpClients clients, ConsoleJson json) {
        this.registry = registry;
        this.clients = clients;
        this.json = json;
    }

    @Override
    public void addTo(Requests requests) {
        requests.get("tools", request -> tools()).get("tools/one", request -> detail(request.parameter("name")));
    }

    private List<ToolView> tools() {
        Map<String, Long> tokens = new HashMap<>();
        Map<String, Map<String, String>> changes = new HashMap<>();
        for (McpClient client : this.clients.all()) {
            this.registry.usage(client.name()).forEach(usage -> tokens.put(usage.tool(), usage.definitionTokens()));
            changes.put(client.name(), changes(client));
        }
        return this.registry.snapshot().tools().stream()
                .map(tool -> ToolView.of(
                        tool,
                        tokens.getOrDefault(tool.name(), 0L),
                        changes.getOrDefault(tool.server(), Map.of())
                                .get(tool.tool().name())))
                .toList();
    }

    private static Map<String, String> changes(McpClient client) {
        McpToolPins pins = client.tools().pins();
        Map<String, String> changes = new HashMap<>();
        if (pins != null) {
            for (McpToolChange change : pins.changes()) {
                changes.put(change.tool(), change.summary());
            }
        }
        return changes;
    }

    private ToolView.Detail detail(String name) {
        McpRegisteredTool tool = find(this.registry, name);
        McpModelTool model =
                this.registry.modelTool(name, McpToolSelection.all().unavailable(true));
        long tokens = this.registry.usage(tool.server()).stream()
                .filter(usage -> usage.tool().equals(name))
                .mapToLong(McpToolUsage::definitionTokens)
                .findFirst()
                .orElse(0);
        String change = this.clients
                .find(tool.server())
                .map(client -> changes(client).get(tool.tool().name()))
                .orElse(null);
        return ToolView.Detail.of(ToolView.of(tool, tokens, change), tool, model, this.json);
    }

    static McpRegisteredTool find(McpToolRegistry registry, String name) {
        return registry.snapshot()
                .find(name)
                .orElseThrow(() -> InvalidRequestException.notFound("There is no tool of this name."));
    }
}
