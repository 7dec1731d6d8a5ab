package io.mcpclient.jsonrpc;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DatabindException;

import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.DiscoverResult;
import io.mcpclient.schema.JsonValue;
import io.mcpclient.support.json.SharedJsonMapper;
import io.mcpclient.support.schema.InitializeResult;

import static org.assertj.core.api.Assertions.assertThat;

/** The results that are read without databind, compared with those that databind reads. */
class DirectReaderTests {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private static final List<String> PLAIN = List.of(
            "null",
            "true",
            "0",
            "-1.50",
            "1e400",
            "12345678901234567890",
            "\"\"",
            "\"gr\\u00fc\u00df \\n \ud83d\ude00\"",
            "[]",
            "{}",
            "[1,[null,{\"a\":false}]]",
            "{\"a\":{\"b\":[{}]},\"c\":\"d\"}",
            "{\"twice\":1,\"twice\":2}");

    private static final String ANNOTATIONS = "{\"audience\":[\"user\"],\"priority\":0.5,\"x\":1}";

    private static final List<String> BLOCKS = List.of(
            "{\"type\":\"text\",\"text\":\"a\"}",
            "{\"type\":\"text\",\"text\":\"\"}",
            "{\"type\":\"text\"}",
            "{\"text\":\"a\",\"type\":\"text\"}",
            "{\"type\":\"text\",\"text\":\"a\",\"annotations\":" + ANNOTATIONS + ",\"_meta\":{\"m\":1},\"x\":null}",
            "{\"type\":\"text\",\"text\":\"a\",\"type\":\"text\"}",
            "{\"type\":\"text\",\"text\":5}",
            "{\"type\":\"text\",\"text\":null,\"annotations\":null,\"_meta\":null}",
            "{\"type\":\"image\",\"data\":\"AAAA\",\"mimeType\":\"image/png\"}",
            "{\"mimeType\":\"image/png\",\"data\":\"AAAA\",\"annotations\":" + ANNOTATIONS + ",\"type\":\"image\"}",
            "{\"type\":\"audio\",\"data\":\"AAAA\",\"mimeType\":\"audio/wav\",\"_meta\":{}}",
            "{\"type\":\"resource_link\",\"uri\":\"file:///a\",\"name\":\"a\",\"size\":5}",
            "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///a\",\"text\":\"b\"}}",
            "{\"type\":\"hologram\",\"data\":[1.5]}",
            "{\"noType\":1}",
            "{}");

    private static final List<String> GROUPS =
            List.of("{}", "{\"listChanged\":true}", "{\"listChanged\":null,\"x\":[]}", "{\"subscribe\":false}", "null");

    private static final List<String> ICONS =
            List.of("[{\"src\":\"https://example.com/a.png\"}]", "[null]", "[]", "[{}]");

