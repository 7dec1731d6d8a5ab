package io.mcpclient.sample.pages;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.micrometer.common.docs.KeyName;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.test.util.ReflectionTestUtils;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.observation.McpClientObservationDocumentation;
import io.mcpclient.schema.McpExtensions;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages name everything that users of an application meet: metrics, attributes of spans, events, endpoints, extensions, properties.
 * Errors are compared by {@link ErrorsPageTests}, loggers by {@code LoggersTests}, beans by {@code AutoConfiguredBeansTests}.
 */
class ReferenceTests {

    private static final Pattern METER = Pattern.compile("\"(mcp\\.(?:client|server)\\.[a-z.]+)\"");

    private static final Pattern ENDPOINT = Pattern.compile("@Endpoint\\(id = \"(\\w+)\"");

    private static final Pattern EVENT = Pattern.compile("(?m)^public record (Mcp\\w+Event)\\(");

    /** The main sources of all modules, one text. */
    private static String sources;

    /** All pages, one text. */
    private static String pages;

    @BeforeAll
    static void read() throws IOException {
        StringBuilder all = new StringBuilder();
        try (DirectoryStream<Path> modules = Files.newDirectoryStream(Page.ROOT, "mcp-client-*")) {
            for (Path module : modules) {
                Path folder = module.resolve("src/main/java");
                if (Files.isDirectory(folder)) {
                    try (Stream<Path> files = Files.walk(folder)) {
                        for (Path file : files.filter(Files::isRegularFile).toList()) {
                            all.append(Files.readString(file));
                        }
                    }
                }
            }
        }
        sources = all.toString();
        pages = Page.all().stream().map(Page::text).collect(Collectors.joining());
    }

    private static Set<String> found(Pattern pattern) {
        return pattern.matcher(sources)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String page(String name) throws IOException {
        return Files.readString(Page.ROOT.resolve("docs").resolve(name));
    }

    /** The names that a text does not have as code, alone or as the beginning of it. */
    private static List<String> missing(Collection<String> names, String text) {
        return names.stream()
                .filter(name -> !Pattern.compile("`" + Pattern.quote(name) + "(?![\\w-])")
                        .matcher(text)
                        .find())
                .toList();
    }

    @Test
    void everyMeterIsInThePageOfObservability() throws IOException {
        assertThat(found(METER)).hasSizeGreaterThan(15);
        assertThat(missing(found(METER), page("observability.md"))).isEmpty();
    }

    @Test
    void everyAttributeIsInThePageOfObservability() throws IOException {
        Set<String> attributes = Stream.<KeyName[]>of(
                        McpClientObservationDocumentation.LowCardinalityKeys.values(),
                        McpClientObservationDocumentation.HighCardinalityKeys.values())
                .flatMap(Arrays::stream)
                .map(KeyName::asString)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(attributes).hasSizeGreaterThan(15);
        assertThat(missing(attributes, page("observability.md"))).isEmpty();
    }

    @Test
    void everyEventIsInAPage() {
        assertThat(found(EVENT)).hasSizeGreaterThan(8);
        assertThat(missing(found(EVENT), pages)).isEmpty();
    }

    @Test
    void everyEndpointIsInAPage() {
        Set<String> endpoints =
                found(ENDPOINT).stream().map(id -> "/actuator/" + id).collect(Collectors.toSet());
        assertThat(endpoints).contains("/actuator/mcp", "/actuator/mcpskills");
        assertThat(missing(endpoints, pages)).isEmpty();
    }

    @Test
    void everyExtensionIsInThePageOfExtensions() throws IOException {
        List<String> extensions = Arrays.stream(McpExtensions.class.getFields())
                .map(field -> (String) ReflectionTestUtils.getField(McpExtensions.class, field.getName()))
                .toList();
        assertThat(extensions).contains(McpExtensions.TASKS);
        assertThat(missing(extensions, page("extensions.md"))).isEmpty();
    }

    // those of single servers: ConfigurationMetadataTests
    @Test
    void everyPropertyOfAllModulesIsInAPage() throws IOException {
        List<String> properties = new ArrayList<>();
        for (URL url : Collections.list(
                getClass().getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream content = url.openStream()) {
                JsonMapper.builder()
                        .build()
                        .readTree(content)
                        .path("properties")
                        .forEach(
                                property -> properties.add(property.path("name").asString()));
            }
        }
        properties.removeIf(name -> !name.matches("mcp\\.(?!servers|defaults).*"));
        assertThat(properties).hasSizeGreaterThan(100);
        assertThat(missing(properties, pages)).isEmpty();
    }
}
