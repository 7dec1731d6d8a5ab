package io.mcpclient.autoconfigure.security;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.util.ClassUtils;

import io.mcpclient.McpClient;
import io.mcpclient.auth.McpPrincipalResolver;

/**
 * Auto-configuration of who the current principal is, where Spring Security knows. A {@link McpPrincipalResolver} of the
 * application takes its place. Which servers are used under the identity of their caller is said by {@code auth.per-principal}.
 *
 * @see "faults G13, H26"
 */
@AutoConfiguration
@ConditionalOnClass({McpClient.class, SecurityContextHolder.class})
@ConditionalOnProperty(name = "mcp.enabled", matchIfMissing = true)
public final class McpIdentityAutoConfiguration {

    /** Tokens of users are those of OAuth2, which is a library of its own. */
    private static final boolean HAS_OAUTH2 = ClassUtils.isPresent(
            "org.springframework.security.oauth2.core.OAuth2Token",
            McpIdentityAutoConfiguration.class.getClassLoader());

    @Bean
    @ConditionalOnMissingBean
    McpPrincipalResolver mcpPrincipalResolver() {
        return new SecurityContextPrincipalResolver(HAS_OAUTH2 ? new OAuth2Principals() : Principals.BY_NAME);
    }
}
