package io.mcpclient.autoconfigure.security;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.util.ClassUtils;

import io.mcpclient.McpClient;
import io.mcpclient.auth.McpPrincipalResolver;

/**
 * Auto-configuration of the resolver of the current principal, based on Spring Security. A {@link McpPrincipalResolver} of
 * the application replaces it. {@code auth.per-principal} determines which servers are called on behalf of the current
 * principal.
 */
@AutoConfiguration
@ConditionalOnClass({McpClient.class, SecurityContextHolder.class})
@ConditionalOnProperty(name = "mcp.enabled", matchIfMissing = true)
@ImportRuntimeHints(IdentityRuntimeHints.class)
public final class McpIdentityAutoConfiguration {

    static final String TOKEN = "org.springframework.security.oauth2.core.OAuth2Token";

    /** Tokens of users are OAuth2 tokens, which are in a separate library. */
    private static final boolean HAS_OAUTH2 =
            ClassUtils.isPresent(TOKEN, McpIdentityAutoConfiguration.class.getClassLoader());

    @Bean
    @ConditionalOnMissingBean
    McpPrincipalResolver mcpPrincipalResolver() {
        return new SecurityContextPrincipalResolver(HAS_OAUTH2 ? new OAuth2Principals() : Principals.BY_NAME);
    }
}
