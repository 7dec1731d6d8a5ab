package io.mcpclient.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.support.json.SharedJsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class JsonObjectTests {

    private static final String NUMBERS =
            "{\"a\":1.50,\"b\":12345678901234567890,\"c\":0.1000000000000000055511151231257827,\"d\":1E400,\"e\":-0.0,\"f\":1e2}";

    private record Forecast(String city, int days) {}

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{ \"type\" :\n\t\"object\" }",
                "{\"zeta\":null,\"alpha\":[true,false,{}],\"\":\"\"}",
                "{\"\\u0041\\n\\/\":\"\\ud83d\\ude00 gr\u00fc\u00df \u65e5\u672c \ud83d\ude00 \u2028\"}",
                "{\"half\":\"\\ud83d\"}",
                "{\"a\":1,\"b\":2,\"a\":[]}",
                NUMBERS
            })
    void textIsNotChanged(String json) {
        JsonObject object = JsonObject.parse(json);

        assertThat(object.text()).isEqualTo(json);
        assertThat(object).hasToString(json);
        assertThat(object.asMap()).isEqualTo(SharedJsonMapper.get().readValue(json, Map.class));
        assertThat(object.asMap().keySet())
                .containsExactlyElementsOf(Json.read(json, Map.class).keySet());
        assertThat(object.as(Map.class)).isEqualTo(object.asMap());
    }

    @Test
    void whiteSpaceAroundTheObjectIsRemoved() {
        assertThat(JsonObject.parse(" \r\n{ }\t").text()).isEqualTo("{ }");
    }

    @Test
    void numbersHaveTheValueOfTheText() {
        assertThat(JsonObject.parse(NUMBERS).asMap())
                .isEqualTo(Map.of(
                        "a",
                        1.5,
                        "b",
                        new BigInteger("12345678901234567890"),
                        "c",
                        new BigDecimal("0.1000000000000000055511151231257827"),
                        "d",
                        new BigDecimal("1E400"),
                        "e",
                        -0.0,
                        "f",
                        100.0));
    }

    @Test
    void memberThatIsNullIsNotAbsent() {
        JsonObject object = JsonObject.parse("{\"a\":null}");

        assertThat(object.asMap()).containsEntry("a", null).doesNotContainKey("b");
        assertThat(object).isNotEqualTo(JsonObject.parse("{}"));
    }

    @Test
    void lastOfTwoMembersWithOneNameCounts() {
        assertThat(JsonObject.parse("{\"a\":1,\"b\":2,\"a\":3}"))
                .isEqualTo(JsonObject.parse("{\"b\":2,\"a\":3}"))
                .isNotEqualTo(JsonObject.parse("{\"b\":2,\"a\":1}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"a":1,"b":{"c":[1,2]}}|{ "b": {"c": [1, 2]}, "a": 1 }|true
            {"a":1.0}|{"a":1.00}|true
            {"a":1e2}|{"a":100.0}|true
            {"a":"\\u0041"}|{"a":"A"}|true
            {"a":1}|{"a":1.0}|false
            {"a":[1,2]}|{"a":[2,1]}|false
            {"a":null}|{}|false
            {"a":"1"}|{"a":1}|false
            """)
    void objectsAreEqualIfTheirMembersAre(String one, String other, boolean areEqual) {
        JsonObject object = JsonObject.parse(one);

        assertThat(object.equals(JsonObject.parse(other))).isEqualTo(areEqual);
        assertThat(JsonObject.parse(other).equals(object)).isEqualTo(areEqual);
        assertThat(object.hashCode() == JsonObject.parse(other).hashCode()).isEqualTo(areEqual);
        assertThat(object.isParsed()).as("comparing retains nothing").isFalse();
    }

    @Test
    void nothingElseIsEqual() {
        assertThat(JsonObject.parse("{}"))
                .isNotEqualTo(null)
                .isNotEqualTo(Map.of())
                .isNotEqualTo("{}");
    }

    @Test
    void membersAreParsedOnceAndUnmodifiable() {
        JsonObject object = JsonObject.parse("{\"a\":{\"b\":[{}]}}");

        Map<String, Object> members = object.asMap();

        assertThat(object.asMap()).isSameAs(members);
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> members.put("c", 1));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> ((Map<?, ?>) members.get("a")).remove("b"));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> ((List<?>) ((Map<?, ?>) members.get("a")).get("b")).clear());
    }

    @Test
    void objectIsConvertedWithoutRetainingAnything() {
        JsonObject object = JsonObject.parse("{\"city\":\"Oslo\",\"days\":3,\"other\":null}");

        assertThat(object.as(Forecast.class)).isEqualTo(new Forecast("Oslo", 3));
        assertThat(object.as(Map.class)).isNotSameAs(object.as(Map.class));
        assertThat(object.isParsed()).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonObject.parse("{\"days\":\"many\"}").as(Forecast.class))
                .withMessageStartingWith("the JSON object is not a valid Forecast: ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonObject.parse("{\"days\":3.5}").as(Forecast.class))
                .withMessage("the JSON object is not a valid Forecast: a number does not fit exactly");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "[1]", "\"a\"", "5", "null", "true"})
    void textThatIsNotAnObjectIsRejected(String json) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonObject.parse(json))
                .withMessage("is not a JSON object");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{", "{} {}", "{}]", "{'a':1}", "{\"a\":01}", "{\"a\":NaN}", "{\"a\":\"\n\"}", "{\"a\":1,}"})
    void textThatIsNotJsonIsRejected(String json) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonObject.parse(json))
                .withMessageStartingWith("is not valid JSON");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e99999", "-1e-99999", "1e99999999999"})
    void excessiveExponentIsRejected(String number) {
        assertThatIllegalArgumentException().isThrownBy(() -> JsonObject.parse("{\"a\":[" + number + "]}"));
        assertThatIllegalArgumentException().isThrownBy(() -> JsonObject.of(Map.of("a", new BigDecimal("1e20000"))));
    }

    @Test
    void deepNestingIsReadOrRejected() {
        String deep = "{\"a\":" + "[".repeat(400) + "]".repeat(400) + "}";

        assertThat(JsonObject.parse(deep).asMap()).hasSize(1);
        assertThat(JsonObject.parse(deep)).isEqualTo(JsonObject.parse(deep.replace(":", ": ")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonObject.parse("{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}"));
    }

    @Test
    void mapIsWrittenInItsOrderAndCopied() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("zeta", null);
        members.put("alpha", new Forecast("Oslo", 3));
        members.put("list", Arrays.asList(1L, new BigDecimal("1.50"), "\ud83d", new int[] {4}));
        JsonObject object = JsonObject.of(members);
        members.clear();

        assertThat(object.text())
                .isEqualTo(
                        "{\"zeta\":null,\"alpha\":{\"city\":\"Oslo\",\"days\":3},\"list\":[1,1.50,\"\\ud83d\",[4]]}");
        assertThat(object.asMap()).containsEntry("list", List.of(1, 1.5, "\ud83d", List.of(4)));
        assertThat(JsonObject.of(Map.of())).isEqualTo(JsonObject.parse("{}"));
    }

    @Test
    void mapThatContainsItselfIsRejected() {
        Map<String, Object> endless = new LinkedHashMap<>();
        endless.put("self", endless);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonObject.of(endless))
                .withMessageStartingWith("cannot be written as JSON");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":{\"x\":1.50,\"y\":[\"\\u0041\\u200b\",null]},\"b\":12345678901234567890}",
                "{\"c\":0.1000000000000000055511151231257827,\"d\":1E400,\"a\":1,\"a\":2}",
                "{\"half\":\"\\ud83d\"}"
            })
    void toolIsReadAndWrittenWithTheSameSchema(String schema) {
        String json = "{\"name\":\"t\",\"inputSchema\":" + schema + ",\"outputSchema\":{}}";
        Tool tool = Json.read(json, Tool.class);

        assertThat(tool.inputSchema()).isEqualTo(JsonObject.parse(schema));
        String written = Json.MAPPER.writeValueAsString(tool);
        assertThat(Json.read(written, Tool.class)).isEqualTo(tool);
        assertThat(new String(Json.MAPPER.writeValueAsBytes(Tool.of("t", null, schema)), StandardCharsets.UTF_8))
                .isEqualTo("{\"name\":\"t\",\"inputSchema\":" + schema + "}");
        for (JsonMapper mapper : List.of(Json.MAPPER, SharedJsonMapper.get())) {
            Map<?, ?> plain = mapper.convertValue(tool, Map.class);
            assertThat(plain.get("inputSchema")).isEqualTo(tool.inputSchema().asMap());
            assertThat(mapper.convertValue(plain, Tool.class)).isEqualTo(tool);
        }
    }

    // a line break ends a message of the stdio transport
    @Test
    void textWithLineBreaksIsWrittenOnOneLine() {
        JsonObject object = JsonObject.parse("{\r\n  \"a\" : [ 1.50,\n 12345678901234567890, \"\\n\" ]\r}");

        assertThat(Json.MAPPER.writeValueAsString(Collections.singletonList(object)))
                .isEqualTo("[{    \"a\" : [ 1.50,  12345678901234567890, \"\\n\" ] }]");
    }

    @Test
    void schemaThatIsNullIsMissing() {
        assertThat(Json.read("{\"name\":\"t\",\"inputSchema\":{},\"outputSchema\":null}", Tool.class)
                        .outputSchema())
                .isNull();
    }

    @Test
    void membersAreTheSameForAllThreads() {
        String json = "{\"a\":" + "[{\"b\":1.50},".repeat(200) + "1" + "]".repeat(200) + "}";
        Map<?, ?> expected = Json.read(json, Map.class);
        JsonObject object = JsonObject.parse(json);

        assertThat(IntStream.range(0, 200)
                        .parallel()
                        .mapToObj(i -> (i % 3 == 0)
                                ? object.asMap()
                                : (i % 3 == 1) ? object.as(Map.class) : Map.of("hash", object.hashCode())))
                .allMatch(map -> map.equals(expected) || map.equals(Map.of("hash", expected.hashCode())));
    }
}
