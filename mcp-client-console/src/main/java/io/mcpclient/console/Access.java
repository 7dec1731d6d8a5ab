package io.mcpclient.console;

import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.util.ClassUtils;

/**
 * Who has access to the console, and to what.
 *
 * @param secured whether the application has Spring Security: users need to be authenticated
 * @param authority authority that users need, or {@code null}
 * @param canAdd whether servers can be added
 */
record Access(boolean secured, @Nullable String authority, boolean canAdd) {

    static final String CHAIN = "org.springframework.security.web.SecurityFilterChain";

    private static final String FILTER = "springSecurityFilterChain";

    static Access of(McpConsoleProperties properties, ApplicationContext context) {
        boolean secured = isSecured(context);
        String authority = properties.authority();
        Boolean add = properties.addServers();
        return new Access(
                secured, (authority == null || authority.isBlank()) ? null : authority, (add != null) ? add : !secured);
    }

    /** Libraries of Spring Security alone authenticate nobody: they may be there for a server that the application starts. */
    private static boolean isSecured(ApplicationContext context) {
        if (!ClassUtils.isPresent(CHAIN, context.getClassLoader())) {
            return false;
        }
        Class<?> chain = ClassUtils.resolveClassName(CHAIN, context.getClassLoader());
        return context.containsBean(FILTER) || context.getBeanNamesForType(chain, true, false).length > 0;
    }
}
