package io.mcpclient.autoconfigure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
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
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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

    private static final String LOCATIONS = "mcp.config-locations";

    private static final String OPTIONAL = "optional:";

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]*)}");

    private static final Pattern INVALID_IN_NAMES = Pattern.compile("[^A-Za-z0-9_.-]");

    /** Key of an entry, and the property that it becomes. */
    private static final Map<String, String> KEYS = Map.of(
            "command", "command",
            "url", "url",
            "serverUrl", "url",
            "args", "args",
            "env", "env",
            "headers", "headers",
            "cwd", "working-directory");

    private static final Map<String, String> TRANSPORTS = Map.of(
            "stdio", "stdio",
            "http", "streamable-http",
            "streamable-http", "streamable-http",
            "streamablehttp", "streamable-http",
            "sse", "sse");

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS, JsonReadFeature.ALLOW_TRAILING_COMMA)
            .build();

    /** One file. */
    private record Source(String location, ConfigurableEnvironment environment, Map<String, JsonNode> inputs) {

        McpConfigurationException invalid(String place, String problem, String remedy) {
            return new McpConfigurationException(
                    "",
                    LOCATIONS,
                    "has the file " + SafeText.excerpt(this.location) + ": " + place + " " + problem,
                    remedy);
        }
    }

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
        Source source = new Source(location, environment, new HashMap<>());
        JsonNode content;
        try {
            content = JSON.readTree(resource.getContentAsString(StandardCharsets.UTF_8));
        } catch (JacksonException ex) {
            throw source.invalid(
                    "line " + ex.getLocation().getLineNr(), "is not valid JSON", "Correct the syntax of the file.");
        } catch (IOException ex) {
            throw source.invalid("it", "cannot be read", "Check its permissions.");
        }
        content.path("inputs")
                .forEach(input -> source.inputs().put(input.path("id").asString(""), input));
        String member = content.has("mcpServers") ? "mcpServers" : "servers";
        JsonNode servers = content.path(member);
        if (!servers.isObject()) {
            throw source.invalid("it", "has no object \"mcpServers\" or \"servers\"", "Use one of these formats.");
        }
        servers.properties().forEach(server -> entry(source, member, server.getKey(), server.getValue(), properties));
    }

    private static void entry(
            Source source, String member, String name, JsonNode entry, Map<String, Object> properties) {
        String place = member + "." + SafeText.excerpt(name);
        if (!entry.isObject()) {
            throw source.invalid(place, "is not an object", "Use an object with url or command.");
        }
        String prefix = "mcp.servers[" + INVALID_IN_NAMES.matcher(name).replaceAll("-") + "].";
        if (properties.keySet().stream().anyMatch(key -> key.startsWith(prefix))) {
            throw source.invalid(place, "has the name of another entry", "Rename one of them.");
        }
        if (!entry.has("url") && !entry.has("serverUrl") && !entry.has("command")) {
            throw source.invalid(place, "has neither url nor command", "Set one of them.");
        }
        for (Map.Entry<String, JsonNode> key : entry.properties()) {
            value(
                    source,
                    place + "." + SafeText.excerpt(key.getKey()),
                    prefix,
                    key.getKey(),
                    key.getValue(),
                    properties);
        }
    }

    private static void value(
            Source source, String place, String prefix, String key, JsonNode value, Map<String, Object> properties) {
        switch (key) {
            case "type", "transport" -> {
                String transport = TRANSPORTS.get(value.asString("").toLowerCase(Locale.ROOT));
                if (transport == null) {
                    throw source.invalid(place, "is not a known type", "Use stdio, http or sse.");
                }
                properties.put(prefix + "transport", transport);
            }
            case "disabled" -> properties.put(prefix + "enabled", !value.asBoolean(false));
            case "envFile" ->
                throw source.invalid(place, "is not supported", "Move the variables of that file into env.");
            default -> {
                String property = KEYS.get(key);
                if (property == null) {
                    logger.debug("{}: {} is a setting of another program, and is ignored", source.location(), place);
                } else {
                    texts(source, place, prefix + property, value, properties);
                }
            }
        }
    }

    private static void texts(
            Source source, String place, String property, JsonNode value, Map<String, Object> properties) {
        if (value.isObject()) {
            value.properties()
                    .forEach(member -> texts(
                            source,
                            place + "." + SafeText.excerpt(member.getKey()),
                            property + "[" + member.getKey() + "]",
                            member.getValue(),
                            properties));
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                texts(source, place + "[" + i + "]", property + "[" + i + "]", value.get(i), properties);
            }
        } else if (value.isValueNode() && !value.isNull()) {
            properties.put(property, escaped(resolved(source, place, value.asString())));
        }
    }

    /** The text is final: nothing in it is a placeholder of Spring. */
    private static String escaped(String text) {
        return text.replace("${", "\\${");
    }

    private static String resolved(Source source, String place, String text) {
        return VARIABLE.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(variable(source, place, found.group(1))));
    }

    private static String variable(Source source, String place, String variable) {
        if (variable.equals("workspaceFolder")) {
            return System.getProperty("user.dir");
        }
        if (variable.equals("userHome")) {
            return System.getProperty("user.home");
        }
        if (variable.startsWith("input:")) {
            return input(source, place, variable.substring("input:".length()));
        }
        String plain = variable.startsWith("env:") ? variable.substring("env:".length()) : variable;
        int separator = plain.indexOf(":-");
        String name = (separator >= 0) ? plain.substring(0, separator) : plain;
        String value = source.environment().getProperty(name);
        if (value == null && separator >= 0) {
            return plain.substring(separator + 2);
        }
        if (value == null) {
            throw source.invalid(
                    place,
                    "contains ${" + SafeText.excerpt(variable) + "}, which is not set",
                    "Set the environment variable or property " + SafeText.excerpt(name) + ".");
        }
        return value;
    }

    private static String input(Source source, String place, String id) {
        @Nullable String value = source.environment().getProperty("mcp.inputs." + id);
        JsonNode declared = source.inputs().get(id);
        if (value == null && declared != null && declared.has("default")) {
            value = declared.get("default").asString("");
        }
        if (value == null) {
            String description =
                    (declared != null) ? declared.path("description").asString("") : "";
            throw source.invalid(
                    place,
                    "needs the input " + SafeText.excerpt(id)
                            + (description.isEmpty() ? "" : " (" + SafeText.excerpt(description) + ")"),
                    "Set mcp.inputs." + SafeText.excerpt(id) + ".");
        }
        return value;
    }
}
