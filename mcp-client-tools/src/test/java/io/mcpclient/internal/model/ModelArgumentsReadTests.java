package io.mcpclient.internal.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.internal.model.ModelArguments.Reading;
import io.mcpclient.text.KnownSecrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** Texts that models write as arguments, row by row. */
class ModelArgumentsReadTests {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    static Stream<@Nullable String> nothing() {
        return Stream.of(
                null,
                "",
                "  \n\t",
                "\ufeff",
                "null",
                " NULL ",
                "Null",
                "None",
                "none",
                "undefined",
                " Undefined\n",
                "{}",
                " { } ",
                "[]",
                "\"\"",
                "\" \"",
                "\"{}\"",
                "\"null\"",
                "\"[]\"",
                "\"\\\"{}\\\"\"",
                "```json\n```",
                "```json\n{}\n```",
                "``",
                "{}{}",
                "{}}",
                "{{}}",
                "/* none */",
                "{ // none\n}");
    }

    @ParameterizedTest
    @MethodSource("nothing")
    void emptyOrNullTextIsReadAsNoArguments(@Nullable String text) {
        Reading reading = ModelArguments.read(text);

        assertThat(reading.problem()).isNull();
        assertThat(reading.arguments()).isEmpty();
    }

    static Stream<String> strict() {
        return Stream.of(
                "{\"a\":1}",
                " {\n\t\"a\" : [ 1 , { \"b\" : null } , true , false ] }\r\n",
                "{\"a\":\"{\\\"b\\\": 1}\",\"c\":\"[1,]\",\"d\":\"null\",\"e\":\"True\",\"f\":\"```\"}",
                "{\"a\":\"it's \\\"d\\\" \\\\ \\/ \\b\\f\\n\\r\\t \\u00e9 \\uD83D\\uDE00 \u00e9\"}",
                "{\"\":{\"\":[[],{}]}}",
                "{\"a\":{\"b\":1},\"c\":{\"d\":{}}}",
                "{\"a\":-1,\"b\":0,\"c\":12345678901,\"d\":123456789012345678901234567890,\"e\":-9223372036854775808}",
                "{\"a\":1.10,\"b\":1E+3,\"c\":1e3,\"d\":0.1000000000000000055511151231257827,\"e\":1e400,\"f\":-0.5e-7}",
                "{\"a\":\"// no comment\",\"b\":\"/* \",\"c\":\"<|call|>\",\"d\":\"a\u00a0b\u200bc\"}",
                "{\"arguments\":{\"a\":1}}",
                "{\"a\":1,\"a\":2}",
                "{\"a\":\"\u2028\u007f\"}");
    }

    @ParameterizedTest
    @MethodSource("strict")
    void jsonObjectIsNotChanged(String text) {
        Reading reading = ModelArguments.read(text);

        assertThat(reading).isEqualTo(new Reading(MAPPER.readValue(text, Map.class), null, null));
    }

    @Test
    void numbersKeepTheirDigits() {
        Map<String, Object> arguments = ModelArguments.read(
                        "{\"a\":1.10,\"b\":1E+3,\"c\":12345678901234567890,\"d\":7,\"e\":-0.0,\"f\":-0,\"g\":1.0}")
                .arguments();

        assertThat(arguments)
                .containsEntry("a", new BigDecimal("1.10"))
                .containsEntry("b", new BigDecimal("1E+3"))
                .containsEntry("c", new BigInteger("12345678901234567890"))
                .containsEntry("d", 7)
                .containsEntry("e", -0.0)
                .containsEntry("f", 0)
                .containsEntry("g", new BigDecimal("1.0"));
    }

