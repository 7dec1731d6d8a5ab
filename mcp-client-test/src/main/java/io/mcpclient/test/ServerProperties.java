package io.mcpclient.test;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * The properties of the application's servers.
 *
 * @param environment environment of a test
 */
record ServerProperties(ConfigurableEnvironment environment) {

    private static final ConfigurationPropertyName SERVERS = ConfigurationPropertyName.of("mcp.servers");

    private static final ConfigurationPropertyName DEFAULTS = ConfigurationPropertyName.of("mcp.defaults");

    private static final String UNUSED = "unused";

    static final String UNUSED_URL = "http://localhost/unused";

    /** What is known of the properties by name; those of a server are those of all servers. */
    private static final Supplier<Map<String, Map<?, ?>>> METADATA = SingletonSupplier.of(ServerProperties::metadata);

    /** Properties by which a test says that it wants the real server. */
    private static final List<String> DELIBERATE =
            List.of("url", "command", "card", "domain", "registry", "start", "enabled");

    /** Properties of which a server has one: its address, or what its address is looked up by. */
    private static final List<String> ADDRESSES = List.of("url", "command", "card", "domain", "registry");

    private static final Set<String> BUNDLES = Set.of("ssl.bundle", "auth.ssl.bundle");

    /** Returns the names of the configured servers. */
    Set<String> servers() {
        return Binder.get(this.environment)
                .bind("mcp.servers", Bindable.mapOf(String.class, Object.class))
                .map(Map::keySet)
                .orElse(Set.of());
    }

    /**
     * Returns a value without effect for each property of the servers that needs something of the place where the application is deployed: a
     * placeholder that cannot be resolved, or an SSL bundle, whose files a test may not have. Does the same for the defaults, if these are all
     * servers.
     */
    Map<String, Object> unneeded(Set<String> names) {
        boolean isAll = names.containsAll(servers());
        Map<String, Object> values = new LinkedHashMap<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(this.environment)) {
            if (source instanceof IterableConfigurationPropertySource properties) {
                properties.stream()
                        .filter(name -> SERVERS.isAncestorOf(name) && names.contains(name.getElement(2, Form.ORIGINAL))
                                || isAll && DEFAULTS.isAncestorOf(name))
                        .filter(name -> isBundle(name) || !isResolved(source, name))
                        .forEach(name -> values.put(spelled(name), unused(name)));
            }
        }
        return values;
    }

    private static boolean isBundle(ConfigurationPropertyName name) {
        return BUNDLES.contains(member(name));
    }

    private static String member(ConfigurationPropertyName name) {
        return name.subName(SERVERS.isAncestorOf(name) ? 3 : 2).toString();
    }

    /** Returns a name as text, with that of the server as it is configured: in capitals, it is another key of the map. */
    private String spelled(ConfigurationPropertyName name) {
        return SERVERS.isAncestorOf(name) ? name(name.getElement(2, Form.ORIGINAL), member(name)) : name.toString();
    }

    /** The default of a property is as if it were not set; without one, a value of its type. */
    private static Object unused(ConfigurationPropertyName name) {
        String member = member(name);
        if (member.equals("url")) {
            return UNUSED_URL;
        }
        if (isBundle(name)) {
            return "";
        }
        Map<?, ?> property = METADATA.get().getOrDefault(DEFAULTS + "." + member, Map.of());
        Object byDefault = property.get("defaultValue");
        return (byDefault != null) ? byDefault : unusedOfType(String.valueOf(property.get("type")));
    }

    private static String unusedOfType(String type) {
        return switch (type) {
            case "java.lang.Boolean" -> "true";
            case "java.lang.Integer", "java.lang.Long", "java.lang.Double" -> "1";
            case "java.time.Duration" -> "1m";
            case "org.springframework.util.unit.DataSize" -> "1MB";
            default -> {
                Class<?> named =
                        ClassUtils.isPresent(type, null) ? ClassUtils.resolveClassName(type, null) : Object.class;
                yield named.isEnum() ? String.valueOf(named.getEnumConstants()[0]) : UNUSED;
            }
        };
    }

    private static Map<String, Map<?, ?>> metadata() {
        Map<String, Map<?, ?>> all = new HashMap<>();
        try {
            for (URL metadata : Collections.list(ServerProperties.class
                    .getClassLoader()
                    .getResources("META-INF/spring-configuration-metadata.json"))) {
                try (InputStream json = metadata.openStream()) {
                    String text = new String(json.readAllBytes(), StandardCharsets.UTF_8);
                    Map<?, ?> content = Json.CODEC.fromJson(text, Map.class);
                    if (content != null && content.get("properties") instanceof List<?> properties) {
                        properties.stream().map(Json::object).forEach(property -> {
                            String name = String.valueOf(property.get("name"));
                            if (name.startsWith(DEFAULTS + ".")) {
                                all.put(name, property);
                            }
                        });
                    }
                }
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return all;
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
        return ADDRESSES.stream().anyMatch(key -> has(server, key));
    }

    private boolean has(String server, String key) {
        return text(adapted(server, key)) != null;
    }

    /** Returns the value of a property of a server or, if it has none, of the defaults. */
    @Nullable
    String inEffect(String server, String key) {
        String own = text(adapted(server, key));
        return (own != null) ? own : text(ConfigurationPropertyName.of(DEFAULTS + "." + key));
    }

    /** An empty value, such as that of a placeholder with an empty default, counts as not set. */
    private @Nullable String text(ConfigurationPropertyName name) {
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(this.environment)) {
            ConfigurationProperty property = source.getConfigurationProperty(name);
            if (property != null) {
                String text = this.environment.resolvePlaceholders(String.valueOf(property.getValue()));
                return StringUtils.hasText(text) ? text : null;
            }
        }
        return null;
    }

    /**
     * Returns the name of a property of a server. The name of the server is in brackets if it is configured so: such a name is equal to
     * itself alone.
     */
    String name(String server, String key) {
        boolean isInBrackets = StreamSupport.stream(
                        ConfigurationPropertySources.get(this.environment).spliterator(), false)
                .filter(IterableConfigurationPropertySource.class::isInstance)
                .flatMap(source -> ((IterableConfigurationPropertySource) source).stream())
                .filter(name -> SERVERS.isAncestorOf(name)
                        && name.getElement(2, Form.ORIGINAL).equals(server))
                .findFirst()
                .map(name -> name.chop(3).isLastElementIndexed())
                .orElse(server.contains("."));
        return (isInBrackets ? SERVERS + "[" + server + "]." : SERVERS + "." + server + ".") + key;
    }

    /** Returns a name whose element for the server may have capitals and underscores. */
    private ConfigurationPropertyName adapted(String server, String key) {
        return ConfigurationPropertyName.adapt(name(server, key), '.');
    }

    /** Returns whether the test itself configures the connection of a server: its properties precede those of the system. */
    boolean isOfTest(String server) {
        List<ConfigurationPropertyName> names =
                DELIBERATE.stream().map(key -> adapted(server, key)).toList();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(this.environment)) {
            if (source.getUnderlyingSource() instanceof PropertySource<?> named
                    && named.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME)) {
                return false;
            }
            if (!isOfThisLibrary(source)
                    && names.stream().anyMatch(name -> source.getConfigurationProperty(name) != null)) {
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
