package io.mcpclient.sample;

import java.time.Duration;
import java.util.Map;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import tools.jackson.databind.JsonNode;

import io.mcpclient.McpClient;
import io.mcpclient.spring.McpServer;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

/** A whole application whose test replaces the client of one of its servers, as docs/testing.md shows it. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@ActiveProfiles("bare")
@DirtiesContext
@Import(MockedClientTests.Application.class)
class MockedClientTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final Map<String, Object> OSLO = Map.of("city", "Oslo");

    private static final ScriptedLegacyServer SERVER = ScriptedHttpServer.legacy();

    @MockitoBean
    @McpServer("weather")
    McpClient weather;

    @LocalServerPort
    private int port;

    @DynamicPropertySource
    static void servers(DynamicPropertyRegistry properties) {
        properties.add("mcp.servers.weather.url", SERVER::url);
        properties.add("mcp.servers.files.url", SERVER::url);
    }

    @AfterAll
    static void close() {
        SERVER.withoutVerification();
        SERVER.close();
    }

    @Test
    void whenClientIsMockedThenTheApplicationUsesItAndOthersAreReal(
            @Autowired Forecasts forecasts, @Autowired @McpServer("files") McpClient files) {
        given(this.weather.callTool("forecast", OSLO, String.class)).willReturn("sunny");
        assertThat(forecasts.of("Oslo")).isEqualTo("sunny");
        assertThat(Mockito.mockingDetails(files).isMock()).isFalse();
        assertThat(files.callTool("echo", OSLO, String.class)).contains("Oslo");

        Http http = new Http(this.port);
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> http.getJson("/actuator/mcp/files").at("/state").asString(), "CONNECTED"::equals);
        JsonNode shown = http.getJson("/actuator/mcp").get("servers");
        assertThat(shown).hasSize(1);
        assertThat(shown.at("/0/name").asString()).isEqualTo("files");
        assertThat(http.get("/actuator/mcp/weather").statusCode()).isEqualTo(404);
        JsonNode health = http.getJson("/actuator/health");
        assertThat(health.at("/status").asString()).isEqualTo("UP");
        assertThat(health.at("/components/mcp/components").propertyNames()).containsExactly("files");
    }

    /** A bean of an application. */
    record Forecasts(McpClient client) {

        String of(String city) {
            return this.client.callTool("forecast", Map.of("city", city), String.class);
        }
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Application {

        @Bean
        Forecasts forecasts(@McpServer("weather") McpClient client) {
            return new Forecasts(client);
        }
    }
}