    static Stream<Arguments> repaired() {
        return Stream.of(
                // an object in a string: quarkus-langchain4j 2569, OpenManus 989
                arguments("\"{\\\"a\\\": 1}\"", "{'a':1}", "an object in a string"),
                arguments(" \"\\n{\\n \\\"a\\\": \\\"x\\\"\\n}\" ", "{'a':'x'}", "an object in a string"),
                arguments("\"\\\"{\\\\\\\"a\\\\\\\":1}\\\"\"", "{'a':1}", "an object in a string"),
                arguments("\"\\\"\\\\\\\"{}\\\\\\\"\\\"\"", "{}", "an object in a string"),
                arguments("\"{\\\"a\\\": 1,}\"", "{'a':1}", "an object in a string, a trailing comma"),
                arguments("'{\"a\": 1}'", "{'a':1}", "an object in a string, single quotes"),
                arguments("\"```json\\n{\\\"a\\\":1}\\n```\"", "{'a':1}", "a code fence, an object in a string"),
                arguments("\"{\n\\\"a\\\": 1}\"", "{'a':1}", "an object in a string, a control character in a string"),
                // a code fence: agents-flex 64, pi 8858; the first half of one is the stop sequence of models
                arguments("```json\n{\"a\":1}\n```", "{'a':1}", "a code fence"),
                arguments("```\n{\"a\":1}\n```\n", "{'a':1}", "a code fence"),
                arguments(" \n```JSON \r\n{\"a\":1}\r\n``` ", "{'a':1}", "a code fence"),
                arguments("```json {\"a\":1}```", "{'a':1}", "a code fence"),
                arguments("```{\"a\":1}```", "{'a':1}", "a code fence"),
                arguments("```c++\n{\"a\":1}```", "{'a':1}", "a code fence"),
                arguments("````json\n{\"a\":\"```\"}\n````", "{'a':'```'}", "a code fence"),
                arguments("`{\"a\":1}`", "{'a':1}", "a code fence"),
                arguments("``{\"a\":\"`\"}``", "{'a':'`'}", "a code fence"),
                arguments("```json\n{\"a\":1}", "{'a':1}", "a code fence"),
                arguments("{\"a\":1}\n```", "{'a':1}", "a code fence"),
                arguments("```json\n\"{\\\"a\\\":1}\"\n```", "{'a':1}", "a code fence, an object in a string"),
                // trailing commas: langchain4j 1339, Clawith 212
                arguments("{\"a\":1,}", "{'a':1}", "a trailing comma"),
                arguments("{\"a\":1 ,\n}", "{'a':1}", "a trailing comma"),
                arguments("{\"a\":[1,2,],\"b\":{\"c\":[{},],},}", "{'a':[1,2],'b':{'c':[{}]}}", "a trailing comma"),
                arguments("{\"a\":\",}\",}", "{'a':',}'}", "a trailing comma"),
                // one brace too many: langchain-qwq 30
                arguments("{\"a\":1}}", "{'a':1}", "an extra closing brace"),
                arguments("{\"a\":1}\n}}", "{'a':1}", "an extra closing brace"),
                arguments("{\"a\":{\"b\":{\"c\":1}}}}", "{'a':{'b':{'c':1}}}", "an extra closing brace"),
                arguments("{\"a\":[{\"b\":1},{\"b\":2}]}}", "{'a':[{'b':1},{'b':2}]}", "an extra closing brace"),
                arguments("{\"a\":[{\"b\":1}],\"c\":2}}", "{'a':[{'b':1}],'c':2}", "an extra closing brace"),
                // doubled braces: tinyagents 68, CodeRouter 40
                arguments("{{\"a\":1}}", "{'a':1}", "doubled braces"),
                arguments("{{{\"a\":1}}}", "{'a':1}", "doubled braces"),
                arguments("{{\"a\": {{\"b\": 1}} }}", "{'a':{'b':1}}", "doubled braces"),
                // repeated by providers: cogito 66, ogx 5462, autogen 7549
                arguments("{\"a\":1}{\"a\":1}", "{'a':1}", "a repeated object"),
                arguments("{}{\"a\":1}", "{'a':1}", "a repeated object"),
                arguments("{}\n{}\n{\"a\":1}", "{'a':1}", "a repeated object"),
                // literals of Python: vllm-mlx 63, mlx-lm 1004, qvac 2372
                arguments(
                        "{'a': 'x', 'b': True, 'c': None}",
                        "{'a':'x','b':true,'c':null}",
                        "single quotes, a literal of another language"),
                arguments("{'a': 'say \"hi\"'}", "{'a':'say \\u0022hi\\u0022'}", "single quotes"),
                arguments("{'a': 'it\\'s'}", "{'a':'it\\u0027s'}", "single quotes"),
                arguments(
                        "{\"a\": False, \"b\": TRUE, \"c\": NULL}",
                        "{'a':false,'b':true,'c':null}",
                        "a literal of another language"),
                // hermes-agent 79699
                arguments("{\"a\": \"it\\'s\"}", "{'a':'it\\u0027s'}", "single quotes"),
                // mastra 14033
                arguments(
                        "{a: 1, b_2: \"x\", $c-d: {e: 2}}",
                        "{'a':1,'b_2':'x','$c-d':{'e':2}}",
                        "a name without quotes"),
                // rhesis 2488 (Gemini), omlx 1672 (Qwen)
                arguments("{\"a\": \"x\ny\"}", "{'a':'x\\ny'}", "a control character in a string"),
                arguments("{\"a\": \"\tx\r\n\ty\"}", "{'a':'\\tx\\r\\n\\ty'}", "a control character in a string"),
                // agentscope-java 847
                arguments("{\"a\": 1} // simple", "{'a':1}", "a comment"),
                arguments("{ // first\n\"a\": /* second */ 1 /**/}", "{'a':1}", "a comment"),
                // OpenHands software-agent-sdk 2488 (Qwen), syncode 171 (Gemma)
                arguments("{\"a\": \\n[1, 2]\\n\\t}", "{'a':[1,2]}", "a space that JSON does not have"),
                arguments("{\"a\": [1]\u00a0}", "{'a':[1]}", "a space that JSON does not have"),
                arguments("\ufeff{\"a\":\u30001}\u200b", "{'a':1}", "a space that JSON does not have"),
                // mastra 12823, ollama 14180
                arguments("{\"a\":1}<|call|>", "{'a':1}", "a control token at the end"),
                arguments("{\"a\":1}\n<|im_end|>\n<|endoftext|> ", "{'a':1}", "a control token at the end"),
                // agno 6303
                arguments("[]", "{}", "another text for no arguments"),
                arguments("undefined", "{}", "another text for no arguments"),
                arguments("None", "{}", "another text for no arguments"),
                arguments("\"Undefined\"", "{}", "an object in a string, another text for no arguments"));
    }

