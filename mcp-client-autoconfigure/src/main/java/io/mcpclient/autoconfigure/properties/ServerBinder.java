package io.mcpclient.autoconfigure.properties;

import java.beans.PropertyEditorSupport;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PlaceholdersResolver;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.IgnoreTopLevelConverterNotFoundBindHandler;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.text.SafeText;

/**
 * Binds settings at run time: those of all servers again, or those of one server that are given. Values of the latter are final: they may come from users of the application, who
 * must not read its environment, so neither the binder nor a property editor resolves placeholders. Credentials that are meant
 * for the configured servers do not apply.
 */
public final class ServerBinder {

    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("server");

    private static final String PREFIX = ROOT + ".";

    private static final ConfigurationPropertyName SERVERS = ConfigurationPropertyName.of("mcp.servers");

    private static final String INHERIT_CREDENTIALS = PREFIX + "inherit-credentials";

    private ServerBinder() {}

    /**
     * Binds the settings of all servers.
     * @param binder binder of the environment
     * @return {@code mcp.defaults}, without the keys that only a server has
     */
    public static ServerProperties defaults(Binder binder) {
        return binder.bind("mcp.defaults", Bindable.of(ServerProperties.class), OwnPropertiesAdvisor.LENIENT)
                .orElse(ServerProperties.NONE);
    }

    /** Binds {@code mcp.servers}, without a check for unknown names. */
    public static Map<String, ServerProperties> servers(Binder binder) {
        return binder.bind(
                        "mcp.servers",
                        Bindable.mapOf(String.class, ServerProperties.class),
                        OwnPropertiesAdvisor.LENIENT)
                .orElseGet(Map::of);
    }

    /**
     * Binds all properties again, as strictly as at the start.
     * @param binder binder of the environment
     * @return the properties
     * @throws McpConfigurationException for an unknown property, or a value of the wrong type
     */
    public static McpProperties properties(Binder binder) {
        BindHandler strict = new NoUnboundElementsBindHandler(
                new IgnoreTopLevelConverterNotFoundBindHandler(), new UnboundElementsSourceFilter());
        try {
            return binder.bindOrCreate(
                    "mcp", Bindable.of(McpProperties.class), new OwnPropertiesAdvisor().apply(strict));
        } catch (BindException ex) {
            throw invalid(ex);
        }
    }

    private static McpConfigurationException invalid(BindException ex) {
        if (ex.getCause() instanceof McpConfigurationException cause) {
            return cause;
        }
        ConfigurationPropertyName unknown = unbound(ex);
        ConfigurationPropertyName name = (unknown != null) ? unknown : ex.getName();
        String suggestion =
                (unknown != null) ? KnownProperties.departureOf(unknown).suggestion() : null;
        String correction =
                (suggestion != null) ? "Did you mean " + suggestion + "?" : "Correct its name, or remove it.";
        return new McpConfigurationException(
                SERVERS.isAncestorOf(name) ? SafeText.excerpt(name.getElement(2, Form.ORIGINAL)) : "",
                SafeText.excerpt(name.toString()),
                (unknown != null) ? "does not exist" : "has a value of the wrong type",
                (unknown != null) ? correction : "Correct the value.");
    }

    /**
     * Binds the settings of a server.
     * @param name name of the server, for errors
     * @param properties settings without {@code mcp.servers.<name>}
     * @return the settings
     * @throws McpConfigurationException for an unknown key, or a value of the wrong type
     */
    public static ServerProperties bind(String name, Map<String, ?> properties) {
        Map<String, Object> keys = new LinkedHashMap<>();
        properties.forEach((key, value) -> put(keys, key, value));
        try {
            boolean inherits =
                    binder(keys).bind(INHERIT_CREDENTIALS, Boolean.class).orElse(false);
            return binder(Map.of(INHERIT_CREDENTIALS, inherits), keys)
                    .bindOrCreate(
                            "server",
                            Bindable.of(ServerProperties.class),
                            new EmptyValues(ROOT, new NoUnboundElementsBindHandler(BindHandler.DEFAULT)));
        } catch (BindException ex) {
            throw invalid(name, ex);
        }
    }

    /** A group of settings may be a map, as in YAML. A map that is a value, such as that of headers, is bound as a whole. */
    private static void put(Map<String, Object> keys, String key, Object value) {
        if (value instanceof Map<?, ?> group && KnownProperties.isGroup(key)) {
            group.forEach((name, nested) -> put(keys, key + "." + name, nested));
        } else {
            keys.put(PREFIX + key, value);
        }
    }

    @SafeVarargs
    private static Binder binder(Map<String, ?>... sources) {
        return new Binder(
                Arrays.stream(sources)
                        .<ConfigurationPropertySource>map(MapConfigurationPropertySource::new)
                        .toList(),
                PlaceholdersResolver.NONE,
                null,
                registry -> registry.registerCustomEditor(Path.class, new PathAsGiven()));
    }

    /** Spring's own editor resolves system properties and environment variables, and locations such as classpath:. */
    private static final class PathAsGiven extends PropertyEditorSupport {

        @Override
        public void setAsText(String text) {
            try {
                setValue(Path.of(text));
            } catch (InvalidPathException ex) {
                throw new IllegalArgumentException("not a path", ex);
            }
        }
    }

    /** The exception of the binder names the key under another prefix, and quotes the value. */
    private static McpConfigurationException invalid(String name, BindException ex) {
        ConfigurationPropertyName unknown = unbound(ex);
        boolean isUnknown = unknown != null;
        String property = String.valueOf((unknown != null) ? unknown : ex.getName());
        String suffix = property.startsWith(PREFIX) ? property.substring(PREFIX.length()) : "";
        return new McpConfigurationException(
                name,
                "mcp.servers." + SafeText.excerpt(name) + (suffix.isEmpty() ? "" : "." + SafeText.excerpt(suffix)),
                isUnknown ? "is not a setting of a server" : "has a value of the wrong type",
                isUnknown ? "Correct the name of the key, or remove it." : "Correct the value.");
    }

    private static @Nullable ConfigurationPropertyName unbound(BindException ex) {
        return (ex.getCause() instanceof UnboundConfigurationPropertiesException unknown)
                ? unknown.getUnboundProperties().stream()
                        .map(ConfigurationProperty::getName)
                        .sorted()
                        .findFirst()
                        .orElse(null)
                : null;
    }
}
