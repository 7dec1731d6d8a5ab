package io.mcpclient.jsonrpc;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;

import io.mcpclient.internal.support.SharedJsonMapper;
import io.mcpclient.schema.DroppedItem;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.Tool;

import static org.assertj.core.api.Assertions.assertThat;

class ToolPageReaderTests {

    private static final String TOOL = "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}}";

    private static final List<String> TEXTS = List.of(
            "\"\"",
            "\"plain\"",
            "\"quoted \\\"x\\\" \\\\ \\/ \\n\\t\"",
            "\"gr\u00fc\u00df \u65e5\u672c \ud83d\ude00\"",
            "\"\\u0041\\u200b\\ud83d\\ude00\\u0001\"",
            "\"" + "long ".repeat(2_000) + "\"",
            "\"\u007f\"");

    private static final List<String> OTHERS =
            List.of("0", "-1", "12345678901", "123456789012345678901234567890", "1.5", "1e2", "true", "false", "null");

    private static final List<String> ICONS =
            List.of("[]", "[{\"src\":\"https://example.com/a.png\",\"sizes\":[\"any\"]}]");

    private static JsonRpcMessage decode(String page) {
        byte[] json = ("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":" + page + "}").getBytes(StandardCharsets.UTF_8);
        return new JsonCodec(JsonLimits.DEFAULT).decode(json, 0, json.length, id -> ListToolsResult.class);
    }

    private static ListToolsResult read(String page) {
        return (ListToolsResult) ((JsonRpcResult) decode(page)).result();
    }

    private static ListToolsResult bound(String page) {
        return SharedJsonMapper.get().readValue(page, ListToolsResult.class);
    }

    private static String value(Random random, int depth) {
        int kind = random.nextInt((depth > 3) ? 2 : 4);
        return switch (kind) {
            case 0 -> TEXTS.get(random.nextInt(TEXTS.size()));
            case 1 -> OTHERS.get(random.nextInt(OTHERS.size()));
            case 2 ->
                IntStream.range(0, random.nextInt(4))
                        .mapToObj(item -> value(random, depth + 1))
                        .collect(Collectors.joining(",", "[", "]"));
            default -> object(random, depth + 1);
        };
    }

