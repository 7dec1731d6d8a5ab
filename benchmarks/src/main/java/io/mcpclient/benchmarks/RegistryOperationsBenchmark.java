package io.mcpclient.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSnapshot;
import io.mcpclient.transport.memory.MemoryServer;
import io.mcpclient.transport.memory.MemoryTransportProvider;

/** A registry of 100 servers in memory with ten tools each, which have the same names. */
@State(Scope.Benchmark)
public class RegistryOperationsBenchmark {

    private static final int SERVERS = 100;

    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final McpClients clients = clients();
    private final McpToolRegistry registry = McpToolRegistry.of(this.clients, McpToolNaming.defaults());
    private final McpToolSnapshot ready = this.registry.awaitReady(LIMIT);
    private final String last =
            this.ready.tools().get(this.ready.tools().size() - 1).name();

    private static McpClients clients() {
        List<McpClient> all = new ArrayList<>();
        for (int i = 0; i < SERVERS; i++) {
            all.add(client(i));
        }
        return new McpClients(all);
    }

    private static McpClient client(int number) {
        return McpClient.builder("server" + number)
                .transport(new MemoryTransportProvider(server()))
                .build();
    }

    private static MemoryServer server() {
        List<Map<String, Object>> tools = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            tools.add(Map.of("name", "tool_" + i, "inputSchema", Map.of("type", "object")));
        }
        Map<String, Object> initialized = Map.of(
                "protocolVersion", "2025-11-25",
                "capabilities", Map.of("tools", Map.of()),
                "serverInfo", Map.of("name", "memory", "version", "1"));
        return (message, client) -> {
            if (message instanceof JsonRpcRequest request) {
                client.send(
                        switch (request.method()) {
                            case "initialize" -> new JsonRpcResult(request.id(), initialized);
                            case "tools/list" -> new JsonRpcResult(request.id(), Map.of("tools", tools));
                            default -> new JsonRpcError(request.id(), -32601, "Method not found", null);
                        });
            }
        };
    }

    @Benchmark
    public Optional<McpRegisteredTool> find() {
        return this.registry.snapshot().find(this.last);
    }

    /** One server leaves and returns: two merges of one changed list, and one connect and one list in memory. */
    @Benchmark
    public McpToolSnapshot replaceServer() {
        this.clients.remove("server50");
        this.clients.add(client(50));
        McpToolSnapshot now = this.registry.awaitReady(LIMIT);
        if (now.tools().size() != this.ready.tools().size()) {
            throw new IllegalStateException(now.tools().size() + " tools");
        }
        return now;
    }

    @TearDown
    public void close() {
        this.registry.close();
        this.clients.close();
    }
}
