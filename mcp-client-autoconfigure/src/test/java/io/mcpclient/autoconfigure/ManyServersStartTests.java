package io.mcpclient.autoconfigure;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.actuate.McpHealthAutoConfiguration;
import io.mcpclient.autoconfigure.observation.McpMetricsAutoConfiguration;
import io.mcpclient.handler.McpElicitationHandler;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.spring.McpServers;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** What a server costs when the application starts. */
class ManyServersStartTests {

    /** Counts the searches that Spring does not cache, each of which looks at all definitions. */
    private static final class Counting extends DefaultListableBeanFactory {

        private final AtomicInteger scans = new AtomicInteger();

        @Override
        public String[] getBeanNamesForType(Class<?> type, boolean nonSingletons, boolean eagerInit) {
            if (!eagerInit) {
                this.scans.incrementAndGet();
            }
            return super.getBeanNamesForType(type, nonSingletons, eagerInit);
        }
    }

    private static void start(int servers, Counting beans, ContextConsumer<AssertableApplicationContext> check) {
        new ApplicationContextRunner(() -> new AnnotationConfigApplicationContext(beans))
                .withConfiguration(AutoConfigurations.of(
                        SslAutoConfiguration.class,
                        McpClientAutoConfiguration.class,
                        McpHealthAutoConfiguration.class,
                        McpMetricsAutoConfiguration.class))
                .withPropertyValues(IntStream.range(0, servers)
                        .boxed()
                        .flatMap(i -> Stream.of(
                                "mcp.servers.server" + i + ".url=http://127.0.0.1:9/mcp",
                                "mcp.servers.server" + i + ".start=lazy"))
                        .toArray(String[]::new))
                .run(check);
    }

    private static int scans(int servers) {
        Counting beans = new Counting();
        start(servers, beans, context -> assertThat(
                        context.getBean(McpClients.class).all())
                .hasSize(servers));
        return beans.scans.get();
    }

    @Test
    void numberOfBeanScansDoesNotDependOnTheNumberOfServers() {
        assertThat(scans(50)).isEqualTo(scans(1));
    }

    @Test
    void beanRegisteredAfterTheStartAppliesToServersAddedLater() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            Counting beans = new Counting();
            start(1, beans, context -> {
                beans.registerSingleton("handler", (McpElicitationHandler) (params, request) -> ElicitResult.decline());
                McpClient client = context.getBean(McpServers.class).add("added", Map.of("url", server.url()));
                client.ping();
                assertThat(server.requests("initialize")
                                .get(0)
                                .json()
                                .at("/params/capabilities/elicitation")
                                .isMissingNode())
                        .isFalse();
            });
        }
    }

    /** Counts how often the address of the first server is read. */
    private static final class Source extends MapPropertySource {

        private final AtomicInteger reads = new AtomicInteger();

        Source() {
            super(
                    "counting",
                    Map.of("mcp.servers.first.url", "http://127.0.0.1:9/mcp", "mcp.servers.first.start", "lazy"));
        }

        @Override
        public @Nullable Object getProperty(String name) {
            if (name.equals("mcp.servers.first.url")) {
                this.reads.incrementAndGet();
            }
            return super.getProperty(name);
        }
    }

    /** Adds a source when the properties of servers have been read once. */
    static final class LateSource implements BeanDefinitionRegistryPostProcessor {

        private final ConfigurableEnvironment environment;

        LateSource(ConfigurableEnvironment environment) {
            this.environment = environment;
        }

        @Override
        public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
            this.environment
                    .getPropertySources()
                    .addFirst(new MapPropertySource(
                            "late",
                            Map.of(
                                    "mcp.servers.late.url",
                                    "http://127.0.0.1:9/mcp",
                                    "mcp.servers.late.start",
                                    "lazy")));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LateConfiguration {

        @Bean
        static LateSource lateSource(ConfigurableEnvironment environment) {
            return new LateSource(environment);
        }
    }

    private static ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class));
    }

    @Test
    void propertiesOfServersAreReadOnceForTheirBeans() {
        Source source = new Source();
        runner().withInitializer(
                        context -> context.getEnvironment().getPropertySources().addFirst(source))
                .run(context -> {
                    assertThat(context.getBean(McpClients.class).all()).hasSize(1);
                    // for the beans, the settings, and the checks of their names and placeholders
                    assertThat(source.reads).hasValueLessThanOrEqualTo(5);
                });
    }

    @Test
    void propertySourceAddedByAPostProcessorDefinesServers() {
        runner().withUserConfiguration(LateConfiguration.class)
                .run(context ->
                        assertThat(context.getBeansOfType(McpClient.class)).containsOnlyKeys("lateMcpClient"));
    }
}
