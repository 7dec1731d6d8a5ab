package io.mcpclient.console.internal.tool;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.console.internal.json.InvalidRequestException;
import io.mcpclient.console.internal.live.EventStreams;
import io.mcpclient.console.internal.web.Area;
import io.mcpclient.console.internal.web.ConsoleRequest;
import io.mcpclient.handler.McpToolChange;
import io.mcpclient.registry.McpModelTool;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSelection;
import io.mcpclient.registry.McpToolUsage;
import io.mcpclient.schema.McpExtensions;
import io.mcpclient.schema.TaskSupport;
import io.mcpclient.schema.Tool;
import io.mcpclient.status.McpClientStatus;
import io.mcpclient.status.McpEra;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.status.McpToolPins;

/** Requests of the page about tools: all of them, and one with its definitions. */
public final class ToolArea implements Area {

    private final McpToolRegistry registry;

    private final McpClients clients;

    private final SeenTools seen;

    private final EventStreams streams;

    private final ConsoleJson json;

    /**
     * Creates the area.
     * @param registry all tools
     * @param clients all clients, which know changes of definitions
     * @param seen definitions that users saw last
     * @param streams receives what users have seen
     * @param json writes definitions
     */
    public ToolArea(
            McpToolRegistry registry, McpClients clients, SeenTools seen, EventStreams streams, ConsoleJson json) {
        this.registry = registry;
        this.clients = clients;
        this.seen = seen;
        this.streams = streams;
        this.json = json;
    }

    /** Names a tool, and the definition that the user has seen. */
    record Target(@Nullable String name, @Nullable String fingerprint) {}

    @Override
    public void addTo(Requests requests) {
        requests.get("tools", request -> tools(request.user()))
                .get("tools/one", request -> detail(request.user(), request.parameter("name")))
                .post("tools/seen", request -> see(request.user(), request.body(Target.class)));
    }

    private List<ToolView> tools(String user) {
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
                                .get(tool.tool().name()),
                        this.seen.before(user, tool) != null,
                        this.json))
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

    private ToolView.Detail detail(String user, String name) {
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
        Tool before = this.seen.before(user, tool);
        return ToolView.Detail.of(
                ToolView.of(tool, tokens, change, before != null, this.json),
                tool,
                model,
                mayBeTask(tool),
                (before != null) ? Difference.between(before, tool.tool()) : List.of(),
                this.json);
    }

    /** In the handshake era, the tool says so; in the stateless era, the server decides for each call. */
    private boolean mayBeTask(McpRegisteredTool tool) {
        McpClientStatus status =
                this.clients.find(tool.server()).map(McpClient::status).orElse(null);
        McpServerDescription server = (status != null) ? status.server() : null;
        if (server == null) {
            return false;
        }
        return (server.era() == McpEra.MODERN)
                ? server.capabilities().hasExtension(McpExtensions.TASKS)
                : server.capabilities().hasTaskToolCalls()
                        && !tool.tool().taskSupport().equals(TaskSupport.FORBIDDEN);
    }

    private @Nullable Object see(String user, Target target) {
        McpRegisteredTool tool = find(this.registry, ConsoleRequest.required("name", target.name()));
        if (!ToolView.Detail.fingerprint(tool, this.json).equals(target.fingerprint())) {
            throw new InvalidRequestException("The tool has changed again: look at the present definition.");
        }
        this.seen.see(user, tool);
        this.streams.publish("tools", user, Map::of);
        return null;
    }

    /**
     * Returns a tool.
     * @param registry all tools
     * @param name its name in the registry
     * @return the tool
     * @throws InvalidRequestException if there is none
     */
    public static McpRegisteredTool find(McpToolRegistry registry, String name) {
        return registry.snapshot()
                .find(name)
                .orElseThrow(() -> InvalidRequestException.notFound("There is no tool of this name."));
    }
}
