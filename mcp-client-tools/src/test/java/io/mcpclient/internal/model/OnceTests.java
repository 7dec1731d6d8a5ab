package io.mcpclient.internal.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.model.McpResultRules;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.schema.JsonValue;
import io.mcpclient.schema.TextContent;

import static org.assertj.core.api.Assertions.assertThat;

/** Random results: with the default rules a model reads each string once, none twice, none of them not at all. */
class OnceTests {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private static final int RESULTS = 3000;

    private static final Pattern STRING = Pattern.compile("string-\\d{6}-abcdefghijkl");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void eachStringOfAResultReachesTheModelOnce(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < RESULTS; i++) {
            RandomResult result = new RandomResult(random);
            CallToolResult received = result.create();

            String text = ModelResults.of(received, null, McpResultRules.defaults(), null)
                    .text();

            String description = seed + "/" + i + ": " + CODEC.toJson(received) + "\n" + text;
            assertThat(strings(text)).as(description).doesNotHaveDuplicates();
            assertThat(strings(text)).as(description).containsAll(strings(CODEC.toJson(received)));
            if (received.content().stream().anyMatch(ImageContent.class::isInstance)) {
                assertThat(text).as(description).doesNotContain(result.data);
            }
            result.others.forEach(other -> assertThat(text).as(description).contains(other));
        }
    }

    private static List<String> strings(String text) {
        List<String> strings = new ArrayList<>();
        Matcher matcher = STRING.matcher(text);
        while (matcher.find()) {
            strings.add(matcher.group());
        }
        return strings;
    }

    private static final class RandomResult {

        private final Random random;

        private final List<Object> parts = new ArrayList<>();

        private final List<String> others = new ArrayList<>();

        private final String data;

        private int count;

        RandomResult(Random random) {
            this.random = random;
            this.data = "iVBORw0KGgo" + random.nextInt(10) + "/".repeat(28);
        }

        CallToolResult create() {
            Object structured = value(this.random.nextInt(5));
            List<ContentBlock> content = new ArrayList<>();
            for (int i = this.random.nextInt(6); i > 0; i--) {
                content.add(block(structured));
            }
            return new CallToolResult(content, null, null, null, JsonValue.of(structured), Map.of());
        }

        private Object value(int depth) {
            Object value = (depth == 0) ? leaf() : container(depth);
            this.parts.add(value);
            return value;
        }

        private Object leaf() {
            return switch (this.random.nextInt(8)) {
                case 0 -> this.random.nextInt(3);
                case 1 -> this.random.nextBoolean();
                case 2 -> this.data;
                default -> string();
            };
        }

        private String string() {
            this.count++;
            return String.format("string-%06d-abcdefghijkl", this.count);
        }

        private Object container(int depth) {
            int size = this.random.nextInt(3) + (this.random.nextBoolean() ? 0 : 1);
            if (this.random.nextInt(3) == 0) {
                List<Object> list = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    list.add(value(this.random.nextInt(depth)));
                }
                return list;
            }
            Map<String, Object> object = new LinkedHashMap<>();
            for (int i = 0; i < size; i++) {
                object.put("m" + i, value(this.random.nextInt(depth)));
            }
            return object;
        }

        private ContentBlock block(Object structured) {
            Object part = this.parts.get(this.random.nextInt(this.parts.size()));
            return switch (part.equals(this.data) ? 0 : this.random.nextInt(8)) {
                case 0 -> new ImageContent(this.data, "image/png", null, null, Map.of());
                case 1 -> other("Found " + string());
                case 2 -> TextContent.of(CODEC.toJson(structured).replace(",", " ,\n "));
                case 3, 4 -> TextContent.of(CODEC.toJson(part));
                default ->
                    (part instanceof String text)
                            ? TextContent.of("\n" + text + "\r\n")
                            : TextContent.of(CODEC.toJson(part));
            };
        }

        private ContentBlock other(String text) {
            this.others.add(text);
            return TextContent.of(text);
        }
    }
}
