package io.mcpclient.autoconfigure;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.web.reactive.function.client.WebClient;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.beans.AnnotatedMethods;
import io.mcpclient.autoconfigure.beans.McpServiceAddresses;
import io.mcpclient.autoconfigure.beans.ResolverBeans;
import io.mcpclient.autoconfigure.beans.ServerBeans;
import io.mcpclient.autoconfigure.beans.ServerLookups;
import io.mcpclient.autoconfigure.beans.UnusedHttpBeans;
import io.mcpclient.autoconfigure.properties.ConfiguredServers;
import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.autoconfigure.properties.MisspeltVariables;
import io.mcpclient.autoconfigure.properties.OwnPropertiesAdvisor;
import io.mcpclient.autoconfigure.settings.ClientInfoMapper;
import io.mcpclient.autoconfigure.settings.FoundServers;
import io.mcpclient.autoconfigure.settings.ToolsMapper;
import io.mcpclient.autoconfigure.typed.McpToolClientRegistrar;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.extension.McpModelFunction;
import io.mcpclient.registry.McpPromptRegistry;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpToolExposure;
import io.mcpclient.registry.McpToolFilter;
import io.mcpclient.registry.McpToolNamer;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.registry.McpToolRanking;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.spring.McpServers;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.McpHttpClients;

/**
 * Auto-configuration of clients for the MCP servers under {@code mcp.servers}: one {@link McpClient} and one
 * {@link io.mcpclient.ReactiveMcpClient} per server, all of them as {@link McpClients}, their tools as
 * {@link McpToolRegistry}, and likewise their prompts and resources. A bean of type {@link TimeSource} is the time of the clients.
 */
@AutoConfiguration(after = SslAutoConfiguration.class)
@ConditionalOnClass({McpClient.class, WebClient.class})
@ConditionalOnProperty(name = "mcp.enabled", matchIfMissing = true)
@EnableConfigurationProperties(McpProperties.class)
@Import({McpClientRegistrar.class, McpToolClientRegistrar.class})
@ImportRuntimeHints(McpClientRegistrar.Hints.class)
public final class McpClientAutoConfiguration {

    private static final String LIFECYCLE = "mcpClientLifecycle";

    @Bean
    static ConfigurationPropertiesBindHandlerAdvisor mcpOwnPropertiesAdvisor() {
        return new OwnPropertiesAdvisor();
    }

    @Bean
    static BeanDefinitionRegistryPostProcessor mcpAnnotatedMethods() {
        return new AnnotatedMethods();
    }

    @Bean
    static McpClientRegistrar.AtStart mcpClientDefinitions(Environment environment) {
        return new McpClientRegistrar.AtStart(environment);
    }

    @Bean
    @ConditionalOnMissingBean
    McpHttpClients mcpHttpClients() {
        return McpHttpClients.create();
    }

    @Bean
    static ConfiguredServers mcpConfiguredServers(McpProperties properties) {
        return new ConfiguredServers(properties);
    }

    @Bean
    FoundServers mcpFoundServers(PropertiesMcpClientFactory factory) {
        return factory::found;
    }

    @Bean(McpClientRegistrar.FACTORY_BEAN)
    PropertiesMcpClientFactory mcpClientFactory(
            McpProperties properties,
            ConfiguredServers servers,
            Environment environment,
            McpHttpClients httpClients,
            ObjectProvider<SslBundles> sslBundles,
            ListableBeanFactory beanFactory,
            ObjectProvider<McpServiceAddresses> services,
            ObjectProvider<WebClient.Builder> webClients,
            ObjectProvider<ServerLookups> lookups,
            ObjectProvider<TimeSource> time,
            McpClientCloser closer,
            ApplicationEventPublisher events) {
        ServerBeans beans = new ServerBeans(beanFactory, events);
        ServerSettingsLoader loader = new ServerSettingsLoader(environment, beanFactory);
        ServerSettingsLoader.Loaded loaded = loader.load(properties);
        servers.update(loaded.servers());
        MisspeltVariables.log(environment, loaded.servers().keySet());
        return new PropertiesMcpClientFactory(
                loaded.settings(),
                loaded.mapper(),
                loader.policy(properties),
                new ClientInfoMapper(environment).map(properties.clientInfo()),
                new ToolsMapper().refreshDebounce(properties.tools()),
                httpClients,
                sslBundles,
                beans,
                new ResolverBeans(beans, services),
                properties.http().useApplicationBuilder() ? webClients : null,
                lookups,
                time.getIfAvailable(TimeSource::system),
                closer);
    }

    @Bean
    static McpClientCloser mcpClientCloser(ConfigurableApplicationContext context) {
        return new McpClientCloser(context);
    }

    /**
     * Takes the list, not a provider: the bean then depends on the clients and is destroyed before those that close
     * themselves.
     */
    @Bean(destroyMethod = "")
    @ConditionalOnMissingBean
    McpClients mcpClients(
            @Nullable List<McpClient> clients,
            PropertiesMcpClientFactory factory,
            McpClientCloser closer,
            ListableBeanFactory beans) {
        List<McpClient> present =
                (clients != null) ? MockedClients.without(clients, factory::startsAsConfigured) : List.of();
        new ClientNames(beans).requireUnique(present);
        McpClients all = new McpClients(present, factory.creator());
        factory.use(all);
        return closer.all(all);
    }

