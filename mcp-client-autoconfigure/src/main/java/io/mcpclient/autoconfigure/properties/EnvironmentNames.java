package io.mcpclient.autoconfigure.properties;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.env.PropertySourceInfo;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.text.SafeText;

/**
 * Names in maps whose properties come from environment variables. Those names have neither case nor dashes, and the binder takes each
 * underscore for a dot:
 *
 * <pre>
 *  MCP_SERVERS_MYWEATHER_REQUESTTIMEOUT     myweather     the configured server my-weather
 *  MCP_SERVERS_FILES_ENV_API_TOKEN          api.token     API_TOKEN
 *  MCP_SERVERS_WEATHER_HEADERS_X_API_KEY    x.api.key     the configured header X-Api-Key, or else X-API-KEY
 * </pre>
 *
 * All of them begin with the prefix that the application sets for its environment, if it sets one.
 */
public final class EnvironmentNames {

    private static final ConfigurationPropertyName SERVERS = ConfigurationPropertyName.of("mcp.servers");

    private static final ConfigurationPropertyName DEFAULTS = ConfigurationPropertyName.of("mcp.defaults");

    private EnvironmentNames() {}

    /** A name as a source has it. */
    private record Spelling(
            String name, boolean isVariable, @Nullable Origin origin) {

        String place() {
            return "mcp.servers." + SafeText.excerpt(this.name)
                    + ((this.origin != null) ? " (" + this.origin + ")" : "");
        }
    }

    /**
     * Returns the configured server that a name in a property is for.
     * @param name name of a server as a source has it
     * @param servers names of the configured servers
     * @return its name as it is configured, or else the name itself
     */
    public static String configured(String name, Set<String> servers) {
        return servers.contains(name)
                ? name
                : servers.stream()
                        .filter(server -> squeezed(server).equals(squeezed(name)))
                        .findFirst()
                        .orElse(name);
    }

    /** Returns whether a source has environment variables. */
    static boolean isEnvironment(ConfigurationPropertySource source) {
        return source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
    }

