package io.mcpclient.internal.era.modern;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class MirroredArgumentsTests {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private final MirroredArguments tool = compiled("{'type':'object','properties':{"
            + "'text':{'type':'string','x-mcp-header':'Text'},"
            + "'number':{'type':['integer','null'],'x-mcp-header':'Number'},"
            + "'flag':{'type':'boolean','x-mcp-header':'Flag'},"
            + "'query':{'type':'string'},"
            + "'filter':{'type':'object','properties':{'place':{'type':'object','properties':{"
            + "'zip':{'type':'string','x-mcp-header':'Zip'}}},'zip':{'type':'string'}}}}}");

    @SuppressWarnings("unchecked")
    private static MirroredArguments compiled(String schema) {
        return MirroredArguments.of(
                "weather",
                "forecast",
                CODEC.fromJson(schema.replace('\'', '"'), Map.class),
                new MirroredArguments.ArgumentText(CODEC));
    }

    private @Nullable String header(String argument, @Nullable Object value) {
        Map<String, String> headers = this.tool.headers(Collections.singletonMap(argument, value));
        assertThat(headers).hasSizeLessThanOrEqualTo(1);
        return headers.isEmpty() ? null : headers.values().iterator().next();
    }

    enum Scale {
        @JsonProperty("celsius")
        CELSIUS,
        KELVIN
    }

    record City(@JsonValue String name) {}

    record Place(@Nullable String zip) {}

    record Filter(Object place) {}

    // fault I17: what the server wants to have in a header for everybody on the way to read is named; HDR-08: and sent
    @ParameterizedTest
    @ValueSource(
            strings = {"password", "accessToken", "api_key", "API-Key", "clientSecret", "Authorization", "private key"})
    void secretsAreReportedAndMirrored(String argument) {
        MirroredArguments secret = compiled("{'properties':{'" + argument
                + "':{'type':'string','x-mcp-header':'A'},'in':{'type':'object','properties':{'" + argument
                + "':{'type':'string','x-mcp-header':'B'}}},'region':{'type':'string','x-mcp-header':'C'}}}");

        assertThat(secret.headers(Map.of(argument, "s3cret", "in", Map.of(argument, "s3cret"), "region", "eu")))
                .containsOnly(
                        Map.entry("Mcp-Param-A", "s3cret"),
                        Map.entry("Mcp-Param-B", "s3cret"),
                        Map.entry("Mcp-Param-C", "eu"));
        assertThat(secret.secrets()).containsExactly("/" + argument, "/in/" + argument);
    }

    // HDR-06: names that only sound like secrets
    @ParameterizedTest
    @ValueSource(strings = {"key", "maxTokens", "tokenType", "passenger", "author", "secretName", "signature"})
    void namesThatOnlyResembleSecretsAreNotReported(String argument) {
        MirroredArguments ordinary =
                compiled("{'properties':{'" + argument + "':{'type':'string','x-mcp-header':'A'}}}");

        assertThat(ordinary.headers(Map.of(argument, "x"))).containsExactly(Map.entry("Mcp-Param-A", "x"));
        assertThat(ordinary.secrets()).isEmpty();
    }

    // fault I17: a header that no proxy would let pass is not sent at all
    @Test
    void headersWhenAValueIsTooLongRejectTheCall() {
        assertThat(header("text", "x".repeat(4096))).hasSize(4096);

        McpRejectedException refused = catchThrowableOfType(
                McpRejectedException.class, () -> this.tool.headers(Map.of("text", "x".repeat(4097))));

        assertThat(refused.reason()).isEqualTo(McpRejectedException.Reason.INVALID_ARGUMENT);
        assertThat(refused.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        assertThat(refused)
                .hasMessageContainingAll(
                        "\"weather\"", "\"/text\"", "\"forecast\"", "4097", "4096", "Pass a shorter value");
    }

    // HDR-06, HDR-08, HDR-23: all that is annotated and given, nothing else
    @Test
    void onlyAnnotatedArgumentsBecomeHeaders() {
        assertThat(this.tool.headers(
                        Map.of("text", "us-west1", "number", 42, "flag", true, "query", "SELECT 1", "unknown", "x")))
                .containsExactly(
                        Map.entry("Mcp-Param-Text", "us-west1"),
                        Map.entry("Mcp-Param-Number", "42"),
                        Map.entry("Mcp-Param-Flag", "true"));
        assertThat(this.tool.headers(Map.of())).isEmpty();
    }

    // HDR-08: null is as good as absent, however it is written
    @Test
    void headersWhenValueIsNullOmitIt() {
        assertThat(header("number", null)).isNull();
        assertThat(header("text", Optional.empty())).isNull();
    }

    // HDR-15 to HDR-18: the form of the text is that of HeaderValue
    @Test
    void headersAreEncoded() {
        assertThat(header("text", "")).isEmpty();
        assertThat(header("text", " padded ")).isEqualTo("=?base64?IHBhZGRlZCA=?=");
        assertThat(header("text", "=?base64?literal?=")).isEqualTo("=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=");
        assertThat(header("text", "a\r\nX-Evil: 1")).isEqualTo("=?base64?YQ0KWC1FdmlsOiAx?=");
    }

    static Stream<Arguments> integers() {
        return Stream.of(
                arguments(42, "42"),
                arguments(-7, "-7"),
                arguments(0, "0"),
                arguments((byte) 7, "7"),
                arguments((short) 7, "7"),
                arguments(7L, "7"),
                arguments(new BigInteger("42"), "42"),
                arguments(42.0, "42"),
                arguments(42.0f, "42"),
                arguments(-0.0, "0"),
                arguments(1e3, "1000"),
                arguments(new BigDecimal("42.0"), "42"),
                arguments(new BigDecimal("4.2E1"), "42"),
                arguments(new BigDecimal("1E+3"), "1000"),
                arguments(new BigDecimal("0E-1000000000"), "0"),
                arguments(new AtomicInteger(7), "7"),
                arguments(Optional.of(7), "7"),
                arguments((1L << 53) - 1, "9007199254740991"),
                arguments(1 - (1L << 53), "-9007199254740991"));
    }

    // HDR-13, HDR-14: decimal digits and nothing else, whatever the type in Java is
    @ParameterizedTest
    @MethodSource("integers")
    void integersAreWrittenAsDecimalDigits(Object value, String expected) {
        assertThat(header("number", value)).isEqualTo(expected);
    }

    static Stream<Object> unsafeIntegers() {
        return Stream.of(
                1L << 53,
                -(1L << 53),
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                9007199254740992.0,
                1e300,
                new BigInteger("9007199254740992"),
                new BigDecimal("9007199254740992.0"),
                new BigDecimal("1E+1000000000"),
                new AtomicLong(1L << 53));
    }

    // HDR-14, HDR-22: refused before anything is sent; the value itself is not shown
    @ParameterizedTest
    @MethodSource("unsafeIntegers")
    void headersWhenIntegerIsOutOfRangeRejectTheCall(Object value) {
        McpRejectedException refusal = catchThrowableOfType(McpRejectedException.class, () -> header("number", value));

        assertThat(refusal.reason()).isEqualTo(McpRejectedException.Reason.INVALID_ARGUMENT);
        assertThat(refusal.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        assertThat(refusal)
                .hasMessage(
                        "MCP server \"weather\": tools/call: argument \"/number\" of tool \"forecast\" is an integer"
                                + " beyond 2^53 - 1, which headers cannot carry. Pass a smaller number, or declare the"
                                + " argument as a string at the server.");
    }

    static Stream<Arguments> mismatches() {
        return Stream.of(
                arguments("number", "7", "7"),
                arguments("number", "9007199254740993", "9007199254740993"),
                arguments("number", 42.5, "42.5"),
                arguments("number", new BigDecimal("9007199254740993.5"), "9007199254740993.5"),
                arguments("number", new BigDecimal("1E-1000000000"), "1E-1000000000"),
                arguments("number", Double.NaN, "NaN"),
                arguments("number", true, "true"),
                arguments("text", 42, "42"),
                arguments("text", Long.MAX_VALUE, "9223372036854775807"),
                arguments("text", 42.0, "42.0"),
                arguments("text", false, "false"),
                arguments("flag", "yes", "yes"),
                arguments("flag", 1, "1"));
    }

    // HDR-08: another type than declared is for the server to judge, which needs to see the header
    @ParameterizedTest
    @MethodSource("mismatches")
    void headersWhenTypeDoesNotMatchContainTheJsonText(String argument, Object value, String expected) {
        assertThat(header(argument, value)).isEqualTo(expected);
    }

    static Stream<Arguments> containers() {
        return Stream.of(
                arguments(Map.of("a", 1)),
                arguments(List.of("a")),
                arguments((Object) new String[] {"a"}),
                arguments(new int[] {1}),
                arguments(new Place("0150")),
                arguments(Map.of()),
                arguments(List.of()));
    }

    // HDR-13: objects and arrays have no text
    @ParameterizedTest
    @MethodSource("containers")
    void headersWhenValueIsAnObjectOrArrayOmitIt(Object value) {
        assertThat(header("text", value)).isNull();
    }

    static Stream<Arguments> javaValues() {
        return Stream.of(
                arguments(Scale.CELSIUS, "celsius"),
                arguments(Scale.KELVIN, "KELVIN"),
                arguments('c', "c"),
                arguments(new StringBuilder("text"), "text"),
                arguments(new City("Oslo"), "Oslo"),
                arguments(Optional.of("Oslo"), "Oslo"),
                arguments(Optional.of(Scale.CELSIUS), "celsius"),
                arguments(new byte[] {1, 2, 3}, "AQID"));
    }

    // HDR-08: the header says what the body says, whatever it is made of
    @ParameterizedTest
    @MethodSource("javaValues")
    void headersEqualTheJsonValue(Object value, String expected) {
        assertThat(header("text", value)).isEqualTo(expected);
        assertThat(CODEC.toJson(value)).isEqualTo("\"" + expected + "\"");
    }

    enum Part {
        place
    }

    static Stream<Object> filters() {
        Map<Part, Object> byEnum = new EnumMap<>(Part.class);
        byEnum.put(Part.place, Map.of("zip", "0150"));
        return Stream.of(
                Map.of("place", Map.of("zip", "0150"), "zip", "other"),
                Map.of("place", new Place("0150")),
                new Filter(new Place("0150")),
                new Filter(Map.of("zip", new City("0150"))),
                byEnum,
                Optional.of(Map.of("place", Optional.of(new Place("0150")))));
    }

    // HDR-07: the exact path, through maps and beans
    @ParameterizedTest
    @MethodSource("filters")
    void headersContainTheValueAtThePath(Object filter) {
        assertThat(header("filter", filter)).isEqualTo("0150");
    }

    static Stream<Object> filtersWithoutZip() {
        Map<String, Object> withNull = new LinkedHashMap<>();
        withNull.put("place", null);
        return Stream.of(
                Map.of(),
                withNull,
                Map.of("zip", "other"),
                Map.of("place", "0150"),
                Map.of("place", List.of(Map.of("zip", "0150"))),
                Map.of("Place", Map.of("zip", "0150")),
                Map.of("place", new Place(null)),
                new Place("0150"),
                "place",
                7);
    }

    // HDR-07, HDR-08
    @ParameterizedTest
    @MethodSource("filtersWithoutZip")
    void headersWhenThePathDoesNotExistOmitIt(Object filter) {
        assertThat(header("filter", filter)).isNull();
    }

    // HDR-07: names of arguments are case-sensitive, even if a map of the application does not
    @Test
    void argumentNamesAreCaseSensitiveEvenInCaseInsensitiveMaps() {
        Map<String, Object> noCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        noCase.put("TEXT", "a");
        assertThat(this.tool.headers(noCase)).isEmpty();
    }

    // What cannot be written is no matter of headers: writing the request fails, and says why
    @ParameterizedTest
    @ValueSource(strings = {"text", "filter"})
    void headersWhenValueCannotBeSerializedOmitIt(String argument) {
        Object[] cycle = new Object[1];
        cycle[0] = Arrays.asList(cycle);
        assertThat(header(argument, cycle)).isNull();
    }
}
