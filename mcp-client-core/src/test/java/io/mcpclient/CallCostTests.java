package io.mcpclient;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** The bytes that an operation allocates, which hardly depend on the machine. */
@Timeout(120)
class CallCostTests {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final int CALLS = 1_000;

    private static final int LISTS = 50;

    private static final int TOOLS = 200;

    /** A third more than it was when this was written. {@code WebClient} alone would exceed it. */
    private static final long MOST = 18_000;

    /** A sixth more than it was when this was written. Schemas that are parsed, which have line breaks here, exceed it twice. */
    private static final long MOST_OF_TOOL = 5_000;

    /** Of all threads except those of the server. */
    private static long allocated() {
        return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(Objects::nonNull)
                .filter(thread -> !thread.getThreadName().startsWith("scripted-"))
                .mapToLong(ThreadInfo::getThreadId)
                .map(THREADS::getThreadAllocatedBytes)
                .sum();
    }

    private static void call(McpClient client) {
        for (int i = 0; i < CALLS; i++) {
            client.callTool("echo", Map.of());
        }
    }

    private static void list(McpClient client) {
        for (int i = 0; i < LISTS; i++) {
            client.listTools();
        }
    }

    private static String tool(int number) {
        return """
                {"name":"tool_%d","description":"Reads the records that were changed within a period.","inputSchema":
                {"type":"object","properties":{"from":{"type":"string","format":"date","description":"First day"},
                "to":{"type":"string","format":"date","description":"Last day"},"limit":{"type":"integer","minimum":1}},
                "required":["from"]},"annotations":{"readOnlyHint":true}}""".formatted(number);
    }

    @Test
    void listedToolAllocatesLittle() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = McpClient.builder("weather")
                        .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                        .url(server.url())
                        .build()) {
            server.tools(IntStream.range(0, TOOLS).mapToObj(CallCostTests::tool).toArray(String[]::new));
            list(client);
            long before = allocated();
            list(client);

            assertThat((allocated() - before) / LISTS / TOOLS).isLessThan(MOST_OF_TOOL);
        }
    }

    @Test
    void smallCallAllocatesLittle() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = McpClient.builder("weather")
                        .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                        .url(server.url())
                        .build()) {
            call(client);
            long before = allocated();
            call(client);

            assertThat((allocated() - before) / CALLS).isLessThan(MOST);
        }
    }
}
