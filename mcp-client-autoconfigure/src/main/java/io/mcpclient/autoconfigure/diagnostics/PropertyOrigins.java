package io.mcpclient.autoconfigure.diagnostics;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

/**
 * Origins of properties, such as file and line.
 *
 * @param environment has the properties, {@code null} for a failure before there is an application context
 */
record PropertyOrigins(@Nullable Environment environment) {

    /** Returns a line for a description, or an empty string if the origin is unknown. */
    String line(String property) {
        if (this.environment == null) {
            return "";
        }
        ConfigurationPropertyName name = ConfigurationPropertyName.adapt(property, '.');
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(this.environment)) {
            Origin origin = Origin.from(source.getConfigurationProperty(name));
            if (origin != null) {
                return "%n    Origin: %s".formatted(origin);
            }
        }
        return "";
    }
}
