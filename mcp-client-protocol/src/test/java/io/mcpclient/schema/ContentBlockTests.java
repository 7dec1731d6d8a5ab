package io.mcpclient.schema;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.DatabindException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ContentBlockTests {

    // TOOL-19: all kinds, with the discriminator anywhere, and unknown members
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"text","text":"hi","annotations":{"audience":["user"],"priority":0.5,"x":1},"_meta":{"a":1}}|TextContent
            {"text":"hi","new":{"deep":[null]},"type":"text"}|TextContent
            {"data":"AQI=","mimeType":"image/png","type":"image"}|ImageContent
            {"data":"AQI=","mimeType":"audio/wav","type":"audio"}|AudioContent
            {"uri":"file:///a","name":"a","size":3,"icons":[{"src":"https://x/i.png"}],"type":"resource_link"}|ResourceLink
            {"resource":{"uri":"a:b","text":"t","more":1},"type":"resource"}|EmbeddedResource
            {"frames":[1,null],"type":"video","_meta":{"b":2}}|UnknownContent
            {"text":"no type"}|UnknownContent
            """)
    void contentSurvivesARoundTrip(String json, String kind) {
        ContentBlock block = Json.read(json, ContentBlock.class);

        assertThat(block.getClass().getSimpleName()).isEqualTo(kind);
        assertThat(Json.tree(block)).isEqualTo(Json.tree(json));
    }

    // RES-11: hints, kept as they came, odd ones too
    @Test
    void readWhenContentHasAnnotationsKeepsThem() {
        String json = "{\"type\":\"text\",\"text\":\"a\",\"annotations\":{\"audience\":[\"user\",\"robot\"],"
                + "\"priority\":7.5,\"lastModified\":\"yesterday\",\"mood\":\"good\"}}";

        TextContent content = (TextContent) Json.read(json, ContentBlock.class);

        assertThat(content.annotations()).isNotNull().satisfies(annotations -> {
            assertThat(annotations.audience()).containsExactly(Role.USER, new Role("robot"));
            assertThat(annotations.priority()).isEqualTo(7.5);
            assertThat(annotations.lastModified()).isEqualTo("yesterday");
        });
        assertThat(Json.tree(content)).isEqualTo(Json.tree(json));
    }

    // TOOL-19: an unknown kind does not fail the call
    @Test
    void readWhenTypeIsUnknownKeepsAllFields() {
        ContentBlock block = Json.read("{\"src\":\"x\",\"type\":\"video\",\"fps\":null}", ContentBlock.class);

        assertThat(block).isInstanceOfSatisfying(UnknownContent.class, unknown -> {
            assertThat(unknown.type()).isEqualTo("video");
            assertThat(unknown.extra()).containsOnlyKeys("src", "fps").containsEntry("src", "x");
        });
    }

    @Test
    void readWithoutUnknownMembersSharesOneEmptyMap() {
        TextContent one = (TextContent) Json.read("{\"type\":\"text\",\"text\":\"a\"}", ContentBlock.class);
        TextContent other = (TextContent) Json.read("{\"type\":\"text\",\"text\":\"b\"}", ContentBlock.class);

        assertThat(one.extra()).isSameAs(other.extra());
        assertThat(one.extra()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"image","mimeType":"image/png"}|image content has no "data"
            {"type":"resource"}|embedded resource has no "resource"
            {"type":"resource_link","name":"a"}|resource link has no "uri"
            """)
    void readWhenARequiredMemberIsMissingNamesIt(String json, String message) {
        assertThatExceptionOfType(DatabindException.class)
                .isThrownBy(() -> Json.read(json, ContentBlock.class))
                .havingCause()
                .isInstanceOf(IllegalArgumentException.class)
                .withMessage(message);
    }

    // TOOL-19: some servers leave the text out where a tool fails without a message
    @Test
    void readWhenTextIsMissingIsEmptyText() {
        assertThat(Json.read("{\"type\":\"text\"}", ContentBlock.class)).isEqualTo(TextContent.of(""));
        assertThat(Json.read("{\"type\":\"text\",\"text\":null}", ContentBlock.class))
                .isEqualTo(TextContent.of(""));
    }

    // SMP-04, SMP-15: sampling has kinds of its own
    @Test
    void readOfSamplingContentDistinguishesToolBlocks() {
        SamplingContent use = Json.read(
                "{\"input\":{\"b\":1,\"a\":2},\"name\":\"n\",\"id\":\"1\",\"type\":\"tool_use\"}",
                SamplingContent.class);
        SamplingContent result = Json.read(
                "{\"toolUseId\":\"1\",\"content\":[{\"type\":\"text\",\"text\":\"t\"}],\"structuredContent\":null,"
                        + "\"type\":\"tool_result\"}",
                SamplingContent.class);

        assertThat(use).isInstanceOf(ToolUseContent.class);
        assertThat(result)
                .isInstanceOfSatisfying(ToolResultContent.class, content -> assertThat(content.hasStructuredContent())
                        .isTrue());
        assertThat(Json.read("{\"type\":\"resource_link\",\"uri\":\"a:b\"}", SamplingContent.class))
                .isInstanceOf(UnknownContent.class);
    }

    @Test
    void bytesReturnsTheBytesPassedToOf() {
        byte[] bytes = {0, 1, -1};

        assertThat(ImageContent.of(bytes, "image/png").bytes()).isEqualTo(bytes);
        assertThat(AudioContent.of(bytes, "audio/wav").bytes()).isEqualTo(bytes);
    }

    @Test
    void bytesWhenDataIsNotBase64NamesTheMember() {
        ContentBlock image = Json.read("{\"type\":\"image\",\"data\":\"%%\"}", ContentBlock.class);

        assertThatIllegalArgumentException()
                .isThrownBy(((ImageContent) image)::bytes)
                .withMessage("image content has no valid Base64 in \"data\"");
    }
}
