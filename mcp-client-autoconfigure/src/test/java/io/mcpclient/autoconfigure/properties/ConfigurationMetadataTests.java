package io.mcpclient.autoconfigure.properties;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.autoconfigure.actuate.McpHealthAutoConfiguration;
import io.mcpclient.autoconfigure.actuate.McpSessionStoreHealthAutoConfiguration;
import io.mcpclient.autoconfigure.actuate.McpTokenStoreHealthAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/** The build completes the output of the processor, see {@code .mvn/ServerMetadata.java}; this keeps it complete. */
class ConfigurationMetadataTests {

    private static final JsonNode METADATA = read();

    private static final Map<String, JsonNode> PROPERTIES = byName("properties");

    private static final Map<String, JsonNode> HINTS = byName("hints");

    static Stream<String> bindable() {
        return Stream.of(
                        ofServer().map(key -> "mcp.servers.*." + key),
                        ofDefaults().map(key -> "mcp.defaults." + key),
                        Stream.of(
                                "mcp.enabled",
                                "mcp.servers",
                                "mcp.config-locations",
                                "mcp.config-watch",
                                "mcp.inputs",
                                "mcp.http.use-application-builder",
                                "mcp.max-concurrent-connects"),
                        keys("mcp.policy.", McpProperties.Policy.class),
                        keys("mcp.observation.", ObservationProperties.class),
                        keys("mcp.health.", McpProperties.Health.class),
                        keys("mcp.client-info.", McpProperties.ClientInfo.class),
                        keys("mcp.tools.", McpProperties.Tools.class),
                        keys("mcp.session.", SessionProperties.class),
                        keys("mcp.auth.", McpAuthProperties.class),
                        keys("mcp.discovery.", DiscoveryProperties.class),
                        keys("mcp.registry.", RegistryProperties.class),
                        keys("mcp.extensions.skills.", ExtensionProperties.Skills.class),
                        keys("mcp.extensions.apps.", ExtensionProperties.Apps.class))
                .flatMap(names -> names);
    }

    @ParameterizedTest
    @MethodSource("bindable")
    void whenKeyIsBindableThenItIsDescribed(String name) {
        JsonNode property = PROPERTIES.get(name);
        assertThat(property).as(name).isNotNull();
        assertThat(property.at("/type").asString()).isNotEmpty();
        assertThat(property.at("/description").asString())
                .endsWith(".")
                .doesNotStartWith("The ")
                .doesNotStartWith("A ")
                .doesNotStartWith("An ")
                .satisfies(text -> assertThat(longerDescriptions(name)).noneMatch(text::endsWith));
        if (property.at("/type").asString().endsWith("Boolean")) {
            assertThat(property.at("/description").asString()).startsWith("Whether ");
        }
    }

    /** The processor takes the first {@code @param} that starts with a name, which may be that of a longer one. */
    private static Stream<String> longerDescriptions(String name) {
        return PROPERTIES.entrySet().stream()
                .filter(property -> property.getKey().startsWith(name + "-"))
                .map(property -> property.getValue().at("/description").asString());
    }

    // The page for people and the metadata for editors name the same keys.
    @ParameterizedTest
    @MethodSource("bindable")
    void whenKeyIsBindableThenItIsDocumented(String name) throws IOException {
        String page = Files.readString(Path.of("..", "docs", "properties.md"));
        String key = name.replaceFirst("^mcp\\.(servers\\.\\*|defaults)\\.", "");
        assertThat(page).containsPattern("`" + Pattern.quote(key) + "(`|\\.)");
    }

    @Test
    void whenKeyIsDescribedThenItIsBindable() {
        assertThat(PROPERTIES.keySet().stream().filter(name -> name.startsWith("mcp.")))
                .containsExactlyInAnyOrderElementsOf(bindable().toList());
    }

    // Spring Boot reads the switches of health indicators from the environment; nothing else describes them.
    @ParameterizedTest
    @ValueSource(
            classes = {
                McpHealthAutoConfiguration.class,
                McpSessionStoreHealthAutoConfiguration.class,
                McpTokenStoreHealthAutoConfiguration.class
            })
    void whenHealthIndicatorCanBeSwitchedOffThenTheSwitchIsDescribedAndDocumented(Class<?> configuration)
            throws IOException {
        String name = "management.health." + switchOf(configuration) + ".enabled";
        assertThat(PROPERTIES).containsKey(name);
        assertThat(PROPERTIES.get(name).at("/type").asString()).isEqualTo("java.lang.Boolean");
        assertThat(PROPERTIES.get(name).at("/description").asString()).startsWith("Whether ");
        assertThat(PROPERTIES.get(name).at("/defaultValue").asBoolean()).isTrue();
        assertThat(Files.readString(Path.of("..", "docs", "properties.md"))).contains("`" + name + "`");
    }

