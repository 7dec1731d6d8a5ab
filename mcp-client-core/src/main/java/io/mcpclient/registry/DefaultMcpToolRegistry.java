package io.mcpclient.registry;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.internal.support.KnownNames;
import io.mcpclient.internal.support.SafeText;
import io.mcpclient.registry.CatalogSyncs.Known;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.schema.Tool;
import io.mcpclient.status.McpToolCatalogue;

/** Merges the list of each {@link CatalogSync} into one snapshot, rebuilt after every change. */
final class DefaultMcpToolRegistry implements McpToolRegistry {

    private static final Listing<List<Tool>> TOOLS = new Listing<>(
            "tools",
            List.of(McpMethods.TOOLS_LIST),
            List.of(),
            ServerCapabilities::hasTools,
            client -> client.listTools(Listing.FRESH),
            Listing::ofTools,
            DefaultMcpToolRegistry::memory);

    private final CatalogSyncs<List<Tool>> servers;

    private final RegistryListeners<McpToolListener> listeners = new RegistryListeners<>();

    private final Object merging = new Object();

    private final ToolNameAllocator names;

    private volatile McpToolSnapshot snapshot = new McpToolSnapshot(0, List.of());

    DefaultMcpToolRegistry(McpClients clients, McpToolNaming naming) {
        this.names = new ToolNameAllocator(naming);
        this.servers = new CatalogSyncs<>(clients, TOOLS, this::merge);
        this.servers.follow();
    }

    private static Listing.Memory<List<Tool>> memory(McpClient client) {
        McpToolCatalogue catalogue = client.toolCatalogue();
        return (catalogue != null) ? new Listing.Memory<>(catalogue.load(), catalogue::keep) : Listing.Memory.none();
    }

    private void merge() {
        synchronized (this.merging) {
            List<Known<List<Tool>>> known = this.servers.known();
            List<ToolNameAllocator.Key> renamed = this.names.add(known.stream()
                    .flatMap(server -> server.known().stream().map(tool -> key(server, tool)))
                    .toList());
            List<McpRegisteredTool> merged = new ArrayList<>();
            for (Known<List<Tool>> server : known) {
                for (Tool tool : server.known()) {
                    String name = this.names.of(key(server, tool));
                    merged.add(new McpRegisteredTool(name, server.server(), tool, server.available()));
                }
            }
            RenamedItems.log("tools", renamed, this.names);
            if (!merged.equals(this.snapshot.tools())) {
                McpToolSnapshot changed = new McpToolSnapshot(this.snapshot.version() + 1, merged);
                this.snapshot = changed;
                this.listeners.tell(listener -> listener.onToolsChanged(changed));
            }
        }
    }

    private static ToolNameAllocator.Key key(Known<?> server, Tool tool) {
        return new ToolNameAllocator.Key(server.server(), tool.name());
    }

    @Override
    public McpToolSnapshot snapshot() {
        return this.snapshot;
    }

    @Override
    public CallToolResult callTool(String name, @Nullable Object arguments, McpCallOptions options) {
        McpRegisteredTool tool = resolve(name);
        return client(tool).callTool(tool.tool().name(), arguments, options);
    }

    @Override
    public Mono<CallToolResult> callToolReactive(String name, @Nullable Object arguments, McpCallOptions options) {
        return Mono.defer(() -> {
            McpRegisteredTool tool = resolve(name);
            return client(tool).reactive().callTool(tool.tool().name(), arguments, options);
        });
    }

    @Override
    public <T> T callTool(
            String name, @Nullable Object arguments, ParameterizedTypeReference<T> type, McpCallOptions options) {
        McpRegisteredTool tool = resolve(name);
        return client(tool).callTool(tool.tool().name(), arguments, type, options);
    }

    @Override
    public <T> Mono<T> callToolReactive(
            String name, @Nullable Object arguments, ParameterizedTypeReference<T> type, McpCallOptions options) {
        return Mono.defer(() -> {
            McpRegisteredTool tool = resolve(name);
            return client(tool).reactive().callTool(tool.tool().name(), arguments, type, options);
        });
    }

    private McpClient client(McpRegisteredTool tool) {
        return this.servers.client(tool.server(), McpMethods.TOOLS_CALL);
    }

    private McpRegisteredTool resolve(String name) {
        McpToolSnapshot present = this.snapshot;
        return present.find(name)
                .orElseThrow(() -> new McpRejectedException(
                        McpErrorDetails.ofNoServer(
                                        McpMethods.TOOLS_CALL,
                                        McpOutcome.NOT_SENT,
                                        "no tool is named \"" + SafeText.excerpt(name) + "\"")
                                .withRemedy(KnownNames.remedy(
                                        "tools",
                                        name,
                                        present.tools().stream()
                                                .map(McpRegisteredTool::name)
                                                .toList())),
                        McpRejectedException.Reason.UNKNOWN_TOOL));
    }

    @Override
    public void refresh() {
        this.servers.refresh();
    }

    @Override
    public void refresh(String server) {
        this.servers.refresh(server);
    }

    @Override
    public void addListener(McpToolListener listener) {
        this.listeners.add(listener);
    }

    @Override
    public void removeListener(McpToolListener listener) {
        this.listeners.remove(listener);
    }

    @Override
    public void close() {
        this.servers.unfollow();
    }
}
