package io.mcpclient.internal.model;

import java.util.List;

import io.mcpclient.fuzz.FuzzTarget;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.model.McpResultRules;
import io.mcpclient.model.McpResultRules.Form;
import io.mcpclient.model.McpResultRules.Media;
import io.mcpclient.schema.CallToolResult;

import static org.assertj.core.api.Assertions.assertThat;

/** Results of tools, up to what a model reads of them. */
public final class ModelFuzzTargets {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private static final int LIMIT = 20;

    /** A hundred notes, each with a type and a URI of at most 500 characters, and the note that the text is cut. */
    private static final int BESIDE = 101 * 700;

    private ModelFuzzTargets() {}

    public static List<FuzzTarget> all() {
        return List.of(FuzzTarget.of("model-result", input -> read(FuzzTarget.text(input)), List.of(), """
                {"content":[{"type":"text","text":"{\\"a\\":[1,2.50,\\"x\\"],\\"b\\":null}"},{"type":"text","text":"x\\r\\ny"},
                {"type":"resource","resource":{"uri":"file:///a","mimeType":"text/plain","text":"t"}}],
                "structuredContent":{"result":{"a":[1,2.5,"x"],"b":null},"c":["x\\ny",true,1e10]}}""", """
                {"content":[{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png","_meta":{"m":1}},
                {"type":"resource","resource":{"uri":"file:///b","mimeType":"application/pdf","blob":"QUJD"}},
                {"type":"text","text":"data:image/png;base64,QUJD"},{"type":"chart","data":"QUJD"}],
                "structuredContent":{"i":{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"},"u":"data:a/b;base64,QUJD",
                "r":{"uri":"ui://a","mimeType":"text/html;profile=mcp-app","blob":"QUJD"}},"isError":true}"""));
    }

    private static void read(String json) {
        CallToolResult result;
        try {
            result = CODEC.fromJson(json, CallToolResult.class);
        } catch (IllegalArgumentException noResult) {
            return;
        }
        if (result == null) {
            return;
        }
        for (Form form : Form.values()) {
            for (Media media : Media.values()) {
                McpResultRules rules = McpResultRules.defaults().withForm(form).withMedia(media);
                McpModelResult full = ModelResults.of(result, null, rules, null);
                McpModelResult cut = ModelResults.of(result, null, rules.withMaxLength(LIMIT), null);

                assertThat(full.text()).isNotBlank();
                assertThat(cut.text().length()).isLessThan(LIMIT + BESIDE);
                assertThat(cut.media()).isEqualTo(full.media());
            }
        }
    }
}
