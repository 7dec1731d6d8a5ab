package io.mcpclient.test.application;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.mcpclient.McpClients;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.status.McpListReport;
import io.mcpclient.test.AutoConfigureMcpTestServer;
import io.mcpclient.test.AutoConfigureMcpTestServer.Reset;
import io.mcpclient.test.McpTestServer;
import io.mcpclient.test.application.Travel.Agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The server is in no configuration, and answers from a recording. */
@SpringBootTest
@AutoConfigureMcpTestServer(value = "weather", replay = "classpath:weather.json", reset = Reset.NONE)
@ExtendWith(OutputCaptureExtension.class)
@Timeout(60)
class AddedTestServerTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void unconfiguredTestServerIsAdded(@Autowired Agent agent, @Autowired McpTestServer server) {
        assertThat(agent.byClient("Oslo").degrees()).isEqualTo(4.5);
        assertThat(server.calls("get_forecast")).hasSize(1);
    }

    /** The recording contains neither prompts nor resources. */
    @Test
    void listsThatWereNotRecordedAreEmpty(
            @Autowired McpClients clients, @Autowired McpToolRegistry tools, CapturedOutput output) {
        assertThat(tools.awaitReady(LIMIT).tools()).hasSize(1);
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(clients.get("weather").status().lists())
                        .extracting(McpListReport::list)
                        .contains("tools/list", "prompts/list", "resources/list"));
        assertThat(output).doesNotContain("WARN");
    }
}
