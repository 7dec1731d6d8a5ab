package io.mcpclient.autoconfigure.web;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;
import org.springframework.web.reactive.function.client.WebClient;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.auth.McpAuthorizations;
import io.mcpclient.autoconfigure.auth.McpAuthEndpoints;
import io.mcpclient.autoconfigure.auth.McpAuthorizationGuard;
import io.mcpclient.autoconfigure.properties.ConfiguredServers;
import io.mcpclient.autoconfigure.properties.McpProperties;

/**
 * Auto-configuration of {@link McpAuthorizations} in a web application with servers that require authorization by users, and
 * of its endpoints: the start of an authorization, the redirect endpoint, and the client metadata document. A
 * {@link McpAuthorizationGuard} decides which visitors may authorize the application itself; without Spring Security anyone
 * may, and a warning is logged.
 */
@AutoConfiguration
@ConditionalOnClass({McpClient.class, WebClient.class})
@ConditionalOnWebApplication
@ConditionalOnProperty(name = "mcp.enabled", matchIfMissing = true)
@Conditional(OnUsers.class)
@EnableConfigurationProperties(McpProperties.class)
@Import({ServletAuthorizationConfiguration.class, ReactiveAuthorizationConfiguration.class})
public final class McpAuthorizationWebAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    McpAuthEndpoints mcpAuthEndpoints(McpProperties properties, Environment environment) {
        return new McpAuthEndpoints(properties.auth(), environment);
    }

    /** Ordered after other prompts, which were defined deliberately. */
    @Bean
    @Fallback
    @ConditionalOnMissingBean
    McpAuthorizations mcpAuthorizations(McpAuthEndpoints endpoints) {
        return new McpAuthorizations(endpoints.callback(), endpoints::begin);
    }

    @Bean
    AuthorizationExchange mcpAuthorizationExchange(
            McpAuthorizations authorizations,
            McpAuthEndpoints endpoints,
            ListableBeanFactory beanFactory,
            ObjectProvider<McpAuthorizationGuard> guards,
            ObjectProvider<McpClients> clients,
            Environment environment) {
        McpAuthorizationGuard guard = guards.getIfAvailable();
        if (guard == null) {
            new UnprotectedRoute(endpoints, environment).warn();
            guard = McpAuthorizationGuard.anyone();
        }
        return new AuthorizationExchange(authorizations, endpoints, new Visitors(beanFactory), guard, clients);
    }

    @Bean
    ClientMetadataDocument mcpClientMetadataDocument(
            McpProperties properties,
            ObjectProvider<ConfiguredServers> servers,
            McpAuthEndpoints endpoints,
            Environment environment) {
        String name = properties.clientInfo().name();
        return new ClientMetadataDocument(
                properties.auth().clientMetadata(),
                servers.getIfAvailable(() -> new ConfiguredServers(properties)),
                endpoints,
                StringUtils.hasText(name) ? name : environment.getProperty("spring.application.name", "mcp-client"));
    }
}