    @ParameterizedTest
    @MethodSource("repaired")
    void unambiguousTextIsRepaired(String text, String json, String repair) {
        Reading reading = ModelArguments.read(text);

        assertThat(reading.problem()).isNull();
        assertThat(reading.arguments()).isEqualTo(MAPPER.readValue(json.replace('\'', '"'), Map.class));
        assertThat(reading.repair()).isEqualTo(repair);
    }

    static Stream<Arguments> unreadable() {
        return Stream.of(
                // cut off: cline 13001
                arguments("{\"a\": 1", "line 1, column 8: the text ends here, but \",\" or \"}\" must follow"),
                arguments("{\"a\": [1, 2", "line 1, column 12: the text ends here, but \",\" or \"]\" must follow"),
                arguments("{\"a\": \"x", "line 1, column 7: the string that begins here has no end"),
                arguments("{\"a\": \"x```", "line 1, column 7: the string that begins here has no end"),
                arguments("{\"a\":", "line 1, column 6: the text ends here, but a value must follow"),
                arguments("{\"a\"", "line 1, column 5: the text ends here, but \":\" must follow"),
                arguments("{", "line 1, column 2: the text ends here, but a name in quotes must follow"),
                arguments("{\"a\": 1,", "line 1, column 9: the text ends here, but a name in quotes must follow"),
                arguments("{\"a\": tru", "line 1, column 7: expected a value, found \"tru\""),
                arguments("{\"a\": 1.", "line 1, column 7: \"1.\" does not begin with a number of JSON"),
                arguments("```json\n{\"a\": 1", "line 2, column 8: the text ends here, but \",\" or \"}\" must follow"),
                arguments("{{\"a\": 1}", "line 1, column 10: the text ends here, but \"}\" must follow"),
                arguments("{\"a\": 1 /* x", "line 1, column 9: the comment that begins here has no end"),
                // several readings
                arguments("{\"a\":{\"x\":1},\"b\":2}}", "line 1, column 20: after the end of the value there is \"}\""),
                arguments("{\"a\":1}{\"a\":2}", "line 1, column 8: a second object begins here"),
                arguments("{\"a\":1}{}", "line 1, column 8: a second object begins here"),
                arguments(
                        "{\"a\":1},{\"a\":1}", "line 1, column 8: after the end of the value there is \",{\"a\":1}\""),
                arguments("[{\"a\":1}]", "they are an array"),
                arguments("[1]", "they are an array"),
                arguments("{\"a\":1}]", "line 1, column 8: after the end of the value there is \"]\""),
                arguments(
                        "{\"path\": \"C:\\dir\"}",
                        "line 1, column 13: invalid escape \"\\dir\"}\"; a backslash is written as two"),
                arguments(
                        "{\"a\": \"\\u12g4\"}",
                        "line 1, column 8: invalid escape \"\\u12g4\"}\"; a backslash is written as two"),
                arguments("{\"a\": \"say \"hi\"\"}", "line 1, column 13: expected \",\" or \"}\", found \"hi\"\"}\""),
                arguments("{'a': 'it's'}", "line 1, column 11: expected \",\" or \"}\", found \"s'}\""),
                arguments("{“a”: 1}", "line 1, column 2: expected a name in quotes, found \"“a”: 1}\""),
                arguments("{\"a\": “x”}", "line 1, column 7: expected a value, found \"“x”}\""),
                arguments("{\"a\": Paris}", "line 1, column 7: expected a value, found \"Paris}\""),
                arguments("{\"a\": undefined}", "line 1, column 7: expected a value, found \"undefined}\""),
                arguments("{\"a\": none}", "line 1, column 7: expected a value, found \"none}\""),
                arguments("{\"a\": NaN}", "line 1, column 7: expected a value, found \"NaN}\""),
                arguments(
                        "{\"a\": -Infinity}", "line 1, column 7: \"-Infinity}\" does not begin with a number of JSON"),
                arguments("{\"a\": 01}", "line 1, column 7: \"01}\" does not begin with a number of JSON"),
                arguments("{\"a\": 0x10}", "line 1, column 7: \"0x10}\" does not begin with a number of JSON"),
                arguments("{\"a\": +1}", "line 1, column 7: expected a value, found \"+1}\""),
                arguments("{\"a\": .5}", "line 1, column 7: expected a value, found \".5}\""),
                arguments("{\"a\": 1_000}", "line 1, column 7: \"1_000}\" does not begin with a number of JSON"),
                arguments("{\"a\": 1.2.3}", "line 1, column 7: \"1.2.3}\" does not begin with a number of JSON"),
                arguments("{\"a\": １}", "line 1, column 7: expected a value, found \"１}\""),
                arguments("{\"a\": 1 \"b\": 2}", "line 1, column 9: expected \",\" or \"}\", found \"\"b\": 2}\""),
                arguments(
                        "{\"a\": 1,, \"b\": 2}", "line 1, column 9: expected a name in quotes, found \", \"b\": 2}\""),
                arguments("{\"a\": [1,,2]}", "line 1, column 10: expected a value, found \",2]}\""),
                arguments("{,\"a\": 1}", "line 1, column 2: expected a name in quotes, found \",\"a\": 1}\""),
                arguments("{,}", "line 1, column 2: expected a name in quotes, found \",}\""),
                arguments("{\"a\" = 1}", "line 1, column 6: expected \":\", found \"= 1}\""),
                arguments("{\"a\": (1, 2)}", "line 1, column 7: expected a value, found \"(1, 2)}\""),
                arguments("{\"a\": /1}", "line 1, column 7: unexpected \"/1}\""),
                arguments("{1: 2}", "line 1, column 2: expected a name in quotes, found \"1: 2}\""),
                arguments("{\"a\": 1]", "line 1, column 8: expected \",\" or \"}\", found \"]\""),
                arguments("{\"a\": \\\"x\\\"}", "line 1, column 7: expected a value, found \"\\\"x\\\"}\""),
                // no object
                arguments("Oslo", "line 1, column 1: expected a value, found \"Oslo\""),
                arguments("\"Oslo\"", "they are a string"),
                arguments("5", "they are an integer"),
                arguments("1.5", "they are a number"),
                arguments("true", "they are a boolean"),
                arguments("\"5\"", "they are a string"),
                arguments(
                        "\"{\\\"a\\\":\"",
                        "line 1, column 6 of the encoded text: the text ends here, but a value must" + " follow"),
                arguments(
                        "Sure:\n```json\n{\"a\":1}\n```",
                        "line 1, column 1: expected a value, found \"Sure:" + " ```json {\"a\":1}\""),
                arguments(
                        "{\"a\":1} I hope this helps",
                        "line 1, column 9: after the end of the value there is \"I hope this helps\""),
                arguments(
                        "{\n  \"a\": 1\r\n  \"b\": 2\r}",
                        "line 3, column 3: expected \",\" or \"}\", found \"\"b\": 2 }\""),
                arguments("{\"😀\": x}", "line 1, column 7: expected a value, found \"x}\""));
    }

