package io.mcpclient.autoconfigure.files;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.logging.DeferredLog;
import org.springframework.boot.logging.DeferredLogFactory;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;
import tools.jackson.databind.JsonNode;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;

/**
 * Reads the JSON files of {@code mcp.config-locations} as properties of servers, with the lowest precedence: those of the
 * application override single keys of an entry.
 *
 * <pre>
 *  {"mcpServers": {"weather": {"command": "npx", "args": [], "env": {}}}}      Claude Desktop, Cursor, Gemini CLI
 *  {"servers": {"weather": {"type": "http", "url": "", "headers": {}}}}        VS Code, with "inputs"
 *  {"context_servers": {"weather": {"command": "npx", "args": []}}}            Zed
 * </pre>
 */
public final class McpServersFiles implements EnvironmentPostProcessor, Ordered {

    private static final String SOURCE = "mcpServersFiles";

    static final String LOCATIONS = "mcp.config-locations";

    private static final String OPTIONAL = "optional:";

    /** Members with servers; the first one that a file has applies. */
    private static final List<String> MEMBERS = List.of("mcpServers", "servers", "context_servers");

    /** Names of servers that need no brackets. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

    private final Log logger;

    /** Whether the application starts. */
    private final boolean isStart;

    /**
     * Creates a post-processor for a start, where the logging system starts later, or for a refresh of Spring Cloud, which processes a copy
     * of the environment.
     */
    McpServersFiles(DeferredLogFactory logs) {
        this.logger = logs.getLog(McpServersFiles::log);
        this.isStart = this.logger instanceof DeferredLog;
    }

    @Override
    public int getOrder() {
        return ConfigDataEnvironmentPostProcessor.ORDER + 10;
    }

    /** An exception would end a refresh of the whole application: the reload of the servers that follows reports it. */
    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        ResourceLoader loader = application.getResourceLoader();
        try {
            read(environment, (loader != null) ? loader : new DefaultResourceLoader(), this.logger);
        } catch (McpConfigurationException ex) {
            if (this.isStart) {
                throw ex;
            }
        }
    }

    /**
     * Reads the files again.
     * @param environment gets the properties
     * @throws McpConfigurationException if a file does not exist or is not valid; then nothing is changed
     */
    public static void refresh(ConfigurableEnvironment environment) {
        read(environment, new DefaultResourceLoader(), log());
    }

    private static Log log() {
        return LogFactory.getLog(Loggers.CONFIGURATION.getName());
    }

    /**
     * Returns the files that exist.
     * @param environment has their locations
     * @return the files
     */
    public static List<Resource> resources(ConfigurableEnvironment environment) {
        ResourceLoader loader = new DefaultResourceLoader();
        return locations(environment).stream()
                .map(location -> loader.getResource(plain(location)))
                .filter(Resource::exists)
                .toList();
    }

    private static void read(ConfigurableEnvironment environment, ResourceLoader loader, Log logger) {
        Map<String, ServerEntry> entries = new LinkedHashMap<>();
        for (String location : locations(environment)) {
            Resource resource = loader.getResource(plain(location));
            if (resource.exists()) {
                read(resource, plain(location), environment, entries);
            } else if (!location.startsWith(OPTIONAL)) {
                throw new McpConfigurationException(
                        "",
                        LOCATIONS,
                        "names the file " + SafeText.excerpt(location) + ", which does not exist",
                        "Correct the location, or write optional:" + SafeText.excerpt(location) + ".");
            }
        }
        Map<String, Object> properties = properties(entries, logger);
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
            Resource resource, String location, ConfigurableEnvironment environment, Map<String, ServerEntry> entries) {
        read(
                new ConfigFile(location, id -> environment.getProperty("mcp.inputs." + id), new HashMap<>()),
                resource,
                entries);
    }

    /** Reads the entries of a file, and its inputs. */
    static void read(ConfigFile file, Resource resource, Map<String, ServerEntry> entries) {
        JsonNode content = file.content(resource);
        content.path("inputs")
                .forEach(input -> file.inputs().put(input.path("id").asString(""), input));
        String member = MEMBERS.stream().filter(content::has).findFirst().orElse("");
        JsonNode servers = content.path(member);
        if (!servers.isObject()) {
            throw file.invalid("it", "has no object \"mcpServers\" or \"servers\"", "Use one of these formats.");
        }
        for (Map.Entry<String, JsonNode> server : servers.properties()) {
            ServerEntry entry = new ServerEntry(file, resource, member, server.getKey(), server.getValue());
            entry.check();
            if (entries.put(server.getKey(), entry) != null) {
                throw file.invalid(entry.place(), "has the name of another entry", "Rename one of them.");
            }
        }
    }

    /** A name in brackets is equal to itself alone, so that no property of the application and no variable overrides a key of it. */
    private static String prefix(String name, Collection<String> all) {
        boolean isAmbiguous = all.stream()
                        .filter(other -> squeezed(other).equals(squeezed(name)))
                        .count()
                > 1;
        return (PLAIN.matcher(name).matches() && !isAmbiguous)
                ? "mcp.servers." + name + "."
                : "mcp.servers[" + name + "].";
    }

    private static String squeezed(String name) {
        return name.replaceAll("[_-]", "").toLowerCase(Locale.ROOT);
    }

    private static Map<String, Object> properties(Map<String, ServerEntry> entries, Log logger) {
        Map<String, Object> properties = new LinkedHashMap<>();
        Map<String, Set<String>> ignored = new LinkedHashMap<>();
        Map<String, String> names = EntryNames.of(entries.keySet());
        entries.forEach((name, entry) -> {
            String prefix = prefix(String.valueOf(names.get(name)), names.values());
            String location = SafeText.excerpt(entry.file().location());
            entry.properties((key, place, reason) -> ignored.computeIfAbsent(
                                    location + ": the key " + SafeText.excerpt(key) + " has no effect. " + reason,
                                    message -> new LinkedHashSet<>())
                            .add(place))
                    .forEach((key, text) -> properties.put(prefix + key, text));
        });
        ignored.forEach((message, places) -> logger.warn(message + " It is at " + String.join(", ", places) + "."));
        return properties;
    }
}
