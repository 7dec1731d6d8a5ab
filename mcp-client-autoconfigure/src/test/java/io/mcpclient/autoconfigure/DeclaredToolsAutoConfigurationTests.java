package io.mcpclient.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.ByteArrayResource;

import io.mcpclient.autoconfigure.properties.KnownProperties;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.registry.McpDeclaredTool;
import io.mcpclient.registry.McpModelTool;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolOrigin;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSelection;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.Tool;
import io.mcpclient.schema.ToolAnnotations;

import static org.assertj.core.api.Assertions.assertThat;

/** Tools that are declared in properties, of a server that is never asked. */
@Timeout(60)
class DeclaredToolsAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withPropertyValues("mcp.servers.weather.url=http://localhost:1/mcp", "mcp.servers.weather.start=lazy");

    private ApplicationContextRunner withYaml(String yaml) {
        return this.runner.withInitializer(context -> {
            try {
                ByteArrayResource resource = new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8));
                new YamlPropertySourceLoader()
                        .load("yaml", resource)
                        .forEach(context.getEnvironment().getPropertySources()::addFirst);
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        });
    }

    @Test
    void nestedKeysAndJsonTextAreTheSame() {
        withYaml("""
                        mcp.servers.weather.tools.declared:
                          - name: forecast
                            title: Forecast
                            description: Returns the forecast.
                            input-schema:
                              type: object
                              $defs:
                                Day: { type: string, format: date }
                              properties:
                                city_name: { type: string, minLength: 1, pattern: "^[A-Z]" }
                                days: { type: array, items: { $ref: "#/$defs/Day" }, default: [] }
                                unit: { enum: [C, F] }
                                wind: { type: [integer, "null"], minimum: 0.5 }
                                options: { type: object, properties: {}, additionalProperties: {} }
                                ref: { anyOf: [ {}, { type: string } ] }
                              required: [city_name, unit]
                              additionalProperties: false
                            output-schema: { type: object, required: [] }
                            annotations: { readOnlyHint: true, open-world-hint: false }
                            metadata: { owner: met-team, tags: [a, b], cost: 2 }
                          - name: text
                            input-schema: |
                              {"type": "object", "$defs": {"Day": {"type": "string", "format": "date"}},
                               "properties": {
                                 "city_name": {"type": "string", "minLength": 1, "pattern": "^[A-Z]"},
                                 "days": {"type": "array", "items": {"$ref": "#/$defs/Day"}, "default": ""},
                                 "unit": {"enum": ["C", "F"]},
                                 "wind": {"type": ["integer", "null"], "minimum": 0.5},
                                 "options": {"type": "object", "properties": {}, "additionalProperties": {}},
                                 "ref": {"anyOf": [{}, {"type": "string"}]}},
                               "required": ["city_name", "unit"], "additionalProperties": false}
                            metadata: '{"owner": "met-team", "tags": ["a", "b"], "cost": 2}'
                        """).run(context -> {
            McpToolRegistry registry = context.getBean(McpToolRegistry.class);
            List<McpRegisteredTool> tools = registry.snapshot().tools();
            Tool forecast = tools.get(0).tool();
            assertThat(forecast.inputSchema()).isEqualTo(tools.get(1).tool().inputSchema());
            assertThat(forecast.outputSchema()).isEqualTo(JsonObject.parse("{\"type\":\"object\",\"required\":[]}"));
            assertThat(forecast.annotations()).isEqualTo(new ToolAnnotations(null, true, null, null, false, Map.of()));
            assertThat(tools).allSatisfy(tool -> {
                assertThat(tool.origin()).isEqualTo(McpToolOrigin.DECLARED);
                assertThat(tool.metadata())
                        .isEqualTo(Map.of("owner", "met-team", "tags", List.of("a", "b"), "cost", 2));
            });
            assertThat(registry.offer(McpToolSelection.all()).tools())
                    .extracting(McpModelTool::description)
                    .containsExactly("Returns the forecast.", "text");
        });
    }

    @Test
    void propertyTextsAreConvertedToNumbersAndBooleans() {
        this.runner
                .withPropertyValues(
                        "mcp.servers.weather.tools.declared[0].name=forecast",
                        "mcp.servers.weather.tools.declared[0].input-schema.type=object",
                        "mcp.servers.weather.tools.declared[0].input-schema.additionalProperties=false",
                        "mcp.servers.weather.tools.declared[0].input-schema.properties.code.type=string",
                        "mcp.servers.weather.tools.declared[0].input-schema.properties.code.minLength=3",
                        "mcp.servers.weather.tools.declared[0].input-schema.properties.code.const=123",
                        "mcp.servers.weather.tools.declared[1].name=now")
                .run(context -> assertThat(context.getBean(McpToolRegistry.class)
                                .snapshot()
                                .tools())
                        .extracting(tool -> tool.tool().inputSchema().asMap())
                        .containsExactly(
                                Map.of(
                                        "type",
                                        "object",
                                        "additionalProperties",
                                        false,
                                        "properties",
                                        Map.of("code", Map.of("type", "string", "minLength", 3, "const", "123"))),
                                Map.of("type", "object", "properties", Map.of())));
    }

    @Test
    void metadataOfAnOverrideTakesPrecedence() {
        withYaml("""
                        mcp.servers.weather.tools:
                          declared:
                            - { name: forecast, metadata: { owner: a, cost: 1 } }
                          overrides:
                            forecast: { description: Tomorrow., metadata: { owner: b } }
                            other: { metadata: { "[a.b]": c } }
                        """).run(context -> {
            McpRegisteredTool tool =
                    context.getBean(McpToolRegistry.class).snapshot().tools().get(0);
            assertThat(tool.metadata()).isEqualTo(Map.of("owner", "b", "cost", 1));
            assertThat(tool.description()).isEqualTo("Tomorrow.");
        });
    }

    @Test
    void toolsOfDisabledServerAreNotOffered() {
        this.runner
                .withPropertyValues(
                        "mcp.servers.weather.enabled=false",
                        "mcp.servers.weather.tools.declared[0].name=forecast",
                        "mcp.servers.weather.tools.declared[1].input-schema=invalid, and not checked")
                .run(context -> assertThat(context.getBean(McpToolRegistry.class)
                                .snapshot()
                                .tools())
                        .isEmpty());
    }

    @Test
    void declarationsForAllServersApplyToServersWithoutTheirOwn() {
        this.runner
                .withPropertyValues(
                        "mcp.servers.climate.url=http://localhost:1/mcp",
                        "mcp.servers.climate.start=lazy",
                        "mcp.servers.climate.tools.declared[0].name=history",
                        "mcp.defaults.tools.declared[0].name=status",
                        "mcp.defaults.tools.declared-mismatch=fail")
                .run(context -> {
                    McpToolRegistry registry = context.getBean(McpToolRegistry.class);
                    assertThat(registry.snapshot().tools())
                            .extracting(McpRegisteredTool::name)
                            .containsExactly("history", "status");
                    assertThat(registry.declared("weather"))
                            .extracting(McpDeclaredTool::name)
                            .containsExactly("status");
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    { name: forecast, input-schema: '{' }                            | input-schema  | "forecast" is not valid JSON
                    { name: forecast, input-schema: '[1]' }                          | input-schema  | "forecast" is not a JSON object
                    { name: forecast, input-schema: 'true' }                         | input-schema  | "forecast" is not a JSON object
                    { name: forecast, input-schema: [a, b] }                         | input-schema  | "forecast" is not a JSON object
                    { name: forecast, input-schema: '{"type":"array"}' }             | input-schema  | "forecast"
                    { name: forecast, input-schema: { type: string } }               | input-schema  | "forecast"
                    { name: forecast, input-schema: { type: object, properties: a } } | input-schema | "forecast"
                    { name: forecast, output-schema: '{} {}' }                       | output-schema | "forecast" is not valid JSON
                    { name: forecast, metadata: '"a"' }                              | metadata      | is not a JSON object
                    { description: Returns the forecast. }                           | name          | is missing
                    { name: now }                                                    | name          | is that of another declared tool
                    """)
    void declarationThatCannotBeUsedFailsTheStart(String declared, String property, String problem) {
        withYaml("mcp.servers.weather.tools.declared: [ { name: now }, " + declared + " ]")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(McpConfigurationException.class)
                        .hasMessageContainingAll(
                                "\"weather\"", "mcp.servers.weather.tools.declared[1]." + property, problem));
    }

    @Test
    void misspeltKeyOfDeclaredToolHasSuggestion() {
        ConfigurationPropertyName name =
                ConfigurationPropertyName.of("mcp.servers.weather.tools.declared[0].descripton");

        assertThat(KnownProperties.departureOf(name).suggestion())
                .isEqualTo("mcp.servers.weather.tools.declared[0].description");
    }
}
