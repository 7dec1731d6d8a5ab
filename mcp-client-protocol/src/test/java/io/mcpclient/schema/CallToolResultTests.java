package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class CallToolResultTests {

    // TOOL-16: absent is not null
    @Test
    void readDistinguishesNullFromAbsentStructuredContent() {
        CallToolResult present = Json.read("{\"content\":[],\"structuredContent\":null}", CallToolResult.class);
        CallToolResult absent = Json.read("{\"content\":[]}", CallToolResult.class);

        assertThat(present.hasStructuredContent()).isTrue();
        assertThat(present.structuredContent()).isNull();
        assertThat(absent.hasStructuredContent()).isFalse();
        assertThat(absent.structuredContent()).isNull();
    }

    // TOOL-16: any JSON value, written back as it came
    @ParameterizedTest
    @ValueSource(strings = {"null", "{\"b\":1,\"a\":[null]}", "[1,\"x\"]", "\"text\"", "3.5", "false", "{}", "[]"})
    void structuredContentOfAnyJsonSurvivesARoundTrip(String structured) {
        String json = "{\"content\":[{\"type\":\"text\",\"text\":\"t\"}],\"isError\":false,\"_meta\":{\"k\":null},"
                + "\"structuredContent\":" + structured + "}";

        CallToolResult result = Json.read(json, CallToolResult.class);

        assertThat(result.hasStructuredContent()).isTrue();
        assertThat(Json.tree(result)).isEqualTo(Json.tree(json));
    }

    @Test
    void readWhenStructuredContentIsAnObjectKeepsItsOrder() {
        CallToolResult result = Json.read("{\"structuredContent\":{\"z\":1,\"a\":2,\"m\":3}}", CallToolResult.class);

        assertThat(((Map<?, ?>) result.structuredContent()).keySet().stream().map(Object::toString))
                .containsExactly("z", "a", "m");
    }

    // a missing content is tolerated as an empty one
    @Test
    void readWhenContentIsMissingOrContainsNullReturnsAListWithoutNulls() {
        assertThat(Json.read("{}", CallToolResult.class).content()).isEmpty();
        assertThat(Json.read("{\"content\":null}", CallToolResult.class).content())
                .isEmpty();
        assertThat(Json.read("{\"content\":[null,{\"type\":\"text\",\"text\":\"a\"}]}", CallToolResult.class)
                        .content())
                .containsExactly(TextContent.of("a"));
    }

    @Test
    void isErrorResultWhenMemberIsAbsentIsFalse() {
        assertThat(Json.read("{}", CallToolResult.class).isErrorResult()).isFalse();
        assertThat(Json.read("{\"isError\":true}", CallToolResult.class).isErrorResult())
                .isTrue();
    }

    @Test
    void textJoinsTheTextBlocksOnly() {
        CallToolResult result = new CallToolResult(
                List.of(TextContent.of("a"), ImageContent.of(new byte[] {1}, "image/png"), TextContent.of("b")),
                null,
                null,
                null,
                null,
                Map.of());

        assertThat(result.text()).isEqualTo("a\nb");
    }

    @Test
    void readKeepsMembersNamedLikeAccessorsAsUnknownMembers() {
        String json = "{\"content\":[],\"errorResult\":7,\"text\":1}";

        CallToolResult result = Json.read(json, CallToolResult.class);

        assertThat(result.members()).containsEntry("errorResult", 7).containsEntry("text", 1);
        assertThat(Json.tree(result)).isEqualTo(Json.tree(json));
    }

    private record Forecast(
            String city, int degrees, @Nullable String note) {}

    @Test
    void textAndErrorFactoriesCreateOneTextBlock() {
        assertThat(Json.tree(CallToolResult.text("sunny")))
                .isEqualTo(Json.tree("{\"content\":[{\"type\":\"text\",\"text\":\"sunny\"}]}"));
        assertThat(Json.tree(CallToolResult.error("no such city")))
                .isEqualTo(Json.tree("{\"content\":[{\"type\":\"text\",\"text\":\"no such city\"}],\"isError\":true}"));
        assertThat(CallToolResult.error("x").isErrorResult()).isTrue();
    }

    // TOOL-16: clients without support for structured content read the text
    @Test
    void structuredIsWrittenAsStructuredContentAndAsText() {
        CallToolResult result = CallToolResult.structured(new Forecast("Oslo", 21, null));

        assertThat(result.structuredContent()).isEqualTo(Map.of("city", "Oslo", "degrees", 21));
        assertThat(result.text()).isEqualTo("{\"city\":\"Oslo\",\"degrees\":21}");
        assertThat(CallToolResult.structured(Map.of("city", "Oslo")).structuredContent())
                .isEqualTo(Map.of("city", "Oslo"));
    }

    @Test
    void structuredWhenTheValueCannotBeWrittenReportsTheReason() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CallToolResult.structured(new Broken()))
                .withMessageContaining("cannot be written as JSON")
                .withMessageContaining("no value");
    }

    private static final class Broken {

        public String getValue() {
            throw new UnsupportedOperationException("no value");
        }
    }
}
