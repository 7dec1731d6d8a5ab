package io.mcpclient.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;

import io.mcpclient.McpClientBuilder;
import io.mcpclient.spring.McpClientCustomizer;
import io.mcpclient.spring.McpServer;
import io.mcpclient.status.McpEra;
import io.mcpclient.time.TimeSource;

/**
 * Defines the test servers of an application context. It is equal to another one with the same servers, so that contexts are
 * shared.
 *
 * @param servers names of the servers, empty for all
 * @param replay location of a recording, or empty
 * @param eras eras that the servers support
 */
record TestServersCustomizer(Set<String> servers, String replay, Set<McpEra> eras) implements ContextCustomizer {

    @Override
    public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
        ConfigurableEnvironment environment = context.getEnvironment();
        Set<String> names = new LinkedHashSet<>(this.servers);
        if (names.isEmpty()) {
            names.addAll(new ServerProperties(environment).servers());
        }
        if (!this.replay.isEmpty() && names.size() != 1) {
            throw new IllegalStateException("A recording is replayed by one server. Name it in"
                    + " @AutoConfigureMcpTestServer(value = \"…\", replay = \"" + this.replay + "\").");
        }
        new ServerProperties(environment).override("mcpTestServers", overrides(environment, names));
        names.forEach(name -> define(name, context.getBeanFactory()));
    }

    /** Sets a URL for servers that have none, and a value for what the application has only where it is deployed: none is used. */
    private static Map<String, Object> overrides(ConfigurableEnvironment environment, Set<String> names) {
        ServerProperties properties = new ServerProperties(environment);
        Map<String, Object> overrides = properties.unneeded(names);
        overrides.putAll(new UnusedCredentials(properties).of(names));
        names.stream()
                .filter(name -> !properties.hasAddress(name))
                .forEach(name -> overrides.put(properties.name(name, "url"), ServerProperties.UNUSED_URL));
        return overrides;
    }

    private void define(String name, ConfigurableListableBeanFactory beanFactory) {
        McpTestServer server =
                this.replay.isEmpty() ? McpTestServer.create(name) : McpTestServer.replay(name, recording());
        server.eras(this.eras);
        RootBeanDefinition definition = new RootBeanDefinition(
                McpTestServer.class,
                () -> server.time(beanFactory.getBeanProvider(TimeSource.class).getIfAvailable(TimeSource::system)));
        definition.setDestroyMethodName("close");
        definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, name));
        definition.addQualifier(new AutowireCandidateQualifier(McpServer.class, name));
        BeanDefinitionRegistry registry = (BeanDefinitionRegistry) beanFactory;
        registry.registerBeanDefinition(beanName(name), definition);
        registry.registerBeanDefinition(
                name + "McpTestTransport", new RootBeanDefinition(Transport.class, () -> new Transport(name, server)));
    }

    /** Returns the name of the bean with the test server of a server. */
    static String beanName(String server) {
        return server + "McpTestServer";
    }

    private McpRecording recording() {
        try {
            return McpRecording.parse(
                    new DefaultResourceLoader().getResource(this.replay).getContentAsString(StandardCharsets.UTF_8));
        } catch (IOException ex) {
            throw new UncheckedIOException("the recording " + this.replay + " cannot be read", ex);
        }
    }

    /** Gives the client of a server the transport of its test server, after all customizers of the application. */
    private record Transport(String name, McpTestServer server) implements McpClientCustomizer, Ordered {

        @Override
        public void customize(String serverName, McpClientBuilder builder) {
            if (serverName.equals(this.name)) {
                builder.transport(this.server.transport());
            }
        }

        @Override
        public int getOrder() {
            return LOWEST_PRECEDENCE;
        }
    }

    static final class Factory implements ContextCustomizerFactory {

        @Override
        public @Nullable ContextCustomizer createContextCustomizer(
                Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
            AutoConfigureMcpTestServer annotation =
                    TestContextAnnotationUtils.findMergedAnnotation(testClass, AutoConfigureMcpTestServer.class);
            return (annotation != null)
                    ? new TestServersCustomizer(
                            Set.of(annotation.value()), annotation.replay(), Set.of(annotation.era()))
                    : null;
        }
    }
}
