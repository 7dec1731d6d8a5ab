package io.mcpclient.internal.validation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class CommonSchemaTests {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static Object value(String json) {
        return JSON.readValue(json.replace('\'', '"'), Object.class);
    }

    @SuppressWarnings("unchecked")
    private static JsonSchema compile(String schema) {
        return JsonSchema.compile((Map<String, Object>) value(schema));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'object','properties':{'a':{'type':'integer'}},'required':['a']}|{'a':1,'b':[]}",
                "{'type':['string','null'],'maxLength':2}|null",
                "{'type':'array','items':{'anyOf':[{'type':'number','minimum':0},{'type':'null'}]},'minItems':2}|[1,null,2.5]",
                "{'type':'object','additionalProperties':{'enum':['x',true,null]}}|{'a':'x','b':true,'c':null}",
                "{'type':'object','properties':{'n':{'$ref':'#/$defs/N'}},'$defs':{'N':{'type':'object','properties':"
                        + "{'next':{'$ref':'#/$defs/N'}},'additionalProperties':false}}}|{'n':{'next':{'next':{}}}}",
                "{'$schema':'http://json-schema.org/draft-07/schema#','allOf':[{'const':'a'},{'format':'uri'}]}|'a'",
                "{'maxLength':1}|'\uD83D\uDE00'",
            })
    void validValueOfCommonKeywordsIsAccepted(String schema, String value) {
        JsonSchema compiled = compile(schema);

        assertThat(compiled.accepts(value(value))).isTrue();
        assertThat(compiled.check(value(value))).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'pattern':'a'}",
                "{'not':{'type':'string'}}",
                "{'oneOf':[{'type':'string'}]}",
                "{'uniqueItems':true}",
                "{'multipleOf':1}",
                "{'enum':[1.0]}",
                "{'patternProperties':{'a':{}},'additionalProperties':false}",
                "{'$id':'https://example.com/s','properties':{}}",
                "{'x-unknown':1}",
                "{'prefixItems':[{}]}",
                "{'$defs':{'a/b':{}},'$ref':'#/$defs/a~1b'}",
            })
    void otherKeywordsAreLeftToTheLibrary(String schema) {
        JsonSchema compiled = compile(schema);

        assertThat(compiled.accepts("b")).isFalse();
        assertThat(compiled.accepts(Map.of("a", 1))).isFalse();
    }

    // a reference to itself, and alternatives that double the work at each level
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'$ref':'#'}",
                "{'anyOf':[{'type':'object','properties':{'a':{'$ref':'#'}},'required':['b']},"
                        + "{'type':'object','properties':{'a':{'$ref':'#'}},'required':['b']}]}",
            })
    @Timeout(5)
    void hostileSchemaIsLeftToTheLibraryInTime(String schema) {
        Map<String, Object> value = new HashMap<>();
        for (int i = 0; i < 60; i++) {
            value = new HashMap<>(Map.of("a", value));
        }

        assertThat(compile(schema).accepts(value)).isFalse();
    }

    // Whatever is accepted is valid for the library; most valid values are accepted, and some are invalid.
    @Test
    void acceptedValuesAreValidForTheLibrary() {
        Random random = new Random(20261128);
        int accepted = 0;
        int valid = 0;
        int invalid = 0;
        for (int i = 0; i < 3_000; i++) {
            Map<String, Object> schema = schema(random, 3);
            JsonSchema compiled = JsonSchema.compile(schema);
            for (int j = 0; j < 4; j++) {
                Object value = value(random, 3);
                boolean isValid = compiled.check(value) == null;
                boolean isAccepted = compiled.accepts(value);
                assertThat(isAccepted && !isValid)
                        .as("%s accepts %s", schema, value)
                        .isFalse();
                accepted += isAccepted ? 1 : 0;
                valid += isValid ? 1 : 0;
                invalid += isValid ? 0 : 1;
            }
        }
        assertThat(invalid).isGreaterThan(1_000);
        assertThat(accepted).isGreaterThan(valid * 8 / 10);
    }

    private static final List<String> NAMES = List.of("a", "b", "c");

    private static final List<Object> SCALARS =
            List.of("", "x", "long text", true, false, 0, 1, -3, 7L, 2.0, 1.5, 9007199254740993L);

    private static Object value(Random random, int depth) {
        int kind = random.nextInt(depth > 0 ? 4 : 2);
        if (kind == 2) {
            List<Object> items = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                items.add(value(random, depth - 1));
            }
            return items;
        }
        if (kind == 3) {
            Map<String, Object> members = new HashMap<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                members.put(NAMES.get(random.nextInt(3)), value(random, depth - 1));
            }
            return members;
        }
        return SCALARS.get(random.nextInt(SCALARS.size()));
    }

    private static Map<String, Object> schema(Random random, int depth) {
        Map<String, Object> schema = new HashMap<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            add(schema, random, depth);
        }
        return schema;
    }

    private static void add(Map<String, Object> schema, Random random, int depth) {
        List<String> types = List.of("object", "array", "string", "integer", "number", "boolean", "null");
        switch (random.nextInt(depth > 0 ? 16 : 8)) {
            case 0 -> schema.put("type", types.get(random.nextInt(7)));
            case 1 -> schema.put("type", List.of(types.get(random.nextInt(3)), types.get(3 + random.nextInt(4))));
            case 2 -> schema.put("enum", List.of("x", true));
            case 3 -> schema.put("minimum", random.nextInt(3));
            case 4 -> schema.put("exclusiveMaximum", random.nextInt(3));
            case 5 -> schema.put("maxLength", random.nextInt(3));
            case 6 -> schema.put("required", List.of(NAMES.get(random.nextInt(3))));
            case 7 -> schema.put("minItems", random.nextInt(3));
            case 8, 9 ->
                schema.put("properties", Map.of("a", schema(random, depth - 1), "b", schema(random, depth - 1)));
            case 10 -> schema.put("additionalProperties", random.nextBoolean());
            case 11 -> schema.put("additionalProperties", schema(random, depth - 1));
            case 12, 13 -> schema.put("items", schema(random, depth - 1));
            case 14 -> schema.put("anyOf", List.of(schema(random, depth - 1), schema(random, depth - 1)));
            default -> schema.put("allOf", List.of(schema(random, depth - 1), schema(random, depth - 1)));
        }
    }
}
