package io.mcpclient.benchmarks;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

import com.sun.management.ThreadMXBean;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.registry.McpModelTool;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolDisclosure;
import io.mcpclient.registry.McpToolExposure;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSelection;
import io.mcpclient.registry.McpToolSnapshot;
import io.mcpclient.transport.memory.MemoryServer;
import io.mcpclient.transport.memory.MemoryTransportProvider;

/**
 * Reads a registry of 10,000 tools of 100 servers, which are in memory: what is measured is the registry. Checks each
 * result, and that equal questions have equal answers.
 */
public final class RegistryBenchmark {

    private static final int SERVERS = 100;

    private static final int TOOLS = 100;

    private static final int ROUNDS = 5;

    private static final Duration WARM_UP = Duration.ofSeconds(2);

    private static final String[] NOUNS = {"invoice", "customer", "order", "ticket", "branch", "calendar", "report"};

    private static final String[] VERBS = {"create", "delete", "list", "read", "update", "archive", "share"};

    private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    private RegistryBenchmark() {}

    public static void main(String[] args) {
        try (McpClients clients = new McpClients(List.of())) {
            for (int i = 0; i < SERVERS; i++) {
                clients.add(McpClient.builder("server" + i)
                        .transport(new MemoryTransportProvider(server(i)))
                        .build());
            }
            new RegistryBenchmark().run(clients);
        }
    }

    private void run(McpClients clients) {
        long start = System.nanoTime();
        McpToolExposure exposure = McpToolExposure.all().disclosure(new McpToolDisclosure(50, 10));
        try (McpToolRegistry registry = McpToolRegistry.of(clients, McpToolNaming.defaults(), exposure)) {
            McpToolSnapshot ready = registry.awaitReady(Duration.ofMinutes(1));
            System.out.printf(
                    Locale.ROOT,
                    "%,d tools of %d servers connected, listed and merged in %d ms%n",
                    ready.tools().size(),
                    SERVERS,
                    millisSince(start));
            check(ready.tools().size() == SERVERS * TOOLS && ready.missing().isEmpty(), "not all tools are there");
            String last = ready.tools().get(ready.tools().size() - 1).name();
            McpToolSelection ofOne = McpToolSelection.all().forServers("server7");
            McpToolSelection wanted = McpToolSelection.all().query("please archive the invoice of this customer");

            start = System.nanoTime();
            List<McpRegisteredTool> found = registry.search(wanted, 10);
            System.out.printf(Locale.ROOT, "first search, which builds the index: %d ms%n%n", millisSince(start));
            List<McpModelTool> offered = registry.offer(wanted).tools();
            check(found.size() == 10 && offered.size() == 10, "the search finds nothing");

            System.out.printf(Locale.ROOT, "%-40s %12s %14s%n", "operation", "microseconds", "bytes allocated");
            measure("snapshot()", registry::snapshot, ready);
            measure(
                    "snapshot().find(name)",
                    () -> registry.snapshot().find(last).isPresent(),
                    true);
            measure(
                    "select(tools of one server)",
                    () -> registry.select(ofOne).tools().size(),
                    TOOLS);
            measure("search(10 best of 10,000)", () -> registry.search(wanted, 10), found);
            measure(
                    "offer(10 best of 10,000, in order)",
                    () -> registry.offer(wanted).tools(),
                    offered);
        }
    }

    /** Runs an operation until it is warm, and prints the median of the rounds. */
    private void measure(String name, Supplier<?> operation, Object expected) {
        int count = countWithin(name, operation, expected) / 4 + 1;
        long[] nanos = new long[ROUNDS];
        long[] bytes = new long[ROUNDS];
        long thread = Thread.currentThread().getId();
        for (int round = 0; round < ROUNDS; round++) {
            long allocated = this.threads.getThreadAllocatedBytes(thread);
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                check(operation.get().equals(expected), name + " has another result");
            }
            nanos[round] = (System.nanoTime() - start) / count;
            bytes[round] = (this.threads.getThreadAllocatedBytes(thread) - allocated) / count;
        }
        Arrays.sort(nanos);
        Arrays.sort(bytes);
        System.out.printf(Locale.ROOT, "%-40s %12.2f %,14d%n", name, nanos[ROUNDS / 2] / 1000.0, bytes[ROUNDS / 2]);
    }

    private static int countWithin(String name, Supplier<?> operation, Object expected) {
        long end = System.nanoTime() + WARM_UP.toNanos();
        int count = 0;
        while (System.nanoTime() < end) {
            check(operation.get().equals(expected), name + " has another result");
            count++;
        }
        return count;
    }

    private static MemoryServer server(int number) {
        List<Map<String, Object>> tools = new ArrayList<>();
        for (int i = 0; i < TOOLS; i++) {
            String verb = VERBS[i % VERBS.length];
            String noun = NOUNS[(i / VERBS.length + number) % NOUNS.length];
            tools.add(Map.of(
                    "name", verb + "_" + noun + "_" + number + "_" + i,
                    "description",
                            "Call it to " + verb + " the " + noun + " number " + i + " of department " + number + ".",
                    "inputSchema",
                            Map.of(
                                    "type",
                                    "object",
                                    "properties",
                                    Map.of("id", Map.of("type", "string", "description", "Number of the " + noun)))));
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

    private static long millisSince(long start) {
        return (System.nanoTime() - start) / 1_000_000;
    }

    private static void check(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalStateException(problem);
        }
    }
}