    private static String one(Random random, List<String> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** Mostly the usual value. */
    private static String member(Random random, String name, String usual) {
        return "\"" + name + "\":" + ((random.nextInt(30) == 0) ? one(random, PLAIN) : usual);
    }

    private static String object(Random random, List<String> members) {
        List<String> present = new ArrayList<>(members);
        present.removeIf(member -> random.nextInt(3) == 0);
        Collections.shuffle(present, random);
        if (random.nextInt(30) == 0 && !present.isEmpty()) {
            present.add(present.get(0));
        }
        return present.stream().collect(Collectors.joining(",", "{", "}"));
    }

    private static String callToolResult(Random random) {
        String content = IntStream.range(0, random.nextInt(4))
                .mapToObj(i -> one(random, BLOCKS))
                .collect(Collectors.joining(",", "[", "]"));
        return object(
                random,
                List.of(
                        member(random, "content", content),
                        member(random, "isError", "true"),
                        member(random, "resultType", "\"complete\""),
                        member(random, "structuredContent", one(random, PLAIN)),
                        member(random, "_meta", "{\"a\":1}"),
                        member(random, "vendor", one(random, PLAIN))));
    }

    private static String capabilities(Random random) {
        return object(
                random,
                List.of(
                        member(random, "experimental", "{\"a\":{}}"),
                        member(random, "logging", one(random, PLAIN)),
                        member(random, "completions", "{}"),
                        member(random, "prompts", one(random, GROUPS)),
                        member(random, "resources", one(random, GROUPS)),
                        member(random, "tools", one(random, GROUPS)),
                        member(random, "tasks", "{\"list\":{},\"requests\":{\"tools\":{\"call\":{}}}}"),
                        member(random, "extensions", "{\"com.example/a\":{}}"),
                        member(random, "vendor", one(random, PLAIN))));
    }

    private static String initializeResult(Random random) {
        String server = object(
                random,
                List.of(
                        member(random, "name", "\"server\""),
                        member(random, "version", "\"1\""),
                        member(random, "title", "\"Server\""),
                        member(random, "description", "null"),
                        member(random, "websiteUrl", "\"https://example.com\""),
                        member(random, "icons", one(random, ICONS)),
                        member(random, "vendor", one(random, PLAIN))));
        return object(
                random,
                List.of(
                        member(random, "protocolVersion", "\"2025-11-25\""),
                        member(random, "capabilities", capabilities(random)),
                        member(random, "serverInfo", server),
                        member(random, "instructions", "\"Be kind.\""),
                        member(random, "_meta", "{\"a\":1}"),
                        member(random, "vendor", one(random, PLAIN))));
    }

    private static String discoverResult(Random random) {
        return object(
                random,
                List.of(
                        member(random, "supportedVersions", "[\"2026-07-28\",\"2025-11-25\"]"),
                        member(random, "capabilities", capabilities(random)),
                        member(random, "instructions", "\"Be kind.\""),
                        member(random, "resultType", "\"complete\""),
                        member(random, "ttlMs", one(random, PLAIN)),
                        member(random, "cacheScope", "\"public\""),
                        member(random, "_meta", "{\"a\":1}"),
                        member(random, "vendor", one(random, PLAIN))));
    }

    private static Class<?> typeOf(String result) {
        return switch (result) {
            case "call" -> CallToolResult.class;
            case "initialize" -> InitializeResult.class;
            default -> DiscoverResult.class;
        };
    }

    private static Stream<String> results(String result, int seed) {
        Random random = new Random(seed);
        return Stream.generate(() -> switch (result) {
                    case "call" -> callToolResult(random);
                    case "initialize" -> initializeResult(random);
                    default -> discoverResult(random);
                })
                .limit(200);
    }

    private static JsonRpcMessage decode(String result, Class<?> type) {
        byte[] json = ("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":" + result + "}").getBytes(StandardCharsets.UTF_8);
        return CODEC.decode(json, 0, json.length, id -> type);
    }

    static Stream<Arguments> seeds() {
        return Stream.of("call", "initialize", "discover")
                .flatMap(result -> IntStream.range(0, 10).mapToObj(seed -> Arguments.of(result, seed)));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void resultsEqualThoseOfDatabind(String kind, int seed) {
        Class<?> type = typeOf(kind);

        assertThat(results(kind, seed)).allSatisfy(result -> isThatOfDatabind(result, type));
        // Otherwise this would compare databind with itself.
        assertThat(results(kind, seed).filter(result -> isReadDirectly(result, type)))
                .hasSizeGreaterThan(50);
    }

    private static void isThatOfDatabind(String result, Class<?> type) {
        Object expected;
        try {
            expected = SharedJsonMapper.get().readValue(result, type);
        } catch (DatabindException ex) {
            if (decode(result, type) instanceof JsonRpcResult repaired) {
                assertThat(repaired.result()).isEqualTo(repaired(result, type));
                return;
            }
            assertThat(decode(result, type)).isInstanceOfSatisfying(JsonRpcInvalidResponse.class, invalid -> assertThat(
                            invalid.problem())
                    .isEqualTo("\"result\" is not a valid " + type.getSimpleName() + ": " + ReadProblems.of(ex)));
            return;
        }
        assertThat(decode(result, type)).isEqualTo(new JsonRpcResult(JsonRpcId.of(7), expected));
    }

    private static Object repaired(String result, Class<?> type) {
        Object plain = SharedJsonMapper.get().readValue(result, Object.class);
        Object objects = Objects.requireNonNullElse(EmptyObjects.repaired(plain), plain);
        try {
            return SharedJsonMapper.get().readValue(SharedJsonMapper.get().writeValueAsString(objects), type);
        } catch (DatabindException ex) {
            return LenientSessionResult.isFor(type)
                    ? LenientSessionResult.of(objects, type)
                    : LenientToolResult.of(objects);
        }
    }

    private static boolean isReadDirectly(String result, Class<?> type) {
        try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), result)) {
            json.nextToken();
            if (type == CallToolResult.class) {
                new ToolResultReader(json, () ->
                                (JsonValue) Databind.reader(JsonValue.class).readValue(json))
                        .result();
            } else if (type == InitializeResult.class) {
                SessionResults.initializeResult(new DirectReader(json).distinctObject());
            } else {
                SessionResults.discoverResult(new DirectReader(json).distinctObject());
            }
            return true;
        } catch (UnsupportedShapeException | DatabindException ex) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":[1,2.50,\"b\",null,true,{}],\"c\":{\"d\":[]}}",
                "{\"a\":1,\"a\":{\"b\":2}}",
                "{\"number\":0.1000000000000000055511151231257827}",
                "{}"
            })
    void plainJsonResultEqualsThatOfDatabind(String result) {
        assertThat(decode(result, Map.class))
                .isEqualTo(new JsonRpcResult(
                        JsonRpcId.of(7), SharedJsonMapper.get().readValue(result, Map.class)));
    }
}
