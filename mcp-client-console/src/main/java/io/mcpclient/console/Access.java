package io.mcpclient.console;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * Who has access to the console, and to what.
 *
 * @param secured whether the application has Spring Security: users need to be authenticated
 * @param authority authority that users need, or {@code null}
 * @param canAdd whether servers can be added
 */
record Access(boolean secured, @Nullable String authority, boolean canAdd) {

    private static final String SECURITY = "org.springframework.security.web.SecurityFilterChain";

    static Access of(McpConsoleProperties properties, @Nullable ClassLoader classLoader) {
        boolean secured = ClassUtils.isPresent(SECURITY, classLoader);
        String authority = properties.authority();
        Boolean add = properties.addServers();
        return new Access(
                secured, (authority == null || authority.isBlank()) ? null : authority, (add != null) ? add : !secured);
    }
}
