package io.mcpclient.internal.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.BlobResourceContents;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.EmbeddedResource;
import io.mcpclient.schema.TextContent;
import io.mcpclient.text.VisibleText;

import static org.assertj.core.api.Assertions.assertThat;

/** Results with invisible characters in each position: {@code ~} stands for them. */
class VisibleResultTests {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private static final String HIDDEN = "\udb40\udc53\u200b";

    private static CallToolResult result(String json) {
        CallToolResult result = CODEC.fromJson(json, CallToolResult.class);
        assertThat(result).isNotNull();
        return result;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'content':[{'type':'text','text':'a~b'}],'isError':true}",
                "{'content':[{'type':'text','text':'a'},{'type':'text','text':'b~','annotations':{'audience':['user'],'x':'c~'}}]}",
                "{'content':[{'type':'text','text':'a','_meta':{'b~':'c~'},'d':'e~'}]}",
                "{'content':[{'type':'image','data':'AAAA~','mimeType':'image/png~','x':[1.5,'~']}]}",
                "{'content':[{'type':'audio','data':'AAAA','mimeType':'audio/wav~'}]}",
                "{'content':[{'type':'resource_link','uri':'file:///a~','name':'b~','title':'c~','description':'d~','mimeType':'e~'}]}",
                "{'content':[{'type':'resource','resource':{'uri':'file:///a~','mimeType':'b~','text':'c~'}}]}",
                "{'content':[{'type':'resource','resource':{'uri':'file:///a','blob':'AAAA','_meta':{'x':'~'}}}]}",
                "{'content':[{'type':'vendor','text':'b~','nested':[{'c':'d~'}]}]}",
                "{'content':[],'structuredContent':{'a':['b~',{'c~':'d~'},1,null,true]}}",
                "{'content':[],'structuredContent':['~a']}",
                "{'content':[],'structuredContent':'~a'}",
                "{'content':[],'_meta':{'a':'b~'},'vendor':'c~'}"
            })
    void invisibleCharactersAreRemovedFromAnyText(String json) {
        CallToolResult visible = VisibleResult.of(result(json.replace('\'', '"').replace("~", HIDDEN)));

        assertThat(visible).isEqualTo(result(json.replace('\'', '"').replace("~", "")));
        assertThat(VisibleText.isVisible(CODEC.toJson(visible))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'content':[]}",
                "{'content':[{'type':'text','text':'Größe — ❤️','annotations':{'audience':['user']}}],'_meta':{'a':'ß'}}",
                "{'content':[{'type':'image','data':'AAAA','mimeType':'image/png'},{'type':'vendor','ä':'b'}]}",
                "{'content':[{'type':'resource','resource':{'uri':'file:///ä','text':'c'}}],'structuredContent':null}"
            })
    void resultWithoutInvisibleCharactersIsReturnedItself(String json) {
        CallToolResult result = result(json.replace('\'', '"'));
        assertThat(VisibleResult.of(result)).isSameAs(result);
    }

    @Test
    void invisibleCharactersAreRemovedFromATextThatIsSentAsBinaryData() {
        byte[] text = ("a" + HIDDEN + "b").getBytes(StandardCharsets.UTF_8);
        for (String type : List.of("text/plain", "text/plain" + HIDDEN)) {
            CallToolResult visible = VisibleResult.of(new CallToolResult(
                    List.of(EmbeddedResource.of(BlobResourceContents.of("file:///a", type, text))),
                    null,
                    null,
                    null,
                    null,
                    Map.of()));

            byte[] expected = "ab".getBytes(StandardCharsets.UTF_8);
            assertThat(visible.content())
                    .containsExactly(EmbeddedResource.of(BlobResourceContents.of("file:///a", "text/plain", expected)));
        }
    }

    @Test
    void blocksWithoutInvisibleCharactersRemainTheSame() {
        TextContent clean = TextContent.of("a");
        CallToolResult result = new CallToolResult(
                Arrays.asList(clean, TextContent.of("b" + HIDDEN)), null, null, null, null, Map.of());

        CallToolResult visible = VisibleResult.of(result);

        assertThat(visible.content().get(0)).isSameAs(clean);
        assertThat(visible.text()).isEqualTo("a\nb");
    }
}
