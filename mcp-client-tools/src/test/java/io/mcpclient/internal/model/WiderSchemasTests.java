package io.mcpclient.internal.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.model.McpSchemaForm;
import io.mcpclient.support.validation.JsonSchema;
import io.mcpclient.support.validation.UnusableSchemaException;
import io.mcpclient.testkit.CompatibleProviderChecks;
import io.mcpclient.testkit.ProviderChecks;
import io.mcpclient.testkit.Repetitions;

import static org.assertj.core.api.Assertions.assertThat;

/** No form permits less than the schema as sent: what is valid under the one is valid under the other. */
@Timeout(120)
class WiderSchemasTests {

    private static final int VALUES = 40;

    /** Far enough apart for what follows each of them. */
    static LongStream firstSeeds() {
        return Repetitions.seeds(1, 4).mapToLong(number -> (number - 1) * 1_000_000L + 1);
    }

    @ParameterizedTest
    @MethodSource("firstSeeds")
    void validArgumentsRemainValidInEachForm(long firstSeed) {
        int valid = 0;
        for (long seed = firstSeed; seed < firstSeed + 500; seed++) {
            RandomSchemas random = new RandomSchemas(seed);
            Map<String, Object> asSent = random.root();
            Map<String, Object> portable = ModelSchemas.of(asSent, McpSchemaForm.PORTABLE);
            Map<String, Object> inline = ModelSchemas.of(asSent, McpSchemaForm.INLINE);
            assertThat(ProviderChecks.openAi("f", portable)).as("%s", asSent).isEmpty();
            assertThat(ProviderChecks.anthropic("f", portable)).as("%s", asSent).isEmpty();
            assertThat(ProviderChecks.gemini("f", inline)).as("%s", asSent).isEmpty();
            JsonSchema original = JsonSchema.compile(asSent);
            JsonSchema inPortable = JsonSchema.compile(portable);
            JsonSchema inInline = JsonSchema.compile(withNull(inline));
            for (int i = 0; i < VALUES; i++) {
                Map<String, Object> arguments = random.arguments();
                if (isValid(original, arguments)) {
                    valid++;
                    String what = "seed " + seed + ": " + SchemaText.text(asSent) + " " + SchemaText.text(arguments);
                    assertThat(inPortable.check(arguments))
                            .as("%s%n%s", what, SchemaText.text(portable))
                            .isNull();
                    assertThat(inInline.check(arguments))
                            .as("%s%n%s", what, SchemaText.text(inline))
                            .isNull();
                }
            }
        }
        assertThat(valid).isGreaterThan(2_000);
    }

    @ParameterizedTest
    @MethodSource("firstSeeds")
    void malformedSchemasAreAcceptedInTheirForms(long firstSeed) {
        for (long seed = firstSeed; seed < firstSeed + 2_000; seed++) {
            RandomSchemas random = new RandomSchemas(seed);
            Map<String, Object> asSent = new LinkedHashMap<>(Nodes.object(random.damaged(random.root())));
            Map<String, Object> portable = ModelSchemas.of(asSent, McpSchemaForm.PORTABLE);
            Map<String, Object> inline = ModelSchemas.of(asSent, McpSchemaForm.INLINE);

            String what = "seed " + seed + ": " + SchemaText.text(asSent);
            assertThat(ProviderChecks.openAi("f", portable)).as(what).isEmpty();
            assertThat(ProviderChecks.anthropic("f", portable)).as(what).isEmpty();
            assertThat(CompatibleProviderChecks.groq("f", portable)).as(what).isEmpty();
            assertThat(ProviderChecks.gemini("f", inline)).as(what).isEmpty();
            assertThat(CompatibleProviderChecks.nova(inline)).as(what).isEmpty();
        }
    }

    private static boolean isValid(JsonSchema schema, Object value) {
        try {
            return schema.check(value) == null;
        } catch (UnusableSchemaException ex) {
            return false; // recursion without end
        }
    }

    /** Writes {@code nullable} of OpenAPI in JSON Schema. */
    @SuppressWarnings("unchecked") // names of JSON are strings
    private static Map<String, Object> withNull(Map<String, Object> schema) {
        Map<String, Object> written = new LinkedHashMap<>();
        schema.forEach((keyword, value) -> {
            if (keyword.equals("properties")) {
                Map<String, Object> properties = new LinkedHashMap<>();
                ((Map<String, Map<String, Object>>) value)
                        .forEach((name, each) -> properties.put(name, withNull(each)));
                written.put(keyword, properties);
            } else if (keyword.equals("items")) {
                written.put(keyword, withNull((Map<String, Object>) value));
            } else if (keyword.equals("anyOf")) {
                written.put(
                        keyword,
                        ((List<Map<String, Object>>) value)
                                .stream().map(WiderSchemasTests::withNull).toList());
            } else if (!keyword.equals("nullable")) {
                written.put(keyword, value);
            }
        });
        return Boolean.TRUE.equals(schema.get("nullable"))
                ? Map.of("anyOf", List.of(written, Map.of("type", "null")))
                : written;
    }

    private static void assertValid(String schema, String arguments) {
        Map<String, Object> asSent = SchemaText.schema(schema);
        Object value = SchemaText.value(arguments);
        assertThat(JsonSchema.compile(asSent).check(value)).isNull();
        assertThat(JsonSchema.compile(ModelSchemas.of(asSent, McpSchemaForm.PORTABLE))
                        .check(value))
                .isNull();
        assertThat(JsonSchema.compile(withNull(ModelSchemas.of(asSent, McpSchemaForm.INLINE)))
                        .check(value))
                .isNull();
    }

    @Test
    void constraintsInNegatedPositionsAreRelaxed() {
        assertValid("{'properties':{'a':{'not':{'type':'string','pattern':'^(?!x)'}}}}", "{'a':'x'}");
        assertValid(
                "{'properties':{'a':{'if':{'pattern':'^(?!x)'},'then':{'const':'y'},'else':{'const':'x'}}}}",
                "{'a':'x'}");
        assertValid("{'properties':{'a':{'oneOf':[{'type':'string','pattern':'^(?!x)'},{'const':'x'}]}}}", "{'a':'x'}");
        assertValid("{'properties':{'a':{'contains':{'pattern':'^(?!x)'},'maxContains':1}}}", "{'a':['x','y','x']}");
        assertValid(
                "{'properties':{'a':{'not':{'$ref':'#/$defs/d'}}},'$defs':{'d':{'pattern':'^(?!x)'}}}", "{'a':'x'}");
        assertValid(
                "{'properties':{'a':{'not':{'$ref':'#'}},'b':{}},'oneOf':[{'required':['a']},{'required':['b']}]}",
                "{'a':{'a':1,'b':1}}");
        assertValid(
                "{'properties':{'a':{'patternProperties':{'^(?!x)y':{}},'additionalProperties':false}}}",
                "{'a':{'y':1}}");
    }

    @Test
    void preservedKeywordsRemainStrict() {
        String schema = "{'type':'object','properties':{'a':{'not':{'const':'x'}},'b':{'oneOf':[{'type':'string'},"
                + "{'type':'integer'}]},'c':{'$ref':'#/$defs/C'}},'$defs':{'C':{'type':'string','maxLength':2}},"
                + "'required':['a'],'additionalProperties':false}";
        Map<String, Object> asSent = SchemaText.schema(schema);

        assertThat(ModelSchemas.of(asSent, McpSchemaForm.PORTABLE)).isSameAs(asSent);
    }
}
