package io.mcpclient.registry;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.internal.operation.RequiredArgument;
import io.mcpclient.registry.CatalogSyncs.Known;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.schema.Tool;
import io.mcpclient.status.McpToolCatalogue;

/** The tools of all servers. */
final class DefaultMcpToolRegistry extends MergedRegistry<List<Tool>, McpToolSnapshot, McpToolListener>
        implements McpToolRegistry {

    private static final Listing<List<Tool>> TOOLS = new Listing<>(
            "tools",
            List.of(McpMethods.TOOLS_LIST),
            List.of(),
            ServerCapabilities::hasTools,
            client -> client.listTools(Listing.FRESH),
            Listing::ofTools,
            DefaultMcpToolRegistry::memory);

    private final ToolNameAllocator names;

    private final McpToolExposure exposure;

    DefaultMcpToolRegistry(McpClients clients, McpToolNaming naming, McpToolExposure exposure) {
        super(clients, TOOLS, new McpToolSnapshot(0, List.of()));
        this.names = new ToolNameAllocator(naming);
        this.exposure = exposure;
        follow();
    }

    private static Listing.Memory<List<Tool>> memory(McpClient client) {
        McpToolCatalogue catalogue = client.toolCatalogue();
        return (catalogue != null) ? new Listing.Memory<>(catalogue.load(), catalogue::keep) : Listing.Memory.none();
    }

    @Override
    McpToolSnapshot merged(McpToolSnapshot last, List<Known<List<Tool>>> servers) {
        List<Known<List<Tool>>> exposed = servers.stream().map(this::exposed).toList();
        List<McpRegisteredTool> merged = named("tools", this.names, exposed, Tool::name, McpRegisteredTool::new);
        return merged.equals(last.tools()) ? last : new McpToolSnapshot(last.version() + 1, merged);
    }

    private Known<List<Tool>> exposed(Known<List<Tool>> server) {
        return new Known<>(
                server.server(),
                server.known().stream()
                        .filter(tool -> this.exposure.has(server.server(), tool.name()))
                        .toList(),
                server.available());
    }

    @Override
    void tell(McpToolListener listener, McpToolSnapshot changed) {
        listener.onToolsChanged(changed);
    }

    @Override
    public McpToolSnapshot select(McpToolSelection selection) {
        McpToolSelection wanted = RequiredArgument.of("", "select", "selection", selection);
        return snapshot()
                .selected(
                        this.exposure.isFiltered()
                                ? wanted.filter(tool -> this.exposure.accepts(tool, wanted))
                                : wanted);
    }

    @Override
    public CallToolResult callTool(String name, @Nullable Object arguments, McpCallOptions options) {
        McpRegisteredTool tool = resolve(name, principal(options, Context.empty()));
        return client(tool).callTool(tool.tool().name(), arguments, options);
    }

    @Override
    public Mono<CallToolResult> callToolReactive(String name, @Nullable Object arguments, McpCallOptions options) {
        return Mono.deferContextual(context -> {
            McpRegisteredTool tool = resolve(name, principal(options, context));
            return client(tool).reactive().callTool(tool.tool().name(), arguments, options);
        });
    }

    @Override
    public <T> T callTool(
            String name, @Nullable Object arguments, ParameterizedTypeReference<T> type, McpCallOptions options) {
        McpRegisteredTool tool = resolve(name, principal(options, Context.empty()));
        return client(tool).callTool(tool.tool().name(), arguments, type, options);
    }

    @Override
    public <T> Mono<T> callToolReactive(
            String name, @Nullable Object arguments, ParameterizedTypeReference<T> type, McpCallOptions options) {
        return Mono.deferContextual(context -> {
            McpRegisteredTool tool = resolve(name, principal(options, context));
            return client(tool).reactive().callTool(tool.tool().name(), arguments, type, options);
        });
    }

    private McpClient client(McpRegisteredTool tool) {
        return client(tool.server(), McpMethods.TOOLS_CALL);
    }

    /** Missing options are reported by the operation. */
    private static @Nullable McpPrincipal principal(@Nullable McpCallOptions options, ContextView context) {
        McpPrincipal named = (options != null) ? options.principal() : null;
        return (named != null) ? named : McpPrincipalContext.current(context);
    }

    private McpRegisteredTool resolve(String name, @Nullable McpPrincipal principal) {
        McpToolSelection all = McpToolSelection.all();
        McpToolSelection selection = (principal != null) ? all.principal(principal) : all;
        return snapshot()
                .find(name)
                .filter(tool -> this.exposure.accepts(tool, selection))
                .orElseThrow(() -> unknown(
                        McpMethods.TOOLS_CALL,
                        "tool",
                        name,
                        select(selection).tools().stream()
                                .map(McpRegisteredTool::name)
                                .toList(),
                        McpRejectedException.Reason.UNKNOWN_TOOL));
    }
}