    @Bean
    @ConditionalOnMissingBean
    McpServers mcpServers(
            McpClients mcpClients,
            PropertiesMcpClientFactory factory,
            ConfiguredServers servers,
            ConfigurableEnvironment environment,
            ListableBeanFactory beanFactory,
            ObjectProvider<SslBundles> sslBundles) {
        return new ManagedServers(
                mcpClients,
                factory,
                servers,
                environment,
                new ServerSettingsLoader(environment, beanFactory),
                sslBundles.getIfAvailable());
    }

    @Bean
    @ConditionalOnBooleanProperty("mcp.config-watch")
    ConfigWatch mcpConfigWatch(McpServers mcpServers, ConfigurableEnvironment environment) {
        return new ConfigWatch(mcpServers, environment);
    }

    @Bean
    @ConditionalOnMissingBean
    McpToolRegistry mcpToolRegistry(
            McpClients mcpClients,
            PropertiesMcpClientFactory factory,
            McpProperties properties,
            ObjectProvider<McpToolFilter> filters,
            ObjectProvider<McpToolRanking> ranking,
            ObjectProvider<McpToolNamer> namer,
            ObjectProvider<McpModelFunction> functions,
            ConfigurableListableBeanFactory beans) {
        McpToolExposure exposure = new ToolsMapper()
                .exposure(properties.tools())
                .servers(factory::tools)
                .serving(() -> isRunning(beans));
        McpToolRanking chosen = ranking.getIfUnique();
        if (chosen != null) {
            exposure = exposure.ranking(chosen);
        } else if (properties.tools().search().threshold() != null) {
            exposure = exposure.ranking(McpToolRanking.lucene()); // fails the start without Lucene
        }
        for (McpToolFilter filter : filters.orderedStream().toList()) {
            exposure = exposure.filter(filter);
        }
        for (McpModelFunction function : functions.orderedStream().toList()) {
            exposure = exposure.function(function);
        }
        McpToolNaming naming = new ToolsMapper().map(properties.tools()).withNamer(namer.getIfUnique());
        return McpToolRegistry.of(mcpClients, naming, exposure);
    }

    /** Frameworks ask for tools while beans are created, and prompts may come until beans are destroyed. */
    private static boolean isRunning(ConfigurableListableBeanFactory beans) {
        return beans.getSingleton(LIFECYCLE) instanceof McpClientLifecycle lifecycle && lifecycle.isRunning();
    }

    @Bean
    @ConditionalOnMissingBean
    McpPromptRegistry mcpPromptRegistry(McpClients mcpClients, McpProperties properties) {
        return McpPromptRegistry.of(mcpClients, new ToolsMapper().map(properties.tools()));
    }

    @Bean
    @ConditionalOnMissingBean
    McpResourceRegistry mcpResourceRegistry(McpClients mcpClients) {
        return McpResourceRegistry.of(mcpClients);
    }

    @Bean(LIFECYCLE)
    McpClientLifecycle mcpClientLifecycle(
            McpClients mcpClients,
            PropertiesMcpClientFactory factory,
            McpProperties properties,
            ConfigurableListableBeanFactory beans,
            Environment environment,
            ObjectProvider<OwnServers> ownServers) {
        factory.started(mcpClients);
        if (factory.settings().values().stream().anyMatch(settings -> settings.http() != null)) {
            new UnusedHttpBeans(beans, environment).log();
        }
        OwnServers own = ownServers.getIfAvailable();
        return new McpClientLifecycle(
                mcpClients,
                factory.settings(),
                factory::announcement,
                factory::removed,
                new ConnectQueue(places(properties)),
                (own != null) ? own::isOwn : settings -> false);
    }

    /** Servers that the application itself provides. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication
    static class OwnServersConfiguration {

        @Bean
        OwnServers mcpOwnServers(Environment environment) {
            return new OwnServers(environment);
        }

        @Bean
        OwnServersLifecycle mcpOwnServersLifecycle(McpClientLifecycle clients, McpProperties properties) {
            return new OwnServersLifecycle(clients, new ConnectQueue(places(properties)));
        }
    }

    private static int places(McpProperties properties) {
        int places = properties.maxConcurrentConnects();
        if (places < 1) {
            throw new McpConfigurationException(
                    ToolsMapper.ALL_SERVERS, "mcp.max-concurrent-connects", "is " + places, "Use at least 1.");
        }
        return places;
    }

    @Bean
    McpEventPublisher mcpEventPublisher(
            McpClients mcpClients,
            McpToolRegistry mcpToolRegistry,
            McpPromptRegistry mcpPromptRegistry,
            McpResourceRegistry mcpResourceRegistry,
            PropertiesMcpClientFactory factory,
            ApplicationEventPublisher publisher) {
        return new McpEventPublisher(
                mcpClients,
                new McpEventPublisher.Registries(mcpToolRegistry, mcpPromptRegistry, mcpResourceRegistry),
                factory.settings(),
                publisher);
    }
}
