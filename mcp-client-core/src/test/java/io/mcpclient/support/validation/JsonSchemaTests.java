package io.mcpclient.support.validation;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Timeout(30)
class JsonSchemaTests {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final String FORECAST =
            "{'type':'object','properties':{'city':{'type':'string'},'degrees':{'type':'integer','minimum':-90}},"
                    + "'required':['city']}";

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(String json) {
        return JSON.readValue(json.replace('\'', '"'), Map.class);
    }

    private static JsonSchema compile(String schema) {
        return JsonSchema.compile(map(schema));
    }

    private static Violation check(String schema, String value) {
        return compile(schema).check(JSON.readValue(value.replace('\'', '"'), Object.class));
    }

    private static String problem(String schema) {
        return catchThrowableOfType(UnusableSchemaException.class, () -> compile(schema))
                .problem();
    }

    @Test
    void checkReportsTheFirstViolationAndItsLocation() {
        assertThat(check(FORECAST, "{'city':'Oslo','degrees':7}")).isNull();
        assertThat(check(FORECAST, "{'city':'Oslo','degrees':'warm'}")).isEqualTo(new Violation("/degrees", "type"));
        assertThat(check(FORECAST, "{'degrees':-91,'city':''}")).isEqualTo(new Violation("/degrees", "minimum"));
        assertThat(check(FORECAST, "{}")).isEqualTo(new Violation("", "required"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'objekt'}|/type",
                "{'properties':{'a':{'type':'strin'}}}|/properties/a/type",
                "{'properties':[]}|/properties",
                "{'required':'a'}|/required",
                "{'properties':{'a':{'enum':'x'}}}|/properties/a/enum",
                "{'$schema':'http://json-schema.org/draft-07/schema#','type':'objekt'}|/type",
                "{'$schema':'http://json-schema.org/draft-04/schema','type':'objekt'}|/type"
            })
    void schemaThatViolatesItsMetaSchemaIsReportedWithItsLocation(String schema, String path) {
        assertThat(JsonSchema.checkSchema(map(schema)))
                .isNotNull()
                .extracting(Violation::path)
                .isEqualTo(path);
        assertThat(JsonSchema.checkSchema(map(FORECAST))).isNull();
    }