    /** Returns what names of variables begin with, see {@code SpringApplication.setEnvironmentPrefix}; empty by default. */
    static String prefix(ConfigurationPropertySource source) {
        String prefix = (source.getUnderlyingSource() instanceof PropertySourceInfo info) ? info.getPrefix() : null;
        return (prefix != null && !prefix.isEmpty())
                ? prefix.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT) + "_"
                : "";
    }

    /** Returns whether a name below {@code mcp.servers} has a text instead of settings, from environment variables alone. */
    static boolean isTextOfServers(ConfigurationPropertyName name, BindContext context) {
        if (!SERVERS.isParentOf(name)) {
            return false;
        }
        for (ConfigurationPropertySource source : context.getSources()) {
            if (source.getConfigurationProperty(name) != null && !isEnvironment(source)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Corrects the names of a map that was bound.
     * @param name name of the property
     * @param bound the map
     * @param sources what it was bound from
     * @return the map with its names as they are meant
     * @throws McpConfigurationException if the names of two servers are written differently, but are equal
     */
    static Map<?, ?> corrected(
            ConfigurationPropertyName name, Map<?, ?> bound, Iterable<ConfigurationPropertySource> sources) {
        if (name.equals(SERVERS)) {
            return (bound.size() > 1) ? servers(bound, sources) : bound;
        }
        boolean isOfServers =
                DEFAULTS.isParentOf(name) || (SERVERS.isAncestorOf(name) && name.getNumberOfElements() == 4);
        String group = name.getLastElement(Form.UNIFORM);
        if (isOfServers && (group.equals("env") || group.equals("headers"))) {
            return named(name, bound, sources, group.equals("headers"));
        }
        return bound;
    }

    private static Map<?, ?> servers(Map<?, ?> bound, Iterable<ConfigurationPropertySource> sources) {
        Map<ConfigurationPropertyName, Map<String, Spelling>> servers = new LinkedHashMap<>();
        for (ConfigurationPropertySource source : sources) {
            if (source instanceof IterableConfigurationPropertySource properties) {
                properties.stream().filter(SERVERS::isAncestorOf).forEach(property -> {
                    String written = property.getElement(2, Form.ORIGINAL);
                    boolean isVariable = isEnvironment(source);
                    servers.computeIfAbsent(property.chop(3), server -> new LinkedHashMap<>())
                            .merge(
                                    written,
                                    new Spelling(written, isVariable, origin(source, property)),
                                    (before, next) -> before.isVariable() ? next : before);
                });
            }
        }
        Map<Object, Object> distinct = new LinkedHashMap<>(bound);
        servers.values().forEach(spellings -> distinct.keySet().removeAll(duplicates(spellings, bound)));
        return distinct;
    }

    private static @Nullable Origin origin(ConfigurationPropertySource source, ConfigurationPropertyName name) {
        ConfigurationProperty property = source.getConfigurationProperty(name);
        return (property != null) ? property.getOrigin() : null;
    }

    /** Returns the names that variables alone have, if the server is configured. */
    private static Set<String> duplicates(Map<String, Spelling> spellings, Map<?, ?> bound) {
        List<Spelling> present = spellings.values().stream()
                .filter(spelling -> bound.containsKey(spelling.name()))
                .toList();
        List<Spelling> written =
                present.stream().filter(spelling -> !spelling.isVariable()).toList();
        if (written.size() > 1) {
            throw new McpConfigurationException(
                    SafeText.excerpt(written.get(0).name()),
                    "mcp.servers." + SafeText.excerpt(written.get(0).name()),
                    "names the same server as another property, because dashes, underscores and case make no difference: "
                            + written.get(0).place() + " and " + written.get(1).place(),
                    "Write the name in the same way.");
        }
        return written.isEmpty()
                ? Set.of()
                : present.stream()
                        .filter(Spelling::isVariable)
                        .map(Spelling::name)
                        .collect(Collectors.toUnmodifiableSet());
    }

    private static Map<?, ?> named(
            ConfigurationPropertyName name,
            Map<?, ?> bound,
            Iterable<ConfigurationPropertySource> sources,
            boolean isHeaders) {
        Map<Object, Object> named = new LinkedHashMap<>(bound);
        Set<String> higher = new LinkedHashSet<>(); // names in sources with a higher precedence
        for (ConfigurationPropertySource source : sources) {
            Map<String, String> variables = variables(name, source);
            Set<String> written = variables.isEmpty() ? Set.of() : written(name, sources);
            variables.forEach((key, words) -> {
                Object value = named.remove(key);
                String meant = isHeaders ? header(words, written) : variable(words, written);
                if (value != null && (!higher.contains(meant) || meant.equals(key))) {
                    named.put(meant, value);
                }
            });
            if (source instanceof IterableConfigurationPropertySource properties) {
                properties.stream().filter(name::isParentOf).forEach(property -> higher.add(last(property)));
            }
        }
        return named;
    }

    private static String last(ConfigurationPropertyName property) {
        return property.getLastElement(Form.ORIGINAL);
    }

    /** Returns the ends of the names of variables of a group, by the names that the binder gives them. */
    private static Map<String, String> variables(ConfigurationPropertyName group, ConfigurationPropertySource source) {
        if (!(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource environment)) {
            return Map.of();
        }
        Map<String, String> variables = new LinkedHashMap<>();
        int depth = group.getNumberOfElements();
        String prefix = prefix(source);
        for (String whole : environment.getPropertyNames()) {
            if (!whole.regionMatches(true, 0, prefix, 0, prefix.length())) {
                continue;
            }
            String variable = whole.substring(prefix.length());
            String[] words = variable.split("_", depth + 1);
            if (words.length > depth && equal(group, words) && !words[depth].isEmpty()) {
                String key = Arrays.stream(words[depth].split("_"))
                        .filter(word -> !word.isEmpty())
                        .collect(Collectors.joining("."));
                variables.put(key.toLowerCase(Locale.ENGLISH), words[depth]);
            }
        }
        return variables;
    }

    private static boolean equal(ConfigurationPropertyName group, String[] words) {
        for (int i = 0; i < group.getNumberOfElements(); i++) {
            if (!group.getElement(i, Form.UNIFORM).equals(words[i].toLowerCase(Locale.ENGLISH))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the names in a group, and in that of the defaults, that are not from variables. */
    private static Set<String> written(ConfigurationPropertyName group, Iterable<ConfigurationPropertySource> sources) {
        ConfigurationPropertyName shared = DEFAULTS.append(group.getLastElement(Form.UNIFORM));
        return StreamSupport.stream(sources.spliterator(), false)
                .filter(source -> !isEnvironment(source))
                .filter(IterableConfigurationPropertySource.class::isInstance)
                .flatMap(source -> ((IterableConfigurationPropertySource) source).stream())
                .filter(property -> group.isParentOf(property) || shared.isParentOf(property))
                .map(EnvironmentNames::last)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static String header(String words, Set<String> written) {
        String squeezed = squeezed(words);
        return written.stream()
                .filter(header -> squeezed(header).equals(squeezed))
                .findFirst()
                .orElse(words.replace('_', '-'));
    }

    private static String variable(String words, Set<String> written) {
        return written.stream().filter(words::equalsIgnoreCase).findFirst().orElse(words);
    }

    /** Returns a name in the form in which all spellings of it are equal. */
    static String squeezed(String name) {
        return name.replaceAll("[_-]", "").toLowerCase(Locale.ROOT);
    }
}
