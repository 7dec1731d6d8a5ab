package io.mcpclient.autoconfigure.diagnostics;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

/** Origins of properties, such as file and line. */
record PropertyOrigins(Environment environment) {

    /** Returns a line for a description, or an empty string if the origin is unknown. */
    String line(String property) {
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
