package io.mcpclient.autoconfigure.security;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.core.context.SecurityContextHolder;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.auth.McpAuthorizationGuard;

/**
 * Auto-configuration of the guard that decides which visitors may authorize the application itself: those authenticated by
 * Spring Security, if it filters requests. A {@link McpAuthorizationGuard} of the application replaces it.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization">MCP: Authorization</a>
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.web.reactive.ReactiveWebSecurityAutoConfiguration"
        })
@ConditionalOnClass({McpClient.class, SecurityContextHolder.class})
@ConditionalOnProperty(name = "mcp.enabled", matchIfMissing = true)
@Import({McpAuthorizationGuardAutoConfiguration.Servlet.class, McpAuthorizationGuardAutoConfiguration.Reactive.class})
public final class McpAuthorizationGuardAutoConfiguration {

    private static McpAuthorizationGuard loggedIn() {
        return request -> CurrentUser.authentication().hasElement();
    }

    /** Spring Security in a servlet container. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(type = "org.springframework.security.web.SecurityFilterChain")
    static class Servlet {

        @Bean
        @ConditionalOnMissingBean
        McpAuthorizationGuard mcpAuthorizationGuard() {
            return loggedIn();
        }
    }

    /** Spring Security in a reactive web server. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(type = "org.springframework.security.web.server.SecurityWebFilterChain")
    static class Reactive {

        @Bean
        @ConditionalOnMissingBean
        McpAuthorizationGuard mcpAuthorizationGuard() {
            return loggedIn();
        }
    }
}
