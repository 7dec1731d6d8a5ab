package io.mcpclient.schema;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ResourceContentsTests {

    // RES-01: text or blob, told apart by the member alone
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"text":"t","uri":"a:b"}|TextResourceContents
            {"new":[1],"uri":"a:b","mimeType":"text/plain","_meta":{"x":1},"text":""}|TextResourceContents
            {"uri":"a:b","blob":"AQ==","other":null}|BlobResourceContents
            {"uri":"a:b","mimeType":"x/y"}|UnknownResourceContents
            {"uri":"a:b","stream":"x"}|UnknownResourceContents
            """)
    void contentsSurviveARoundTrip(String json, String kind) {
        ResourceContents contents = Json.read(json, ResourceContents.class);

        assertThat(contents.getClass().getSimpleName()).isEqualTo(kind);
        assertThat(Json.tree(contents)).isEqualTo(Json.tree(json));
    }

    // Servers that write all members of a type write null for the others
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"uri":"a:b","text":null,"blob":"AQ=="}|{"uri":"a:b","blob":"AQ=="}|BlobResourceContents
            {"blob":"AQ==","mimeType":null,"text":null,"uri":"a:b"}|{"uri":"a:b","blob":"AQ=="}|BlobResourceContents
            {"uri":"a:b","blob":null,"text":"t"}|{"uri":"a:b","text":"t"}|TextResourceContents
            {"uri":"a:b","text":"t","blob":null}|{"uri":"a:b","text":"t"}|TextResourceContents
            {"uri":"a:b","text":null,"blob":null}|{"uri":"a:b"}|UnknownResourceContents
            """)
    void nullCountsAsAnAbsentMember(String json, String expected, String kind) {
        ResourceContents contents = Json.read(json, ResourceContents.class);

        assertThat(contents.getClass().getSimpleName()).isEqualTo(kind);
        assertThat(Json.tree(contents)).isEqualTo(Json.tree(expected));
    }

    // Servers that write all members of a type without null
    @Test
    void emptyStringDoesNotHideTheOtherMember() {
        for (String members : List.of("\"text\":\"\",\"blob\":\"AQ==\"", "\"blob\":\"AQ==\",\"text\":\"\"")) {
            assertThat(Json.read("{\"uri\":\"a:b\"," + members + "}", ResourceContents.class))
                    .isEqualTo(new BlobResourceContents("a:b", null, "AQ==", null, Map.of("text", "")));
        }
        assertThat(Json.read("{\"uri\":\"a:b\",\"blob\":\"\",\"text\":\"t\"}", ResourceContents.class))
                .isEqualTo(new TextResourceContents("a:b", null, "t", null, Map.of("blob", "")));
        assertThat(Json.read("{\"uri\":\"a:b\",\"text\":\"\"}", ResourceContents.class))
                .isInstanceOf(TextResourceContents.class);
    }

    @Test
    void contentsWithTextAndDataKeepBoth() {
        ResourceContents contents =
                Json.read("{\"uri\":\"a:b\",\"text\":\"t\",\"blob\":\"AQ==\"}", ResourceContents.class);

        assertThat(contents).isEqualTo(new TextResourceContents("a:b", null, "t", null, Map.of("blob", "AQ==")));
    }

    // RES-02, CACHE-01
    @Test
    void readWhenResultHasSeveralContentsKeepsAll() {
        ReadResourceResult result = Json.read(
                "{\"contents\":[{\"uri\":\"a:1\",\"text\":\"x\"},{\"uri\":\"a:2\",\"blob\":\"AQ==\"}],"
                        + "\"ttlMs\":5,\"cacheScope\":\"public\",\"resultType\":\"complete\"}",
                ReadResourceResult.class);

        assertThat(result.contents()).extracting(ResourceContents::uri).containsExactly("a:1", "a:2");
        assertThat(((BlobResourceContents) result.contents().get(1)).bytes()).containsExactly(1);
        assertThat(result.resultType()).isEqualTo(ResultType.COMPLETE);
    }
}