    private static String object(Random random, int depth) {
        List<String> members = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            members.add("\"" + "member ".repeat(random.nextInt(2)) + "\u00fc" + i + "\" : " + value(random, depth));
        }
        return "{" + String.join(" , ", members) + "}";
    }

    private static String text(Random random) {
        return TEXTS.get(random.nextInt(TEXTS.size()));
    }

    private static String optional(Random random, String usual) {
        int kind = random.nextInt(100);
        return (kind < 90) ? usual : (kind < 98) ? "null" : value(random, 0);
    }

    private static String members(Random random, List<String> members) {
        return members.stream().filter(member -> random.nextInt(3) > 0).collect(Collectors.joining(",", "{", "}"));
    }

    private static String annotations(Random random) {
        return members(
                random,
                List.of(
                        "\"title\":" + optional(random, text(random)),
                        "\"readOnlyHint\":" + optional(random, "true"),
                        "\"destructiveHint\":" + optional(random, "false"),
                        "\"idempotentHint\":" + optional(random, "true"),
                        "\"openWorldHint\":" + optional(random, "false"),
                        "\"vendor\":" + value(random, 1)));
    }

    private static String tool(Random random) {
        List<String> members = new ArrayList<>(List.of(
                "\"title\":" + optional(random, text(random)),
                "\"description\":" + optional(random, text(random)),
                "\"outputSchema\":" + optional(random, object(random, 0)),
                "\"annotations\":" + optional(random, annotations(random)),
                "\"execution\":" + optional(random, "{\"taskSupport\":\"required\"}"),
                "\"icons\":" + optional(random, ICONS.get(random.nextInt(ICONS.size()))),
                "\"_meta\":" + optional(random, object(random, 0)),
                "\"vendor\":" + value(random, 0),
                "\"other\":" + value(random, 0)));
        members.removeIf(member -> random.nextInt(3) == 0);
        if (random.nextInt(30) == 0) {
            members.addAll(members); // duplicates
        }
        members.add(random.nextInt(members.size() + 1), "\"name\":" + optional(random, text(random)));
        members.add("\"inputSchema\":" + optional(random, object(random, 0)));
        return "{" + String.join(",", members) + "}";
    }

    private static String page(Random random) {
        String tools = IntStream.range(0, random.nextInt(4))
                .mapToObj(i -> tool(random))
                .collect(Collectors.joining(",", "[", "]"));
        return members(
                random,
                List.of(
                        "\"nextCursor\":" + optional(random, text(random)),
                        "\"tools\":" + tools,
                        "\"resultType\":\"complete\"",
                        "\"ttlMs\":" + optional(random, "5000"),
                        "\"cacheScope\":\"public\"",
                        "\"_meta\":" + optional(random, object(random, 0)),
                        "\"vendor\":" + value(random, 0)));
    }

    private static Stream<String> pages(int seed) {
        Random random = new Random(seed);
        return Stream.generate(() -> page(random)).limit(100);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void pagesEqualThoseOfDatabind(int seed) {
        long direct = pages(seed).filter(ToolPageReaderTests::isReadDirectly).count();

        // Otherwise this would compare databind with itself.
        assertThat(direct).isGreaterThan(10);
        assertThat(pages(seed)).allSatisfy(ToolPageReaderTests::isThatOfDatabind);
    }

    private static boolean isReadDirectly(String page) {
        return decode(page) instanceof JsonRpcResult response
                && response.result() instanceof ListToolsResult read
                && read.tools() instanceof MeasuredList;
    }

    private static void isThatOfDatabind(String page) {
        ListToolsResult expected;
        try {
            expected = bound(page);
        } catch (DatabindException ex) {
            assertThat(decode(page)).isNotNull(); // the rules of ListBinding, which has tests of its own
            return;
        }
        ListToolsResult read = read(page);
        assertThat(read).isEqualTo(expected);
        List<JsonSize> sizes = JsonCodec.sizesOf(read.tools());
        assertThat(sizes).hasSameSizeAs(expected.tools());
        for (int i = 0; i < sizes.size(); i++) {
            boolean isPlain = JsonCodec.sizeOf(expected.tools().get(i)).isPlain();
            assertThat(isPlain || !sizes.get(i).isPlain()).isTrue();
        }
    }

    @Test
    void sizesAreMeasuredOnTheReceivedText() {
        List<String> tools = List.of(
                TOOL,
                "{ \"name\" : \"b\", \"inputSchema\" : { } }",
                "{\"name\":\"gr\u00fc\u00df\",\"inputSchema\":{\"a\":[]}}");

        List<JsonSize> sizes = JsonCodec.sizesOf(
                read("{\"tools\":[ " + String.join(" , ", tools) + "\n]}").tools());

        assertThat(sizes)
                .containsExactly(
                        new JsonSize(TOOL.length(), 9, true),
                        new JsonSize(tools.get(1).length(), 7, true),
                        new JsonSize(tools.get(2).getBytes(StandardCharsets.UTF_8).length, 10, false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "data: ", "\ufeff"})
    void schemaIsReadFromTextWithAnOffset(String before) {
        String page = "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"tools\":[" + TOOL + "]}}";
        byte[] text = (before + page + "...").getBytes(StandardCharsets.UTF_8);
        int offset = before.equals("\ufeff") ? 0 : before.length();

        JsonRpcMessage message = new JsonCodec(JsonLimits.DEFAULT)
                .decode(text, offset, text.length - offset - 3, id -> ListToolsResult.class);

        assertThat(((ListToolsResult) ((JsonRpcResult) message).result()).tools())
                .extracting(Tool::inputSchema)
                .containsExactly(Map.of("type", "object"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
    void pageInAnotherEncodingIsReadByDatabind(String encoding) {
        String page = "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"tools\":[" + TOOL + "]}}";
        byte[] text = page.getBytes(Charset.forName(encoding));

        JsonRpcMessage message =
                new JsonCodec(JsonLimits.DEFAULT).decode(text, 0, text.length, id -> ListToolsResult.class);

        assertThat(((JsonRpcResult) message).result()).isEqualTo(bound("{\"tools\":[" + TOOL + "]}"));
    }

    @Test
    void numberOutsideTheLimitsDropsItsToolWhenTheListIsRead() {
        assertThat(read("{\"tools\":[{\"name\":\"a\",\"inputSchema\":{\"default\":1e99999}}]}"))
                .isEqualTo(read("{\"tools\":[]}")
                        .withItems(List.of(), List.of(DroppedItem.of("a", "a number with an exponent beyond 10000"))));
        assertThat(read("{\"tools\":[{\"name\":\"a\",\"inputSchema\":{\"default\":1.2345678}}]}")
                        .tools())
                .isNotInstanceOf(MeasuredList.class);
        assertThat(read("{\"tools\":[{\"name\":\"a\",\"inputSchema\":{\"default\":-1e999}}]}")
                        .tools())
                .isInstanceOf(MeasuredList.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"a\",\"description\":\"\\\"b\\\"\",\"inputSchema\":{},\"annotations\":{},\"icons\":[]}",
                "{\"inputSchema\":{\"a\":[null,{},[]]},\"name\":\"a\",\"title\":null,\"execution\":{\"taskSupport\":null}}",
                "{\"name\":\"a\",\"inputSchema\":{},\"vendor\":null,\"annotations\":{\"readOnlyHint\":true,\"x\":1}}"
            })
    void toolOfTheCommonShapeIsReadDirectly(String tool) {
        assertThat(read("{\"tools\":[" + tool + "]}").tools()).isInstanceOf(MeasuredList.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":5,\"inputSchema\":{}}",
                "{\"name\":\"a\",\"name\":\"b\",\"inputSchema\":{}}",
                "{\"name\":\"a\",\"title\":\"b\",\"title\":null,\"inputSchema\":{}}",
                "{\"name\":\"a\",\"inputSchema\":{},\"_meta\":{\"a\":1,\"a\":[]}}",
                "{\"name\":\"a\",\"inputSchema\":{},\"x\":1,\"x\":2}",
                "{\"name\":\"a\",\"inputSchema\":{},\"annotations\":{\"readOnlyHint\":\"true\"}}"
            })
    void toolOfAnUnsupportedShapeIsReadByDatabind(String tool) throws JacksonException {
        String page = "{\"tools\":[" + TOOL + "," + tool + "]}";

        ListToolsResult read = read(page);

        assertThat(read).isEqualTo(bound(page));
        assertThat(read.tools()).isNotInstanceOf(MeasuredList.class);
    }
}
