package io.mcpclient.autoconfigure.compose;

import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.docker.compose.core.ConnectionPorts;
import org.springframework.boot.docker.compose.core.ImageReference;
import org.springframework.boot.docker.compose.core.RunningService;
import org.springframework.boot.docker.compose.lifecycle.DockerComposeServicesReadyEvent;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.ClassUtils;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.spring.McpConnectionDetails;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Services of Docker Compose as servers: real listener and factories of Spring Boot, without a container engine. */
class DockerComposeConnectionDetailsTests {

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withPropertyValues(
                    "mcp.defaults.start=lazy",
                    "mcp.defaults.protocol=legacy",
                    "mcp.servers.weather.url=http://localhost:1/mcp");

    @AfterEach
    void close() {
        this.server.close();
    }

    /** A service whose ports have the same numbers inside of the container, plus 10000. */
    private record Service(String name, Map<String, String> labels, List<Integer> published)
            implements RunningService, ConnectionPorts {

        @Override
        public ImageReference image() {
            return ImageReference.of("example/weather:1");
        }

        @Override
        public String host() {
            return "127.0.0.1";
        }

        @Override
        public ConnectionPorts ports() {
            return this;
        }

        @Override
        public Map<String, String> env() {
            return new TreeMap<>();
        }

        @Override
        public int get(int containerPort) {
            if (!this.published.contains(containerPort - 10000)) {
                throw new IllegalStateException("No host port mapping found for container port " + containerPort);
            }
            return containerPort - 10000;
        }

        @Override
        public List<Integer> getAll() {
            return this.published;
        }

        @Override
        public List<Integer> getAll(@Nullable String protocol) {
            return this.published;
        }
    }

    /** As the lifecycle of Spring Boot does when the services are ready. */
    private static void ready(ConfigurableApplicationContext context, RunningService... services) {
        try {
            Constructor<DockerComposeServicesReadyEvent> event =
                    DockerComposeServicesReadyEvent.class.getDeclaredConstructor(ApplicationContext.class, List.class);
            event.setAccessible(true);
            listener().onApplicationEvent(event.newInstance(context, List.of(services)));
        } catch (ReflectiveOperationException ex) {
            throw new AssertionError(ex);
        }
    }

    @SuppressWarnings("unchecked")
    private static ApplicationListener<DockerComposeServicesReadyEvent> listener() {
        return (ApplicationListener<DockerComposeServicesReadyEvent>)
                BeanUtils.instantiateClass(ClassUtils.resolveClassName(
                        "org.springframework.boot.docker.compose.service.connection.DockerComposeServiceConnectionsApplicationListener",
                        null));
    }

    private ApplicationContextRunner with(RunningService... services) {
        return this.runner.withInitializer(context -> ready(context, services));
    }

    private static String echo(McpClient client) {
        return client.callTool("echo", Map.of("city", "Oslo")).text();
    }

    @Test
    void labelledServiceReplacesTheUrl() {
        with(new Service(
                        "weather",
                        Map.of("org.springframework.boot.service-connection", "mcp"),
                        List.of(this.server.port())))
                .run(context ->
                        assertThat(echo(context.getBean(McpClient.class))).isEqualTo("{\"city\":\"Oslo\"}"));
    }

    @Test
    void labelsNameServerPortAndPath() {
        with(new Service(
                        "mcp-1",
                        Map.of(
                                "io.mcpclient.server", "weather",
                                "io.mcpclient.port", String.valueOf(this.server.port() + 10000),
                                "io.mcpclient.path", "mcp/v1"),
                        List.of(1, this.server.port())))
                .run(context -> assertThat(
                                context.getBean(McpConnectionDetails.class).url())
                        .hasToString("http://127.0.0.1:" + this.server.port() + "/mcp/v1"));
    }

    @Test
    void severalServicesAreSeveralServers() {
        with(
                        new Service("weather", Map.of("io.mcpclient.server", "weather"), List.of(4001)),
                        new Service("files", Map.of("io.mcpclient.server", "files"), List.of(4002)))
                .withPropertyValues("mcp.servers.files.start=lazy")
                .run(context -> assertThat(context.getBean(McpClients.class).all())
                        .extracting(client -> client.status().peer().port())
                        .containsExactly(4002, 4001));
    }

    @Test
    void otherServicesAreLeftAlone() {
        with(new Service("search", Map.of("org.springframework.boot.service-connection", "search"), List.of(4001)))
                .run(context -> assertThat(context).doesNotHaveBean(McpConnectionDetails.class));
    }

    @Test
    void serviceWithSeveralPortsNeedsTheLabel() {
        assertThatThrownBy(
                        () -> with(new Service("mcp-1", Map.of("io.mcpclient.server", "weather"), List.of(4001, 4002)))
                                .run(context -> assertThat(context).hasNotFailed()))
                .hasMessageContaining("the Docker Compose service mcp-1 publishes 2 ports")
                .hasMessageContaining("its label io.mcpclient.port is missing");
    }
}