    @ParameterizedTest
    @MethodSource("unreadable")
    void ambiguousTextIsAProblemWithItsLocation(String text, String why) {
        Reading reading = ModelArguments.read(text);

        assertThat(reading)
                .isEqualTo(new Reading(
                        Map.of(),
                        null,
                        "The tool was not executed: its arguments are not a JSON object (" + why
                                + "). Write one JSON object."));
    }

    @Test
    void stringThatIsEncodedMoreThanThreeTimesIsAProblem() {
        String text = "{\"a\":1}";
        for (int i = 0; i < 3; i++) {
            text = MAPPER.writeValueAsString(text);
        }

        assertThat(ModelArguments.read(text).arguments()).isEqualTo(Map.of("a", 1));
        assertThat(ModelArguments.read(MAPPER.writeValueAsString(text)).problem())
                .contains("(they are a string in more than 3 others)");
    }

    @Test
    void deepNestingIsAProblem() {
        for (String bracket : List.of("[", "{", "{\"a\":", "[{\"a\":", "\\n[", "{a:[")) {
            assertThat(ModelArguments.read(bracket.repeat(10_000)).problem())
                    .contains("nested deeper than 200 levels")
                    .hasSizeLessThan(250);
        }
        assertThat(ModelArguments.read("{\"a\":" + "[".repeat(199) + "]".repeat(199) + "}"))
                .extracting(Reading::repair, Reading::problem)
                .containsExactly(null, null);
    }

