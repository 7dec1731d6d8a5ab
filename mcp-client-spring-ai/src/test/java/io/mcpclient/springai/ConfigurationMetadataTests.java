package io.mcpclient.springai;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Each property is described for editors and on the page. */
class ConfigurationMetadataTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mcp.spring-ai.enabled",
                "mcp.spring-ai.include-unavailable",
                "mcp.spring-ai.resources.tools",
                "mcp.spring-ai.return-direct",
                "mcp.spring-ai.tool-context-keys",
                "mcp.spring-ai.sampling.enabled",
                "mcp.spring-ai.sampling.models",
                "mcp.spring-ai.sampling.tools"
            })
    void whenAPropertyIsBindableThenItIsDescribedAndDocumented(String name) throws IOException {
        Map<String, JsonNode> properties = properties();
        assertThat(properties).hasSize(8).containsKey(name);
        JsonNode property = properties.get(name);
        assertThat(property.at("/description").asString()).endsWith(".");
        if (property.at("/type").asString().endsWith("Boolean")) {
            assertThat(property.at("/description").asString()).startsWith("Whether ");
            assertThat(property.has("defaultValue")).isTrue();
        }
        assertThat(Files.readString(Path.of("..", "docs", "spring-ai.md"))).contains("`" + name + "`");
    }

    private static Map<String, JsonNode> properties() throws IOException {
        Map<String, JsonNode> properties = new TreeMap<>();
        JsonMapper.builder()
                .build()
                .readTree(Files.readString(Path.of("target/classes/META-INF/spring-configuration-metadata.json")))
                .get("properties")
                .forEach(node -> properties.put(node.get("name").asString(), node));
        return properties;
    }
}
