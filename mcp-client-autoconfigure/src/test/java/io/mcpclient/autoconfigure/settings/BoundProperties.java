package io.mcpclient.autoconfigure.settings;

import java.util.Map;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.autoconfigure.properties.ServerProperties;

/** Properties and settings of an application that has nothing but some properties. */
public final class BoundProperties {

    private BoundProperties() {}

    public static McpProperties of(Map<String, ?> properties) {
        return new Binder(new MapConfigurationPropertySource(properties)).bindOrCreate("mcp", McpProperties.class);
    }

    public static ServerSettingsMapper mapper(Map<String, ?> properties) {
        return ServerSettingsMapper.of(of(properties), ServerProperties.NONE);
    }

    /** Returns the settings of all enabled servers, by name. */
    public static Map<String, ServerSettings> settings(Map<String, ?> properties) {
        return mapper(properties).map(of(properties).servers(), Map.of());
    }
}
