package io.mcpclient;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpSchemes;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.transport.DelegatingTransport;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.McpPeer;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.TransportProvider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class McpClientBuilderTests {

    private interface Setting {

        void apply(McpClientBuilder builder);
    }

    private static Arguments wrong(String property, Setting setting) {
        return Arguments.of(property, setting);
    }

    static Stream<Arguments> wrongSettings() {
        return Stream.of(
                wrong("url", McpClientBuilder::build),
                wrong("url", builder -> builder.url("")),
                wrong("url", builder -> builder.url("example.com/mcp")),
                wrong("url", builder -> builder.url("ftp://example.com/mcp")),
                wrong("url", builder -> builder.url("http:///mcp")),
                wrong("url", builder -> builder.url("http://exa mple.com/mcp")),
                wrong("url", builder -> builder.url("http://user:secret@example.com/mcp")),
                wrong("url", builder -> builder.url("http://example.com/mcp#top")),
                wrong("url", builder -> builder.url(URI.create("/mcp"))),
                wrong("url", builder -> builder.build()),
                wrong("command", builder -> builder.command(" ")),
                wrong("args", builder -> builder.command("npx", "secret\0")),
                wrong("env", builder -> builder.command("npx")
                        .process(settings -> settings.withEnv(Map.of("A=B", "secret")))
                        .build()),
                wrong("url", builder -> builder.command("npx")
                        .http(http -> http.withHeader("X-Tenant", "secret"))
                        .build()),
                wrong("url", builder -> builder.http(http -> http.withCookies(true))),
                wrong("command", builder -> builder.url("http://localhost/mcp").process(process -> process)),
                wrong(
                        "request-timeout-max",
                        builder -> builder.timeouts(timeouts -> timeouts.withRequestMax(Duration.ZERO))),
                wrong("max-inbound-requests", builder -> builder.limits(limits -> limits.withMaxInboundRequests(0))),
                wrong(
                        "refresh-debounce",
                        builder -> builder.timeouts(timeouts -> timeouts.withChangeDebounce(Duration.ZERO))),
                wrong(
                        "log-level",
                        builder -> builder.protocol(protocol -> protocol.withLogLevel(new LoggingLevel("loud")))),
                wrong("headers", builder -> ofUrl(builder).http(http -> http.withHeader("", "x"))),
                wrong("headers", builder -> ofUrl(builder).http(http -> http.withHeader("X Tenant", "x"))),
                wrong("headers", builder -> ofUrl(builder).http(http -> http.withHeader("X-Tenant", ""))),
                wrong("headers", builder -> ofUrl(builder)
                        .http(http -> http.withHeader("X-Tenant", "secret\r\nX-Other: y"))),
                wrong("connect-timeout", builder -> builder.timeouts(timeouts -> timeouts.withConnect(Duration.ZERO))),
                wrong(
                        "request-timeout",
                        builder -> builder.timeouts(timeouts -> timeouts.withRequest(Duration.ofSeconds(-1)))),
                wrong(
                        "shutdown-timeout",
                        builder -> builder.timeouts(timeouts -> timeouts.withShutdown(Duration.ZERO))),
                wrong(
                        "drain-timeout",
                        builder -> builder.timeouts(timeouts -> timeouts.withDrain(Duration.ofSeconds(-1)))),
                wrong("drain-timeout", builder -> builder.timeouts(
                                timeouts -> timeouts.withDrain(Duration.ofSeconds(5)))
                        .build()),
                wrong("max-message-size", builder -> builder.limits(limits -> limits.withMaxMessageSize(1023))),
                wrong("max-pages", builder -> builder.lists(lists -> lists.withMaxPages(0))),
                wrong("max-message-nodes", builder -> builder.limits(limits -> limits.withMaxMessageNodes(999))),
                wrong("max-list-items", builder -> builder.lists(lists -> lists.withMaxItems(0))),
                wrong("max-list-size", builder -> builder.lists(lists -> lists.withMaxSize(1023))),
                wrong("max-definition-size", builder -> builder.lists(lists -> lists.withMaxDefinitionSize(1023))),
                wrong("max-tools-size", builder -> builder.lists(lists -> lists.withMaxToolsSize(1023))),
                wrong("max-input-rounds", builder -> builder.limits(limits -> limits.withMaxInputRounds(0))),
                wrong(
                        "max-principals",
                        builder -> builder.principalSettings(
                                users -> users.withMaxPrincipals(0).withIdleTimeout(Duration.ofMinutes(1)))),
                wrong(
                        "principal-idle-timeout",
                        builder -> builder.principalSettings(
                                users -> users.withMaxPrincipals(1).withIdleTimeout(Duration.ZERO))),
                wrong(
                        "max-concurrent-requests",
                        builder -> builder.limits(limits -> limits.withMaxConcurrentRequests(0))),
                wrong("reconnect.multiplier", builder -> reconnect(builder, 1, 1, 1)),
                wrong("reconnect.multiplier", builder -> reconnect(builder, 1, Double.NaN, 1)),
                wrong("reconnect.initial-interval", builder -> reconnect(builder, 0, 2, 1)),
                wrong("reconnect.max-interval", builder -> reconnect(builder, 1, 2, -1)),
                wrong("proxy.host", builder -> ofUrl(builder).http(http -> http.withProxy(" ", 80))),
                wrong("proxy.port", builder -> ofUrl(builder).http(http -> http.withProxy("proxy", 0))),
                wrong("proxy.port", builder -> ofUrl(builder).http(http -> http.withProxy("proxy", 65536))));
    }

    private static McpClientBuilder ofUrl(McpClientBuilder builder) {
        return builder.url("http://localhost/mcp");
    }

    private static void reconnect(McpClientBuilder builder, long initial, double multiplier, long max) {
        builder.reconnect(
                reconnect -> reconnect.withIntervals(Duration.ofSeconds(initial), multiplier, Duration.ofSeconds(max)));
    }

    // fault A20: the property, the server, what to do, and no secret
    @ParameterizedTest
    @MethodSource("wrongSettings")
    void invalidSettingIsRejectedWithItsPropertyName(String property, Setting setting) {
        McpClientBuilder builder = McpClient.builder("weather");

        McpConfigurationException failure =
                catchThrowableOfType(McpConfigurationException.class, () -> setting.apply(builder));

        assertThat(failure).isNotNull();
        assertThat(failure.property()).isEqualTo(property);
        assertThat(failure.serverName()).isEqualTo("weather");
        assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        assertThat(failure.remedy()).isNotNull();
        assertThat(failure.getMessage())
                .startsWith("MCP server \"weather\": configuration: " + property)
                .doesNotContain("secret", "\r", "\n");
    }

    static Stream<Method> setters() {
        return Arrays.stream(McpClientBuilder.class.getMethods())
                .filter(method -> method.getReturnType() == McpClientBuilder.class && method.getParameterCount() > 0);
    }

    @ParameterizedTest
    @MethodSource("setters")
    void nullIsRejectedByEverySetter(Method setter) {
        McpClientBuilder builder = ofUrl(McpClient.builder("weather"));

        assertThatThrownBy(() -> setter.invoke(builder, new Object[setter.getParameterCount()]))
                .isInstanceOf(InvocationTargetException.class)
                .cause()
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining("MCP server \"weather\": configuration: ");
    }

    @Test
    void builderWhenNameIsBlankIsRejected() {
        assertThat(catchThrowableOfType(McpConfigurationException.class, () -> McpClient.builder(" "))
                        .property())
                .isEqualTo("name");
    }

    @Test
    void buildNeedsOnlyAUrlOrACommand() {
        try (McpClient client =
                McpClient.builder("weather").url("HTTPS://example.com/mcp").build()) {
            assertThat(client.name()).isEqualTo("weather");
            assertThat(client.reactive().name()).isEqualTo("weather");
            assertThat(client).hasToString("McpClient[weather, DISCONNECTED]");
        }
        try (McpClient client = McpClient.builder("files").command("npx", "-y").build()) {
            assertThat(client).hasToString("McpClient[files, DISCONNECTED]");
        }
    }

    // two clients of one builder: listeners and later builder settings of one do not affect the other
    @Test
    void buildTwiceCreatesIndependentClients() throws InterruptedException {
        try (ScriptedHttpServer server = ScriptedHttpServer.legacy()) {
            List<String> heardByFirst = new CopyOnWriteArrayList<>();
            List<String> heardByBoth = new CopyOnWriteArrayList<>();
            CountDownLatch heard = new CountDownLatch(1);
            McpClientBuilder builder = McpClient.builder("weather")
                    .url(server.url())
                    .http(http -> http.withHeader("X-Tenant", "first"))
                    .logListener((name, message) -> {
                        heardByBoth.add(String.valueOf(message.data()));
                        heard.countDown();
                    });
            try (McpClient first = builder.build()) {
                builder.http(http -> http.withHeader("X-Tenant", "second"));
                try (McpClient second = builder.build()) {
                    first.listeners()
                            .addLogListener((name, message) -> heardByFirst.add(String.valueOf(message.data())));
                    server.on("tools/call")
                            .reply(Reply.sse(
                                    "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":"
                                            + "{\"level\":\"info\",\"data\":\"hello\"}}",
                                    "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]}}"));

                    second.callTool("echo", Map.of());
                    assertThat(heard.await(10, TimeUnit.SECONDS)).isTrue();
                    first.session().connect();

                    assertThat(heardByBoth).hasSize(1);
                    assertThat(heardByFirst).isEmpty();
                    assertThat(server.requests("initialize"))
                            .extracting(request -> request.header("X-Tenant"))
                            .containsExactly("second", "first");
                }
            }
        }
    }

    // The last of URL, command and transport counts: a customizer has the last word.
    @Test
    void laterEndpointReplacesTheEarlierOneAndItsSettings() {
        try (McpClient client = builderOfUrl().command("npx", "-y").build()) {
            assertThat(client.status().peer()).isEqualTo(McpPeer.process());
        }
        try (McpClient client =
                builderOfUrl().transport(context -> Mono.never()).build()) {
            assertThat(client.status().peer()).isEqualTo(McpPeer.unknown());
        }
        try (McpClient client = builderOfCommand()
                .url("https://example.com/mcp")
                .http(http -> http.withHeader("X-Tenant", "acme"))
                .build()) {
            assertThat(client.status().peer().address()).isEqualTo("example.com");
        }
        try (McpClient client =
                builderOfCommand().transport(context -> Mono.never()).build()) {
            assertThat(client.status().peer()).isEqualTo(McpPeer.unknown());
        }
        try (McpClient client = McpClient.builder("weather")
                .transport(context -> Mono.never())
                .command("npx")
                .build()) {
            assertThat(client.status().peer()).isEqualTo(McpPeer.process());
        }
    }

    @Test
    void oauthWithoutItsModuleIsAnErrorThatNamesTheArtifact() {
        McpClientBuilder builder = builderOfUrl();
        McpOAuthSettings settings = McpOAuthSettings.builder().build();

        assertThat(catchThrowableOfType(McpConfigurationException.class, () -> builder.oauth(settings)))
                .hasMessageContaining("weather")
                .extracting(McpConfigurationException::remedy)
                .asString()
                .contains("io.mcpclient:mcp-client-oauth");
    }

    @Test
    void laterUrlRetainsTheSettingsOfTheEarlierUrl() {
        McpClientBuilder builder = builderOfUrl().url("http://example.com/mcp");

        assertThat(catchThrowableOfType(McpConfigurationException.class, builder::build)
                        .getMessage())
                .contains("credentials would be sent");
    }

    private static McpClientBuilder builderOfUrl() {
        return McpClient.builder("weather")
                .url("https://example.com/mcp")
                .http(http -> http.withHeader("X-Tenant", "acme")
                        .withProxy("proxy.example.com", 3128)
                        .withCookies(true))
                .credentials(McpSchemes.bearer(() -> "secret"));
    }

    private static McpClientBuilder builderOfCommand() {
        return McpClient.builder("weather").command("npx").process(settings -> settings.withEnv(Map.of("A", "b")));
    }

    private static TransportProvider noting(String name, TransportProvider provider, List<String> seen) {
        return context -> provider.create(context).map(transport -> new DelegatingTransport() {
            @Override
            protected McpTransport delegate() {
                return transport;
            }

            @Override
            public Flux<ReceivedMessage> exchange(ExchangeRequest request) {
                seen.add(name + " " + context.serverName() + " "
                        + request.request().method());
                return transport.exchange(request).doOnNext(message -> seen.add(name + " received"));
            }
        });
    }

    @Test
    void laterDecoratorOfATransportDecoratesAnEarlierOneWhateverTheEndpointIs() {
        List<String> seen = new CopyOnWriteArrayList<>();
        try (ScriptedHttpServer server = ScriptedHttpServer.modern()) {
            server.on("tools/list").reply(Reply.result("{\"tools\":[]}"));
            try (McpClient client = McpClient.builder("weather")
                    .decorateTransport(provider -> noting("inner", provider, seen))
                    .decorateTransport(provider -> noting("outer", provider, seen))
                    .url(server.url())
                    .build()) {
                client.listTools();
            }
        }

        assertThat(seen)
                .containsSubsequence(
                        "outer weather tools/list", "inner weather tools/list", "inner received", "outer received");
    }
}