    @Test
    void excessiveTextIsAProblem() {
        assertThat(ModelArguments.read(" ".repeat(16 * 1024 * 1024 + 1)).problem())
                .contains("16777216 characters");
        assertThat(ModelArguments.read("{\"a\":[" + "0,".repeat(500_000) + "0]}")
                        .problem())
                .contains("more than 500000 values");
        assertThat(ModelArguments.read("{\"a\":" + "1".repeat(1_001) + "}").problem())
                .contains("a number of more than 1000 characters");
        assertThat(ModelArguments.read("{\"a\":1e10001}").problem()).contains("an exponent beyond 10000");
        assertThat(ModelArguments.read("{\"a\":1e99999999999}").problem()).contains("an exponent beyond 10000");
    }

    @Test
    void largeTextTakesLinearTime() {
        for (String part : List.of("\\n", "/**/", "}", "{}", "`", "<|a|>", "\"\\\\\"", "'a' ", "\n", "\u00a0")) {
            ModelArguments.read("{\"a\":1}" + part.repeat(1_000_000));
            ModelArguments.read(part.repeat(1_000_000));
        }
        String value = "x\\\"\n".repeat(1_000_000);

        assertThat((String) ModelArguments.read("{\"a\":\"" + value + "\"}")
                        .arguments()
                        .get("a"))
                .hasSize(3_000_000);
    }

