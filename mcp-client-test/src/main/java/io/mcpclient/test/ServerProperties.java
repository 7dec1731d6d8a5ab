package io.mcpclient.test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * The properties of the application's servers.
 *
 * @param environment environment of a test
 */
record ServerProperties(ConfigurableEnvironment environment) {

    private static final ConfigurationPropertyName SERVERS = ConfigurationPropertyName.of("mcp.servers");

    private static final String UNUSED = "unused";

    /** Properties by which a test says that it wants the real server. */
    private static final List<String> DELIBERATE = List.of("url", "command", "start", "enabled");

    /** Returns the names of the configured servers. */
    Set<String> servers() {
        return Binder.get(this.environment)
                .bind("mcp.servers", Bindable.mapOf(String.class, Object.class))
                .map(Map::keySet)
                .orElse(Set.of());
    }

    /** Returns a value for each property of the servers whose placeholder cannot be resolved. */
    Map<String, Object> unresolved(Set<String> names) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(this.environment)) {
            if (source instanceof IterableConfigurationPropertySource properties) {
                properties.stream()
                        .filter(name -> SERVERS.isAncestorOf(name) && names.contains(name.getElement(2, Form.ORIGINAL)))
                        .filter(name -> !isResolved(source, name))
                        .forEach(name -> values.put(name.toString(), UNUSED));
            }
        }
        return values;
    }

    private boolean isResolved(ConfigurationPropertySource source, ConfigurationPropertyName name) {
        var property = source.getConfigurationProperty(name);
        if (property == null || !(property.getValue() instanceof CharSequence text)) {
            return true;
        }
        try {
            this.environment.resolveRequiredPlaceholders(text.toString());
            return true;
        } catch (IllegalArgumentException ex) {
            return false;
        }
    }

    /** Returns whether a server has an address in the properties, not only in beans. */
    boolean hasAddress(String server) {
        return this.environment.containsProperty("mcp.servers." + server + ".url")
                || this.environment.containsProperty("mcp.servers." + server + ".command");
    }

    /** Returns whether the test itself configures the connection of a server: its properties precede those of the system. */
    boolean isOfTest(String server) {
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(this.environment)) {
            if (source.getUnderlyingSource() instanceof PropertySource<?> named
                    && named.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME)) {
                return false;
            }
            if (!isOfThisLibrary(source)
                    && DELIBERATE.stream()
                            .anyMatch(key -> source.getConfigurationProperty(
                                            SERVERS.append(server).append(key))
                                    != null)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfThisLibrary(ConfigurationPropertySource source) {
        return source.getUnderlyingSource() instanceof Overrides;
    }

    /** Takes precedence over all other properties. */
    void override(String purpose, Map<String, Object> values) {
        this.environment.getPropertySources().addFirst(new Overrides(purpose, values));
    }

    private static final class Overrides extends MapPropertySource {

        Overrides(String name, Map<String, Object> values) {
            super(name, values);
        }
    }
}
