package io.mcpclient.test.application;

import java.time.Duration;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import io.mcpclient.McpClients;
import io.mcpclient.spring.McpServer;
import io.mcpclient.test.AutoConfigureMcpTestServer;
import io.mcpclient.test.McpTestServer;
import io.mcpclient.test.application.Travel.Agent;
import io.mcpclient.test.application.Travel.Forecast;

import static io.mcpclient.test.McpAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Neither the URL nor the command exist, the variables are not set, and the application still works. */
@SpringBootTest(
        properties = {
            "mcp.servers.weather.url=https://${WEATHER_HOST}/mcp",
            "mcp.servers.weather.enabled=${WEATHER_ENABLED}",
            "mcp.servers.weather.request-timeout=${WEATHER_TIMEOUT}",
            "mcp.servers.weather.max-list-size=${WEATHER_SIZE}",
            "mcp.servers.weather.tools.output-validation=${WEATHER_VALIDATION}",
            "mcp.servers.weather.headers.X-Key=${WEATHER_KEY}",
            "mcp.defaults.headers.X-Tenant=${TENANT}",
            "mcp.defaults.retry.max-attempts=${ATTEMPTS}",
            "mcp.servers.weather.required=true",
            "mcp.servers.weather.auth.type=bearer",
            "mcp.servers.weather.auth.token=${WEATHER_TOKEN}",
            "mcp.servers.files.command=no-such-command"
        })
@AutoConfigureMcpTestServer
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(60)
class AutoConfigureMcpTestServerTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Autowired
    @McpServer("weather")
    private McpTestServer weather;

    @Autowired
    @McpServer("files")
    private McpTestServer files;

    @Autowired
    private Agent agent;

    @Autowired
    private McpClients clients;

    @Test
    @Order(1)
    void applicationCallsTheTestServer() {
        Forecast forecast = new Forecast("Oslo", 4.5);
        this.weather.tool("get_forecast").returns(forecast);

        assertThat(this.agent.byClient("Oslo")).isEqualTo(forecast);
        assertThat(this.agent.byInterface("Oslo")).isEqualTo(forecast);
        await().atMost(LIMIT).ignoreExceptions().untilAsserted(() -> assertThat(this.agent.byRegistry("Oslo"))
                .contains("4.5"));
        assertThat(this.weather).hasReceivedCall("get_forecast").withArgument("city", "Oslo");
        assertThat(this.clients.get("files").session().connect()).isNotNull();
        this.clients.all().forEach(client -> assertThat(client.status().totalIgnoredMessages())
                .isZero());
    }

    @Test
    @Order(2)
    void callsOfThePreviousTestAreReset() {
        assertThat(this.weather).hasReceivedNoCalls();
        assertThat(this.files).hasReceivedNoCalls();
    }
}
