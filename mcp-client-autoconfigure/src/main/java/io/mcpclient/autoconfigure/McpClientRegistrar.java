package io.mcpclient.autoconfigure;

import java.util.Map;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

import io.mcpclient.McpClient;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.autoconfigure.McpProperties.Server;
import io.mcpclient.autoconfigure.McpProperties.ServerDefaults;

/**
 * Defines two beans for every enabled server, {@code <server>McpClient} and {@code <server>ReactiveMcpClient}, both
 * qualified with its name. Only names are read here, so that wrong values are reported by the binding of
 * {@link McpProperties}. A bean of the application with one of those names takes its place.
 */
final class McpClientRegistrar implements ImportBeanDefinitionRegistrar {

    static final String FACTORY_BEAN = "mcpClientFactory";

    private final Environment environment;

    McpClientRegistrar(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        Binder binder = Binder.get(this.environment);
        ServerDefaults defaults =
                binder.bind("mcp.defaults", ServerDefaults.class).orElseGet(ServerDefaults::new);
        ServerSettingsMapper mapper = new ServerSettingsMapper(defaults);
        Map<String, Server> servers = binder.bind("mcp.servers", Bindable.mapOf(String.class, Server.class))
                .orElseGet(Map::of);
        servers.forEach((name, server) -> {
            if (mapper.isEnabled(name, server)) {
                register(name, registry);
            }
        });
    }

    private static void register(String server, BeanDefinitionRegistry registry) {
        String client = server + "McpClient";
        define(registry, client, definition(server, McpClient.class, "create", server));
        define(
                registry,
                server + "ReactiveMcpClient",
                definition(server, ReactiveMcpClient.class, "reactive", new RuntimeBeanReference(client)));
    }

    private static RootBeanDefinition definition(String server, Class<?> type, String factoryMethod, Object argument) {
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setTargetType(type);
        definition.setDestroyMethodName(""); // they are closed together, see McpClientCloser
        definition.setFactoryBeanName(FACTORY_BEAN);
        definition.setFactoryMethodName(factoryMethod);
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, argument);
        definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, server));
        definition.addQualifier(new AutowireCandidateQualifier(McpServer.class, server));
        return definition;
    }

    private static void define(BeanDefinitionRegistry registry, String name, RootBeanDefinition definition) {
        if (!registry.containsBeanDefinition(name)) {
            registry.registerBeanDefinition(name, definition);
        }
    }
}
