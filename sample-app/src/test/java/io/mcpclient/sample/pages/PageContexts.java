package io.mcpclient.sample.pages;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Applications that consist of what a page shows. Their servers do not exist, therefore no client connects at the start. */
final class PageContexts {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(\\w+)}");

    private PageContexts() {}

    /** Returns a runner with all auto-configurations of this library that the class path allows. */
    static WebApplicationContextRunner runner(ClassLoader loader) {
        List<Class<?>> own = StreamSupport.stream(
                        ImportCandidates.load(AutoConfiguration.class, loader).spliterator(), false)
                .filter(name -> name.startsWith("io.mcpclient."))
                .<Class<?>>map(name -> ClassUtils.resolveClassName(name, loader))
                .toList();
        return new WebApplicationContextRunner()
                .withClassLoader(loader)
                .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
                .withConfiguration(AutoConfigurations.of(own.toArray(Class[]::new)))
                .withPropertyValues("mcp.defaults.start=lazy");
    }

    /** Returns the properties of a block of YAML. */
    static Map<String, Object> properties(Page.Block yaml) throws IOException {
        Map<String, Object> properties = new LinkedHashMap<>();
        new YamlPropertySourceLoader()
                .load("page", new ByteArrayResource(yaml.text().getBytes(StandardCharsets.UTF_8)))
                .forEach(source -> {
                    EnumerablePropertySource<?> document = (EnumerablePropertySource<?>) source;
                    for (String name : document.getPropertyNames()) {
                        properties.put(name, document.getProperty(name));
                    }
                });
        return properties;
    }

    /** Adds the properties of a page, and what they need of the machine that they are for: variables and files. */
    static void add(Map<String, Object> properties, Path directory, MutablePropertySources sources) {
        Map<String, Object> surroundings = new HashMap<>();
        properties.forEach((name, value) -> {
            if (name.matches("mcp\\.servers\\.\\w+\\.(required|start)")) {
                surroundings.put(name, name.endsWith("start") ? "lazy" : "false");
            }
            // Spring Cloud is not on the class path of the sample.
            if (String.valueOf(value).startsWith("lb:")) {
                surroundings.put(name, "https://weather.example.com/mcp");
            }
            if (name.endsWith("-file")) {
                surroundings.put(name, secret(directory).toString());
            }
            PLACEHOLDER
                    .matcher(String.valueOf(value))
                    .results()
                    .forEach(variable -> surroundings.put(variable.group(1), "value-of-the-environment"));
        });
        sources.addLast(new MapPropertySource("surroundings", surroundings));
        sources.addLast(new MapPropertySource("page", properties));
    }

    private static Path secret(Path directory) {
        try {
            return Files.writeString(directory.resolve("secret"), "value-of-the-file");
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Returns the names of all properties of the class path, from the metadata that editors read, with their types. */
    static Map<String, String> knownProperties(ClassLoader loader) throws IOException {
        Map<String, String> known = new HashMap<>();
        JsonMapper mapper = JsonMapper.builder().build();
        for (URL url : Collections.list(loader.getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream metadata = url.openStream()) {
                for (JsonNode property : mapper.readTree(metadata).path("properties")) {
                    known.put(
                            property.get("name").asString(),
                            property.path("type").asString(""));
                }
            }
        }
        return known;
    }

    /** Returns whether a name is in the metadata, as a property or as a key of a map. */
    static boolean isKnown(String name, Map<String, String> known) {
        String plain = name.replaceAll("\\[\\d+]", "");
        return known.containsKey(plain)
                || known.entrySet().stream()
                        .anyMatch(property -> property.getValue().startsWith("java.util.Map")
                                && plain.startsWith(property.getKey() + "."));
    }
}