    @Test
    void whenInfoContributorCanBeSwitchedOffThenTheSwitchIsDescribedAndDocumented() throws IOException {
        String name = "management.info.mcp.enabled";
        assertThat(PROPERTIES.get(name).at("/defaultValue").asBoolean()).isTrue();
        assertThat(Files.readString(Path.of("..", "docs", "properties.md"))).contains("`" + name + "`");
    }

    private static String switchOf(Class<?> configuration) {
        return Arrays.stream(configuration.getDeclaredMethods())
                .map(method -> method.getAnnotation(ConditionalOnEnabledHealthIndicator.class))
                .filter(Objects::nonNull)
                .map(ConditionalOnEnabledHealthIndicator::value)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whenServerAndDefaultsHaveAKeyThenTheyAreDescribedTheSame() {
        ofDefaults().forEach(key -> {
            JsonNode server = PROPERTIES.get("mcp.servers.*." + key);
            JsonNode defaults = PROPERTIES.get("mcp.defaults." + key);
            assertThat(server.at("/type")).as(key).isEqualTo(defaults.at("/type"));
            assertThat(server.at("/defaultValue")).as(key).isEqualTo(defaults.at("/defaultValue"));
            assertThat(server.at("/description")).as(key).isEqualTo(defaults.at("/description"));
            JsonNode hint = HINTS.get("mcp.servers.*." + key);
            JsonNode ofDefaults = HINTS.get("mcp.defaults." + key);
            assertThat((hint != null) ? hint.get("values") : null)
                    .as(key)
                    .isEqualTo((ofDefaults != null) ? ofDefaults.get("values") : null);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mcp.servers.*.transport",
                "mcp.servers.*.protocol",
                "mcp.servers.*.start",
                "mcp.defaults.transport",
                "mcp.defaults.protocol",
                "mcp.defaults.start",
                "mcp.servers.*.log-level",
                "mcp.servers.*.stderr",
                "mcp.servers.*.capabilities.sampling",
                "mcp.servers.*.capabilities.tasks",
                "mcp.defaults.log-level",
                "mcp.defaults.capabilities.roots",
                "mcp.tools.naming",
                "mcp.observation.mode",
                "mcp.health.optional-servers",
                "mcp.servers.*.auth.type",
                "mcp.servers.*.auth.grant",
                "mcp.servers.*.auth.dpop",
                "mcp.defaults.auth.token-auth-method",
                "mcp.auth.store.type",
                "mcp.auth.store.jdbc.initialize-schema",
                "mcp.auth.prompt",
                "mcp.session.store",
                "mcp.session.scope",
                "mcp.session.jdbc.initialize-schema"
            })
    void whenKeyTakesEnumValuesThenTheyAreHinted(String name) {
        assertThat(HINTS.get(name).at("/values").size()).isGreaterThan(1);
    }

    private static Stream<String> ofServer() {
        return keys("", ServerProperties.class);
    }

    private static Stream<String> ofDefaults() {
        return ofServer().filter(key -> !ServerProperties.OF_ONE_SERVER.contains(key));
    }

    /** Leaves of a record, nested ones with their path. */
    private static Stream<String> keys(String prefix, Class<?> type) {
        return Arrays.stream(type.getRecordComponents()).flatMap(component -> {
            String name = prefix + DataObjectPropertyName.toDashedForm(component.getName());
            Class<?> value = component.getType();
            return (value.getPackage() == McpProperties.class.getPackage() && value.isRecord())
                    ? keys(name + ".", value)
                    : Stream.of(name);
        });
    }

    private static Map<String, JsonNode> byName(String member) {
        Map<String, JsonNode> nodes = new TreeMap<>();
        METADATA.get(member).forEach(node -> nodes.put(node.get("name").asString(), node));
        return nodes;
    }

    private static JsonNode read() {
        try {
            for (URL url : Collections.list(
                    McpProperties.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
                try (InputStream stream = url.openStream()) {
                    JsonNode metadata = JsonMapper.builder().build().readTree(stream);
                    if (metadata.toString().contains("\"mcp.enabled\"")) {
                        return metadata;
                    }
                }
            }
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
        throw new IllegalStateException("the build has made no metadata");
    }
}
