package io.mcpclient.autoconfigure.properties;

import java.lang.reflect.Constructor;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.ResolvableType;

import io.mcpclient.text.KnownNames;

/**
 * Names of the properties under {@code mcp}. Determines which unknown properties are mistakes, and suggests the intended
 * ones:
 *
 * <pre>
 *  mcp.servers.weather.request-timout   in one of the groups       mistake, mcp.servers.weather.request-timeout
 *  mcp.server.weather.url               similar to such a group    mistake, mcp.servers.weather.url
 *  mcp.mcpServers.weather.url           from a file of others      mistake, mcp.servers.weather.url
 *  mcp.request-timeout                  without its group          mistake, mcp.defaults.request-timeout
 *  mcp.gateway.name                     anything else              belongs to the application
 * </pre>
 */
public final class KnownProperties {

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("mcp");

    private static final Map<String, Key> GROUPS = keys(ResolvableType.forClass(McpProperties.class));

    private static final ConfigurationPropertyName SERVERS = PREFIX.append("servers");

    /** Key of the servers in the files of other clients, as they are pasted. */
    private static final String SERVERS_OF_OTHERS = "mcpservers";

    private static final ConfigurationPropertyName DEFAULTS_PREFIX = PREFIX.append("defaults");

    private static final ResolvableType SERVER = ResolvableType.forClass(ServerProperties.class);

    private static final Map<String, Key> DEFAULTS = keys(SERVER);

    static {
        DEFAULTS.values().removeIf(key -> ServerProperties.OF_ONE_SERVER.contains(key.name()));
    }

    private KnownProperties() {}

    /** A key: its name as written, and the type of its value. */
    private record Key(String name, ResolvableType type) {}

    /**
     * Point at which the name of an unknown property departs from the known names.
     *
     * @param parent name up to there
     * @param keys all valid keys at that point, sorted; empty if there are none
     * @param suggestion property that was probably intended, or {@code null}
     */
    public record Departure(
            ConfigurationPropertyName parent,
            List<String> keys,
            @Nullable String suggestion) {}

    /**
     * Returns whether a property of all servers has a key that only a single server can have, such as {@code mcp.defaults.url}.
     * @param name name of a property
     */
    static boolean isOfOneServer(ConfigurationPropertyName name) {
        return name.getNumberOfElements() == DEFAULTS_PREFIX.getNumberOfElements() + 1
                && DEFAULTS_PREFIX.isParentOf(name)
                && ServerProperties.OF_ONE_SERVER.contains(name.getLastElement(Form.DASHED));
    }

    /**
     * Returns whether an unknown property belongs to the application rather than to this library.
     * @param name name of a property that was not bound
     * @return whether it is neither in one of the groups of {@link McpProperties} nor likely intended for one
     */
    static boolean isOfApplication(ConfigurationPropertyName name) {
        String group = uniform(name, PREFIX.getNumberOfElements());
        return !GROUPS.containsKey(group)
                && !DEFAULTS.containsKey(group)
                && misspelt(group, GROUPS).isEmpty();
    }

    /**
     * Returns whether a property exists.
     * @param name name of a property
     * @param root beginning of the name
     * @param type type of what is bound there
     */
    static boolean exists(ConfigurationPropertyName name, ConfigurationPropertyName root, ResolvableType type) {
        Optional<ResolvableType> next = Optional.of(type);
        for (int depth = root.getNumberOfElements(); depth < name.getNumberOfElements() && next.isPresent(); depth++) {
            next = next(name.chop(depth), next.get(), uniform(name, depth));
        }
        return next.isPresent();
    }

    /** Throws the error again for those of its properties that are mistakes, if there are any. */
    static void reject(UnboundConfigurationPropertiesException error, Predicate<ConfigurationPropertyName> isMistake) {
        Set<ConfigurationProperty> mistakes = error.getUnboundProperties().stream()
                .filter(property -> isMistake.test(property.getName()))
                .collect(Collectors.toUnmodifiableSet());
        if (!mistakes.isEmpty()) {
            throw new UnboundConfigurationPropertiesException(mistakes);
        }
    }

    /**
     * Finds the first unknown element in the name of a property that does not exist.
     * @param name name that begins with {@code mcp}
     * @return the first element that is unknown
     */
    public static Departure departureOf(ConfigurationPropertyName name) {
        ResolvableType type = ResolvableType.forClass(McpProperties.class);
        int depth = PREFIX.getNumberOfElements();
        while (depth < name.getNumberOfElements() - 1) {
            Optional<ResolvableType> next = next(name.chop(depth), type, uniform(name, depth));
            if (next.isEmpty()) {
                break;
            }
            type = next.get();
            depth++;
        }
        ConfigurationPropertyName parent = name.chop(depth);
        Map<String, Key> keys = keys(parent, type);
        return new Departure(
                parent, keys.values().stream().map(Key::name).sorted().toList(), suggestion(name, depth, keys));
    }

