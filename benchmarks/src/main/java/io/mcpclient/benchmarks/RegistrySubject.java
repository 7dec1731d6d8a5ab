package io.mcpclient.benchmarks;

import java.net.URI;
import java.time.Duration;
import java.util.List;

import reactor.core.publisher.Mono;

import io.mcpclient.McpClients;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.registry.McpToolRegistry;

/** The reactive client of this repository, called by the names of a registry. */
final class RegistrySubject implements Subject.Reactive {

    private static final Duration READY = Duration.ofSeconds(30);

    private final McpClients clients;
    private final McpToolRegistry registry;
    private final Workload workload;
    private final String tool;

    private RegistrySubject(McpClients clients, McpToolRegistry registry, Workload workload, String tool) {
        this.clients = clients;
        this.registry = registry;
        this.workload = workload;
        this.tool = tool;
    }

    static RegistrySubject connect(URI server, Workload workload) {
        McpClients clients = new McpClients(List.of(OursReactiveSubject.client(server, workload)));
        McpToolRegistry registry = McpToolRegistry.of(clients, McpToolNaming.defaults());
        String tool = registry.awaitReady(READY).tools().stream()
                .filter(each -> each.tool().name().equals(workload.key()))
                .map(McpRegisteredTool::name)
                .findFirst()
                .orElseThrow();
        return new RegistrySubject(clients, registry, workload, tool);
    }

    @Override
    public Mono<?> call() {
        return this.registry
                .callToolReactive(this.tool, Workload.ARGUMENTS, OursReactiveSubject.options(this.workload))
                .doOnNext(result -> OursReactiveSubject.check(this.workload, result));
    }

    @Override
    public void close() {
        this.registry.close();
        this.clients.close();
    }
}
