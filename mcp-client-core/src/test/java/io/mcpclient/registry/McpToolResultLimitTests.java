package io.mcpclient.registry;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.schema.TextContent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class McpToolResultLimitTests {

    private static final ContentBlock IMAGE = new ImageContent("x".repeat(100), "image/png", null, null, Map.of());

    private static CallToolResult content(ContentBlock... blocks) {
        return new CallToolResult(List.of(blocks), null, null, null, Map.of());
    }

    private static List<String> texts(int limit, ContentBlock... blocks) {
        return new McpToolResultLimit(limit)
                .apply(content(blocks)).content().stream()
                        .map(block -> (block instanceof TextContent text) ? text.text() : block.type())
                        .toList();
    }

    private static TextContent text(String text) {
        return TextContent.of(text);
    }

    @Test
    void resultWithinTheLimitIsReturnedItself() {
        CallToolResult result = content(text("12345"), text("67890"));

        assertThat(new McpToolResultLimit(10).apply(result)).isSameAs(result);
        assertThat(McpToolResultLimit.unlimited().apply(content(IMAGE))).isEqualTo(content(IMAGE));
    }

    @Test
    void textIsCutAtTheLimitOfAllBlocks() {
        assertThat(texts(3, text("12345"))).containsExactly("123[cut: 3 of 5 characters]");
        assertThat(texts(7, text("12345"), text("67890"))).containsExactly("12345", "67[cut: 2 of 5 characters]");
    }

    @Test
    void textIsNotCutWithinASurrogatePair() {
        assertThat(texts(2, text("a\uD83D\uDE00b"))).containsExactly("a[cut: 1 of 4 characters]");
        assertThat(texts(3, text("a\uD83D\uDE00b"))).containsExactly("a\uD83D\uDE00[cut: 3 of 4 characters]");
        assertThat(texts(1, text("\uD83D\uDE00"))).containsExactly("[cut: 0 of 2 characters]");
    }

    @Test
    void imageBeyondTheLimitIsReplacedAndTextAfterItRemains() {
        assertThat(texts(60, IMAGE, text("12345")))
                .hasSize(2)
                .satisfies(texts -> assertThat(texts.get(0)).matches("\\[cut: image of 1\\d\\d characters]"))
                .contains("12345");
        assertThat(texts(500, IMAGE, text("12345"))).containsExactly("image", "12345");
    }

    // one note for all of them: notes do not add up to an unlimited result
    @Test
    void blocksAfterTheLimitAreReplacedByOneNote() {
        assertThat(texts(2, text("123"), IMAGE, text("4"), text("5")))
                .containsExactly("12[cut: 2 of 3 characters]", "[cut: 3 content blocks]");
    }

    @Test
    void structuredContentIsCutAsJsonAndOtherMembersRemain() {
        CallToolResult result = new CallToolResult(
                List.of(text("ok")),
                true,
                null,
                Map.of("m", 1),
                Map.of("structuredContent", Map.of("name", "Anna"), "other", 2));

        assertThat(new McpToolResultLimit(15).apply(result)).isSameAs(result);
        CallToolResult cut = new McpToolResultLimit(9).apply(result);
        assertThat(cut.structuredContent()).isEqualTo("{\"name\":\"[cut: 9 of 15 characters]");
        assertThat(cut.text()).isEqualTo("ok");
        assertThat(cut.isErrorResult()).isTrue();
        assertThat(cut.meta()).containsEntry("m", 1);
        assertThat(cut.members()).containsEntry("other", 2);
    }

    @Test
    void limitMustBePositive() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new McpToolResultLimit(0))
                .withMessage("maxCharacters is 0, but must be at least 1");
    }
}
