package io.mcpclient.jsonrpc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.schema.JsonValue;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.TaskMetadata;
import io.mcpclient.schema.TextContent;
import io.mcpclient.schema.UnknownContent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Timeout(30)
class JsonCodecTests {

    private static final JsonRpcId ID = JsonRpcId.of(7);

    private final JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT);

    /** Both ways of reading, so that a test proves what it proves on both of them. */
    enum Source {
        ARRAY {
            @Override
            JsonRpcMessage decode(JsonCodec codec, byte[] json, ResultTypes types) {
                byte[] shifted = new byte[json.length + 3];
                System.arraycopy(json, 0, shifted, 2, json.length);
                return codec.decode(shifted, 2, json.length, types);
            }
        },
        STREAM {
            @Override
            JsonRpcMessage decode(JsonCodec codec, byte[] json, ResultTypes types) {
                return codec.decodeStream(new ArraySource(json), json.length, types);
            }
        };

        abstract JsonRpcMessage decode(JsonCodec codec, byte[] json, ResultTypes types);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private JsonRpcMessage decode(String json) {
        return decode(json, id -> Map.class);
    }

    private JsonRpcMessage decode(String json, ResultTypes types) {
        JsonRpcMessage message = Source.ARRAY.decode(this.codec, utf8(json), types);
        assertThat(Source.STREAM.decode(this.codec, utf8(json), types)).isEqualTo(message);
        return message;
    }

    private String encode(JsonRpcMessage message) {
        return new String(this.codec.encode(message), StandardCharsets.UTF_8);
    }

    private static @Nullable Class<?> onlyWithId(@Nullable JsonRpcId id) {
        return ID.equals(id) ? CallToolResult.class : null;
    }

    static Stream<Arguments> messages() {
        return Stream.of(
                Arguments.of(
                        new JsonRpcRequest(ID, "ping", null), "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}"),
                Arguments.of(
                        new JsonRpcRequest(JsonRpcId.of("7"), "x", Map.of("a", 1)),
                        "{\"jsonrpc\":\"2.0\",\"id\":\"7\",\"method\":\"x\",\"params\":{\"a\":1}}"),
                Arguments.of(new JsonRpcNotification("n", null), "{\"jsonrpc\":\"2.0\",\"method\":\"n\"}"),
                Arguments.of(
                        new JsonRpcNotification("n", Map.of("a", List.of("b", true))),
                        "{\"jsonrpc\":\"2.0\",\"method\":\"n\",\"params\":{\"a\":[\"b\",true]}}"),
                Arguments.of(new JsonRpcResult(ID, Map.of()), "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}"),
                Arguments.of(
                        new JsonRpcError(ID, -32601, "no", null),
                        "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32601,\"message\":\"no\"}}"),
                Arguments.of(
                        new JsonRpcError(JsonRpcId.of(""), 1, "no", "why"),
                        "{\"jsonrpc\":\"2.0\",\"id\":\"\",\"error\":{\"code\":1,\"message\":\"no\",\"data\":\"why\"}}"),
                Arguments.of(
                        new JsonRpcError(null, 1, "no", null),
                        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":1,\"message\":\"no\"}}"));
    }

    // RPC-01, RPC-02, RPC-05 to RPC-08: both ways, ids keep their type
    @ParameterizedTest
    @MethodSource("messages")
    void encodeAndDecodeRoundTrip(JsonRpcMessage message, String json) {
        assertThat(encode(message)).isEqualTo(json);
        assertThat(decode(json)).isEqualTo(message);
        assertThat(decode("\n " + json + " \r\n")).isEqualTo(message);
    }

    // RPC-08: of a lax server
    @Test
    void decodeTakesAnErrorWithANullId() {
        assertThat(decode("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"parse\"}}"))
                .isEqualTo(new JsonRpcError(null, -32700, "parse", null));
    }

    // RPC-21
    @Test
    void decodeIgnoresUnknownMembers() {
        assertThat(
                        decode(
                                "{\"x\":[{\"result\":1}],\"id\":7,\"jsonrpc\":\"2.0\",\"result\":{},\"Method\":\"m\",\"y\":{}}"))
                .isEqualTo(new JsonRpcResult(ID, Map.of()));
    }

    // fault E24: one line, whatever is in it
    @Test
    void encodeWritesOneLine() {
        String json = encode(new JsonRpcNotification("n", Map.of("a", "1\n2\r3\u2028\u0000\"ö\ud83d\ude00")));

        assertThat(json).doesNotContain("\n").doesNotContain("\r").doesNotContain("\u0000");
        assertThat(decode(json))
                .isEqualTo(new JsonRpcNotification("n", Map.of("a", "1\n2\r3\u2028\u0000\"ö\ud83d\ude00")));
    }

    @Test
    void encodeWhenParamsCannotBeWrittenFails() {
        assertThatExceptionOfType(UnwritableMessageException.class)
                .isThrownBy(() -> this.codec.encode(new JsonRpcNotification("n", new Object() {
                    @SuppressWarnings("unused")
                    public String getBroken() {
                        throw new IllegalStateException("broken");
                    }
                })));
    }

    // results

    // RPC-30: the order of members means nothing
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}}",
                "{\"jsonrpc\":\"2.0\",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"a\"}]},\"id\":7}",
                "{\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"a\"}]},\"id\":7,\"jsonrpc\":\"2.0\"}"
            })
    void decodeBindsTheResultWhateverTheOrderOfMembers(String json) {
        for (ResultTypes types : List.<ResultTypes>of(id -> CallToolResult.class, JsonCodecTests::onlyWithId)) {
            assertThat(decode(json, types)).isInstanceOfSatisfying(JsonRpcResult.class, result -> assertThat(
                            ((CallToolResult) result.result()).text())
                    .isEqualTo("a"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void decodeBindsAHugeResultBeforeItsId(Source source) {
        String text = "ü".repeat(2_000_000);
        String json = "{\"jsonrpc\":\"2.0\",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"" + text
                + "\"}]},\"id\":7}";

        JsonRpcMessage message = source.decode(this.codec, utf8(json), JsonCodecTests::onlyWithId);

        assertThat(((CallToolResult) ((JsonRpcResult) message).result()).text()).isEqualTo(text);
    }

    // RPC-10: the value of a response without a pending request is ignored
    @Test
    void decodeSkipsTheResultOfAnUnknownId() {
        assertThat(decode("{\"jsonrpc\":\"2.0\",\"id\":8,\"result\":{\"content\":7}}", JsonCodecTests::onlyWithId))
                .isEqualTo(new JsonRpcResult(JsonRpcId.of(8), Map.of()));
    }

    // RPC-21, fault F07: what is newer than this library is kept
    @Test
    void decodeKeepsUnknownContentAndMembers() {
        JsonRpcMessage message = decode(
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[{\"type\":\"hologram\",\"x\":1},"
                        + "{\"type\":\"text\",\"text\":\"a\",\"novel\":[1]}],\"newer\":{\"b\":2},\"resultType\":\"odd\"}}",
                id -> CallToolResult.class);

        CallToolResult result = (CallToolResult) ((JsonRpcResult) message).result();
        assertThat(result.content().get(0)).isInstanceOf(UnknownContent.class);
        assertThat(result.content().get(1)).isInstanceOf(TextContent.class);
        assertThat(result.members()).containsEntry("newer", Map.of("b", 2));
    }

    // RPC-09, faults F06, F07: of one request only, and it says what is wrong
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"id\":7",
                "\"id\":7,\"result\":{},\"error\":{\"code\":1,\"message\":\"\"}",
                "\"id\":7,\"result\":null",
                "\"id\":7,\"result\":[]",
                "\"id\":7,\"result\":\"fine\"",
                "\"result\":true,\"id\":7",
                "\"id\":7,\"error\":null",
                "\"id\":7,\"error\":\"oops\"",
                "\"id\":7,\"error\":{}",
                "\"id\":7,\"error\":{\"code\":\"1\",\"message\":\"\"}",
                "\"id\":7,\"error\":{\"code\":1.5,\"message\":\"\"}",
                "\"id\":7,\"error\":{\"code\":99999999999999,\"message\":\"\"}",
                "\"error\":{\"message\":\"no code\"},\"id\":7",
                "\"id\":7,\"result\":{\"content\":\"text\"}",
                "\"result\":{\"content\":[1]},\"id\":7",
                "\"id\":7,\"result\":{\"content\":[],\"isError\":\"yes\"}",
                "\"id\":7,\"result\":{\"content\":[{\"type\":\"text\",\"text\":{}}]}"
            })
    void decodeWhenResponseIsInvalidNamesTheRequest(String members) {
        JsonRpcMessage message = decode("{\"jsonrpc\":\"2.0\"," + members + "}", id -> CallToolResult.class);

        assertThat(message).isInstanceOfSatisfying(JsonRpcInvalidResponse.class, invalid -> {
            assertThat(invalid.id()).isEqualTo(ID);
            assertThat(invalid.problem()).isNotBlank().hasSizeLessThan(700).doesNotContain("\n");
        });
    }

    // The tool has been executed: what one block lacks does not take the others away.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"image\",\"mimeType\":\"image/png\"}",
                "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":null}",
                "{\"type\":\"audio\",\"data\":{}}",
                "{\"type\":\"resource\"}",
                "{\"type\":\"resource\",\"uri\":\"file:///a\",\"text\":\"body\"}",
                "{\"type\":\"resource\",\"resource\":{\"text\":\"body\"}}",
                "{\"type\":\"resource_link\",\"name\":\"a\"}",
                "{\"type\":\"resource_link\",\"name\":\"a\",\"uri\":\"file:///a\",\"size\":\"large\"}"
            })
    void decodeKeepsABlockThatDoesNotFitItsTypeAsUnknown(String block) {
        JsonRpcMessage message = decode(
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"a\"}," + block
                        + "],\"structuredContent\":[1.50],\"isError\":true,\"newer\":1}}",
                id -> CallToolResult.class);

        CallToolResult result = (CallToolResult) ((JsonRpcResult) message).result();
        assertThat(result.text()).isEqualTo("a");
        assertThat(result.content().get(1)).isInstanceOf(UnknownContent.class);
        assertThat(this.codec.toJson(result.content().get(1))).isEqualTo(block);
        assertThat(result.structuredContent()).isEqualTo(List.of(1.5));
        assertThat(result.isErrorResult()).isTrue();
        assertThat(result.members()).containsEntry("newer", 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"annotations\":{\"audience\":\"user\"}",
                "\"annotations\":{\"priority\":\"high\"}",
                "\"annotations\":\"none\"",
                "\"_meta\":\"x\""
            })
    void decodeOmitsHintsThatDoNotFit(String hint) {
        JsonRpcMessage message = decode(
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"a\"," + hint
                        + "},{\"type\":\"image\",\"data\":\"QUJD\",\"mimeType\":\"image/png\"," + hint
                        + "}],\"_meta\":[1]}}",
                id -> CallToolResult.class);

        assertThat(((JsonRpcResult) message).result())
                .isEqualTo(new CallToolResult(
                        List.of(TextContent.of("a"), new ImageContent("QUJD", "image/png", null, null, Map.of())),
                        null,
                        null,
                        null,
                        null,
                        Map.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"content\":null,"})
    void decodeOmitsMetadataThatDoesNotFitOfAResultWithoutContent(String content) {
        for (String meta : List.of("[]", "[1]", "\"x\"")) {
            JsonRpcMessage message = decode(
                    "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{" + content
                            + "\"structuredContent\":{\"a\":1},\"_meta\":" + meta + "}}",
                    id -> CallToolResult.class);

            CallToolResult result = (CallToolResult) ((JsonRpcResult) message).result();
            assertThat(result.content()).isEmpty();
            assertThat(result.structuredContent()).isEqualTo(Map.of("a", 1));
        }
    }

    // results of tasks are part of another result
    @Test
    void convertKeepsTheOtherBlocksOfAResult() {
        Map<String, Object> image = Map.of("type", "image", "mimeType", "image/png");
        Map<String, Object> plain =
                Map.of("content", List.of(Map.of("type", "text", "text", "a", "annotations", "none"), image));

        CallToolResult result = this.codec.convert(plain, CallToolResult.class);

        assertThat(result.content())
                .containsExactly(
                        TextContent.of("a"), new UnknownContent("image", null, Map.of("mimeType", "image/png")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> this.codec.convert(Map.of("content", "a"), CallToolResult.class));
    }

    @Test
    void decodeWhenAnErrorHasNoCodeReportsItsMessage() {
        for (String error : List.of("{\"message\":\"city missing\"}", "\"city missing\"")) {
            assertThat(decode("{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":" + error + "}", id -> CallToolResult.class))
                    .isInstanceOfSatisfying(JsonRpcInvalidResponse.class, invalid -> assertThat(invalid.problem())
                            .endsWith(": city missing"));
        }
    }

    // fault F07
    @Test
    void decodeWhenResultDoesNotFitNamesThePath() {
        JsonRpcMessage message = decode(
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"a\"},"
                        + "{\"type\":\"text\",\"text\":[]}]}}",
                id -> CallToolResult.class);

        assertThat(message)
                .isInstanceOfSatisfying(JsonRpcInvalidResponse.class, invalid -> assertThat(invalid.problem())
                        .contains("CallToolResult", "content"));
    }

    // I27: names of classes in a message are text like any other
    @Test
    void decodeWhenAMessageNamesClassesCreatesNoneOfThem() {
        Map<String, Object> gadget = Map.of(
                "@class", "java.io.File",
                "@type", "java.net.URL",
                "javaClass", "java.lang.ProcessBuilder",
                "value", List.of("java.io.File", "/etc/passwd"));
        String json = this.codec.toJson(gadget);

        JsonRpcResult message = (JsonRpcResult) decode(
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[{\"type\":\"java.io.File\",\"x\":" + json
                        + "}],\"structuredContent\":[\"java.io.File\"," + json + "]}}",
                id -> CallToolResult.class);

        CallToolResult result = (CallToolResult) message.result();
        assertThat(result.structuredContent()).isEqualTo(List.of("java.io.File", gadget));
        assertThat(result.content()).containsExactly(new UnknownContent("java.io.File", null, Map.of("x", gadget)));
    }

    // invalid messages

    static Stream<String> malformed() {
        return Stream.of(
                "",
                " ",
                "null",
                "7",
                "\"text\"",
                "{oops",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}",
                "{\"hello\":1}",
                "{}",
                "{\"jsonrpc\":\"1.0\",\"id\":7,\"result\":{}}",
                "{\"jsonrpc\":2.0,\"id\":7,\"result\":{}}",
                "{\"id\":7,\"result\":{}}",
                // RPC-02
                "{\"jsonrpc\":\"2.0\",\"id\":7.5,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":true,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":99999999999999999999999,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"m\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"method\":7}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":[1]}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"result\":{}}",
                // fault F08
                "{\"jsonrpc\":\"2.0\",\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"id\":8,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"id\":8,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"method\":\"b\"}",
                "{\"jsonrpc\":\"2.0\",\"method\":null,\"method\":\"b\"}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"params\":{},\"params\":null}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{},\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":1},\"error\":{\"code\":2}}",
                // one message is one message
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}} {}",
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}x",
                // fault F04, in revisions without batches
                "[]",
                "[{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}]");
    }

    // faults B06, B07, F04, F08
    @ParameterizedTest
    @MethodSource("malformed")
    void decodeWhenTextIsNoMessageFails(String json) {
        for (Source source : Source.values()) {
            MalformedMessageException failure = catchThrowableOfType(
                    MalformedMessageException.class, () -> source.decode(this.codec, utf8(json), id -> Map.class));

            assertThat(failure).as(source + " " + json).isNotNull();
            assertThat(failure.isLimitReached()).isFalse();
            assertThat(failure.getMessage()).isNotBlank().doesNotContain("\n");
        }
    }

    static Stream<Arguments> tooMuch() {
        String deep = "[".repeat(100_000);
        return Stream.of(
                        "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"structuredContent\":" + deep,
                        "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":" + deep,
                        "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"a\":" + "{\"a\":".repeat(100_000),
                        "{\"jsonrpc\":\"2.0\",\"x\":" + deep,
                        "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":1,\"data\":" + deep,
                        "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"n\":" + "9".repeat(100_000) + "}}")
                .flatMap(json -> Stream.of(Source.values()).map(source -> Arguments.of(source, json)));
    }

    // fault F14: no StackOverflowError anywhere
    @ParameterizedTest
    @MethodSource("tooMuch")
    void decodeWhenTextIsDeeperOrLongerThanAllowedFailsAtTheLimit(Source source, String json) {
        MalformedMessageException failure = catchThrowableOfType(
                MalformedMessageException.class,
                () -> source.decode(this.codec, utf8(json), id -> CallToolResult.class));

        assertThat(failure).isNotNull();
        assertThat(failure.isLimitReached()).isTrue();
        assertThat(failure.getMessage()).hasSizeLessThan(700);
    }

    // JSON limits follow the message size
    @ParameterizedTest
    @EnumSource
    void decodeWhenStringIsLongerThanAMessageFails(Source source) {
        JsonCodec small = new JsonCodec(JsonLimits.DEFAULT.withMaxMessageSize(10_000));
        String json = "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"a\":\"" + "x".repeat(200_000) + "\"}}";

        assertThatExceptionOfType(MalformedMessageException.class)
                .isThrownBy(() -> source.decode(small, utf8(json), id -> null))
                .matches(MalformedMessageException::isLimitReached);
    }

    // fault F16: RPC-11
    @ParameterizedTest
    @EnumSource
    void decodeWhenBytesAreNoUtf8Fails(Source source) {
        for (int[] bad : new int[][] {{0xc3, 0x28}, {0xff}, {0xe2, 0x82}, {0x80}}) {
            byte[] json = utf8("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"a\":\"????\"}}");
            int at = new String(json, StandardCharsets.UTF_8).indexOf("????");
            for (int i = 0; i < bad.length; i++) {
                json[at + i] = (byte) bad[i];
            }

            assertThatExceptionOfType(MalformedMessageException.class)
                    .as(Arrays.toString(bad))
                    .isThrownBy(() -> source.decode(this.codec, json, id -> null));
        }
    }

    // numbers keep their value
    @Test
    void decodeKeepsNumbers() {
        assertThat(
                        decode(
                                "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"a\":9007199254740993,\"b\":1e3,\"c\":-0.5}}"))
                .isEqualTo(new JsonRpcNotification("m", Map.of("a", 9007199254740993L, "b", 1000.0, "c", -0.5)));
    }

    // numbers that no double has keep their value, both ways; all others are doubles as ever
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e400",
                "-1E+400",
                "1e-400",
                "4.9406564584124654e-330",
                "0.12345678901234567890123456789",
                "3.14159265358979323846",
                "9007199254740993.5",
                "123456789012345678901234567890",
                "0.1",
                "1.10",
                "-0.0",
                "100000.0",
                "1.7976931348623157E308",
                "5e-324",
                "2.0E-3",
                "8.41E21",
                "2.2379e23",
                "123456789.123456789"
            })
    void decodeAndEncodeKeepTheValueOfANumber(String number) {
        String json = "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[],\"structuredContent\":[{\"n\":" + number
                + "}]}}";

        JsonRpcResult message = (JsonRpcResult) decode(json, id -> CallToolResult.class);
        Object read = Objects.requireNonNull(((CallToolResult) message.result()).structuredContent());

        assertThat(encode(message)).contains("{\"n\":" + number + "}");
        String written = encode(new JsonRpcRequest(ID, "m", Map.of("a", read))).replaceAll(".*\"n\":([^}]+)}.*", "$1");
        assertThat(new BigDecimal(written)).isEqualByComparingTo(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.1", "1e3", "-0.5", "1.7976931348623157E308", "2.5e-300"})
    void decodeReadsANumberAsDoubleIfExact(String number) {
        JsonRpcNotification message = (JsonRpcNotification)
                decode("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"n\":" + number + "}}");

        assertThat(message.params()).isEqualTo(Map.of("n", Double.valueOf(number)));
    }

    // fault F14: a few characters that take megabytes when the number is written out
    @ParameterizedTest
    @ValueSource(strings = {"1e999999999", "1e-999999999", "1e10001", "1.5e2147483647"})
    void decodeRejectsANumberWithAHugeExponent(String number) {
        JsonRpcMessage message = decode(
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[],\"structuredContent\":{\"n\":" + number
                        + "}}}",
                id -> CallToolResult.class);

        assertThat(message)
                .isInstanceOfSatisfying(JsonRpcInvalidResponse.class, invalid -> assertThat(invalid.problem())
                        .contains("exponent"));
        assertThatExceptionOfType(MalformedMessageException.class)
                .isThrownBy(() -> decode("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"n\":" + number + "}}"))
                .withMessageContaining("exponent");
    }

    // RPC-02, RPC-05: the value of a number is its id, however it is written; a text is another id
    @ParameterizedTest
    @ValueSource(strings = {"7.0", "7.00", "7e0", "70e-1", "0.7E1"})
    void decodeWhenAnIdIsAWholeNumberReadsTheInteger(String id) {
        assertThat(decode("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}"))
                .isEqualTo(new JsonRpcResult(ID, Map.of()));
        assertThat(decode("{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",\"result\":{}}"))
                .isEqualTo(new JsonRpcResult(JsonRpcId.of(id), Map.of()));
        assertThat(decode("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":-32601.0,\"message\":\"no\"}}"))
                .isEqualTo(new JsonRpcError(ID, -32601, "no", null));
    }

    // RPC-09: beside the one that is there, null says nothing
    @Test
    void decodeIgnoresANullErrorOrResult() {
        JsonRpcResult result = new JsonRpcResult(ID, Map.of("a", 1));
        JsonRpcError error = new JsonRpcError(ID, -1, "no", null);

        assertThat(decode("{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":null,\"result\":{\"a\":1}}"))
                .isEqualTo(result);
        assertThat(decode(
                        "{\"jsonrpc\":\"2.0\",\"result\":{\"a\":1},\"error\":null,\"id\":7}",
                        id -> ID.equals(id) ? Map.class : null))
                .isEqualTo(result);
        assertThat(decode("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":null,\"error\":{\"code\":-1,\"message\":\"no\"}}"))
                .isEqualTo(error);
        assertThat(decode("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":null,\"error\":null}"))
                .isEqualTo(new JsonRpcInvalidResponse(ID, "neither \"result\" nor \"error\""));
    }

    // some servers write all members of their type of message
    static Stream<Arguments> messagesWithAllMembers() {
        return Stream.of(
                Arguments.of(
                        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":null,\"params\":null,\"result\":{\"a\":1},\"error\":null}",
                        new JsonRpcResult(ID, Map.of("a", 1))),
                Arguments.of(
                        "{\"method\":null,\"params\":null,\"jsonrpc\":\"2.0\",\"result\":null,\"id\":7,"
                                + "\"error\":{\"code\":-1,\"message\":\"no\",\"data\":null}}",
                        new JsonRpcError(ID, -1, "no", null)),
                Arguments.of(
                        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\",\"params\":null,\"result\":null,\"error\":null}",
                        new JsonRpcRequest(ID, "ping", null)),
                Arguments.of(
                        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"notifications/message\",\"params\":{\"a\":1},"
                                + "\"result\":null,\"error\":null}",
                        new JsonRpcNotification("notifications/message", Map.of("a", 1))));
    }

    @ParameterizedTest
    @MethodSource("messagesWithAllMembers")
    void decodeTakesNullForAnAbsentMember(String json, JsonRpcMessage message) {
        for (Source source : Source.values()) {
            assertThat(source.decode(this.codec, utf8(json), id -> Map.class))
                    .as(source.name())
                    .isEqualTo(message);
        }
    }

    // errors have texts of their own
    static Stream<Arguments> problems() {
        return Stream.of(
                Arguments.of("[".repeat(300), "nested deeper than 200 levels"),
                Arguments.of("1" + "0".repeat(200) + ".5", "a number of more than 100 characters"),
                Arguments.of(
                        "{\"" + "n".repeat(60_000) + "\":1}", "the name of a member has more than 50000 characters"));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void decodeWhenALimitIsReachedReportsWhichOne(String value, String problem) {
        assertThatExceptionOfType(MalformedMessageException.class)
                .isThrownBy(() -> decode("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"n\":" + value + "}}"))
                .withMessageContaining(problem)
                .matches(MalformedMessageException::isLimitReached)
                .withMessageNotContainingAny("StreamReadConstraints", "Jackson", "Document");
    }

    // beyond what BigDecimal can hold, where the parser fails with an exception of the JDK
    @ParameterizedTest
    @ValueSource(strings = {"1e99999999999", "1E-99999999999", "-1.5e2147483648"})
    void decodeRejectsAMessageWithAnEnormousExponent(String number) {
        assertThatExceptionOfType(MalformedMessageException.class)
                .isThrownBy(() -> decode("{\"jsonrpc\":\"2.0\",\"id\":" + number + ",\"result\":{}}"))
                .withMessage("\"id\" is neither a string nor an integer");
        assertThatExceptionOfType(MalformedMessageException.class)
                .isThrownBy(() -> decode("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"n\":" + number + "}}"))
                .withMessage("a number with an exponent beyond 10000");
        assertThat(decode("{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":" + number + ",\"message\":\"no\"}}"))
                .isEqualTo(new JsonRpcInvalidResponse(ID, "the code of \"error\" is not an integer: no"));
    }

    enum Sky {
        CLEAR
    }

    record Weather(
            int degrees,
            boolean rain,
            String city,
            List<String> days,
            Map<String, Object> more,
            Forecast next,
            Sky sky,
            LocalDate date,
            char unit) {}

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"degrees":"warm"}|expected a number, found a string at degrees
            {"degrees":null}|expected a number, found null at degrees
            {"rain":[]}|expected a boolean, found an array at rain
            {"city":{}}|expected a string, found an object at city
            {"city":[]}|expected a string, found an array at city
            {"city":["a"]}|expected a string, found an array at city
            {"days":"Monday"}|expected an array, found a string at days
            {"days":["a",{}]}|expected a string, found an object at days[1]
            {"more":[]}|expected an object, found an array at more
            {"next":"soon"}|expected an object, found a string at next
            {"sky":"green"}|the value is not a valid Sky at sky
            {"date":"soon"}|the value is not a valid LocalDate at date
            {"unit":"km"}|the value is not a valid char at unit
            {"unit":[]}|expected a string, found an array at unit
            {"unit":null}|expected a string, found null at unit
            {"sky":{}}|expected a value of type Sky, found an object at sky
            {"date":{}}|expected a value of type LocalDate, found an object at date
            {"degrees":99999999999}|the number is out of the range of int at degrees
            """)
    void convertWhenAMemberDoesNotFitReportsWhatWasExpected(String json, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> this.codec.fromJson(json, Weather.class))
                .withMessage(problem);
        Object plain = Objects.requireNonNull(this.codec.fromJson(json, Map.class));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> this.codec.convert(plain, Weather.class))
                .withMessage(problem);
    }

    record Period(String city, int days) {}

    @Test
    void convertWhenAMemberOfAPrimitiveTypeIsMissingReportsThat() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> this.codec.fromJson("{\"city\":\"Oslo\"}", Period.class))
                .withMessage("expected a number, found no value at days");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> this.codec.convert(Map.of("city", "Oslo"), Period.class))
                .withMessage("expected a number, found no value at days");
    }

    record Counts(
            int plain,
            Long boxed,
            List<Short> several,
            Map<String, BigInteger> named,
            int[] array,
            AtomicInteger atomic,
            OptionalInt optional,
            OptionalLong missing) {}

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"plain":7.5}|plain
            {"boxed":0.001}|boxed
            {"several":[1,2.5]}|several[1]
            {"named":{"a":1e-300}}|named.a
            {"array":[1,2.5]}|array[1]
            {"atomic":0.5}|atomic
            {"optional":21.7}|optional
            """)
    void bindRejectsAFractionForAnInteger(String json, String path) {
        String problem = "expected a whole number, found a number with a fraction at " + path;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> this.codec.bind(JsonValue.parse(json), Counts.class))
                .withMessage(problem);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> this.codec.fromJson(json, Counts.class))
                .withMessage(problem);
    }

    record Scalars(
            boolean yes,
            List<Boolean> several,
            boolean[] flags,
            char letter,
            double ratio,
            Float share,
            double[] ratios,
            float[] shares,
            short[] shorts,
            OptionalLong large,
            OptionalDouble real,
            byte[] bytes) {}

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"yes":1}|expected a boolean, found a number at yes
            {"several":[true,0]}|expected a boolean, found a number at several[1]
            {"flags":[true,0.5]}|expected a boolean, found a number at flags[1]
            {"letter":65}|expected a string, found a number at letter
            {"ratio":1e400}|the number is out of the range of double at ratio
            {"share":1e39}|the number is out of the range of Float at share
            {"ratios":[1,-1e400]}|the number is out of the range of double at ratios[1]
            {"shares":[1e39]}|the number is out of the range of float at shares[0]
            {"shorts":[70000]}|the number is out of the range of short at shorts[0]
            {"shorts":[null]}|expected a number, found null at shorts[0]
            {"bytes":[1.5]}|expected a whole number, found a number with a fraction at bytes[0]
            {"bytes":[300]}|the number is out of the range of byte at bytes[0]
            {"large":99999999999999999999}|the number is out of the range of long at large
            {"real":1e400}|the number is out of the range of Double at real
            """)
    void bindRejectsAScalarThatDoesNotFitExactly(String json, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> this.codec.bind(JsonValue.parse(json), Scalars.class))
                .withMessage(problem);
    }

    @Test
    void bindReadsArraysOfScalars() {
        Object bound = this.codec.bind(
                JsonValue.parse("{\"yes\":true,\"flags\":[true,false],\"letter\":\"A\",\"ratio\":7,\"ratios\":[1,2.5],"
                        + "\"shorts\":[3.0],\"bytes\":\"AQI=\"}"),
                Scalars.class);

        assertThat(bound).isInstanceOfSatisfying(Scalars.class, scalars -> {
            assertThat(scalars.flags()).containsExactly(true, false);
            assertThat(scalars.letter()).isEqualTo('A');
            assertThat(scalars.ratio()).isEqualTo(7);
            assertThat(scalars.ratios()).containsExactly(1, 2.5);
            assertThat(scalars.shorts()).containsExactly((short) 3);
            assertThat(scalars.bytes()).containsExactly(1, 2);
        });
    }

    @Test
    void bindReadsOptionalNumbers() {
        assertThat(this.codec.bind(JsonValue.parse("{\"plain\":1,\"optional\":7.0,\"missing\":null}"), Counts.class))
                .isInstanceOfSatisfying(Counts.class, counts -> {
                    assertThat(counts.optional()).hasValue(7);
                    assertThat(counts.missing()).isEmpty();
                });
        assertThat(this.codec.bind(JsonValue.parse("{\"plain\":1,\"missing\":7}"), Counts.class))
                .isInstanceOfSatisfying(Counts.class, counts -> {
                    assertThat(counts.optional()).isEmpty();
                    assertThat(counts.missing()).hasValue(7);
                });
    }

    // Members of the vocabulary are read from servers that write what they like.
    @Test
    void convertTruncatesAFractionForAnIntegerOfTheVocabulary() {
        assertThat(this.codec.convert(Map.of("ttl", 7.5), TaskMetadata.class))
                .extracting(TaskMetadata::ttl)
                .isEqualTo(7L);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> this.codec.convert(Map.of("plain", 7.5), Counts.class))
                .withMessage("expected a whole number, found a number with a fraction at plain");
    }

    // the text may be confidential, so that its place must do
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            Paris is warm|the text is not JSON (line 1, column 1)
            {"city": Paris}|the text is not JSON (line 1, column 10)
            2026-11-28|the text is not JSON (line 1, column 5)
            {"city":"Paris"|the JSON is incomplete (line 1, column 16)
            ``|expected an object, found no text
            """)
    void fromJsonOfTextThatIsNotJsonReportsThePlaceWithoutTheText(String text, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> this.codec.fromJson(text, Forecast.class))
                .withMessage(problem);
    }

    record Demanding(
            String city, @JsonProperty(required = true) List<String> days) {
        Demanding {
            Objects.requireNonNull(city, "city is missing");
        }
    }

    record Nameless(String city) {
        Nameless {
            Objects.requireNonNull(city);
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes(@JsonSubTypes.Type(value = Rain.class, name = "rain"))
    interface Precipitation {}

    record Rain(int amount) implements Precipitation {}

    interface Place {}

    static final class Town {

        Town(String name) {}
    }

    static final class City {

        City(String name, int people) {}
    }

    static Stream<Arguments> types() {
        return Stream.of(
                Arguments.of(Demanding.class, "{}", "expected an array, found no value at days"),
                Arguments.of(Demanding.class, "{\"days\":[]}", "Demanding rejects its members: city is missing"),
                Arguments.of(Nameless.class, "{}", "Nameless rejects its members: NullPointerException"),
                Arguments.of(Precipitation.class, "{}", "the object names no known type of Precipitation"),
                Arguments.of(
                        Precipitation.class, "{\"kind\":\"x\"}", "the object names no known type of Precipitation"),
                Arguments.of(Place.class, "{}", "Place cannot be created from JSON: it is abstract"),
                Arguments.of(City.class, "{}", "City cannot be created from JSON: it has no constructor"),
                Arguments.of(
                        Town.class,
                        "{}",
                        "Town cannot be created from JSON: it has no constructor without parameters, and none"
                                + " marked with @JsonCreator"));
    }

    @ParameterizedTest
    @MethodSource("types")
    void convertToATypeThatCannotHoldTheValueReportsWhy(Class<?> type, String json, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> this.codec.fromJson(json, type))
                .withMessageStartingWith(problem)
                .withMessageNotContaining("`");
        Object plain = Objects.requireNonNull(this.codec.fromJson(json, Map.class));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> this.codec.convert(plain, type))
                .withMessageStartingWith(problem);
    }

    // Which of several types it is, was determined by its members: the parser has lost its position.
    @ParameterizedTest
    @ValueSource(strings = {"[]", "[\"a\"]", "[[[]]]"})
    void convertWhenAMemberOfOneOfSeveralTypesDoesNotFitReportsWhatWasExpected(String uri) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> this.codec.fromJson(
                        "{\"contents\":[{\"uri\":" + uri + ",\"text\":\"x\"}]}", ReadResourceResult.class))
                .withMessageMatching("expected a string(, found an array)? at contents\\[0\\]\\.uri");
    }

    // plain values

    record Forecast(String city, int degrees) {}

    @Test
    void convertBindsPlainJsonToATypeAndReportsWhatDoesNotFit() {
        assertThat(this.codec.convert(Map.of("city", "Oslo", "degrees", 7, "more", true), Forecast.class))
                .isEqualTo(new Forecast("Oslo", 7));
        assertThat(this.codec.convert(null, Forecast.class)).isNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> this.codec.convert(Map.of("degrees", "warm"), Forecast.class))
                .withMessageContaining("degrees");
    }

    @Test
    void fromJsonReadsTextAndToJsonWritesIt() {
        assertThat(this.codec.fromJson("{\"city\":\"Oslo\",\"degrees\":7}", Forecast.class))
                .isEqualTo(new Forecast("Oslo", 7));
        assertThat(this.codec.toJson(new Forecast("Oslo", 7))).isEqualTo("{\"city\":\"Oslo\",\"degrees\":7}");
        assertThat(this.codec.toJson(null)).isEqualTo("null");
        assertThatIllegalArgumentException().isThrownBy(() -> this.codec.fromJson("warm", Forecast.class));
        assertThatIllegalArgumentException().isThrownBy(() -> this.codec.fromJson("[]", Forecast.class));
    }
}
