package io.mcpclient.autoconfigure.cloud;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cloud.client.DefaultServiceInstance;
import org.springframework.cloud.client.ReactiveCommonsClientAutoConfiguration;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.cloud.client.discovery.ReactiveDiscoveryClient;
import org.springframework.cloud.client.discovery.composite.CompositeDiscoveryClientAutoConfiguration;
import org.springframework.cloud.client.discovery.composite.reactive.ReactiveCompositeDiscoveryClientAutoConfiguration;
import org.springframework.cloud.client.discovery.simple.SimpleDiscoveryClientAutoConfiguration;
import org.springframework.cloud.client.discovery.simple.reactive.SimpleReactiveDiscoveryClientAutoConfiguration;
import org.springframework.cloud.commons.util.UtilAutoConfiguration;
import org.springframework.cloud.loadbalancer.config.LoadBalancerAutoConfiguration;
import org.springframework.cloud.loadbalancer.support.LoadBalancerClientFactory;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.autoconfigure.beans.McpServiceAddresses;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Servers whose instances Spring Cloud knows. */
class McpCloudAutoConfigurationTests {

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final RefusedPort refused = new RefusedPort();

    private static final Class<?>[] DISCOVERY = {
        UtilAutoConfiguration.class,
        SimpleDiscoveryClientAutoConfiguration.class,
        CompositeDiscoveryClientAutoConfiguration.class
    };

    private static final Class<?>[] REACTIVE_DISCOVERY = {
        UtilAutoConfiguration.class,
        ReactiveCommonsClientAutoConfiguration.class,
        SimpleReactiveDiscoveryClientAutoConfiguration.class,
        ReactiveCompositeDiscoveryClientAutoConfiguration.class
    };

    private static final Class<?>[] BALANCER = {LoadBalancerAutoConfiguration.class};

    /** All at once, because they are sorted once. */
    private ApplicationContextRunner runner(Class<?>[]... more) {
        Class<?>[] all = Stream.concat(
                        Stream.of(
                                SslAutoConfiguration.class,
                                McpClientAutoConfiguration.class,
                                McpCloudAutoConfiguration.class),
                        Stream.of(more).flatMap(Stream::of))
                .distinct()
                .toArray(Class<?>[]::new);
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(all))
                .withPropertyValues(
                        "mcp.defaults.start=lazy",
                        "mcp.defaults.protocol=legacy",
                        "mcp.servers.weather.url=lb://weather/mcp",
                        "spring.cloud.discovery.client.simple.instances.weather[0].uri=" + this.refused.url(),
                        "spring.cloud.discovery.client.simple.instances.weather[1].uri=" + this.server.url());
    }

    @AfterEach
    void close() {
        this.server.close();
        this.refused.close();
    }

    private static String echo(McpClient client) {
        return client.callTool("echo", Map.of("city", "Oslo")).text();
    }

    @Test
    void loadBalancerChoosesTheFirstInstanceAndOthersAreFallbacks() {
        runner(DISCOVERY, REACTIVE_DISCOVERY, BALANCER).run(context -> {
            assertThat(context).hasSingleBean(LoadBalancerClientFactory.class);
            assertThat(context.getBean(McpServiceAddresses.class)).isInstanceOf(BalancedAddresses.class);
            assertThat(echo(context.getBean(McpClient.class))).isEqualTo("{\"city\":\"Oslo\"}");
            assertThat(context.getBean(McpClient.class).status().peer().port()).isEqualTo(this.server.port());
        });
    }

    @Test
    void reactiveDiscoveryClientIsEnough() {
        runner(REACTIVE_DISCOVERY).run(context -> {
            assertThat(context).hasSingleBean(McpServiceAddresses.class).hasBean("mcpServiceAddresses");
            assertThat(context.getBeansOfType(ReactiveDiscoveryClient.class)).isNotEmpty();
            assertThat(echo(context.getBean(McpClient.class))).isEqualTo("{\"city\":\"Oslo\"}");
        });
    }

    @Test
    void discoveryClientIsEnough() {
        runner(DISCOVERY).run(context -> {
            assertThat(context.getBeansOfType(DiscoveryClient.class)).isNotEmpty();
            assertThat(context).doesNotHaveBean(ReactiveDiscoveryClient.class);
            assertThat(echo(context.getBean(McpClient.class))).isEqualTo("{\"city\":\"Oslo\"}");
        });
    }

    @Test
    void secureInstanceIsReachedOverTls() {
        ServiceInstance secure = new DefaultServiceInstance("w1", "weather", "127.0.0.1", this.server.port(), true);
        DiscoveredAddresses addresses = new DiscoveredAddresses(serviceId -> Mono.just(List.of(secure)));

        assertThat(addresses
                        .of("weather")
                        .resolve("weather", URI.create("http://weather/mcp?tenant=acme"))
                        .block(Duration.ofSeconds(10)))
                .containsExactly(URI.create("https://127.0.0.1:" + this.server.port() + "/mcp?tenant=acme"));
    }

    @Test
    void urlWithHttpsNeedsNoDeclarationOfTheInstance() {
        ServiceInstance plain = new DefaultServiceInstance("w1", "weather", "127.0.0.1", this.server.port(), false);
        DiscoveredAddresses addresses = new DiscoveredAddresses(serviceId -> Mono.just(List.of(plain)));

        assertThat(addresses
                        .of("weather")
                        .resolve("weather", URI.create("https://weather/mcp"))
                        .block(Duration.ofSeconds(10)))
                .containsExactly(URI.create("https://127.0.0.1:" + this.server.port() + "/mcp"));
    }

    @Test
    void serviceWithoutInstancesIsUnavailable() {
        runner(REACTIVE_DISCOVERY, BALANCER)
                .withPropertyValues("mcp.servers.weather.url=lb://unknown/mcp")
                .run(context -> assertThatThrownBy(
                                () -> context.getBean(McpClient.class).session().connect())
                        .hasMessageContaining("MCP server \"weather\"")
                        .hasMessageContaining("no address of the server is known"));
    }

    @Test
    void customServiceAddressesReplaceThoseOfSpringCloud() {
        McpServiceAddresses own = serviceId -> (name, url) -> Mono.just(List.of(this.server.uri()));
        runner(REACTIVE_DISCOVERY)
                .withBean("own", McpServiceAddresses.class, () -> own)
                .run(context -> {
                    assertThat(context).hasSingleBean(McpServiceAddresses.class);
                    assertThat(echo(context.getBean(McpClient.class))).isEqualTo("{\"city\":\"Oslo\"}");
                });
    }

    @Test
    void withoutSpringCloudTheStartFailsWithARemedy() {
        runner().withClassLoader(new FilteredClassLoader("org.springframework.cloud"))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining(
                                "mcp.servers.weather.url is lb://weather/mcp, but Spring Cloud is missing")
                        .hasMessageContaining("Add spring-cloud-starter-loadbalancer"));
    }

    @Test
    void whenDisabledThenThereAreNoBeans() {
        runner(REACTIVE_DISCOVERY)
                .withPropertyValues("mcp.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(McpServiceAddresses.class));
    }
}
