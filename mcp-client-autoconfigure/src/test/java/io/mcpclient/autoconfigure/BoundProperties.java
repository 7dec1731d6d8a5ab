package io.mcpclient.autoconfigure;

import java.util.Map;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.autoconfigure.properties.ServerProperties;

/** Properties and settings of an application that has nothing but some properties. */
final class BoundProperties {

    private BoundProperties() {}

    static McpProperties of(Map<String, ?> properties) {
        return new Binder(new MapConfigurationPropertySource(properties)).bindOrCreate("mcp", McpProperties.class);
    }

    static ServerSettingsMapper mapper(Map<String, ?> properties) {
        return ServerSettingsMapper.of(of(properties), ServerProperties.NONE);
    }

    /** Returns the settings of all enabled servers, by name. */
    static Map<String, ServerSettings> settings(Map<String, ?> properties) {
        return mapper(properties).map(of(properties).servers(), Map.of());
    }
}