    private static @Nullable String suggestion(ConfigurationPropertyName name, int depth, Map<String, Key> keys) {
        String unknown = uniform(name, depth);
        ConfigurationPropertyName parent = name.chop(depth);
        if (parent.equals(PREFIX) && DEFAULTS.containsKey(unknown)) {
            return PREFIX.append("defaults").append(name.subName(depth)).toString();
        }
        return misspelt(unknown, keys)
                .map(key -> parent.append(key.name())
                        .append(name.subName(depth + 1))
                        .toString())
                .orElseGet(() -> ofServer(name));
    }

    /** Servers have names rather than indexes, and a name with dots needs brackets. */
    private static @Nullable String ofServer(ConfigurationPropertyName name) {
        if (!SERVERS.isAncestorOf(name)) {
            return null;
        }
        int first = SERVERS.getNumberOfElements();
        if (name.getElement(first, Form.ORIGINAL).equals("0")) {
            return SERVERS + ".<name>";
        }
        for (int end = first + 2; end < name.getNumberOfElements(); end++) {
            if (exists(name, name.chop(end), SERVER)) {
                return SERVERS + "[" + name.chop(end).subName(first) + "]." + name.subName(end);
            }
        }
        return null;
    }

    /** Returns whether a key of a server is a group of settings, such as {@code auth}. */
    static boolean isGroup(String key) {
        ResolvableType type = SERVER;
        for (String name : key.split("\\.")) {
            Key known = keys(type).get(name.replace("-", "").toLowerCase(Locale.ROOT));
            if (known == null) {
                return false;
            }
            type = known.type();
        }
        return !keys(type).isEmpty();
    }

    /** Returns whether a server has a setting of that name, without nested ones. */
    static boolean isOfServer(String key) {
        Key known = keys(SERVER).get(key.replace("-", ""));
        return known != null && known.name().equals(key);
    }

    /**
     * Returns the end of the name of the environment variable for a setting of a server.
     * @param words words of the name, which may be separated more than the variable is: {@code REQUEST, TIMEOUT}
     * @return such as {@code REQUESTTIMEOUT}, {@code null} if there is no such setting
     */
    static @Nullable String variable(List<String> words) {
        return variable(SERVER, words);
    }

    private static @Nullable String variable(ResolvableType type, List<String> words) {
        if (Map.class.isAssignableFrom(type.toClass()) || Collection.class.isAssignableFrom(type.toClass())) {
            return words.isEmpty() ? null : String.join("_", words);
        }
        for (int end = 1; end <= words.size(); end++) {
            String name = String.join("", words.subList(0, end));
            Key key = keys(type).get(name.toLowerCase(Locale.ROOT));
            List<String> rest = words.subList(end, words.size());
            if (key != null && rest.isEmpty()) {
                return name;
            }
            String nested = (key != null) ? variable(key.type(), rest) : null;
            if (nested != null) {
                return name + "_" + nested;
            }
        }
        return null;
    }

    /** A map has any key, a list any index; a value has no keys. */
    private static Optional<ResolvableType> next(
            ConfigurationPropertyName parent, ResolvableType type, String element) {
        if (Map.class.isAssignableFrom(type.toClass())) {
            return Optional.of(type.asMap().getGeneric(1));
        }
        if (Collection.class.isAssignableFrom(type.toClass())) {
            return Optional.of(type.asCollection().getGeneric(0));
        }
        return Optional.ofNullable(keys(parent, type).get(element)).map(Key::type);
    }

    private static Optional<Key> misspelt(String unknown, Map<String, Key> keys) {
        Key servers = unknown.equals(SERVERS_OF_OTHERS) ? keys.get("servers") : null;
        return Optional.ofNullable(servers)
                .or(() -> KnownNames.misspelt(unknown, keys.keySet()).map(keys::get));
    }

    /** Returns keys by their names in lower case without dashes, in which all spellings of a property are equal. */
    private static Map<String, Key> keys(ResolvableType type) {
        Map<String, Key> keys = new TreeMap<>();
        Class<?> group = type.toClass();
        if (group.isRecord() && group.getName().startsWith("io.mcpclient.")) {
            Constructor<?> binding = group.getDeclaredConstructors()[0]; // as the binder, also in a native image
            for (int i = 0; i < binding.getParameterCount(); i++) {
                Key key = new Key(
                        DataObjectPropertyName.toDashedForm(binding.getParameters()[i].getName()),
                        ResolvableType.forConstructorParameter(binding, i));
                keys.put(key.name().replace("-", ""), key);
            }
        }
        return keys;
    }

    /** Returns the keys at a point in the tree of properties. */
    private static Map<String, Key> keys(ConfigurationPropertyName parent, ResolvableType type) {
        return parent.equals(DEFAULTS_PREFIX) ? DEFAULTS : keys(type);
    }

    private static String uniform(ConfigurationPropertyName name, int element) {
        return name.getElement(element, Form.UNIFORM);
    }
}
