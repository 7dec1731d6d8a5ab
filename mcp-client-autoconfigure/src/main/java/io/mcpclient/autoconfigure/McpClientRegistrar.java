package io.mcpclient.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.aot.BeanRegistrationExcludeFilter;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.type.AnnotationMetadata;

import io.mcpclient.McpClient;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.autoconfigure.beans.AnnotatedMethods;
import io.mcpclient.autoconfigure.beans.ConnectionDetailsBeans;
import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.autoconfigure.properties.ServerBinder;
import io.mcpclient.autoconfigure.properties.ServerProperties;
import io.mcpclient.autoconfigure.settings.ServerSettingsMapper;
import io.mcpclient.spring.McpServer;

/**
 * Defines two beans for every enabled server, {@code <server>McpClient} and {@code <server>ReactiveMcpClient}, both qualified
 * with its name. Only names are read here, so that invalid values are reported by the binding of {@link McpProperties}. A
 * bean of the application with one of those names replaces it.
 *
 * <p>The set of servers is configured by properties, so it is read at each start: the definitions are excluded from the code
 * that is generated ahead of time, where imports are not processed again, and a post-processor creates them instead.
 */
final class McpClientRegistrar implements ImportBeanDefinitionRegistrar {

    static final String FACTORY_BEAN = "mcpClientFactory";

    /** Attribute of the factory's definition: the sources of the properties that were read. */
    private static final String READ = McpClientRegistrar.class.getName() + ".read";

    private static final ResolvableType CLIENT = ResolvableType.forClass(McpClient.class);

    private static final ResolvableType REACTIVE_CLIENT = ResolvableType.forClass(ReactiveMcpClient.class);

    private final Environment environment;

    McpClientRegistrar(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        register(registry);
    }

    /** Defines the beans once, unless there are other sources of properties now. */
    private void register(BeanDefinitionRegistry registry) {
        List<PropertySource<?>> sources = (this.environment instanceof ConfigurableEnvironment configurable)
                ? configurable.getPropertySources().stream().toList()
                : List.of();
        if (registry.containsBeanDefinition(FACTORY_BEAN)) {
            BeanDefinition factory = registry.getBeanDefinition(FACTORY_BEAN);
            if (factory.getAttribute(READ) instanceof Sources read && read.areSame(sources)) {
                return;
            }
            factory.setAttribute(READ, new Sources(sources));
        }
        Binder binder = Binder.get(this.environment);
        ServerSettingsMapper mapper = new ServerSettingsMapper(ServerBinder.defaults(binder));
        Map<String, ServerProperties> servers = ServerBinder.servers(binder);
        servers.forEach((name, server) -> {
            if (mapper.isEnabled(name, server)) {
                register(name, registry);
            }
        });
    }

    /** Sources of properties, which are compared by identity: equal ones may have other properties. */
    private record Sources(List<PropertySource<?>> sources) {

        boolean areSame(List<PropertySource<?>> others) {
            return !others.isEmpty()
                    && others.size() == this.sources.size()
                    && IntStream.range(0, others.size()).allMatch(i -> others.get(i) == this.sources.get(i));
        }
    }

    /** Servers that only connection details name have no properties, or are disabled by them. */
    private void registerDetailed(Set<String> annotated, BeanDefinitionRegistry registry) {
        if (annotated.isEmpty()) {
            return;
        }
        Binder binder = Binder.get(this.environment);
        ServerSettingsMapper mapper = new ServerSettingsMapper(ServerBinder.defaults(binder));
        Map<String, ServerProperties> servers = ServerBinder.servers(binder);
        annotated.stream()
                .filter(name -> mapper.isEnabled(name, servers.getOrDefault(name, ServerProperties.NONE)))
                .forEach(name -> register(name, registry));
    }

    private static void register(String server, BeanDefinitionRegistry registry) {
        String client = server + "McpClient";
        List<AutowireCandidateQualifier> qualifiers = List.of(
                new AutowireCandidateQualifier(Qualifier.class, server),
                new AutowireCandidateQualifier(McpServer.class, server));
        define(registry, client, definition(CLIENT, "create", server, qualifiers));
        define(
                registry,
                server + "ReactiveMcpClient",
                definition(REACTIVE_CLIENT, "reactive", new RuntimeBeanReference(client), qualifiers));
    }

    /** Spring keeps each definition twice, as it is and merged: up to a thousand servers should not take much memory. */
    private static RootBeanDefinition definition(
            ResolvableType type, String factoryMethod, Object argument, List<AutowireCandidateQualifier> qualifiers) {
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setTargetType(type);
        definition.setDestroyMethodName(""); // closed together by McpClientCloser
        definition.setFactoryBeanName(FACTORY_BEAN);
        definition.setFactoryMethodName(factoryMethod);
        definition.getConstructorArgumentValues().addGenericArgumentValue(argument);
        qualifiers.forEach(definition::addQualifier);
        return definition;
    }

    private static void define(BeanDefinitionRegistry registry, String name, RootBeanDefinition definition) {
        if (!registry.containsBeanDefinition(name)) {
            registry.registerBeanDefinition(name, definition);
        }
    }

    /** Creates the definitions after ahead-of-time processing, where imports do not. */
    static final class AtStart implements BeanDefinitionRegistryPostProcessor {

        private final McpClientRegistrar registrar;

        AtStart(Environment environment) {
            this.registrar = new McpClientRegistrar(environment);
        }

        @Override
        public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
            this.registrar.register(registry);
            if (registry instanceof ListableBeanFactory beans) {
                this.registrar.registerDetailed(new ConnectionDetailsBeans(beans).annotatedServers(), registry);
            }
        }
    }

    /** Excludes the definitions from the generated code. */
    static final class Exclusion implements BeanRegistrationExcludeFilter {

        @Override
        public boolean isExcludedFromAotProcessing(RegisteredBean bean) {
            RootBeanDefinition definition = bean.getMergedBeanDefinition();
            return FACTORY_BEAN.equals(definition.getFactoryBeanName())
                    || definition.hasAttribute(AnnotatedMethods.ANNOTATION);
        }
    }

    /** The factory methods of the definitions are called by reflection. */
    static final class Hints implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            hints.reflection().registerType(PropertiesMcpClientFactory.class, MemberCategory.INVOKE_DECLARED_METHODS);
        }
    }
}