    // TOOL-16: any JSON value, null and numbers of all sizes included
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "null|null",
                "boolean|true",
                "string|'x'",
                "integer|3000000000",
                "integer|123456789012345678901234567890",
                "number|1.5",
                "array|[1,null]",
                "object|{'a':[{}]}"
            })
    void checkSupportsAllJsonValues(String type, String value) {
        String schema = "{'type':'" + type + "'}";
        assertThat(check(schema, value.replace("'", "\""))).isNull();
        assertThat(check("{'not':" + schema + "}", value)).isNotNull();
    }

    // JSC-01: without $schema it is 2020-12, whose prefixItems older dialects do not know
    @Test
    void compileTreatsSchemasWithoutDialectAs202012() {
        assertThat(check("{'prefixItems':[{'type':'string'}]}", "[1]")).isNotNull();
        assertThat(check("{'$schema':'https://json-schema.org/draft/2020-12/schema','prefixItems':[false]}", "[1]"))
                .isNotNull();
    }

    // JSC-02, JSC-03
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://json-schema.org/draft-04/schema#",
                "http://json-schema.org/draft-06/schema#",
                "http://json-schema.org/draft-07/schema#",
                "https://json-schema.org/draft-07/schema",
                "https://json-schema.org/draft/2019-09/schema"
            })
    void compileFollowsTheDeclaredDialect(String dialect) {
        String schema = "{'$schema':'" + dialect + "','items':[{'type':'string'}],'prefixItems':[false]}";

        assertThat(check(schema, "['x']")).isNull();
        assertThat(check(schema, "[1]")).isEqualTo(new Violation("/0", "type"));
    }

    // JSC-04: a clear error, neither a crash nor silent acceptance
    @Test
    void compileWhenDialectIsUnknownReportsIt() {
        assertThat(problem("{'$schema':'https://example.com/my-dialect'}"))
                .contains("dialect is not supported: https://example.com/my-dialect")
                .contains("2020-12", "draft-07");
        assertThat(problem("{'properties':{'a':{'$schema':'urn:other'}}}")).contains("urn:other");
    }

    // JSC-05: pointers, anchors and embedded resources of the same document are fine
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'$ref':'#/$defs/text','$defs':{'text':{'type':'string'}}}",
                "{'$ref':'#text','$defs':{'text':{'$anchor':'text','type':'string'}}}",
                "{'$id':'https://example.com/a','$ref':'b','$defs':{'b':{'$id':'b','type':'string'}}}",
                "{'$schema':'http://json-schema.org/draft-07/schema#','$ref':'#/definitions/x',"
                        + "'definitions':{'x':{'type':'string'}}}",
                "{'$id':'https://example.com/a','$ref':'https://example.com/a#/$defs/t','$defs':{'t':{'type':'string'}}}"
            })
    void compileFollowsReferencesWithinTheSchema(String schema) {
        assertThat(check(schema, "'x'")).isNull();
        assertThat(check(schema, "1")).isNotNull();
    }

    @Test
    void checkSupportsRecursiveSchemas() {
        String tree = "{'type':'object','properties':{'next':{'$ref':'#'}},'additionalProperties':false}";

        assertThat(check(tree, "{'next':{'next':{}}}")).isNull();
        assertThat(check(tree, "{'next':{'next':{'x':1}}}").path()).startsWith("/next/next");
    }

    // JSC-05, JSC-07, JSC-09, fault F28: no network, no file, no class path
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'$ref':'PORT/schema.json'}",
                "{'properties':{'a':{'anyOf':[{'$ref':'PORT/schema.json#/a'}]}}}",
                "{'$id':'PORT/base/','$ref':'other.json'}",
                "{'$defs':{'a':{'$dynamicRef':'PORT/d'}}}",
                "{'$ref':'#/x/y','x':{'y':{'$ref':'PORT/hidden'}}}",
                "{'const':{'$id':'PORT/c'},'$ref':'PORT/c'}",
                "{'$ref':'file:///etc/hostname'}",
                "{'$ref':'classpath:application.yaml'}",
                "{'$ref':'https://json-schema.org/draft/2020-12/schema'}",
                "{'$schema':'PORT/dialect'}",
                "{'$ref':'PORT/a b'}"
            })
    void compileRejectsReferencesToOtherDocumentsWithoutLoadingThem(String schema) throws IOException {
        try (ServerSocket victim = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            String port = "http://127.0.0.1:" + victim.getLocalPort();

            assertThatExceptionOfType(UnusableSchemaException.class)
                    .isThrownBy(() -> compile(schema.replace("PORT", port)).check(Map.of()));
            assertNoConnection(victim);
        }
    }

    // JSC-09: an id is a name, not a place to go to
    @Test
    void compileDoesNotFetchTheIdOfTheSchema() throws IOException {
        try (ServerSocket victim = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            String id = "http://127.0.0.1:" + victim.getLocalPort() + "/me";

            assertThat(check("{'$id':'" + id + "','type':'object','properties':{'a':{'$ref':'#'}}}", "{'a':{}}"))
                    .isNull();
            assertNoConnection(victim);
        }
    }

    private static void assertNoConnection(ServerSocket victim) throws IOException {
        victim.setSoTimeout(50);
        assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(victim::accept);
    }

    // Schemas of one tool are not found by their ids from another one
    @Test
    void compileDoesNotShareIdsBetweenSchemas() {
        compile("{'$id':'https://example.com/shared','type':'string'}");

        assertThat(problem("{'$ref':'https://example.com/shared'}")).contains("refers to another document");
    }

    // JSC-08
    @Test
    void compileBoundsDepth() {
        assertThat(compile(nested(31))).isNotNull();
        assertThat(problem(nested(32))).contains("more than 32 deep");
        assertThat(problem("{'x':" + "[".repeat(400) + "]".repeat(400) + "}")).contains("deep");
    }

    private static String nested(int levels) {
        return "{'items':".repeat(levels) + "{}" + "}".repeat(levels);
    }

    // JSC-08
    @Test
    void compileBoundsTheNumberOfSubschemas() {
        Map<String, Object> properties = new LinkedHashMap<>();
        IntStream.range(0, 1_999).forEach(i -> properties.put("p" + i, Map.of("type", "string")));
        assertThat(JsonSchema.compile(Map.of("properties", properties))).isNotNull();
        properties.put("one", Map.of());
        assertThatExceptionOfType(UnusableSchemaException.class)
                .isThrownBy(() -> JsonSchema.compile(Map.of("properties", properties)))
                .withMessageContaining("more than 2000 subschemas");
    }

    // JSC-08, fault F28: bounded time, whatever explodes
    @Test
    void checkWhenPatternBacktracksWithoutEndGivesUp() {
        JsonSchema schema = JsonSchema.compile(Map.of("pattern", "^(a|aa)+\\1b$"));

        assertGivesUp(schema, "a".repeat(60) + "!");
        assertThat(schema.check("aab")).isNull();
        assertGivesUp(
                compile("{'patternProperties':{'^(.*a){15}b':{'type':'string'}}}"), Map.of("a".repeat(60) + "!", 1));
    }

    @Test
    void checkWhenAlternativesGrowExponentiallyGivesUp() {
        StringBuilder schema = new StringBuilder("{'$ref':'#/$defs/a0','$defs':{");
        for (int i = 0; i < 60; i++) {
            String next = "{'$ref':'#/$defs/a" + (i + 1) + "'}";
            schema.append("'a" + i + "':{'anyOf':[" + next + "," + next + "]},");
        }
        assertGivesUp(compile(schema.append("'a60':{'type':'string'}}}").toString()), 1);
    }

    @Test
    void checkWhenSchemaOnlyRefersToItselfGivesUp() {
        assertThatExceptionOfType(UnusableSchemaException.class)
                .isThrownBy(() -> compile("{'$ref':'#'}").check(1));
    }

    // F28: texts of one hash, with which the library's set compares each item with all others
    @Test
    void checkWhenUniqueItemsHaveTheSameHashGivesUp() {
        JsonSchema schema = JsonSchema.compile(Map.of("type", "array", "uniqueItems", true));

        assertGivesUp(schema, sameHash(15));
        assertThat(schema.check(sameHash(8))).isNull();
    }

    // F28: an error object for each missing name of each item
    @Test
    void checkWhenManyNamesAreMissingGivesUp() {
        List<String> names =
                IntStream.range(0, 11_000).mapToObj(i -> "name" + i).toList();
        List<Object> items = Collections.nCopies(20_000, Map.of());

        Map<String, Object> either = Map.of("anyOf", List.of(Map.of("required", names), true));
        assertGivesUp(JsonSchema.compile(Map.of("type", "array", "items", either)), items);
        assertThat(JsonSchema.compile(Map.of("type", "array", "items", Map.of("required", List.of("a", "b"))))
                        .check(Collections.nCopies(50_000, Map.of("a", 1, "b", 2))))
                .isNull();
    }

    static Stream<Arguments> expensiveEvaluations() {
        String names = IntStream.range(0, 10_000).mapToObj(i -> "'n" + i + "'").collect(Collectors.joining(","));
        String schemas =
                IntStream.range(0, 1_900).mapToObj(i -> "'n" + i + "':{}").collect(Collectors.joining(","));
        String patterns =
                IntStream.range(0, 1_000).mapToObj(i -> "'(){" + i + "}':true").collect(Collectors.joining(","));
        List<Object> objects = Collections.nCopies(50_000, Map.of("a", "b"));
        Map<String, Object> wide =
                IntStream.range(0, 50_000).boxed().collect(Collectors.toMap(i -> "name" + i, i -> 1));
        List<Object> texts = Collections.nCopies(50_000, "text");
        String text = "\u20ac".repeat(1_000_000);
        return Stream.of(
                Arguments.of("{'items':{'properties':{" + schemas + "}}}", objects),
                Arguments.of("{'items':{'patternProperties':{" + patterns + "}}}", objects),
                Arguments.of("{'patternProperties':{" + patterns + "}}", wide),
                Arguments.of("{'items':{'anyOf':[{'const':[" + names + "]},true]}}", objects),
                Arguments.of(noneOf("{'const':1}"), texts),
                Arguments.of(noneOf("{'enum':[1]}"), texts),
                Arguments.of(noneOf("{'additionalProperties':{}}", "{'type':'string'}"), wide),
                Arguments.of(noneOf("{'propertyNames':{}}", "{'type':'string'}"), wide),
                Arguments.of(noneOf("{'items':{}}", "{'type':'string'}"), texts),
                Arguments.of(noneOf("{'minLength':2000000}"), text));
    }

    /** Many alternatives that are all evaluated, because none is valid. */
    private static String noneOf(String... all) {
        String one = (all.length == 1) ? all[0] : "{'allOf':[" + String.join(",", all) + "]}";
        return "{'anyOf':[" + String.join(",", Collections.nCopies(400, one)) + "]}";
    }

    // F28: one evaluation of a keyword may be as much work as thousands of others
    @ParameterizedTest
    @MethodSource("expensiveEvaluations")
    void checkWhenEvaluationsAreExpensiveEndsWithinTheBudget(String schema, Object value) {
        JsonSchema compiled = compile(schema);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long begin = threads.getCurrentThreadCpuTime();

        try {
            compiled.check(value);
        } catch (UnusableSchemaException ex) {
            assertThat(ex).hasMessageContaining("took too long");
        }

        Duration used = Duration.ofNanos(threads.getCurrentThreadCpuTime() - begin);
        assertThat(used).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void checkOfManyUniqueItemsIsWithinTheBudget() {
        JsonSchema schema = JsonSchema.compile(Map.of("type", "array", "uniqueItems", true));
        List<Object> items =
                IntStream.range(0, 100_000).<Object>mapToObj(i -> "item " + i).toList();
        List<Object> repeated = Collections.nCopies(100_000, "same");

        assertThat(schema.check(items)).isNull();
        assertThat(schema.check(repeated)).extracting(Violation::keyword).isEqualTo("uniqueItems");
    }

    /** All texts of so many pairs of letters, "Aa" and "BB" each. */
    private static List<Object> sameHash(int pairs) {
        return IntStream.range(0, 1 << pairs)
                .<Object>mapToObj(i -> IntStream.range(0, pairs)
                        .mapToObj(pair -> ((i >> pair) & 1) == 0 ? "Aa" : "BB")
                        .collect(Collectors.joining()))
                .toList();
    }

    private static void assertGivesUp(JsonSchema schema, Object value) {
        assertThatExceptionOfType(UnusableSchemaException.class)
                .isThrownBy(() -> schema.check(value))
                .withMessageContaining("took too long");
    }

    @Test
    void compileWhenSchemaIsInvalidReportsIt() {
        assertThat(problem("{'pattern':'('}")).contains("not a valid schema");
        assertThat(problem("{'pattern':'" + "a".repeat(10_001) + "'}")).contains("not a valid schema");
        assertThat(problem("{'$ref':'#/$defs/missing'}")).contains("not a valid schema");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'$ref':[1]}", "{'required':[['a']]}"})
    void compileErrorForAnInvalidKeywordValueContainsNoClassName(String schema) {
        assertThat(problem(schema)).isEqualTo("it is not a valid schema: a keyword has an invalid value");
    }

    // patterns as ECMAScript means them
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '`',
            value = {
                "^[^[]+$ ab true",
                "^[^[]+$ a[ false",
                "^[a&&b]$ & true",
                "^a\\$$ a$ true",
                "^[$]$ $ true",
                "^\\d{4}-\\d{2}$ 2026-11 true",
                "b abc true"
            })
    void checkInterpretsPatternsAsEcmaScript(String pattern, String value, boolean matches) {
        Violation violation = JsonSchema.compile(Map.of("pattern", pattern)).check(value);

        assertThat(violation == null).isEqualTo(matches);
    }

    @Test
    void checkTreatsDollarAsTheEndOfTheText() {
        assertThat(JsonSchema.compile(Map.of("pattern", "^a$")).check("a\n")).isNotNull();
    }

    // formats need libraries of their own: they are annotations, as 2020-12 has it
    @Test
    void checkDoesNotAssertFormats() {
        List.of("date-time", "date", "time", "email", "uri", "regex", "idn-email", "duration")
                .forEach(format -> assertThat(check(
                                "{'$schema':'http://json-schema.org/draft-07/schema#','format':'" + format + "'}",
                                "'('"))
                        .isNull());
    }
}
