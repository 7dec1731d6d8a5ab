package io.mcpclient.test;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.bean.override.BeanOverrideHandler;
import org.springframework.test.context.bean.override.BeanOverrideStrategy;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.McpClients;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.registry.McpPromptRegistry;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.spring.McpClientCustomizer;
import io.mcpclient.spring.McpConnectionDetails;
import io.mcpclient.spring.McpServer;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;
import io.mcpclient.typed.McpToolClient;

/**
 * Switches off the real servers of a test that replaces others by test servers or mocks: a test of one client must not start the
 * processes of all others. A server remains connected if the test itself configures it, by properties or connection details, or
 * has a spy of its client.
 *
 * @param spied servers with a spy
 */
record OtherServersCustomizer(Set<String> spied) implements ContextCustomizer {

    private static final Logger logger = LoggerFactory.getLogger("io.mcpclient.configuration");

    /** Types whose replacement makes connections unnecessary, besides interfaces with {@link McpToolClient}. */
    private static final List<Class<?>> REPLACEABLE = List.of(
            McpClient.class,
            ReactiveMcpClient.class,
            McpClients.class,
            McpToolRegistry.class,
            McpPromptRegistry.class,
            McpResourceRegistry.class);

    /** The servers are chosen when all properties and beans of the test are known. */
    @Override
    public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
        ServerProperties properties = new ServerProperties(context.getEnvironment());
        BeanDefinitionRegistryPostProcessor chosen = registry -> switchOff(properties, context, registry);
        context.addBeanFactoryPostProcessor(chosen);
    }

    private void switchOff(
            ServerProperties properties, ConfigurableApplicationContext context, BeanDefinitionRegistry registry) {
        Set<String> unused = new TreeSet<>(properties.servers());
        unused.removeAll(this.spied);
        unused.removeIf(server ->
                !isTestServer(server, registry) && (properties.isOfTest(server) || !properties.hasAddress(server)));
        Set<String> others = new TreeSet<>(unused);
        others.removeIf(server -> isTestServer(server, registry));
        if (others.isEmpty()) {
            return;
        }
        Map<String, Object> overrides = new LinkedHashMap<>(properties.unneeded(unused));
        overrides.putAll(new UnusedCredentials(properties).of(others));
        others.forEach(server -> {
            overrides.put(properties.name(server, "start"), "lazy");
            overrides.put(properties.name(server, "required"), "false");
        });
        properties.override("mcpOtherServers", overrides);
        registry.registerBeanDefinition(
                "mcpOtherServers",
                new RootBeanDefinition(
                        SwitchedOff.class, () -> new SwitchedOff(others, properties, context.getBeanFactory())));
        logger.info(
                "MCP servers {}: switched off in this test, which replaces others. To connect one, set"
                        + " mcp.servers.<name>.start=eager in the properties of the test.",
                others);
    }

    private static boolean isTestServer(String server, BeanDefinitionRegistry registry) {
        return registry.containsBeanDefinition(TestServersCustomizer.beanName(server));
    }

    /** Gives the clients of servers a transport without a connection, after all customizers of the application. */
    private record SwitchedOff(Set<String> servers, ServerProperties properties, ListableBeanFactory beans)
            implements McpClientCustomizer, Ordered {

        @Override
        public void customize(String serverName, McpClientBuilder builder) {
            if (this.servers.contains(serverName) && !isConfigured(serverName)) {
                builder.transport(new NoConnection(this.properties.name(serverName, "start")));
            }
        }

        /** A container, or a property that was registered by a bean of the test. */
        private boolean isConfigured(String server) {
            return this.properties.isOfTest(server)
                    || this.beans.getBeansOfType(McpConnectionDetails.class).values().stream()
                            .anyMatch(details -> details.serverName().equals(server));
        }

        @Override
        public int getOrder() {
            return LOWEST_PRECEDENCE;
        }
    }

    /**
     * Fails each attempt to connect.
     *
     * @param start name of the property that connects the server nevertheless
     */
    private record NoConnection(String start) implements TransportProvider {

        @Override
        public Mono<McpTransport> create(Context context) {
            String server = context.serverName();
            return Mono.error(() -> new McpConnectionException(McpErrorDetails.of(
                            server,
                            "connect",
                            McpOutcome.NOT_SENT,
                            "the server is switched off in this test, which replaces other servers")
                    .withRemedy("Replace it with @AutoConfigureMcpTestServer, mock its client, or set "
                            + this.start
                            + "=eager in the properties of the test to connect to the real server.")));
        }

        @Override
        public String description() {
            return "switched off in this test";
        }
    }

    static final class Factory implements ContextCustomizerFactory {

        @Override
        public @Nullable ContextCustomizer createContextCustomizer(
                Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
            AutoConfigureMcpTestServer annotation =
                    TestContextAnnotationUtils.findMergedAnnotation(testClass, AutoConfigureMcpTestServer.class);
            List<BeanOverrideHandler> overrides = overrides(testClass);
            boolean replacesSome = (annotation != null)
                    ? annotation.value().length > 0
                    : overrides.stream().anyMatch(override -> override.getStrategy() != BeanOverrideStrategy.WRAP);
            if (!replacesSome) {
                return null;
            }
            Set<String> spied = new TreeSet<>();
            for (BeanOverrideHandler override : overrides) {
                if (override.getStrategy() == BeanOverrideStrategy.WRAP) {
                    String server = server(override);
                    if (server == null) {
                        return null; // a spy of any server, or of all
                    }
                    spied.add(server);
                }
            }
            return new OtherServersCustomizer(spied);
        }

        /** Returns the mocks and spies of clients in a test class and, if it is nested, around it. */
        private static List<BeanOverrideHandler> overrides(Class<?> testClass) {
            List<BeanOverrideHandler> found = new ArrayList<>();
            Class<?> type = testClass;
            while (type != null) {
                BeanOverrideHandler.forTestClass(type).stream()
                        .filter(override -> isReplaceable(override.getBeanType().toClass()))
                        .forEach(found::add);
                type = TestContextAnnotationUtils.searchEnclosingClass(type) ? type.getEnclosingClass() : null;
            }
            return found;
        }

        private static boolean isReplaceable(Class<?> type) {
            return REPLACEABLE.stream().anyMatch(replaceable -> replaceable.isAssignableFrom(type))
                    || AnnotatedElementUtils.hasAnnotation(type, McpToolClient.class);
        }

        private static @Nullable String server(BeanOverrideHandler override) {
            String bean = override.getBeanName();
            if (bean != null) {
                return bean.replaceAll("(Reactive)?McpClient$", "");
            }
            Field field = override.getField();
            McpServer server =
                    (field != null) ? AnnotatedElementUtils.findMergedAnnotation(field, McpServer.class) : null;
            Qualifier qualifier =
                    (field != null) ? AnnotatedElementUtils.findMergedAnnotation(field, Qualifier.class) : null;
            return (server != null) ? server.value() : (qualifier != null) ? qualifier.value() : null;
        }
    }
}
