package io.mcpclient.testkit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProviderChecksTests {

    private static final Map<String, Object> PLAIN = Map.of(
            "type", "object", "properties", Map.of("city", Map.of("type", "string")), "required", List.of("city"));

    @Test
    void plainParametersAreAccepted() {
        assertThat(ProviderChecks.openAi("weather", PLAIN)).isEmpty();
        assertThat(ProviderChecks.openAiStrict("weather", ProviderChecks.strict(PLAIN)))
                .isEmpty();
        assertThat(ProviderChecks.gemini("weather", PLAIN)).isEmpty();
        assertThat(ProviderChecks.anthropic("weather", PLAIN)).isEmpty();
    }

    @Test
    void messagesAreThoseOfThePublicReports() {
        assertThat(ProviderChecks.openAi("pods_list", Map.of("type", "object")))
                .containsExactly(
                        "Invalid schema for function 'pods_list': In context=(), object schema missing properties.");
        assertThat(ProviderChecks.openAi("x", Map.of("type", "object", "properties", List.of())))
                .containsExactly("Invalid schema for function 'x': [] is not of type 'object'.");
        assertThat(ProviderChecks.openAi("x", with(PLAIN, "tags", Map.of("type", "array"))))
                .containsExactly(
                        "Invalid schema for function 'x': In context=('properties', 'tags'), array schema missing items.");
        assertThat(ProviderChecks.openAiStrict("x", PLAIN))
                .containsExactly(
                        "Invalid schema for function 'x': In context=(), 'additionalProperties' is required to be"
                                + " supplied and to be false.");
        assertThat(ProviderChecks.gemini("x", with(PLAIN, "tags", Map.of("type", List.of("string", "null")))))
                .singleElement()
                .asString()
                .endsWith("Unknown name \"type\" at 'parameters.properties[tags]': Proto field is not repeating, cannot"
                        + " start list.");
    }

    @SuppressWarnings("unchecked") // properties are an object
    private static Map<String, Object> with(Map<String, Object> schema, String property, Object value) {
        Map<String, Object> properties = new LinkedHashMap<>((Map<String, Object>) schema.get("properties"));
        properties.put(property, value);
        Map<String, Object> with = new LinkedHashMap<>(schema);
        with.put("properties", properties);
        return with;
    }
}
