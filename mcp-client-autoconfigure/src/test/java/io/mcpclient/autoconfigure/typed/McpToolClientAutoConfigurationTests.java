package io.mcpclient.autoconfigure.typed;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.ParameterizedTypeReference;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.spring.McpToolClientScan;
import io.mcpclient.spring.McpUnknownServerException;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.typed.McpTool;
import io.mcpclient.typed.McpToolClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

class McpToolClientAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class));

    private static ScriptedLegacyServer server() {
        ScriptedLegacyServer server = ScriptedHttpServer.legacy();
        server.withoutVerification();
        return server;
    }

    @McpToolClient("weather")
    interface Nested {

        @McpTool("echo")
        String echo(String city);
    }

    @Configuration(proxyBeanMethods = false)
    @McpToolClientScan(basePackageClasses = Weather.class)
    static class Scanning {}

    @Configuration(proxyBeanMethods = false)
    @McpToolClientScan("io.mcpclient.autoconfigure.typed.other")
    static class ScanningElsewhere {}

    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage(basePackageClasses = ScriptedHttpServer.class)
    static class OtherPackage {}

    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage(basePackages = "io.mcpclient.autoconfigure.typed")
    @McpToolClientScan(basePackageClasses = ScriptedHttpServer.class)
    static class ScanOverridesPackage {}

    @Configuration(proxyBeanMethods = false)
    static class Own {

        @Bean
        Weather own() {
            return city -> "own " + city;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class MockedClient {

        @Bean
        @Qualifier("weather")
        McpClient weatherMcpClient() {
            McpClient.Tools tools = mock();
            given(tools.call(eq("echo"), eq(Map.of("city", "Oslo")), any(ParameterizedTypeReference.class), any()))
                    .willReturn("mocked");
            McpClient client = mock();
            given(client.tools()).willReturn(tools);
            return client;
        }
    }

    record Consumer(Weather weather) {}

    @Test
    void interfacesInThePackagesAreBeans() {
        try (ScriptedLegacyServer server = server()) {
            this.runner
                    .withUserConfiguration(Scanning.class)
                    .withBean(Consumer.class)
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(), "mcp.servers.wether.url=" + server.url())
                    .run(context -> {
                        assertThat(context)
                                .hasSingleBean(Weather.class)
                                .hasSingleBean(Nested.class)
                                .hasBean("weather");
                        assertThat(context.getBean(Consumer.class).weather().echo("Oslo"))
                                .isEqualTo("{\"city\":\"Oslo\"}");
                    });
        }
    }

    @Test
    void interfacesInOtherPackagesAreNotBeans() {
        this.runner
                .withUserConfiguration(OtherPackage.class)
                .withPropertyValues("mcp.servers.weather.url=http://localhost:1", "mcp.defaults.start=lazy")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Weather.class));
        this.runner
                .withUserConfiguration(ScanOverridesPackage.class)
                .withPropertyValues("mcp.servers.weather.url=http://localhost:1", "mcp.defaults.start=lazy")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Weather.class));
    }

    @Test
    void applicationPackagesAreScannedByDefault() {
        this.runner
                .withInitializer(context -> AutoConfigurationPackages.register(
                        (BeanDefinitionRegistry) context.getBeanFactory(), "io.mcpclient.autoconfigure.typed"))
                .withPropertyValues(
                        "mcp.servers.weather.url=http://localhost:1",
                        "mcp.servers.wether.url=http://localhost:1",
                        "mcp.defaults.start=lazy")
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Weather.class));
    }

    @Test
    void customBeanReplacesTheGeneratedClient() {
        this.runner
                .withUserConfiguration(Own.class, Scanning.class)
                .withPropertyValues(
                        "mcp.servers.weather.url=http://localhost:1",
                        "mcp.servers.wether.url=http://localhost:1",
                        "mcp.defaults.start=lazy")
                .run(context -> {
                    assertThat(context).hasSingleBean(Weather.class).hasBean("own");
                    assertThat(context.getBean(Weather.class).echo("Oslo")).isEqualTo("own Oslo");
                });
    }

    @Test
    void unknownServerFailsTheStart() {
        this.runner
                .withUserConfiguration(ScanningElsewhere.class)
                .withPropertyValues("mcp.servers.weather.url=http://localhost:1", "mcp.defaults.start=lazy")
                .run(context -> {
                    assertThat(context).hasFailed();
                    assertThat(context.getStartupFailure())
                            .isInstanceOf(McpUnknownServerException.class)
                            .hasMessageContaining("The bean \"elsewhere\" is annotated with @McpToolClient(\"wether\")")
                            .hasMessageContaining("Did you mean \"weather\"?");
                });
    }

    @Test
    void callsOfDisabledServerFail() {
        this.runner
                .withUserConfiguration(ScanningElsewhere.class)
                .withUserConfiguration(Scanning.class)
                .withPropertyValues(
                        "mcp.servers.weather.url=http://localhost:1",
                        "mcp.servers.weather.enabled=false",
                        "mcp.servers.wether.url=http://localhost:1",
                        "mcp.defaults.start=lazy")
                .run(context -> assertThatExceptionOfType(McpRejectedException.class)
                        .isThrownBy(() -> context.getBean(Weather.class).echo("Oslo"))
                        .withMessageContaining("MCP server \"weather\"")
                        .withMessageContaining("Set mcp.servers.weather.enabled to true."));
    }

    @Test
    void mockOfTheClientIsCalled() {
        this.runner
                .withUserConfiguration(MockedClient.class, Scanning.class)
                .withPropertyValues(
                        "mcp.servers.weather.url=http://localhost:1",
                        "mcp.servers.wether.url=http://localhost:1",
                        "mcp.defaults.start=lazy")
                .run(context ->
                        assertThat(context.getBean(Weather.class).echo("Oslo")).isEqualTo("mocked"));
    }

    @Test
    void nothingIsDefinedWithoutTheLibraryOrWhenSwitchedOff() {
        this.runner
                .withUserConfiguration(Scanning.class)
                .withPropertyValues("mcp.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Weather.class));
        this.runner
                .withUserConfiguration(Scanning.class)
                .withClassLoader(new FilteredClassLoader("org.springframework.web.reactive.function.client"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Weather.class));
    }
}
