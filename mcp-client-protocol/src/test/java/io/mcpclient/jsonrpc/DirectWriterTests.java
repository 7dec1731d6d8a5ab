package io.mcpclient.jsonrpc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.ClientCapabilities;
import io.mcpclient.schema.Icon;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.PaginatedParams;
import io.mcpclient.schema.TaskMetadata;
import io.mcpclient.support.json.SharedJsonMapper;
import io.mcpclient.support.schema.InitializeParams;
import io.mcpclient.support.schema.RequestParams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class DirectWriterTests {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private static final Implementation CLIENT = Implementation.of("app", "1.0");

    /** What applications put into arguments, and what only looks like plain JSON. */
    private static final List<Object> VALUES = Arrays.asList(
            null,
            true,
            "",
            "plain",
            "\"quoted\" \\ / \n \u0000 \u2028 gr\u00fc\u00df \ud83d\ude00",
            "long ".repeat(5_000),
            0,
            -7,
            Long.MIN_VALUE,
            1.5,
            8.41E21,
            1.1f,
            (short) 3,
            new BigDecimal("1E+3"),
            new BigInteger("123456789012345678901234567890"),
            LocalDate.of(2026, 11, 25),
            UUID.fromString("0b5c2a7e-0000-4000-8000-000000000000"),
            URI.create("https://example.com/a?b=c"),
            TimeUnit.SECONDS,
            Optional.of("present"),
            Optional.empty(),
            new AtomicInteger(5),
            new StringBuilder("not a string"),
            new int[] {1, 2},
            new byte[] {1, 2, 3},
            new Object[] {"a", null},
            new Bean("name", null, List.of(1)),
            new Wrapped("value"),
            new AsObject(),
            new TreeMap<>(Map.of(1, "a", 2, "b")),
            Map.of(TimeUnit.DAYS, 1));

    private record Bean(
            String name, @JsonProperty("other_name") Object other, List<Integer> numbers) {}

    private record Wrapped(@JsonValue String value) {}

    /** A map that is not written like one. */
    @JsonFormat(shape = JsonFormat.Shape.POJO)
    private static final class AsObject extends LinkedHashMap<String, Object> {

        @JsonProperty
        String member() {
            return "of a bean";
        }
    }

    private static Object value(Random random, int depth) {
        int kind = random.nextInt((depth > 3) ? 6 : 9);
        if (kind < 6) {
            return VALUES.get(random.nextInt(VALUES.size()));
        }
        return (kind < 8) ? map(random, depth + 1) : list(random, depth + 1);
    }

    private static Map<String, Object> map(Random random, int depth) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            map.put("member \u00fc\"" + i, value(random, depth));
        }
        return map;
    }

    private static List<Object> list(Random random, int depth) {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(value(random, depth));
        }
        return list;
    }

    private static void isWrittenLikeDatabind(Object params) {
        String json =
                new String(CODEC.encode(new JsonRpcRequest(JsonRpcId.of(7), "x", params)), StandardCharsets.UTF_8);
        assertThat(json)
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"x\",\"params\":"
                        + SharedJsonMapper.get().writeValueAsString(params) + "}");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void plainJsonIsWrittenLikeByDatabind(int seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            isWrittenLikeDatabind(map(random, 0));
            isWrittenLikeDatabind(new CallToolParams(
                    "tool", map(random, 0), null, null, null, random.nextBoolean() ? map(random, 0) : null));
        }
    }

    static Stream<Object> params() {
        return Stream.of(
                CallToolParams.of("tool", null),
                CallToolParams.of("tool", null).withArguments(null),
                CallToolParams.of("tool", Map.of()),
                CallToolParams.of("tool", Map.of("a", 1)).withMeta(Map.of("progressToken", 7)),
                CallToolParams.of("tool", Map.of()).withTask(new TaskMetadata(5_000L, Map.of())),
                PaginatedParams.first(),
                PaginatedParams.of("next").withMeta(Map.of("a", List.of())),
                RequestParams.empty(),
                RequestParams.empty().withMeta(Map.of("io.modelcontextprotocol/clientInfo", CLIENT)),
                new RequestParams(null, Map.of("vendor", 1)),
                initialize(ClientCapabilities.none(), CLIENT),
                initialize(
                        ClientCapabilities.none()
                                .withRoots(true)
                                .withSampling(true)
                                .withElicitation(true, true)
                                .withExperimental("x", Map.of("a", 1))
                                .withExtension("com.example/y", Map.of()),
                        CLIENT.withTitle("App").withDescription("text").withWebsiteUrl("https://example.com")),
                initialize(
                        ClientCapabilities.none()
                                .withRoots(false)
                                .withSampling(false)
                                .withFormElicitation(),
                        CLIENT.withIcons(List.of(Icon.of("https://example.com/a.png")))),
                initialize(
                        ClientCapabilities.none()
                                .withTasks(new ClientCapabilities.Tasks(Map.of(), null, Map.of(), Map.of())),
                        CLIENT),
                initialize(
                        new ClientCapabilities(
                                Map.of(),
                                new ClientCapabilities.Roots(null, Map.of("x", 1)),
                                null,
                                null,
                                null,
                                Map.of(),
                                Map.of("vendor", Map.of())),
                        new Implementation("app", null, null, null, null, List.of(), Map.of("y", 2))));
    }

    private static InitializeParams initialize(ClientCapabilities capabilities, Implementation client) {
        return InitializeParams.of("2025-11-25", capabilities, client);
    }

    @ParameterizedTest
    @MethodSource("params")
    void paramsAreWrittenLikeByDatabind(Object params) {
        isWrittenLikeDatabind(params);
        isWrittenLikeDatabind(Map.of("nested", params));
    }

    static Stream<Arguments> written() {
        return Stream.of(
                Arguments.of(CallToolParams.class, 6),
                Arguments.of(PaginatedParams.class, 2),
                Arguments.of(RequestParams.class, 2),
                Arguments.of(InitializeParams.class, 4),
                Arguments.of(Implementation.class, 7),
                Arguments.of(ClientCapabilities.class, 7),
                Arguments.of(ClientCapabilities.Roots.class, 2),
                Arguments.of(ClientCapabilities.Sampling.class, 3),
                Arguments.of(ClientCapabilities.Elicitation.class, 3));
    }

    @ParameterizedTest
    @MethodSource("written")
    void writerSupportsAllMembersOfTheRecord(Class<?> type, int members) {
        assertThat(type.getRecordComponents())
                .as("members of %s: write a new one in DirectWriter", type.getSimpleName())
                .hasSize(members);
    }

    @Test
    void pathOfAnUnserializableValueEqualsThatOfDatabind() {
        Object params = CallToolParams.of("tool", Map.of("a", List.of(1, new Unwritable())));

        assertThatExceptionOfType(UnwritableMessageException.class)
                .isThrownBy(() -> CODEC.encode(new JsonRpcRequest(JsonRpcId.of(7), "x", params)))
                .withMessageContaining("arguments.a[1].value");
    }

    @Test
    void selfReferencingMapIsRejected() {
        Map<String, Object> endless = new LinkedHashMap<>();
        endless.put("self", endless);

        assertThatExceptionOfType(UnwritableMessageException.class)
                .isThrownBy(() -> CODEC.encode(new JsonRpcNotification("x", endless)));
    }

    static final class Unwritable {

        public String getValue() {
            throw new IllegalStateException("on purpose");
        }
    }
}
