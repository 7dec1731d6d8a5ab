package io.mcpclient.autoconfigure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.web.reactive.function.client.WebClient;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.autoconfigure.settings.BoundProperties;
import io.mcpclient.autoconfigure.settings.ToolsMapper;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.registry.McpPromptRegistry;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.spring.McpClientCustomizer;
import io.mcpclient.spring.McpServer;
import io.mcpclient.testkit.ForwardProxy;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.UnixRelay;
import io.mcpclient.transport.McpHttpClients;

import static org.assertj.core.api.Assertions.assertThat;

class McpClientAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withPropertyValues("mcp.defaults.start=lazy");

    private final ApplicationContextRunner two = this.runner.withPropertyValues(
            "mcp.servers.weather.url=http://localhost:1/mcp", "mcp.servers.files.url=http://localhost:1/mcp");

    @Test
    void whenNothingIsConfiguredThenThereAreNoClients() {
        this.runner.run(context -> {
            assertThat(context).hasNotFailed().doesNotHaveBean(McpClient.class);
            assertThat(context.getBean(McpClients.class).all()).isEmpty();
        });
    }

    @Test
    void whenServersAreConfiguredThenEachHasBothClients() {
        this.two.run(context -> {
            assertThat(context)
                    .getBeanNames(McpClient.class)
                    .containsExactlyInAnyOrder("weatherMcpClient", "filesMcpClient");
            assertThat(context)
                    .getBeanNames(ReactiveMcpClient.class)
                    .containsExactlyInAnyOrder("weatherReactiveMcpClient", "filesReactiveMcpClient");
            assertThat(context.getBean("weatherReactiveMcpClient", ReactiveMcpClient.class))
                    .isSameAs(
                            context.getBean("weatherMcpClient", McpClient.class).reactive());
        });
    }

    @Test
    void whenServersAreConfiguredThenAllAreInMcpClients() {
        this.two.run(context -> assertThat(
                        context.getBean("mcpClients", McpClients.class).all())
                .extracting(McpClient::name)
                .containsExactly("files", "weather"));
    }

    @Test
    void whenClientsAreQualifiedThenTheOneOfTheServerIsInjected() {
        this.two.withUserConfiguration(Injected.class).run(context -> {
            Injected injected = context.getBean(Injected.class);
            assertThat(injected.byQualifier.name()).isEqualTo("weather");
            assertThat(injected.byServer.name()).isEqualTo("files");
            assertThat(injected.reactiveByQualifier.name()).isEqualTo("weather");
            assertThat(injected.reactiveByServer.name()).isEqualTo("files");
        });
    }

    @Test
    void whenThereIsOneServerThenItsClientIsInjectedWithoutQualifier() {
        this.runner
                .withPropertyValues("mcp.servers.weather.url=http://localhost:1/mcp")
                .run(context -> {
                    assertThat(context.getBean(McpClient.class).name()).isEqualTo("weather");
                    assertThat(context.getBean(ReactiveMcpClient.class).name()).isEqualTo("weather");
                });
    }

    @Test
    void whenServerIsDisabledThenItHasNoClients() {
        this.two.withPropertyValues("mcp.servers.files.enabled=false").run(context -> assertThat(context)
                .hasSingleBean(McpClient.class)
                .hasSingleBean(ReactiveMcpClient.class)
                .doesNotHaveBean("filesMcpClient"));
    }

    @Test
    void whenDisabledThenThereAreNoBeans() {
        this.two.withPropertyValues("mcp.enabled=false").run(context -> assertThat(context)
                .doesNotHaveBean(McpClient.class)
                .doesNotHaveBean(McpClients.class)
                .doesNotHaveBean(McpToolRegistry.class)
                .doesNotHaveBean(McpPromptRegistry.class)
                .doesNotHaveBean(McpResourceRegistry.class)
                .doesNotHaveBean(McpHttpClients.class)
                .doesNotHaveBean("mcpClientLifecycle"));
    }

    @Test
    void whenWebClientIsAbsentThenThereAreNoBeans() {
        this.two
                .withClassLoader(new FilteredClassLoader(WebClient.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(McpClients.class));
    }

    @Test
    void whenApplicationHasClientOfThatNameThenItReplacesTheDefault() {
        this.two.withUserConfiguration(OwnWeather.class).run(context -> {
            assertThat(context.getBean("weatherMcpClient")).isSameAs(OwnWeather.client(context));
            assertThat(context.getBean(McpClients.class).get("weather")).isSameAs(OwnWeather.client(context));
            assertThat(context.getBean("weatherReactiveMcpClient"))
                    .isSameAs(OwnWeather.client(context).reactive());
        });
    }

    @Test
    void whenApplicationHasMoreClientsThenTheyAreInMcpClients() {
        this.two.withUserConfiguration(OwnOther.class).run(context -> assertThat(
                        context.getBean(McpClients.class).all())
                .extracting(McpClient::name)
                .containsExactly("files", "other", "weather"));
    }

    @Test
    void whenApplicationHasMcpClientsThenTheyReplaceTheDefault() {
        this.two.withUserConfiguration(OwnClients.class).run(context -> assertThat(context)
                .hasSingleBean(McpClients.class)
                .hasBean("ownClients"));
    }

    @Test
    void whenApplicationHasRegistryThenItReplacesTheDefault() {
        this.two.withUserConfiguration(OwnRegistry.class).run(context -> assertThat(context)
                .hasSingleBean(McpToolRegistry.class)
                .hasBean("ownRegistry"));
    }

    @Test
    void whenServersAreConfiguredThenTheirPromptsAndResourcesAreInRegistries() {
        this.two.run(context -> assertThat(context)
                .hasSingleBean(McpPromptRegistry.class)
                .hasBean("mcpPromptRegistry")
                .hasSingleBean(McpResourceRegistry.class)
                .hasBean("mcpResourceRegistry"));
    }

    @Test
    void whenApplicationHasRegistriesOfPromptsAndResourcesThenTheyReplaceTheDefault() {
        this.two.withUserConfiguration(OwnOtherRegistries.class).run(context -> assertThat(context)
                .hasSingleBean(McpPromptRegistry.class)
                .hasBean("ownPrompts")
                .hasSingleBean(McpResourceRegistry.class)
                .hasBean("ownResources"));
    }

    @Test
    void whenApplicationHasHttpClientsThenTheyReplaceTheDefault() {
        this.two
                .withBean("ownHttpClients", McpHttpClients.class, McpHttpClients::create)
                .run(context ->
                        assertThat(context).hasSingleBean(McpHttpClients.class).hasBean("ownHttpClients"));
    }

    @Test
    void whenThereAreCustomizersThenTheyRunInOrderForTheServersTheyAreFor() {
        this.two.withUserConfiguration(Customizers.class).run(context -> assertThat(
                        context.getBean(Customizers.class).calls)
                .containsExactlyInAnyOrder(
                        "first files", "second files", "first weather", "weather only", "second weather")
                .containsSubsequence("first weather", "weather only", "second weather"));
    }

    @Test
    void whenThereAreInterceptorsThenTheyWrapCallsInOrderForTheServersTheyAreFor() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(), "mcp.servers.files.url=" + server.url())
                    .withUserConfiguration(Interceptors.class)
                    .run(context -> {
                        List<String> calls = context.getBean(Interceptors.class).calls;
                        context.getBean("weatherMcpClient", McpClient.class).ping();
                        assertThat(calls)
                                .contains("first ping", "weather only ping")
                                .containsSubsequence("first ping", "weather only ping");
                        calls.clear();
                        context.getBean("filesMcpClient", McpClient.class).ping();
                        assertThat(calls).contains("first ping").doesNotContain("weather only ping");
                    });
        }
    }

    @Test
    void whenThereIsAProxyThenServersAreReachedThroughIt() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                ForwardProxy proxy = new ForwardProxy().withCredentials("user", "p4ssword")) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(),
                            "mcp.defaults.proxy.host=127.0.0.1",
                            "mcp.defaults.proxy.port=" + proxy.port(),
                            "mcp.defaults.proxy.username=user",
                            "mcp.servers.weather.proxy.password=p4ssword")
                    .run(context -> context.getBean(McpClient.class).session().connect());
            assertThat(server.requests("initialize"))
                    .singleElement()
                    .satisfies(request -> assertThat(request.header("via")).isEqualTo("1.1 proxy"));
            assertThat(proxy.requests()).contains("POST " + server.url());
        }
    }

    @Test
    void whenUrlIsAUnixDomainSocketThenProxiesOfAllServersDoNotApply(@TempDir Path directory) {
        Path socket = directory.resolve("mcp.sock");
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                UnixRelay relay = new UnixRelay(socket, server.port())) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=unix:" + socket + "/mcp",
                            "mcp.defaults.proxy.type=system",
                            "mcp.defaults.ssl.bundle=none")
                    .run(context -> {
                        context.getBean(McpClient.class).session().connect();
                        assertThat(context.getBean(PropertiesMcpClientFactory.class)
                                        .settings()
                                        .get("weather")
                                        .announcement(null, true))
                                .startsWith("unix://" + socket + "#/mcp, ");
                    });
            assertThat(server.requests("initialize")).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "proxy.type=system, proxy.type is set",
        "ssl.bundle=x, ssl.bundle is set",
        "auth.type=oauth2, auth.type is oauth2",
        "public-addresses-only=true, url has an address that is not public"
    })
    void whenUrlIsAUnixDomainSocketThenSettingsOfNetworksAreRejected(String setting, String problem) {
        this.runner
                .withPropertyValues("mcp.servers.weather.url=unix:///run/x.sock#/mcp", "mcp.servers.weather." + setting)
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("mcp.servers.weather." + problem));
    }

    @Test
    void whenClientInfoPropertiesAreSetThenTheyAreSentToServers() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(),
                            "mcp.servers.weather.headers.X-Tenant=acme",
                            "mcp.servers.weather.protocol=2025-06-18",
                            "mcp.client-info.name=forecasts",
                            "mcp.client-info.version=1.2",
                            "mcp.client-info.title=Forecasts")
                    .run(context -> context.getBean(McpClient.class).session().connect());
            var initialize = server.requests("initialize").get(0);
            assertThat(initialize.header("X-Tenant")).isEqualTo("acme");
            assertThat(initialize.json().at("/params/protocolVersion").asString())
                    .isEqualTo("2025-06-18");
            assertThat(initialize.json().at("/params/clientInfo/name").asString())
                    .isEqualTo("forecasts");
            assertThat(initialize.json().at("/params/clientInfo/version").asString())
                    .isEqualTo("1.2");
            assertThat(initialize.json().at("/params/clientInfo/title").asString())
                    .isEqualTo("Forecasts");
        }
    }

    @Test
    void whenApplicationNameIsSetThenItIsSentToServers() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            this.runner
                    .withPropertyValues("mcp.servers.weather.url=" + server.url(), "spring.application.name=shop")
                    .run(context -> context.getBean(McpClient.class).session().connect());
            assertThat(server.requests("initialize")
                            .get(0)
                            .json()
                            .at("/params/clientInfo/name")
                            .asString())
                    .isEqualTo("shop");
        }
    }

    @Test
    void whenSslBundleExistsThenItIsUsed() {
        this.runner
                .withPropertyValues(
                        "mcp.servers.weather.url=https://localhost:1/mcp",
                        "mcp.servers.weather.ssl.bundle=corp",
                        "spring.ssl.bundle.jks.corp.options.enabled-protocols=TLSv1.3")
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(McpClient.class));
    }

    @Test
    void whenToolNamingIsConfiguredThenRegistryUsesIt() {
        assertThat(naming(Map.of())).isEqualTo(McpToolNaming.defaults());
        assertThat(naming(Map.of(
                        "mcp.tools.naming", "always",
                        "mcp.tools.separator", "-",
                        "mcp.tools.max-name-length", "32")))
                .isEqualTo(new McpToolNaming(McpToolNaming.Prefix.ALWAYS, "-", 32));
    }

    private static McpToolNaming naming(Map<String, String> properties) {
        return new ToolsMapper().map(BoundProperties.of(properties).tools());
    }

    @Configuration(proxyBeanMethods = false)
    static class Injected {

        @Autowired
        @Qualifier("weather")
        McpClient byQualifier;

        @Autowired
        @McpServer("files")
        McpClient byServer;

        @Autowired
        @Qualifier("weather")
        ReactiveMcpClient reactiveByQualifier;

        @Autowired
        @McpServer("files")
        ReactiveMcpClient reactiveByServer;
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnWeather {

        @Bean
        McpClient weatherMcpClient() {
            return McpClient.builder("weather").url("http://localhost:2/own").build();
        }

        static McpClient client(BeanFactory context) {
            return context.getBean("weatherMcpClient", McpClient.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnOther {

        @Bean
        McpClient other() {
            return McpClient.builder("other").url("http://localhost:2/own").build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnClients {

        @Bean
        McpClients ownClients() {
            return new McpClients(List.of());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnRegistry {

        @Bean
        McpToolRegistry ownRegistry(McpClients clients) {
            return McpToolRegistry.of(clients, McpToolNaming.defaults());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnOtherRegistries {

        @Bean
        McpPromptRegistry ownPrompts(McpClients clients) {
            return McpPromptRegistry.of(clients, McpToolNaming.defaults());
        }

        @Bean
        McpResourceRegistry ownResources(McpClients clients) {
            return McpResourceRegistry.of(clients);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Customizers {

        final List<String> calls = new ArrayList<>();

        @Bean
        @Order(3)
        McpClientCustomizer second() {
            return (server, builder) -> this.calls.add("second " + server);
        }

        @Bean
        @Order(2)
        @McpServer("weather")
        McpClientCustomizer only() {
            return (server, builder) -> this.calls.add("weather only");
        }

        @Bean
        @Order(1)
        McpClientCustomizer first() {
            return (server, builder) -> this.calls.add("first " + server);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Interceptors {

        final List<String> calls = new CopyOnWriteArrayList<>();

        @Bean
        @Order(2)
        @McpServer("weather")
        McpInterceptor only() {
            return (call, next) -> {
                this.calls.add("weather only " + call.method());
                return next.handle(call);
            };
        }

        @Bean
        @Order(1)
        McpInterceptor first() {
            return (call, next) -> {
                this.calls.add("first " + call.method());
                return next.handle(call);
            };
        }
    }
}
