package io.mcpclient.test.application;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.spring.McpServer;
import io.mcpclient.status.McpEra;
import io.mcpclient.test.AutoConfigureMcpTestServer;
import io.mcpclient.test.McpTestServer;
import io.mcpclient.test.application.Travel.Agent;
import io.mcpclient.test.application.Travel.Forecast;
import io.mcpclient.test.application.Travel.Weather;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.mockito.BDDMockito.given;

/**
 * The real servers of a test that replaces others. The server {@code files} is required, its command does not exist and the
 * variable is not set: the application would not start if it were used.
 */
@SpringBootTest
@ActiveProfiles("others")
@ExtendWith(OutputCaptureExtension.class)
@Timeout(60)
class OtherServersTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final Forecast OSLO = new Forecast("Oslo", 4.5);

    private static McpConnectionException failedCall(McpClient client) {
        return catchThrowableOfType(McpConnectionException.class, () -> client.callTool("read", Map.of()));
    }

    private static void assertSwitchedOff(McpClient files) {
        McpConnectionException failure = failedCall(files);
        assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        assertThat(failure)
                .hasMessageContaining("switched off in this test")
                .hasMessageContaining("mcp.servers.files.start=eager");
    }

    @Nested
    @AutoConfigureMcpTestServer(value = "weather", era = McpEra.LEGACY)
    class WithATestServer {

        @Autowired
        private McpTestServer weather;

        @Test
        void otherServerIsSwitchedOff(
                @Autowired @McpServer("files") McpClient files,
                @Autowired McpToolRegistry registry,
                CapturedOutput output) {
            assertSwitchedOff(files);
            assertThat(registry.awaitReady(LIMIT).missing()).hasSize(1);
            assertThat(output)
                    .contains("MCP servers [files]: switched off in this test")
                    .contains("MCP server \"weather\": test server in memory, connecting")
                    .contains("MCP server \"files\": switched off in this test, connects on first use")
                    .doesNotContain("localhost:1")
                    .doesNotContain("command no-such-command");
        }

        /** Of a class that encloses the test, too. */
        @Nested
        class Around {

            @Test
            void testServerHasTheEraOfTheAnnotation(@Autowired Agent agent) {
                WithATestServer.this.weather.tool("get_forecast").returns(OSLO);
                assertThat(agent.byClient("Oslo")).isEqualTo(OSLO);
                assertThat(agent.client().status().server().era()).isEqualTo(McpEra.LEGACY);
            }
        }
    }

    @Nested
    class WithAMock {

        @MockitoBean
        @McpServer("weather")
        McpClient weather;

        @Test
        void otherServerIsSwitchedOff(
                @Autowired Agent agent, @Autowired @McpServer("files") McpClient files, CapturedOutput output) {
            given(this.weather.callTool("get_forecast", Map.of("city", "Oslo"), Forecast.class))
                    .willReturn(OSLO);
            assertThat(agent.byClient("Oslo")).isEqualTo(OSLO);
            assertSwitchedOff(files);
            assertThat(output).doesNotContain("started or connected as configured");
        }
    }

    /** Neither client is replaced, but nothing needs the server of the mock. */
    @Nested
    class WithAMockOfATypedClient {

        @MockitoBean
        Weather weather;

        @Test
        void allServersAreSwitchedOff(
                @Autowired Agent agent,
                @Autowired @McpServer("files") McpClient files,
                @Autowired @McpServer("weather") McpClient client) {
            given(this.weather.forecast("Oslo")).willReturn(OSLO);
            assertThat(agent.byInterface("Oslo")).isEqualTo(OSLO);
            assertSwitchedOff(files);
            assertThat(failedCall(client)).hasMessageContaining("switched off in this test");
        }
    }

    @Nested
    @TestPropertySource(
            properties = {
                "mcp.servers.files.start=lazy",
                "mcp.servers.files.required=false",
                "FILES_TOKEN=x",
                "FILES_TIMEOUT=30s"
            })
    class WithAMockAndAServerOfTheTest {

        @MockitoBean
        @McpServer("weather")
        McpClient weather;

        @Test
        void serverThatTheTestConfiguresIsUsed(@Autowired @McpServer("files") McpClient files) {
            assertThat(failedCall(files)).hasMessageContaining("no-such-command");
        }
    }
}
