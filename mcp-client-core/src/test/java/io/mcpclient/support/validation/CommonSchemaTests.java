package io.mcpclient.support.validation;

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

import io.mcpclient.schema.JsonValue;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class CommonSchemaTests {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static Object value(String json) {
        return JSON.readValue(json.replace('\'', '"'), Object.class);
    }

    private static JsonValue json(String json) {
        return JsonValue.parse(json.replace('\'', '"'));
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

        assertThat(compiled.accepts(json(value))).isTrue();
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

        assertThat(compiled.accepts(JsonValue.of("b"))).isFalse();
        assertThat(compiled.accepts(JsonValue.of(Map.of("a", 1)))).isFalse();
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

        assertThat(compile(schema).accepts(JsonValue.of(value))).isFalse();
    }

    // an automaton that knows whether the twentieth member from the innermost one is "a" has a million states
    @Test
    @Timeout(5)
    void schemaWithTooManyCombinationsIsLeftToTheLibrary() {
        StringBuilder definitions = new StringBuilder("'q0':{'properties':{"
                + "'a':{'allOf':[{'$ref':'#/$defs/q0'},{'$ref':'#/$defs/q1'}]},'b':{'$ref':'#/$defs/q0'}}}");
        for (int i = 1; i < 20; i++) {
            String next = "{'$ref':'#/$defs/q" + (i + 1) + "'}";
            definitions.append(",'q%d':{'properties':{'a':%s,'b':%s}}".formatted(i, next, next));
        }

        JsonSchema compiled = compile("{'$ref':'#/$defs/q0','$defs':{" + definitions + ",'q20':{'type':'object'}}}");

        assertThat(compiled.accepts(json("{}"))).isFalse();
        assertThat(compiled.check(Map.of())).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'properties':{'a':{'type':'integer'}}}|{'a':'x','a':1}",
                "{'properties':{'a':{'type':'integer'}}}|{'a':1,'a':'x'}",
                "{'minProperties':2}|{'a':1,'a':2}",
            })
    void memberThatOccursTwiceIsAcceptedIfBothAreValid(String schema, String value) {
        assertThat(compile(schema).accepts(json(value))).isFalse();
        assertThat(compile("{'properties':{'a':{'type':['integer','string']}},'required':['a']}")
                        .accepts(json(value)))
                .isTrue();
    }

    // a surrogate pair is one character
    @ParameterizedTest
    @CsvSource({
        "3, \uD83D\uDE00\uD83D\uDE00\uD83D\uDE00, true",
        "3, \uD83D\uDE00abc, false",
        "4, \uD83D\uDE00abc, true",
        "4, abcde, false",
        "2.5, ab, false",
        "2.5, abc, false",
        "1e30, abc, false"
    })
    void lengthsAreThoseOfCodePoints(String length, String text, boolean isAccepted) {
        JsonSchema schema = compile("{'minLength':" + length + ",'maxLength':" + length + "}");

        assertThat(schema.accepts(JsonValue.of(text))).isEqualTo(isAccepted);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|true",
                "1|false",
                "-9223372036854775808|true",
                "12345678901234567890|false",
                "-12345678901234567890|true",
                "0.30000000000000001|false",
                "0.3000|true",
                "3e-1|true",
                "0.29999999999999999999|true",
                "1e400|false",
                "-1e400|true"
            })
    void numbersAreComparedExactly(String number, boolean isAccepted) {
        assertThat(compile("{'maximum':0.3}").accepts(json(number))).isEqualTo(isAccepted);
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
                boolean isAccepted = compiled.accepts(JsonValue.of(value));
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
