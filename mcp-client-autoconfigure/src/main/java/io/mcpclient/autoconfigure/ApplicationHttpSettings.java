package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

import io.mcpclient.autoconfigure.McpProperties.ServerDefaults;
import io.mcpclient.autoconfigure.McpProperties.Ssl;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.settings.McpTimeoutSettings;

/**
 * Takes the settings of {@code spring.http.clients} over as defaults of all servers. What {@code mcp.defaults} or a server sets
 * itself takes precedence. Redirects are not taken over: the library follows them by rules of its own.
 *
 * @param environment has the settings
 */
record ApplicationHttpSettings(Environment environment) {

    private static final String PREFIX = "spring.http.clients.";

    void applyTo(ServerDefaults defaults) {
        if (defaults.getConnectTimeout() == null) {
            defaults.setConnectTimeout(timeout("connect-timeout", (settings, timeout) -> settings.withConnect(timeout)
                    .connect()));
        }
        if (defaults.getResponseTimeout() == null) {
            defaults.setResponseTimeout(timeout("read-timeout", (settings, timeout) -> settings.withResponse(timeout)
                    .response()));
        }
        if (defaults.getSsl().bundle() == null) {
            defaults.setSsl(new Ssl(value("ssl.bundle", String.class)));
        }
        if (defaults.getCookiesEnabled() == null) {
            Cookies cookies = value("cookie-handling", Cookies.class);
            defaults.setCookiesEnabled(
                    (cookies == null || cookies == Cookies.ENABLE_WHEN_POSSIBLE) ? null : cookies == Cookies.ENABLE);
        }
    }

    /** Handling of cookies by Spring Boot 4.1. */
    enum Cookies {
        ENABLE_WHEN_POSSIBLE,
        ENABLE,
        DISABLE
    }

    /** Returns a timeout as it is after the checks of the settings, whose error would name another property. */
    private @Nullable Duration timeout(
            String key, BiFunction<McpTimeoutSettings, Duration, @Nullable Duration> checked) {
        Duration timeout = value(key, Duration.class);
        try {
            return (timeout != null) ? checked.apply(McpTimeoutSettings.defaults(), timeout) : null;
        } catch (McpConfigurationException ex) {
            throw ex.at("*", PREFIX + key);
        }
    }

    private <T> @Nullable T value(String key, Class<T> type) {
        return Binder.get(this.environment).bind(PREFIX + key, type).orElse(null);
    }
}
