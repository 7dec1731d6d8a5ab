package io.mcpclient.autoconfigure;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;
import tools.jackson.databind.JsonNode;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.internal.support.SafeText;

/**
 * Reads the JSON files of {@code mcp.config-locations} as properties of servers, with the lowest precedence: those of the
 * application override single keys of an entry.
 *
 * <pre>
 *  {"mcpServers": {"weather": {"command": "npx", "args": [], "env": {}}}}      Claude Desktop, Cursor
 *  {"servers": {"weather": {"type": "http", "url": "", "headers": {}}}}        VS Code, with "inputs"
 * </pre>
 */
final class McpServersFiles implements EnvironmentPostProcessor, Ordered {

    private static final Logger logger = LoggerFactory.getLogger(McpServersFiles.class);

    private static final String SOURCE = "mcpServersFiles";

    static final String LOCATIONS = "mcp.config-locations";

    private static final String OPTIONAL = "optional:";

    private static final String DIRECTORY = "working-directory";

    private static final Pattern INVALID_IN_NAMES = Pattern.compile("[^A-Za-z0-9_.-]");

    private static final Pattern NOTHING_VALID = Pattern.compile("[^A-Za-z0-9]+");

    /** Key of an entry, and the property that it becomes. */
    private static final Map<String, String> KEYS = Map.of(
            "command", "command",
            "url", "url",
            "serverUrl", "url",
            "args", "args",
            "env", "env",
            "headers", "headers",
            "cwd", DIRECTORY);

    private static final Map<String, String> TRANSPORTS = Map.of(
            "stdio", "stdio",
            "http", "streamable-http",
            "streamable-http", "streamable-http",
            "streamablehttp", "streamable-http",
            "sse", "sse");

    @Override
    public int getOrder() {
        return ConfigDataEnvironmentPostProcessor.ORDER + 10;
    }

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        ResourceLoader loader = application.getResourceLoader();
        read(environment, (loader != null) ? loader : new DefaultResourceLoader());
    }

    /** Reads the files again. */
    static void refresh(ConfigurableEnvironment environment) {
        read(environment, new DefaultResourceLoader());
    }

    /** Returns the files that exist. */
    static List<Resource> resources(ConfigurableEnvironment environment) {
        ResourceLoader loader = new DefaultResourceLoader();
        return locations(environment).stream()
                .map(location -> loader.getResource(plain(location)))
                .filter(Resource::exists)
                .toList();
    }

    private static void read(ConfigurableEnvironment environment, ResourceLoader loader) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (String location : locations(environment)) {
            Resource resource = loader.getResource(plain(location));
            if (resource.exists()) {
                read(resource, plain(location), environment, properties);
            } else if (!location.startsWith(OPTIONAL)) {
                throw new McpConfigurationException(
                        "",
                        LOCATIONS,
                        "names the file " + SafeText.excerpt(location) + ", which does not exist",
                        "Correct the location, or write optional:" + SafeText.excerpt(location) + ".");
            }
        }
        MutablePropertySources sources = environment.getPropertySources();
        MapPropertySource source = new MapPropertySource(SOURCE, properties);
        if (sources.contains(SOURCE)) {
            sources.replace(SOURCE, source);
        } else if (!properties.isEmpty()) {
            sources.addLast(source);
        }
    }

    private static List<String> locations(ConfigurableEnvironment environment) {
        return Binder.get(environment)
                .bind(LOCATIONS, Bindable.listOf(String.class))
                .orElseGet(List::of);
    }

    private static String plain(String location) {
        return location.startsWith(OPTIONAL) ? location.substring(OPTIONAL.length()) : location;
    }

    private static void read(
            Resource resource, String location, ConfigurableEnvironment environment, Map<String, Object> properties) {
        ConfigFile file = new ConfigFile(location, environment, new HashMap<>());
        JsonNode content = file.content(resource);
        content.path("inputs")
                .forEach(input -> file.inputs().put(input.path("id").asString(""), input));
        String member = content.has("mcpServers") ? "mcpServers" : "servers";
        JsonNode servers = content.path(member);
        if (!servers.isObject()) {
            throw file.invalid("it", "has no object \"mcpServers\" or \"servers\"", "Use one of these formats.");
        }
        servers.properties().forEach(server -> entry(file, member, server.getKey(), server.getValue(), properties));
    }

    private static void entry(
            ConfigFile file, String member, String name, JsonNode entry, Map<String, Object> properties) {
        String place = member + "." + SafeText.excerpt(name);
        if (!entry.isObject()) {
            throw file.invalid(place, "is not an object", "Use an object with url or command.");
        }
        file.requirePlainName(place, name);
        String prefix = "mcp.servers[" + serverName(name) + "].";
        if (properties.keySet().stream().anyMatch(key -> key.startsWith(prefix))) {
            throw file.invalid(place, "has the name of another entry", "Rename one of them.");
        }
        if (!entry.has("url") && !entry.has("serverUrl") && !entry.has("command")) {
            throw file.invalid(place, "has neither url nor command", "Set one of them.");
        }
        for (Map.Entry<String, JsonNode> key : entry.properties()) {
            value(file, place + "." + SafeText.excerpt(key.getKey()), prefix, key.getKey(), key.getValue(), properties);
        }
    }

    /** A name without ASCII letters or digits, such as a Chinese one, becomes its code points: otherwise all would be equal. */
    private static String serverName(String name) {
        return NOTHING_VALID.matcher(name).matches()
                ? name.codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining("-", "server-", ""))
                : INVALID_IN_NAMES.matcher(name).replaceAll("-");
    }

    private static void value(
            ConfigFile file, String place, String prefix, String key, JsonNode value, Map<String, Object> properties) {
        switch (key) {
            case "type", "transport" -> {
                String transport = TRANSPORTS.get(value.asString("").toLowerCase(Locale.ROOT));
                if (transport == null) {
                    throw file.invalid(place, "is not a known type", "Use stdio, http or sse.");
                }
                properties.put(prefix + "transport", transport);
            }
            case "disabled" -> properties.put(prefix + "enabled", !value.asBoolean(false));
            case "envFile" ->
                throw file.invalid(place, "is not supported", "Move the variables of that file into env.");
            default -> {
                String property = KEYS.get(key);
                if (property == null) {
                    logger.debug("{}: {} is a setting of another program, and is ignored", file.location(), place);
                } else {
                    texts(file, place, prefix + property, value, properties);
                }
            }
        }
    }

    private static void texts(
            ConfigFile file, String place, String property, JsonNode value, Map<String, Object> properties) {
        if (value.isObject()) {
            value.properties().forEach(member -> {
                String inner = place + "." + SafeText.excerpt(member.getKey());
                file.requirePlainName(inner, member.getKey());
                texts(file, inner, property + "[" + member.getKey() + "]", member.getValue(), properties);
            });
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                texts(file, place + "[" + i + "]", property + "[" + i + "]", value.get(i), properties);
            }
        } else if (value.isValueNode() && !value.isNull()) {
            String text = file.resolved(place, value.asString());
            // Spring's editor for paths resolves system properties, even if they are escaped.
            if (property.endsWith(DIRECTORY) && text.contains("${")) {
                throw file.invalid(
                        place, "is not a path", "Correct the path: it contains ${ after its variables are replaced.");
            }
            properties.put(property, escaped(text));
        }
    }

    /** The text is final: nothing in it is a placeholder of Spring. */
    private static String escaped(String text) {
        return text.replace("${", "\\${");
    }
}
