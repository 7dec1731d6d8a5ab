package io.mcpclient.registry;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.status.McpListReport;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a change of one list costs, and on which thread. */
@Timeout(60)
class RegistryMergeTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final int SERVERS = 20;

    private final McpClients clients = new McpClients(List.of());

    private final McpToolRegistry registry = McpToolRegistry.of(this.clients, McpToolNaming.defaults());

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy().tools(tool("send"), tool("read"));

    @AfterEach
    void close() {
        this.registry.close();
        this.clients.close();
        this.server.close();
    }

    private static String tool(String name) {
        return "{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"}}";
    }

    private McpClient start(String name, ScriptedLegacyServer server) {
        McpClient client = McpClient.builder(name).url(server.url()).build();
        this.clients.add(client);
        client.session().start();
        return client;
    }

    private McpToolSnapshot awaitTools(int number) {
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(this.registry.snapshot().tools()).hasSize(number));
        return this.registry.snapshot();
    }

    private static Instant listedAt(McpClient client) {
        return client.status()
                .connection()
                .list(McpMethods.TOOLS_LIST)
                .map(McpListReport::listedAt)
                .orElse(Instant.MIN);
    }

    // A listener that takes long holds neither a connection nor the lists that arrive in the meantime
    @Test
    void listsArrivingDuringAMergeAreMergedTogetherOffConnectionThreads() throws InterruptedException {
        CountDownLatch allListed = new CountDownLatch(1);
        List<Long> versions = new CopyOnWriteArrayList<>();
        List<String> connectionThreads = new CopyOnWriteArrayList<>();
        this.registry.addListener(snapshot -> {
            versions.add(snapshot.version());
            if (Schedulers.isInNonBlockingThread()) {
                connectionThreads.add(Thread.currentThread().getName());
            }
            awaitQuietly(allListed);
        });
        List<McpClient> started = new ArrayList<>();
        for (int i = 0; i < SERVERS; i++) {
            started.add(start("server" + i, this.server));
        }
        await().atMost(LIMIT).until(() -> started.stream()
                .allMatch(client ->
                        client.status().connection().list(McpMethods.TOOLS_LIST).isPresent()));
        allListed.countDown();

        assertThat(this.registry.awaitReady(LIMIT).tools()).hasSize(2 * SERVERS);
        assertThat(versions).isSorted().doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(4);
        assertThat(connectionThreads).isEmpty();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void changeOfOneServerKeepsTheToolsOfTheOthers() {
        try (ScriptedLegacyServer other = ScriptedHttpServer.legacy().tools(tool("list"))) {
            start("a", this.server);
            start("b", other);
            McpToolSnapshot before = awaitTools(3);

            start("c", other);
            McpToolSnapshot after = awaitTools(4);

            assertThat(after.ofServer("a").get(0)).isSameAs(before.ofServer("a").get(0));
            assertThat(after.ofServer("b")).extracting(McpRegisteredTool::name).containsExactly("list");
            assertThat(after.ofServer("c")).extracting(McpRegisteredTool::name).containsExactly("c_list");
            this.clients.close();
        }
    }

    @Test
    void unchangedListCreatesNoNewSnapshot() {
        McpClient client = start("a", this.server);
        McpToolSnapshot before = awaitTools(2);
        Instant first = listedAt(client);

        this.registry.refresh();
        this.server.awaitRequests("tools/list", 2, LIMIT);
        await().atMost(LIMIT).until(() -> listedAt(client).isAfter(first));

        assertThat(this.registry.awaitReady(LIMIT)).isSameAs(before);
    }

    @Test
    void namingCostGrowsLinearlyWithServersThatShareAName() {
        long few = namesBuilt(100);
        long many = namesBuilt(1_000);
        assertThat(many).isLessThanOrEqualTo(11 * few);
    }

    /** Returns how often the names of tools were built while servers with the same tool were added. */
    private static long namesBuilt(int servers) {
        long[] built = new long[1];
        ToolNameAllocator names = new ToolNameAllocator(McpToolNaming.defaults(), server -> {
            built[0]++;
            return null;
        });
        IntStream.range(0, servers)
                .forEach(server -> names.add(List.of(new ToolNameAllocator.Key("server" + server, "send"))));
        return built[0];
    }
}