    @Test
    void problemIsShortAndMasksSecrets() {
        KnownSecrets.sent("secret-of-model-arguments");
        String secret =
                ModelArguments.read("{\"a\": secret-of-model-arguments}").problem();
        String controls = ModelArguments.read("{\"a\": \u001b[31m\u202e" + "x".repeat(1_000))
                .problem();

        assertThat(secret).contains("found \"***");
        assertThat(controls).contains("\\u001b[31m\\u202exxx").contains("…\"").hasSizeLessThan(200);
    }

    @Test
    void anyObjectThatJacksonWritesIsReadUnchanged() {
        Random random = new Random(42);
        for (int i = 0; i < 3_000; i++) {
            Map<String, Object> object = RandomJson.object(random, 0);
            String text = (random.nextBoolean() ? MAPPER.writer() : MAPPER.writerWithDefaultPrettyPrinter())
                    .writeValueAsString(object);

            assertThat(ModelArguments.read(text)).as(text).isEqualTo(new Reading(object, null, null));
            assertThat(ModelArguments.read(MAPPER.writeValueAsString(text)))
                    .as(text)
                    .isEqualTo(new Reading(object, "an object in a string", null));
            assertThat(MAPPER.writeValueAsString(ModelArguments.read(text).arguments()))
                    .isEqualTo(MAPPER.writeValueAsString(object));
        }
    }

    @Test
    void truncatedObjectIsNeverRead() {
        Random random = new Random(7);
        for (int i = 0; i < 300; i++) {
            String text = MAPPER.writeValueAsString(new LinkedHashMap<>(Map.of("a", RandomJson.object(random, 1))));
            for (int length = 1; length < text.length(); length++) {
                assertThat(ModelArguments.read(text.substring(0, length)).problem())
                        .as(text.substring(0, length))
                        .isNotNull();
            }
        }
    }

    @Test
    void trailingCommasAreReadAnywhere() {
        Random random = new Random(11);
        for (int i = 0; i < 300; i++) {
            Map<String, Object> object = RandomJson.object(random, 0);
            String text = MAPPER.writeValueAsString(withMarkers(object))
                    .replace(",\"marker\":0", ",")
                    .replace(",\"marker\"", ",");

            assertThat(ModelArguments.read(text).arguments()).as(text).isEqualTo(object);
        }
    }

    /** Puts an element and a member at the end of each container that has others. */
    private static @Nullable Object withMarkers(@Nullable Object value) {
        if (value instanceof Map<?, ?> object) {
            Map<Object, @Nullable Object> copy = new LinkedHashMap<>();
            object.forEach((name, member) -> copy.put(name, withMarkers(member)));
            if (!copy.isEmpty()) {
                copy.put("marker", 0);
            }
            return copy;
        }
        if (value instanceof List<?> array) {
            List<@Nullable Object> copy = new ArrayList<>();
            array.forEach(element -> copy.add(withMarkers(element)));
            if (!copy.isEmpty()) {
                copy.add("marker");
            }
            return copy;
        }
        return value;
    }
}
