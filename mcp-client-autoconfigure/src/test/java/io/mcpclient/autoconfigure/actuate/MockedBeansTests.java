package io.mcpclient.autoconfigure.actuate;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.auth.McpTokenStore;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.autoconfigure.observation.McpMetricsAutoConfiguration;
import io.mcpclient.autoconfigure.observation.McpObservationAutoConfiguration;
import io.mcpclient.autoconfigure.session.McpSessionAutoConfiguration;
import io.mcpclient.autoconfigure.token.McpTokenStoreAutoConfiguration;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.registry.McpPromptRegistry;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.spring.McpClientCustomizer;
import io.mcpclient.spring.McpServer;
import io.mcpclient.store.McpSessionStore;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.transport.memory.MemoryServer;
import io.mcpclient.transport.memory.MemoryTransportProvider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/** Applications under test, with mocks in the place of beans of the library, and with everything that watches clients. */
@SpringBootTest(classes = MockedBeansTests.Application.class)
@TestPropertySource(properties = "management.endpoints.web.exposure.include=*")
class MockedBeansTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final Map<String, String> OSLO = Map.of("city", "Oslo");

    private static final ScriptedLegacyServer SERVER = ScriptedHttpServer.legacy();

    @DynamicPropertySource
    static void servers(DynamicPropertyRegistry properties) {
        properties.add("mcp.servers.weather.url", SERVER::url);
        properties.add("mcp.servers.files.url", SERVER::url);
    }

    @AfterAll
    static void close() {
        SERVER.withoutVerification(); // the contexts outlive the class and say goodbye later
        SERVER.close();
    }

    /** All that watches: the endpoint, health and meters. */
    private static void assertWatched(
            McpEndpoint endpoint, HealthEndpoint health, MeterRegistry meters, String... servers) {
        assertThat(endpoint.servers().servers()).extracting(ServerView::name).containsExactly(servers);
        assertThat(health.health()).isNotNull();
        for (String server : servers) {
            Gauge inFlight =
                    meters.get("mcp.client.in.flight").tag("server", server).gauge();
            await().until(() -> inFlight.value() == 0); // a registry may be listing
        }
    }

    @Nested
    @ExtendWith(OutputCaptureExtension.class)
    class OfOneClient {

        @MockitoBean
        @McpServer("weather")
        McpClient weather;

        @Test
        void whenClientIsMockedThenItIsInjectedAndTheOthersWork(
                @Autowired @McpServer("weather") McpClient injected,
                @Autowired @McpServer("weather") ReactiveMcpClient reactive,
                @Autowired McpToolRegistry tools,
                @Autowired McpEndpoint endpoint,
                @Autowired HealthEndpoint health,
                @Autowired MeterRegistry meters,
                CapturedOutput output) {
            assertThat(output).contains("these servers are started or connected as configured: [files]");
            given(this.weather.callTool("forecast", OSLO, String.class)).willReturn("sunny");
            assertThat(injected.callTool("forecast", OSLO, String.class)).isEqualTo("sunny");
            await().atMost(LIMIT).until(() -> tools.snapshot().find("echo").isPresent());
            assertWatched(endpoint, health, meters, "files");
            assertThatIllegalStateException()
                    .isThrownBy(reactive::session)
                    .withMessage(
                            "This McpClient is a mock without a reactive counterpart. Stub its method reactive(), or"
                                    + " replace the ReactiveMcpClient as well.");
            ReactiveMcpClient twin = mock(ReactiveMcpClient.class);
            given(this.weather.reactive()).willReturn(twin);
            given(twin.callTool("forecast", OSLO, String.class)).willReturn(Mono.just("rain"));
            assertThat(reactive.callTool("forecast", OSLO, String.class).block(LIMIT))
                    .isEqualTo("rain");
        }
    }

    @Nested
    class OfOneReactiveClient {

        @MockitoBean
        @McpServer("weather")
        ReactiveMcpClient weather;

        @Test
        void whenReactiveClientIsMockedThenTheBlockingOneWorks(
                @Autowired @McpServer("weather") McpClient blocking,
                @Autowired @McpServer("weather") ReactiveMcpClient reactive,
                @Autowired McpEndpoint endpoint,
                @Autowired HealthEndpoint health,
                @Autowired MeterRegistry meters) {
            given(this.weather.callTool("forecast", OSLO, String.class)).willReturn(Mono.just("sunny"));
            assertThat(reactive.callTool("forecast", OSLO, String.class).block(LIMIT))
                    .isEqualTo("sunny");
            assertThat(blocking.callTool("echo", OSLO, String.class)).contains("Oslo");
            assertWatched(endpoint, health, meters, "files", "weather");
        }
    }

    /** The client starts with its first call: Mockito cannot stub a spy that another thread calls in the meantime. */
    @Nested
    @TestPropertySource(properties = "mcp.servers.weather.start=lazy")
    class OfOneClientThatIsASpy {

        @MockitoSpyBean
        @McpServer("weather")
        McpClient weather;

        @Test
        void whenClientIsASpyThenItIsUsedLikeARealOne(
                @Autowired McpClients clients,
                @Autowired McpEndpoint endpoint,
                @Autowired HealthEndpoint health,
                @Autowired MeterRegistry meters) {
            given(this.weather.tools()).willReturn(mock(McpClient.Tools.class));
            assertThat(this.weather.tools().pins()).isNull();
            assertThat(clients.get("weather")).isSameAs(this.weather);
            assertThat(this.weather.callTool("echo", OSLO, String.class)).contains("Oslo");
            assertWatched(endpoint, health, meters, "files", "weather");
        }
    }

    @Nested
    class OfAllClientsAndRegistries {

        @MockitoBean
        McpClients clients;

        @MockitoBean
        McpToolRegistry tools;

        @MockitoBean
        McpPromptRegistry prompts;

        @MockitoBean
        McpResourceRegistry resources;

        @Test
        void whenMcpClientsAndRegistriesAreMockedThenTheApplicationStarts(
                @Autowired @McpServer("weather") McpClient weather,
                @Autowired McpEndpoint endpoint,
                @Autowired HealthEndpoint health,
                @Autowired MeterRegistry meters) {
            assertThat(weather.callTool("echo", OSLO, String.class)).contains("Oslo");
            assertWatched(endpoint, health, meters);
            assertThat(this.tools.snapshot()).isNull();
        }
    }

    @Nested
    class OfRegistriesAndStores {

        @MockitoBean
        McpToolRegistry tools;

        @MockitoBean
        McpPromptRegistry prompts;

        @MockitoBean
        McpResourceRegistry resources;

        @MockitoBean
        McpSessionStore sessions;

        @MockitoBean
        McpTokenStore tokens;

        @Test
        void whenRegistriesAndStoresAreMockedThenClientsWork(
                @Autowired @McpServer("weather") McpClient weather,
                @Autowired McpEndpoint endpoint,
                @Autowired HealthEndpoint health,
                @Autowired MeterRegistry meters) {
            assertThat(weather.callTool("echo", OSLO, String.class)).contains("Oslo");
            assertWatched(endpoint, health, meters, "files", "weather");
            assertThat(endpoint.operate("weather", McpEndpoint.Operation.REFRESH, null, null))
                    .isNotNull();
        }
    }

    @Nested
    @TestPropertySource(properties = "mcp.servers.weather.headers.X-Key=of the real server")
    @SpringBootTest(classes = {Application.class, OfATransport.InMemory.class})
    class OfATransport {

        @Test
        void whenCustomizerSetsAnotherTransportThenItReplacesTheUrl(
                @Autowired @McpServer("weather") McpClient weather,
                @Autowired @McpServer("files") McpClient files,
                @Autowired McpEndpoint endpoint,
                @Autowired HealthEndpoint health,
                @Autowired MeterRegistry meters) {
            assertThat(weather.callTool("forecast", OSLO).text()).isEqualTo("sunny");
            assertThat(files.callTool("echo", OSLO, String.class)).contains("Oslo");
            assertWatched(endpoint, health, meters, "files", "weather");
        }

        @SpringBootConfiguration(proxyBeanMethods = false)
        static class InMemory {

            @Bean
            @McpServer("weather")
            McpClientCustomizer inMemory() {
                MemoryServer server = (message, client) -> {
                    if (message instanceof JsonRpcRequest request) {
                        client.send(
                                switch (request.method()) {
                                    case "initialize" ->
                                        new JsonRpcResult(
                                                request.id(),
                                                Map.of(
                                                        "protocolVersion",
                                                        "2025-11-25",
                                                        "capabilities",
                                                        Map.of("tools", Map.of()),
                                                        "serverInfo",
                                                        Map.of("name", "memory", "version", "1")));
                                    case "tools/call" ->
                                        new JsonRpcResult(
                                                request.id(),
                                                Map.of("content", List.of(Map.of("type", "text", "text", "sunny"))));
                                    default -> new JsonRpcError(request.id(), -32601, "Method not found", null);
                                });
                    }
                };
                return (name, builder) -> builder.transport(new MemoryTransportProvider(server));
            }
        }
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        SslAutoConfiguration.class,
        McpClientAutoConfiguration.class,
        McpSessionAutoConfiguration.class,
        McpTokenStoreAutoConfiguration.class,
        McpEndpointAutoConfiguration.class,
        McpHealthAutoConfiguration.class,
        McpInfoAutoConfiguration.class,
        McpSessionStoreHealthAutoConfiguration.class,
        McpTokenStoreHealthAutoConfiguration.class,
        HealthContributorAutoConfiguration.class,
        HealthContributorRegistryAutoConfiguration.class,
        HealthEndpointAutoConfiguration.class,
        McpObservationAutoConfiguration.class,
        McpMetricsAutoConfiguration.class,
        ObservationAutoConfiguration.class,
        MetricsAutoConfiguration.class,
        SimpleMetricsExportAutoConfiguration.class
    })
    static class Application {}
}
