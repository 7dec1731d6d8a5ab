package io.mcpclient.autoconfigure.settings;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.env.Environment;

import io.mcpclient.autoconfigure.properties.ServerProperties;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.settings.McpTimeoutSettings;

/**
 * Takes the settings of {@code spring.http.clients} over as defaults of all servers. What {@code mcp.defaults} or a server sets
 * itself takes precedence. Redirects are not taken over: the library follows them by rules of its own.
 *
 * @param environment has the settings
 */
public record ApplicationHttpSettings(Environment environment) {

    private static final String PREFIX = "spring.http.clients.";

    /**
     * Returns the settings for all servers that {@code mcp.defaults} does not have.
     * @param defaults {@code mcp.defaults}
     * @return the settings
     * @throws McpConfigurationException if a timeout is not valid
     */
    public ServerProperties besides(ServerProperties defaults) {
        Map<String, @Nullable Object> settings = new HashMap<>();
        if (defaults.connectTimeout() == null) {
            settings.put("http.connect-timeout", timeout("connect-timeout", (timeouts, timeout) -> timeouts.withConnect(
                            timeout)
                    .connect()));
        }
        if (defaults.responseTimeout() == null) {
            settings.put("http.response-timeout", timeout("read-timeout", (timeouts, timeout) -> timeouts.withResponse(
                            timeout)
                    .response()));
        }
        if (defaults.ssl().bundle() == null) {
            settings.put("http.ssl.bundle", value("ssl.bundle", String.class));
        }
        if (defaults.cookiesEnabled() == null) {
            Cookies cookies = value("cookie-handling", Cookies.class);
            settings.put(
                    "http.cookies-enabled",
                    (cookies == null || cookies == Cookies.ENABLE_WHEN_POSSIBLE) ? null : cookies == Cookies.ENABLE);
        }
        settings.values().removeIf(Objects::isNull);
        return new Binder(new MapConfigurationPropertySource(settings)).bindOrCreate("http", ServerProperties.class);
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
            throw ex.at("", PREFIX + key);
        }
    }

    private <T> @Nullable T value(String key, Class<T> type) {
        return Binder.get(this.environment).bind(PREFIX + key, type).orElse(null);
    }
}
