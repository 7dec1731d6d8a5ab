package io.mcpclient.autoconfigure.settings;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.util.PlaceholderResolutionException;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.text.SafeText;

/**
 * Rejects server settings with an unresolved placeholder. The binding leaves such text unchanged, so it would be sent to the
 * server as a credential, or passed to the process. Text to be passed literally is escaped, as in {@code \${NAME}}.
 *
 * @see "fault A20"
 */
public final class Placeholders {

    private static final ConfigurationPropertyName SERVERS = ConfigurationPropertyName.of("mcp.servers");

    private static final ConfigurationPropertyName DEFAULTS = ConfigurationPropertyName.of("mcp.defaults");

    /** The properties of an address, without dashes. */
    private static final Set<String> ADDRESS =
            Set.of("url", "command", "args", "env", "workingdirectory", "card", "domain", "registry", "inputs");

    /** Properties that exist when the application is started. */
    private static final Set<String> LATE = Set.of("local.server.port", "local.management.port");

    private final Environment environment;

    /**
     * Creates a check.
     * @param environment resolves placeholders
     */
    public Placeholders(Environment environment) {
        this.environment = environment;
    }

    /**
     * Checks the settings of each server, and those for all servers.
     * @param isEnabled whether a server is used: other servers are not checked
     * @param isReplaced whether the address of a server comes from elsewhere: its own is not checked
     * @throws McpConfigurationException for the first setting with an unresolved placeholder
     */
    public void requireResolved(Predicate<String> isEnabled, Predicate<String> isReplaced) {
        Set<ConfigurationPropertyName> seen = new HashSet<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(this.environment)) {
            if (source instanceof IterableConfigurationPropertySource properties) {
                properties.stream()
                        .filter(name -> isOfServer(name, isEnabled) && !isAddress(name, isReplaced) && seen.add(name))
                        .forEach(name -> requireResolved(name, source));
            }
        }
    }

    private static boolean isOfServer(ConfigurationPropertyName name, Predicate<String> isEnabled) {
        return DEFAULTS.isAncestorOf(name)
                || (SERVERS.isAncestorOf(name) && isEnabled.test(name.getElement(2, Form.ORIGINAL)));
    }

    private static boolean isAddress(ConfigurationPropertyName name, Predicate<String> isReplaced) {
        return SERVERS.isAncestorOf(name)
                && name.getNumberOfElements() > 3
                && ADDRESS.contains(name.getElement(3, Form.UNIFORM))
                && isReplaced.test(name.getElement(2, Form.ORIGINAL));
    }

    private void requireResolved(ConfigurationPropertyName name, ConfigurationPropertySource source) {
        ConfigurationProperty property = source.getConfigurationProperty(name);
        String placeholder = (property != null) ? unresolved(property.getValue()) : null;
        if (placeholder != null) {
            String variable = "${" + SafeText.excerpt(placeholder) + "}";
            throw new McpConfigurationException(
                    SERVERS.isAncestorOf(name) ? name.getElement(2, Form.ORIGINAL) : ToolsMapper.ALL_SERVERS,
                    written(name),
                    "contains the placeholder " + variable + ", which cannot be resolved",
                    remedy(placeholder, variable));
        }
    }

    private static String remedy(String placeholder, String variable) {
        return LATE.contains(placeholder)
                ? "The port is known when the web server has started. Set server.port to a fixed port, or call McpServers.add"
                        + " when a WebServerInitializedEvent is published."
                : "Set it as an environment variable or a property, or write \\" + variable + " for the literal text.";
    }

    /** The exception's own message quotes the value. */
    private @Nullable String unresolved(Object value) {
        if (value instanceof CharSequence text && text.toString().contains("${")) {
            try {
                this.environment.resolveRequiredPlaceholders(text.toString());
            } catch (PlaceholderResolutionException ex) {
                return ex.getPlaceholder();
            }
        }
        return null;
    }

    /** Returns the name as written in a file: names of headers and variables keep their case. */
    private static String written(ConfigurationPropertyName name) {
        StringBuilder written = new StringBuilder();
        for (int i = 0; i < name.getNumberOfElements(); i++) {
            String element = name.getElement(i, Form.ORIGINAL);
            if (name.isNumericIndex(i)) {
                written.append('[').append(element).append(']');
            } else {
                written.append(i > 0 ? "." : "").append(element);
            }
        }
        return written.toString();
    }
}
