package io.mcpclient.autoconfigure.actuate;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.jackson.JacksonEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.http.codec.autoconfigure.CodecsAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.reactor.netty.autoconfigure.actuate.web.server.NettyReactiveManagementContextAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.actuate.web.ServletManagementContextAutoConfiguration;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.tomcat.autoconfigure.actuate.web.server.TomcatServletManagementContextAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.server.reactive.context.AnnotationConfigReactiveWebServerApplicationContext;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.boot.webflux.autoconfigure.HttpHandlerAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.extension.McpExtension;
import io.mcpclient.extension.McpExtensionContext;
import io.mcpclient.extension.McpExtensionMethod;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.spring.McpClientCustomizer;
import io.mcpclient.spring.McpServers;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;

/** The endpoint over HTTP, with settings of Jackson that would change each of its members. */
@Timeout(60)
class McpEndpointWebTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final HttpClient http = HttpClient.newHttpClient();

    /** A web stack of Spring Boot. */
    enum Stack {
        TOMCAT,
        NETTY
    }

    private static AbstractApplicationContextRunner<?, ?, ?> runner(Stack stack) {
        AutoConfigurations common = AutoConfigurations.of(
                SslAutoConfiguration.class,
                JacksonAutoConfiguration.class,
                EndpointAutoConfiguration.class,
                WebEndpointAutoConfiguration.class,
                JacksonEndpointAutoConfiguration.class,
                ManagementContextAutoConfiguration.class,
                McpClientAutoConfiguration.class,
                McpEndpointAutoConfiguration.class);
        return (stack == Stack.TOMCAT)
                ? new WebApplicationContextRunner(AnnotationConfigServletWebServerApplicationContext::new)
                        .withConfiguration(common)
                        .withConfiguration(AutoConfigurations.of(
                                TomcatServletWebServerAutoConfiguration.class,
                                DispatcherServletAutoConfiguration.class,
                                HttpMessageConvertersAutoConfiguration.class,
                                WebMvcAutoConfiguration.class,
                                ServletManagementContextAutoConfiguration.class,
                                TomcatServletManagementContextAutoConfiguration.class))
                : new ReactiveWebApplicationContextRunner(AnnotationConfigReactiveWebServerApplicationContext::new)
                        .withConfiguration(common)
                        .withConfiguration(AutoConfigurations.of(
                                NettyReactiveWebServerAutoConfiguration.class,
                                HttpHandlerAutoConfiguration.class,
                                CodecsAutoConfiguration.class,
                                WebFluxAutoConfiguration.class,
                                NettyReactiveManagementContextAutoConfiguration.class));
    }

    @ParameterizedTest
    @EnumSource
    void settingsOfJacksonDoNotChangeResponses(Stack stack) {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.tools("""
                    {"name":"forecast","inputSchema":{"type":"object",\
                    "properties":{"cityName":{"type":"string","maxLength":9}}}}""");
            runner(stack)
                    .withPropertyValues(
                            "server.port=0",
                            "management.endpoints.web.exposure.include=mcp",
                            "management.endpoint.mcp.access=UNRESTRICTED",
                            "spring.jackson.property-naming-strategy=SNAKE_CASE",
                            "spring.jackson.serialization.wrap-root-value=true",
                            "spring.jackson.serialization.order-map-entries-by-keys=true",
                            "spring.jackson.datatype.datetime.write-dates-as-timestamps=true",
                            "spring.jackson.datatype.datetime.write-durations-as-timestamps=true",
                            "spring.jackson.default-property-inclusion=NON_EMPTY",
                            "mcp.servers.weather.tools.pinning=block",
                            "mcp.servers.weather.url=" + server.url())
                    .run(context -> {
                        assertThat(context.getStartupFailure()).isNull();
                        context.getBean(McpToolRegistry.class).awaitReady(LIMIT);
                        String url = "http://localhost:"
                                + ((WebServerApplicationContext) context.getSourceApplicationContext())
                                        .getWebServer()
                                        .getPort()
                                + "/actuator/mcp";
                        JsonNode all = json(get(url), 200);
                        assertThat(all.propertyNames()).containsExactly("servers", "disabled", "pendingAuthorizations");
                        requireView(all.at("/servers/0"));
                        JsonNode one = json(get(url + "/weather"), 200);
                        requireView(one);
                        assertThat(one.at("/tools/0/originalName").asString()).isEqualTo("forecast");
                        assertThat(one.at("/tools/0/inputSchema/properties/cityName/maxLength")
                                        .asInt())
                                .isEqualTo(9);

                        server.tools("{\"name\":\"new\",\"inputSchema\":{\"type\":\"object\"}}");
                        context.getBean(McpClient.class).listTools();
                        String fingerprint = json(get(url + "/weather"), 200)
                                .at("/toolChanges/0/fingerprint")
                                .asString();
                        requireView(json(
                                post(
                                        url + "/weather",
                                        "{\"operation\":\"approve\",\"tool\":\"new\",\"fingerprint\":\"" + fingerprint
                                                + "\"}"),
                                200));
                        assertThat(json(post(url + "/weather", "{\"operation\":\"approve\"}"), 400)
                                        .propertyNames())
                                .containsExactly("error");
                        for (String operation : new String[] {"reconnect", "refresh", "logout", "disable"}) {
                            requireView(json(post(url + "/weather", "{\"operation\":\"" + operation + "\"}"), 200));
                        }
                        assertThat(json(get(url), 200).at("/disabled/0").asString())
                                .isEqualTo("weather");
                        requireView(json(post(url + "/weather", "{\"operation\":\"enable\"}"), 200));
                        assertThat(json(post(url, ""), 200).propertyNames())
                                .containsExactly("added", "replaced", "removed");
                    });
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusedChangesOfServersSayWhy(Stack stack) {
        Map<String, Object> properties = new ConcurrentHashMap<>();
        runner(stack)
                .withPropertyValues(
                        "server.port=0",
                        "management.endpoints.web.exposure.include=mcp",
                        "management.endpoint.mcp.access=UNRESTRICTED")
                .run(context -> {
                    ((ConfigurableEnvironment) context.getEnvironment())
                            .getPropertySources()
                            .addFirst(new MapPropertySource("changing", properties));
                    McpServers servers = context.getBean(McpServers.class);
                    servers.add("weather", Map.of("url", "http://localhost:1/mcp", "start", "lazy"));
                    servers.disable("weather");
                    String url = "http://localhost:"
                            + ((WebServerApplicationContext) context.getSourceApplicationContext())
                                    .getWebServer()
                                    .getPort()
                            + "/actuator/mcp";
                    properties.put("mcp.policy.denied-servers", "http://localhost");
                    json(post(url, ""), 200);
                    assertThat(json(post(url + "/weather", "{\"operation\":\"enable\"}"), 400)
                                    .at("/error")
                                    .asString())
                            .contains("mcp.servers.weather.url is refused", "mcp.policy.denied-servers");

                    properties.put("mcp.servers.other.request-timeout", "fast");
                    assertThat(json(post(url, ""), 400).at("/error").asString())
                            .contains("mcp.servers.other.request-timeout has a value of the wrong type");

                    McpClient own = McpClient.builder("own")
                            .url("http://localhost:1/mcp")
                            .build();
                    context.getBean(McpClients.class).add(own);
                    assertThat(json(post(url + "/own", "{\"operation\":\"disable\"}"), 400)
                                    .at("/error")
                                    .asString())
                            .contains("The application defines the client");
                });
    }

    // EXT-09: which side has declared an extension, with settings of the server that are cut and printable
    @ParameterizedTest
    @EnumSource
    void extensionsOfClientAndServerAreShownWithTheirUse(Stack stack) {
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            many.append(",\"com.example/x").append(i).append("\":{}");
        }
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            server.capabilities("{\"tools\":{},\"extensions\":{\"com.example/both\":{\"text\":\"" + "a".repeat(5_000)
                    + "\"},\"com.example/broken\":true,\"com.example/theirs\\u202e\":{\"n\":1,\"s\":\"\\u202e\"}" + many
                    + "}}");
            runner(stack)
                    .withPropertyValues(
                            "server.port=0",
                            "management.endpoints.web.exposure.include=mcp",
                            "mcp.servers.weather.url=" + server.url())
                    .withBean(
                            McpClientCustomizer.class,
                            () -> (name, builder) -> builder.extension(new NamedExtension("com.example/both"))
                                    .extension(new NamedExtension("com.example/broken"))
                                    .extension(new NamedExtension("com.example/ours")))
                    .run(context -> {
                        assertThat(context.getStartupFailure()).isNull();
                        context.getBean(McpToolRegistry.class).awaitReady(LIMIT);
                        String url = "http://localhost:"
                                + ((WebServerApplicationContext) context.getSourceApplicationContext())
                                        .getWebServer()
                                        .getPort()
                                + "/actuator/mcp/weather";
                        JsonNode view = json(get(url), 200);
                        assertThat(view.at("/capabilities/tools").isObject()).isTrue();
                        assertThat(view.at("/capabilities/extensions").isMissingNode())
                                .isTrue();
                        JsonNode extensions = view.at("/extensions");
                        assertThat(extensions.size()).isEqualTo(50);
                        assertThat(extensions.valueStream().limit(5).map(McpEndpointWebTests::line))
                                .containsExactly(
                                        "com.example/both USED",
                                        "com.example/broken CLIENT_ONLY its settings are not a JSON object",
                                        "com.example/ours CLIENT_ONLY",
                                        "io.modelcontextprotocol/tasks CLIENT_ONLY",
                                        "com.example/theirs\\u202e SERVER_ONLY");
                        assertThat(extensions.at("/0/settings").asString())
                                .startsWith("{\"text\":\"aaa")
                                .hasSizeLessThan(1_100);
                        assertThat(extensions.at("/4/settings").asString())
                                .startsWith("{\"n\":1")
                                .doesNotContain("\u202e");
                    });
        }
    }

    private static String line(JsonNode extension) {
        String problem = extension.path("problem").asString("");
        return (extension.at("/identifier").asString() + " "
                        + extension.at("/use").asString() + " " + problem)
                .trim();
    }

    /** An extension without methods. */
    private record NamedExtension(String identifier)
            implements McpExtension<NamedExtension.Blocking, NamedExtension.Reactive> {

        private record Blocking() {}

        private record Reactive() {}

        @Override
        public Class<Blocking> type() {
            return Blocking.class;
        }

        @Override
        public Class<Reactive> reactiveType() {
            return Reactive.class;
        }

        @Override
        public List<McpExtensionMethod> methods() {
            return List.of();
        }

        @Override
        public Reactive create(McpExtensionContext context) {
            return new Reactive();
        }

        @Override
        public Blocking blocking(Reactive reactive, McpExtensionContext context) {
            return new Blocking();
        }
    }

    /** The names of the members, and the forms of times. */
    private static void requireView(JsonNode view) {
        assertThat(view.propertyNames()).contains("name", "inFlight", "toolCost", "ignoredMessages", "lastErrors");
        assertThat(view.at("/since").asString()).endsWith("Z");
        if (view.has("sessionAge")) { // connected
            assertThat(view.at("/sessionAge").asString()).startsWith("PT");
            assertThat(view.propertyNames()).contains("eraReason", "protocolVersion");
            assertThat(view.at("/serverInfo/name").asString()).isEqualTo("scripted");
            assertThat(view.at("/capabilities/tools").isObject()).isTrue();
        }
    }

    private static JsonNode json(HttpResponse<String> response, int status) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return MAPPER.readTree(response.body());
    }

    private HttpResponse<String> get(String url) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(url)));
    }

    private HttpResponse<String> post(String url, String body) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return this.http.send(request.timeout(LIMIT).build(), HttpResponse.BodyHandlers.ofString());
    }
}
