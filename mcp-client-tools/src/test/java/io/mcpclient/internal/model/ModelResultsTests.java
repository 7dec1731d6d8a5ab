package io.mcpclient.internal.model;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.model.McpModelMedia;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.model.McpResultRules;
import io.mcpclient.model.McpResultRules.Form;
import io.mcpclient.model.McpResultRules.Media;
import io.mcpclient.model.McpResultRules.Overflow;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.TextContent;
import io.mcpclient.schema.Tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class ModelResultsTests {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private static final McpResultRules AUTO = McpResultRules.defaults();

    private static final McpResultRules TEXT = AUTO.withForm(Form.TEXT);

    private static final McpResultRules STRUCTURED = AUTO.withForm(Form.STRUCTURED);

    private static final McpResultRules BOTH = AUTO.withForm(Form.BOTH);

    private static final McpResultRules ATTACH = AUTO.withMedia(Media.ATTACH);

    private static final McpResultRules WITH_DATA = AUTO.withMedia(Media.TEXT);

    private static final String IMAGE = "{'type':'image','data':'QUJD','mimeType':'image/png'}";

    private static final String NOTE = "[image/png, 3 bytes]";

    private static final String PDF =
            "{'type':'resource','resource':{'uri':'file:///a.pdf','mimeType':'application/pdf','blob':'QUJD'}}";

    private static final String VIEW =
            "{'type':'resource','resource':{'uri':'ui://a','mimeType':'text/html','text':'<b>view</b>'}}";

    private static final String NO_CONTENT = "The tool returned no content.";

    private static String text(String text) {
        return CODEC.toJson(TextContent.of(text));
    }

    private static String json(String withApostrophes) {
        return withApostrophes.replace('\'', '"');
    }

    /** Name, rules, content blocks, structured content or nothing, text for the model. */
    private static Arguments row(
            String name, McpResultRules rules, String content, String structured, String expected) {
        return arguments(name, rules, content, structured, expected);
    }

    static List<Arguments> results() {
        List<Arguments> rows = new ArrayList<>();
        rows.addAll(textsAndStructuredContent());
        rows.addAll(forms());
        rows.addAll(media());
        rows.addAll(otherBlocks());
        return rows;
    }

    private static List<Arguments> textsAndStructuredContent() {
        return List.of(
                row("text alone", AUTO, text("a"), "", "a"),
                row("blocks of text", AUTO, text("a") + "," + text("b"), "", "a\nb"),
                row("structured content alone", AUTO, "", "{'a':1}", "{'a':1}"),
                row(
                        "filesystem, read_text_file",
                        AUTO,
                        text("hello file\n"),
                        "{'content':'hello file\\n'}",
                        "hello file\n"),
                row(
                        "everything, structured content",
                        AUTO,
                        text(json("{'t':22.5,'h':65}")),
                        "{'t':22.5,'h':65}",
                        "{'t':22.5,'h':65}"),
                row("indented JSON", AUTO, text(json("{\n  'a': [ 1,\n 2 ]\n}")), "{'a':[1,2]}", "{'a':[1,2]}"),
                row("other order of members", AUTO, text(json("{'b':2,'a':1}")), "{'a':1,'b':2}", "{'b':2,'a':1}"),
                row(
                        "other form of numbers",
                        AUTO,
                        text("{\"a\":1.00,\"b\":1E2}"),
                        "{'a':1,'b':100.0}",
                        "{'a':1,'b':100.0}"),
                row(
                        "other number of many digits",
                        AUTO,
                        text("{\"a\":9007199254740993}"),
                        "{'a':9007199254740992}",
                        "{'a':9007199254740993}\n{'a':9007199254740992}"),
                row("FastMCP, text", AUTO, text("hi"), "{'result':'hi'}", "hi"),
                row("FastMCP, number", AUTO, text("5"), "{'result':5}", "5"),
                row("FastMCP, boolean", AUTO, text("true"), "{'result':true}", "true"),
                row("FastMCP, null", AUTO, text("null"), "{'result':null}", "null"),
                row("FastMCP, nothing", AUTO, "", "{'result':null}", "{'result':null}"),
                row("FastMCP, empty text", AUTO, text(""), "{'result':''}", NO_CONTENT),
                row("FastMCP, empty list", AUTO, "", "{'result':[]}", "{'result':[]}"),
                row("FastMCP, list of texts", AUTO, text("a") + "," + text("b"), "{'result':['a','b']}", "a\nb"),
                row("FastMCP, list of equal texts", AUTO, text("a") + "," + text("a"), "{'result':['a','a']}", "a\na"),
                row(
                        "FastMCP, list of numbers",
                        AUTO,
                        text("1") + "," + text("2") + "," + text("3"),
                        "{'result':[1,2,3]}",
                        "1\n2\n3"),
                row(
                        "FastMCP, list of objects",
                        AUTO,
                        text("{\"id\":1}") + "," + text("{\"id\":2}"),
                        "{'result':[{'id':1},{'id':2}]}",
                        "{'id':1}\n{'id':2}"),
                row("list as one text", AUTO, text("[\"a\", \"b\"]"), "{'result':['a','b']}", "['a', 'b']"),
                row("list of which texts have a part", AUTO, text("a"), "{'result':['a','b']}", "{'result':['a','b']}"),
                row(
                        "list of numbers of which texts have a part",
                        AUTO,
                        text("1"),
                        "{'result':[1,2]}",
                        "1\n{'result':[1,2]}"),
                row("text as JSON string", AUTO, text("\"hi\""), "{'result':'hi'}", "\"hi\""),
                row("nested wrappers", AUTO, text("hi"), "{'data':{'result':{'text':'hi'}}}", "hi"),
                row(
                        "wrapped content blocks",
                        AUTO,
                        text("a") + "," + text("b"),
                        "{'content':[{'type':'text','text':'a'},{'type':'text','text':'b'}]}",
                        "a\nb"),
                row("JSON within its wrapper", AUTO, text(json("{'data':{'a':1}}")), "{'a':1}", "{'data':{'a':1}}"),
                row(
                        "text twice, plain and as JSON",
                        AUTO,
                        text("hi") + "," + text("{\"result\":\"hi\"}"),
                        "{'result':'hi'}",
                        "hi"),
                row(
                        "text that is one of several strings",
                        AUTO,
                        text("Berlin"),
                        "{'city':'Berlin','t':3}",
                        "{'city':'Berlin','t':3}"),
                row(
                        "text that is one of several numbers",
                        AUTO,
                        text("3"),
                        "{'count':3,'total':7}",
                        "3\n{'count':3,'total':7}"),
                row(
                        "text that is one object",
                        AUTO,
                        text(json("{'id':1}")),
                        "{'user':{'id':1},'n':2}",
                        "{'user':{'id':1},'n':2}"),
                row(
                        "text with other words",
                        AUTO,
                        text(json("Result: {'a':1}")),
                        "{'a':1}",
                        "Result: {'a':1}\n{'a':1}"),
                row(
                        "JSON before other words",
                        AUTO,
                        text(json("{'a':1} is the result {}")),
                        "{'a':1}",
                        "{'a':1} is the result {}\n{'a':1}"),
                row(
                        "summary and data",
                        AUTO,
                        text("3 files"),
                        "{'files':['a','b','c']}",
                        "3 files\n{'files':['a','b','c']}"),
                row(
                        "summary, JSON and data",
                        AUTO,
                        text("3 files") + "," + text("[\"a\",\"b\"]"),
                        "{'files':['a','b'],'n':2}",
                        "3 files\n{'files':['a','b'],'n':2}"),
                row(
                        "heading and wrapped text",
                        AUTO,
                        text("The file:") + "," + text("hi"),
                        "{'content':'hi'}",
                        "The file:\nhi"),
                row("CRLF and whitespace at the ends", AUTO, text("a\r\nb\n"), "{'content':'  a\\nb'}", "a\r\nb\n"),
                row("other whitespace within", AUTO, text("a  b"), "{'content':'a b'}", "a  b\n{'content':'a b'}"),
                row(
                        "unicode",
                        AUTO,
                        text("\u4f60\u597d \ud83d\ude00"),
                        "{'result':'\\u4f60\\u597d \\ud83d\\ude00'}",
                        "\u4f60\u597d \ud83d\ude00"),
                row("structured content is null", AUTO, text("t"), "null", "t"),
                row("structured content is null, no content", AUTO, "", "null", NO_CONTENT),
                row("structured content is a string", AUTO, text("t"), "'t'", "t"),
                row("structured content is an array", AUTO, text("a") + "," + text("b"), "['a','b']", "a\nb"),
                row("structured content is empty", AUTO, text("done"), "{}", "done"),
                row("structured content alone is empty", AUTO, "", "{}", "{}"),
                row(
                        "null is not the same as absent",
                        AUTO,
                        text(json("{'a':1,'b':null}")),
                        "{'a':1}",
                        "{'a':1,'b':null}\n{'a':1}"),
                row("nothing", AUTO, "", "", NO_CONTENT),
                row("blank text", AUTO, text(" \n") + "," + text(""), "", NO_CONTENT));
    }

    private static List<Arguments> forms() {
        String both = text("t") + "," + IMAGE;
        return List.of(
                row("TEXT, both", TEXT, both, "{'a':1}", "t\n" + NOTE),
                row("TEXT, no content", TEXT, text(""), "{'a':1}", "{'a':1}"),
                row("TEXT, null", TEXT, text("t"), "null", "t"),
                row("STRUCTURED, both", STRUCTURED, both, "{'a':1}", NOTE + "\n{'a':1}"),
                row("STRUCTURED, no structured content", STRUCTURED, both, "", "t\n" + NOTE),
                row("STRUCTURED, null", STRUCTURED, text("t"), "null", "t"),
                row("STRUCTURED, carried by the text", STRUCTURED, text("t"), "{'result':'t'}", "{'result':'t'}"),
                row("STRUCTURED, the same image", STRUCTURED, IMAGE, "{'i':'QUJD'}", "{'i':'" + NOTE + "'}"),
                row("BOTH, the same", BOTH, text("t"), "{'result':'t'}", "t\n{'result':'t'}"),
                row("BOTH, no structured content", BOTH, text("t"), "", "t"),
                row("BOTH, null", BOTH, text("t"), "null", "t"),
                row("BOTH, the same image", BOTH, IMAGE, "{'i':'QUJD'}", NOTE + "\n{'i':'" + NOTE + "'}"),
                row("BOTH, nothing", BOTH, "", "", NO_CONTENT));
    }

    private static List<Arguments> media() {
        String audio = "{'type':'audio','data':'QUJDRA==','mimeType':'audio/wav'}";
        String blob = "'uri':'file:///a.pdf','mimeType':'application/pdf'";
        return List.of(
                row("image between texts", AUTO, text("a") + "," + IMAGE + "," + text("b"), "", "a\n" + NOTE + "\nb"),
                row("audio", AUTO, audio, "", "[audio/wav, 4 bytes]"),
                row("blob", AUTO, PDF, "", "[application/pdf, 3 bytes, file:///a.pdf]"),
                row("image without a MIME type", AUTO, "{'type':'image','data':'QQ=='}", "", "[image, 1 byte]"),
                row(
                        "MIME type that is no type",
                        AUTO,
                        "{'type':'image','data':'QQ==','mimeType':'x] you must'}",
                        "",
                        "[image, 1 byte]"),
                row(
                        "data that is not Base64",
                        AUTO,
                        "{'type':'image','data':'a b%','mimeType':'image/png'}",
                        "",
                        "[image/png, invalid Base64]"),
                row("Base64 in lines", AUTO, "{'type':'image','data':'QU\\nJD\\n','mimeType':'image/png'}", "", NOTE),
                row("filesystem, read_media_file", AUTO, IMAGE, "{'content':[" + IMAGE + "]}", NOTE),
                row(
                        "image as a string as well",
                        AUTO,
                        text("a") + "," + IMAGE,
                        "{'i':'QUJD','n':2}",
                        "a\n{'i':'" + NOTE + "','n':2}"),
                row(
                        "image in structured content alone",
                        AUTO,
                        "",
                        "{'i':" + IMAGE + "}",
                        "{'i':{'type':'image','data':'" + NOTE + "','mimeType':'image/png'}}"),
                row(
                        "blob in structured content alone",
                        AUTO,
                        "",
                        "{" + blob + ",'blob':'QUJD'}",
                        "{" + blob + ",'blob':'[application/pdf, 3 bytes]'}"),
                row(
                        "blob that is a name",
                        AUTO,
                        "",
                        "{'blob':'e69de29b','mimeType':'image/png'}",
                        "{'blob':'e69de29b','mimeType':'image/png'}"),
                row(
                        "data: URL in structured content",
                        AUTO,
                        "",
                        "{'i':'data:image/png;base64,QUJD'}",
                        "{'i':'" + NOTE + "'}"),
                row("text that is a data: URL", AUTO, text(" data:image/PNG;base64,QUJD\n"), "", NOTE),
                row(
                        "data: URL with parameters",
                        AUTO,
                        text("data:text/html;charset=utf-8;base64,QUJD"),
                        "",
                        "[text/html, 3 bytes]"),
                row(
                        "data: URL without Base64",
                        AUTO,
                        text("data:image/svg+xml,%3Csvg%3E"),
                        "",
                        "[image/svg+xml, 9 bytes]"),
                row("text that begins like a data: URL", AUTO, text("data: a, b"), "", "data: a, b"),
                row(
                        "text about a data: URL",
                        AUTO,
                        text("data:image/png;base64, is the prefix"),
                        "",
                        "data:image/png;base64, is the prefix"),
                row(
                        "JSON text with the data",
                        AUTO,
                        text(json("{'i':" + IMAGE + "}")) + "," + IMAGE,
                        "{'i':" + IMAGE + "}",
                        NOTE),
                row("text that looks like blocks", ATTACH, text(json("[" + IMAGE + "]")), "", "[" + IMAGE + "]"),
                row("image as JSON", WITH_DATA, text("a") + "," + IMAGE, "", "a\n" + IMAGE),
                row("blob as JSON", WITH_DATA, PDF.replace("'}}", "','_meta':{'m':1}}}"), "", PDF),
                row(
                        "image as JSON, the same twice",
                        WITH_DATA,
                        IMAGE,
                        "{'a':1,'i':" + IMAGE + "}",
                        "{'a':1,'i':" + IMAGE + "}"),
                row(
                        "data: URL as text",
                        WITH_DATA,
                        text("data:image/png;base64,QUJD"),
                        "",
                        "data:image/png;base64,QUJD"));
    }

    private static List<Arguments> otherBlocks() {
        String link = "'uri':'file:///a','name':'a','mimeType':'text/plain','size':3";
        String resource = "{'uri':'file:///a','mimeType':'text/plain','text':'t','_meta':{'m':1}}";
        String embedded = "{'type':'resource','resource':" + resource + "}";
        return List.of(
                row(
                        "resource link",
                        AUTO,
                        "{'type':'resource_link'," + link
                                + ",'icons':[{'src':'data:image/png;base64,QUJD'}],'annotations':{'priority':1},'_meta':{'m':1}}",
                        "",
                        "{'type':'resource_link'," + link + "}"),
                row(
                        "link that structured content repeats",
                        AUTO,
                        "{'type':'resource_link'," + link + "}",
                        "{'n':1,'l':{'type':'resource_link'," + link + "}}",
                        "{'n':1,'l':{'type':'resource_link'," + link + "}}"),
                row("embedded text", AUTO, embedded, "", "Resource file:///a (text/plain)\nt"),
                row(
                        "embedded text that is wrapped",
                        AUTO,
                        embedded,
                        "{'result':'t'}",
                        "Resource file:///a (text/plain)\nt"),
                row(
                        "embedded text that is repeated",
                        AUTO,
                        embedded,
                        "{'a':1,'b':'t'}",
                        "Resource file:///a (text/plain)\n{'a':1,'b':'t'}"),
                row(
                        "embedded text that is repeated with its URI",
                        AUTO,
                        embedded,
                        "{'a':'file:///a','b':'t'}",
                        "{'a':'file:///a','b':'t'}"),
                row(
                        "unknown type",
                        AUTO,
                        "{'type':'chart','inner':{'_meta':{'m':1}},'_meta':{'m':1}}",
                        "",
                        "{'type':'chart','inner':{}}"),
                row(
                        "unknown type with data",
                        AUTO,
                        "{'type':'video','data':'QUJD','mimeType':'video/mp4'}",
                        "",
                        "{'type':'video','mimeType':'video/mp4','data':'[video/mp4, 3 bytes]'}"),
                row("_meta of a text", AUTO, "{'type':'text','text':'t','_meta':{'m':1}}", "", "t"),
                row("view", AUTO, text("t") + "," + VIEW, "", "t"),
                row("view alone", AUTO, VIEW, "", NO_CONTENT),
                row("view alone and structured content", TEXT, VIEW, "{'a':1}", "{'a':1}"),
                row(
                        "view by its MIME type",
                        BOTH,
                        VIEW.replace("ui://a", "file:///a").replace("text/html", "Text/HTML; profile = mcp-app"),
                        "",
                        NO_CONTENT),
                row("link to a view", AUTO, "{'type':'resource_link','uri':' UI://a','name':'a'}", "", NO_CONTENT));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("results")
    void textForModel(String name, McpResultRules rules, String content, String structured, String expected) {
        McpModelResult result = ModelResults.of(result(content, structured), null, rules, null);

        assertThat(result.text()).isEqualTo(json(expected));
    }

    private static CallToolResult result(String content, String structured) {
        String member = structured.isEmpty() ? "" : ",'structuredContent':" + structured;
        return read("{'_meta':{'m':1},'content':[" + content + "]" + member + "}", CallToolResult.class);
    }

    private static <T> T read(String json, Class<T> type) {
        return Objects.requireNonNull(CODEC.fromJson(json(json), type));
    }

    private static Tool tool(String meta) {
        return read("{'name':'t','inputSchema':{},'_meta':" + meta + "}", Tool.class);
    }

    @Test
    void resultIsPassedOnAsReceived() {
        CallToolResult result = result(text("t"), "{'result':'t'}");

        assertThat(ModelResults.of(result, null, AUTO, null).result()).isSameAs(result);
        assertThat(ModelResults.of(result, null, McpResultRules.undecided(), null)
                        .text())
                .isEqualTo("t");
    }

    @Test
    void errorResultFollowsTheSameRulesAndIsNeverEmpty() {
        McpModelResult error = ModelResults.of(CallToolResult.error("no such file"), null, AUTO, null);
        CallToolResult empty = new CallToolResult(List.of(), true, null, null, null, Map.of());

        assertThat(error.isError()).isTrue();
        assertThat(error.text()).isEqualTo("no such file");
        assertThat(ModelResults.of(empty, null, AUTO, null).text()).isEqualTo("The tool failed without a message.");
    }

    /** Block, MIME type, whether it is attached. */
    static List<Arguments> attachments() {
        return List.of(
                arguments("image", "image/png", "QUJD", McpModelMedia.Kind.IMAGE),
                arguments("image", " Image/PNG; q=1", "QUJD", McpModelMedia.Kind.IMAGE),
                arguments("image", "image/png", "QU\\nJD", McpModelMedia.Kind.IMAGE),
                arguments("image", "image/svg+xml", "QUJD", null),
                arguments("image", "audio/wav", "QUJD", null),
                arguments("image", "text/html", "QUJD", null),
                arguments("image", "image/*", "QUJD", null),
                arguments("image", "image/png", "", null),
                arguments("image", "image/jpg", "QUJD", McpModelMedia.Kind.IMAGE),
                arguments("image", "image/png", "data:image/png;base64,QUJD", McpModelMedia.Kind.IMAGE),
                arguments("image", "image/png", " QU JD\\t", McpModelMedia.Kind.IMAGE),
                arguments("image", "image/bmp", "QUJD", null),
                arguments("image", "image/tiff", "QUJD", null),
                arguments("image", "image/heic", "QUJD", null),
                arguments("image", "image/png", "http://x/y.png", null),
                arguments("image", "image/png", "QU%D", null),
                arguments("audio", "audio/wav", "QUJD", McpModelMedia.Kind.AUDIO),
                arguments("audio", "image/png", "QUJD", null),
                arguments("blob", "image/jpeg", "QUJD", McpModelMedia.Kind.IMAGE),
                arguments("blob", "audio/mpeg", "QUJD", McpModelMedia.Kind.AUDIO),
                arguments("blob", "video/mp4", "QUJD", McpModelMedia.Kind.VIDEO),
                arguments("blob", "application/pdf", "QUJD", McpModelMedia.Kind.PDF),
                arguments("blob", "image/svg+xml", "QUJD", null),
                arguments("blob", "text/html", "/w==", null),
                arguments("blob", "application/zip", "QUJD", null));
    }

    @ParameterizedTest(name = "{0} of {1}, {2}: {3}")
    @MethodSource("attachments")
    void mediaAreAttachedIfTypeAndDataAreValid(
            String block, String type, String data, McpModelMedia.@Nullable Kind kind) {
        String content = block.equals("blob")
                ? "{'type':'resource','resource':{'uri':'file:///a','mimeType':'" + type + "','blob':'" + data + "'}}"
                : "{'type':'" + block + "','mimeType':'" + type + "','data':'" + data + "'}";

        McpModelResult result = ModelResults.of(result(content, ""), null, ATTACH, null);

        assertThat(result.text()).startsWith("[").endsWith("]").doesNotContain("QUJ");
        assertThat(result.media()).extracting(McpModelMedia::kind).isEqualTo(kind == null ? List.of() : List.of(kind));
        assertThat(result.media()).allSatisfy(media -> {
            assertThat(media.base64()).isEqualTo("QUJD");
            assertThat(media.bytes()).isEqualTo(3);
            assertThat(result.text()).startsWith("[" + media.mimeType() + ", 3 bytes");
        });
    }

    private static McpModelMedia attached(String block, String type, String data) {
        String content = block.equals("blob")
                ? "{'type':'resource','resource':{'uri':'file:///a','mimeType':'" + type + "','blob':'" + data + "'}}"
                : "{'type':'" + block + "','mimeType':'" + type + "','data':'" + data + "'}";
        McpModelResult result = ModelResults.of(result(content, ""), null, ATTACH, null);
        assertThat(result.media()).hasSize(1);
        McpModelMedia media = result.media().get(0);
        assertThat(result.text()).startsWith("[" + media.mimeType() + ", " + media.bytes() + " byte");
        return media;
    }

    /** Providers refuse a prompt with an image of another type than declared: https://github.com/AnimaApp/anima-sdk/issues/84. */
    @ParameterizedTest
    @CsvSource({
        "'\u0089PNG\r\n\u001a\nabcdefgh',image/png",
        "'\u00ff\u00d8\u00ff\u00e0abc',image/jpeg",
        "GIF89aabc,image/gif",
        "RIFFabcdWEBPabc,image/webp"
    })
    void typeOfAnImageIsThatOfItsSignature(String bytes, String type) {
        String data = Base64.getEncoder().encodeToString(bytes.getBytes(StandardCharsets.ISO_8859_1));
        for (String declared : List.of("image/png", "image/jpg", "image/bmp", "png", "application/octet-stream")) {
            assertThat(attached("image", declared, data).mimeType()).isEqualTo(type);
            assertThat(attached("blob", declared, data).mimeType()).isEqualTo(type);
        }
        assertThat(attached("audio", "audio/wav", data).mimeType()).isEqualTo("audio/wav");
        assertThat(attached("blob", "application/pdf", data).mimeType()).isEqualTo("application/pdf");
    }

    /** Returns the text for content that is not attached. */
    private static String note(String block, @Nullable String type, String data) {
        String declared = (type != null) ? "'mimeType':'" + type + "'," : "";
        String content = block.equals("blob")
                ? "{'type':'resource','resource':{'uri':'file:///a'," + declared + "'blob':'" + data + "'}}"
                : "{'type':'" + block + "'," + declared + "'data':'" + data + "'}";
        McpModelResult result = ModelResults.of(result(content, ""), null, ATTACH, null);
        assertThat(result.media()).isEmpty();
        return result.text();
    }

    private static String base64(String bytes) {
        return Base64.getEncoder().encodeToString(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    @ParameterizedTest
    @CsvSource({
        "'BM12340000\0\0\0\0',image/png",
        "'BM and more text than that',application/octet-stream",
        "'\u00ff\u00fb\u00fftext',image/png",
        "'<?xml version=\"1.0\"?><a/>',image/jpeg",
        "'RIFF1234text',image/webp"
    })
    void contentWithoutAKnownSignatureHasTheDeclaredType(String bytes, String declared) {
        McpModelResult result = ModelResults.of(
                result("{'type':'image','mimeType':'" + declared + "','data':'" + base64(bytes) + "'}", ""),
                null,
                ATTACH,
                null);
        assertThat(result.text()).startsWith("[" + declared + ", ");
    }

    /** Content that models do not take as an image, whatever a server calls it. */
    @ParameterizedTest
    @CsvSource({
        "'BM\u0046\0\0\0\0\0\0\0\u008a\0\0\0(\0\0\0',image/bmp",
        "'II*\0abcd',image/tiff",
        "'MM\0*abcd',image/tiff",
        "'\0\0\0\u0018ftypheic\0\0\0\0',image/heic",
        "'\0\0\0\u0018ftypmif1\0\0\0\0',image/heic",
        "'\0\0\0\u0018ftypavif\0\0\0\0',image/avif",
        "'<svg xmlns=\"http://www.w3.org/2000/svg\"/>',image/svg+xml",
        "'<?xml version=\"1.0\"?>\n<!-- a --><svg/>',image/svg+xml",
        "'\u00ef\u00bb\u00bf <!DOCTYPE svg><SVG/>',image/svg+xml"
    })
    void otherImageIsNotAttachedAsTheDeclaredOne(String bytes, String type) {
        for (String declared :
                Arrays.asList("image/png", "image/jpeg", "image/webp", "application/octet-stream", null)) {
            assertThat(note("image", declared, base64(bytes))).startsWith("[" + type + ", ");
            assertThat(note("blob", declared, base64(bytes))).startsWith("[" + type + ", ");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "RIFFabcdWAVEfmt,audio/wav",
        "ID3abcd,audio/mpeg",
        "'\u00ff\u00fb\u0090d',audio/mpeg",
        "OggSabcd,audio/ogg",
        "fLaCabcd,audio/flac",
        "'\0\0\0\u0018ftypM4A \0\0',audio/mp4",
        "'\0\0\0\u0018ftypisom\0\0',video/mp4",
        "RIFFabcdAVI LIST,video/x-msvideo",
        "%PDF-1.7,application/pdf"
    })
    void typeOfAFileIsThatOfItsSignature(String bytes, String type) {
        for (String declared : List.of("image/png", "image/bmp", "file", "application/octet-stream")) {
            assertThat(attached("blob", declared, base64(bytes)).mimeType()).isEqualTo(type);
            assertThat(note("image", declared, base64(bytes))).startsWith("[" + type + ", ");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "RIFFabcdWAVEfmt,audio/x-wav",
        "ID3abcd,audio/mp3",
        "ID3abcd,audio/aac",
        "OggSabcd,video/ogg",
        "OggSabcd,audio/opus",
        "'\0\0\0\u0018ftypisom\0\0',audio/mp4",
        "'\0\0\0\u0018ftypM4A \0\0',audio/x-m4a",
        "'\0\0\0\u0018ftyp3gp4\0\0',video/3gpp"
    })
    void otherNameOfATypeAndContentOfAContainerRemainAsDeclared(String bytes, String declared) {
        assertThat(attached("blob", declared, base64(bytes)).mimeType()).isEqualTo(declared);
    }

    @ParameterizedTest
    @CsvSource({"-__-AQ,+//+AQ==", "+//+AQ,+//+AQ==", "data:image/png;base64;-__-AQ==,+//+AQ=="})
    void attachedDataIsInTheStandardAlphabetWithPadding(String data, String expected) {
        assertThat(attached("image", "image/png", data.replace("base64;", "base64,")))
                .extracting(McpModelMedia::base64, McpModelMedia::bytes)
                .containsExactly(expected, 4L);
    }

    @Test
    void onlyMediaBlocksAreAttachedInTheirOrder() {
        CallToolResult result = result(PDF + "," + IMAGE, "{'i':'QUJD','j':'data:image/png;base64,QUJD'}");

        McpModelResult attached = ModelResults.of(result, null, ATTACH, null);

        assertThat(attached.media())
                .extracting(McpModelMedia::mimeType)
                .containsExactly("application/pdf", "image/png");
        assertThat(attached.media().get(0).uri()).isEqualTo("file:///a.pdf");
        CallToolResult text = result(text(json("[" + IMAGE + "]")) + "," + text("data:image/png;base64,QUJD"), "");
        assertThat(ModelResults.of(text, null, ATTACH, null).media()).isEmpty();
        assertThat(ModelResults.of(result, null, AUTO, null).media()).isEmpty();
        assertThat(ModelResults.of(result, null, WITH_DATA, null).media()).isEmpty();
    }

    // MCP Apps: APP-04, APP-06
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'ui':{'resourceUri':'ui://a'}}",
                "{'ui/resourceUri':'ui://a'}",
                "{'ui':{'resourceUri':' UI://a'}}"
            })
    void structuredContentForAUiViewIsOmittedIfThereIsText(String meta) {
        Tool tool = tool(meta);
        CallToolResult both = result(text("t"), "{'points':[1]}");

        assertThat(ModelResults.of(both, tool, AUTO, null).text()).isEqualTo("t");
        assertThat(ModelResults.of(both, tool, TEXT, null).text()).isEqualTo("t");
        assertThat(ModelResults.of(both, tool, STRUCTURED, null).text()).isEqualTo("{\"points\":[1]}");
        assertThat(ModelResults.of(both, tool, BOTH, null).text()).isEqualTo("t\n{\"points\":[1]}");
        assertThat(ModelResults.of(result("", "{'points':[1]}"), tool, AUTO, null)
                        .text())
                .isEqualTo("{\"points\":[1]}");
        assertThat(ModelResults.of(result(VIEW, "{'points':[1]}"), tool, AUTO, null)
                        .text())
                .isEqualTo("{\"points\":[1]}");
    }

    // MCP Apps
    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "{}",
                "{'ui':{'visibility':['model']}}",
                "{'ui':{'resourceUri':'https://a'}}",
                "{'ui':{'resourceUri':'https://a'},'ui/resourceUri':'ui://a'}",
                "{'ui':'ui://a'}"
            })
    void structuredContentIsIncludedWithTextIfTheToolHasNoUiView(String meta) {
        CallToolResult both = result(text("t"), "{'points':[1]}");

        assertThat(ModelResults.of(both, tool(meta), AUTO, null).text()).isEqualTo("t\n{\"points\":[1]}");
    }

    // MCP Apps: APP-02
    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "{}",
                "{'ui':'x'}",
                "{'ui':{}}",
                "{'ui':{'visibility':null}}",
                "{'ui':{'visibility':'model'}}",
                "{'ui':{'visibility':['app','model']}}",
                "{'ui':{'visibility':['model','other']}}"
            })
    void toolIsForModelsUnlessItsVisibilityLacksModel(String meta) {
        assertThat(ModelResults.isForModel(tool(meta))).isTrue();
    }

    // MCP Apps: APP-01, APP-02
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "['app']",
                "'app'",
                "''",
                "['other']",
                "true",
                "1",
                "{'model':true}",
                "[['model']]",
                "'Model'"
            })
    void toolIsNotForModelsIfItsVisibilityLacksModel(String visibility) {
        assertThat(ModelResults.isForModel(tool("{'ui':{'visibility':" + visibility + "}}")))
                .isFalse();
    }

    private static String limited(int limit, String content, String structured) {
        return ModelResults.of(result(content, structured), null, BOTH.withMaxLength(limit), null)
                .text();
    }

    @Test
    void limitAppliesToTheTotalText() {
        assertThat(limited(5, text("12345"), "")).isEqualTo("12345");
        assertThat(limited(3, text("12345"), "")).isEqualTo("123[cut: 3 of 5 characters]");
        assertThat(limited(7, text("12345") + "," + text("67890"), "")).isEqualTo("12345\n6[cut: 7 of 11 characters]");
        assertThat(limited(4, text("12"), "{'a':1}")).isEqualTo("12\n{[cut: 4 of 10 characters]");
        assertThat(limited(2, text("12"), "{'a':1}")).isEqualTo("12[cut: 2 of 10 characters]");
    }

    @Test
    void limitDoesNotCutWithinASurrogatePair() {
        String emoji = text("a\ud83d\ude00b");

        assertThat(limited(2, emoji, "")).isEqualTo("a[cut: 1 of 4 characters]");
        assertThat(limited(3, emoji, "")).isEqualTo("a\ud83d\ude00[cut: 3 of 4 characters]");
        assertThat(limited(1, text("\ud83d\ude00"), "")).isEqualTo("[cut: 0 of 2 characters]");
        assertThat(limited(2, emoji + "," + text("x"), "")).isEqualTo("a[cut: 1 of 6 characters]");
    }

    // The services of models refuse a request with one, and each later request of the conversation.
    @Test
    void unpairedSurrogatesAreReplaced() {
        assertThat(limited(100, "{'type':'text','text':'a\\ud83d b\\ude00\\ud83d\\ude00\\ud83d'}", ""))
                .isEqualTo("a\ufffd b\ufffd\ud83d\ude00\ufffd");
        assertThat(limited(100, "{'type':'later','name':'a\\ud83d'}", "{'a':'\\ude00'}"))
                .doesNotContainPattern("[\ud800-\udfff]");
    }

    @Test
    void limitDoesNotTruncateMediaNotes() {
        assertThat(limited(3, text("12345") + "," + IMAGE + "," + text("6"), ""))
                .isEqualTo("123" + NOTE + "[cut: 3 of 8 characters]");
        assertThat(limited(3, "", "{'text':'12345','i':" + IMAGE + "}"))
                .isEqualTo("{\"t" + NOTE + "[cut: 3 of 70 characters]");
        assertThat(limited(1, IMAGE, "")).isEqualTo(NOTE);
    }

    @Test
    void limitTruncatesMediaNotesAfterTheFirstHundred() {
        String images = String.join(",", Collections.nCopies(150, IMAGE));

        assertThat(limited(1_000_000, images, "").split("\n")).hasSize(150);
        assertThat(limited(1, images, "").length()).isLessThan(110 * NOTE.length());
    }

    @Test
    void limitCountsBase64DataReturnedAsText() {
        McpResultRules rules = WITH_DATA.withMaxLength(4);

        assertThat(ModelResults.of(result(IMAGE, ""), null, rules, null).text())
                .isEqualTo("{\"ty[cut: 4 of 53 characters]");
    }

    /** Hint, limit of the application, effective limit. */
    static List<Arguments> hints() {
        int none = Integer.MAX_VALUE;
        return List.of(
                arguments("5", none, 5),
                arguments("5.0", none, 5),
                arguments("'5'", none, 5),
                arguments("' 5 '", none, 5),
                arguments("500000", 10, 10),
                arguments("5", 10, 5),
                arguments("10000000000", none, none),
                arguments("'99999999999999999'", 10, 10),
                arguments("0", 10, 10),
                arguments("-5", none, none),
                arguments("5.5", none, none),
                arguments("'5k'", none, none),
                arguments("''", none, none),
                arguments("null", none, none),
                arguments("true", none, none),
                arguments("[5]", none, none),
                arguments("{}", 7, 7));
    }

    @ParameterizedTest(name = "{0}, {1}: {2}")
    @MethodSource("hints")
    void limitIsTheSmallerOneOfApplicationAndToolLimit(String hint, int maxLength, int expected) {
        Tool tool = tool("{'anthropic/maxResultSizeChars':" + hint + "}");

        assertThat(LimitedText.limit(maxLength, tool)).isEqualTo(expected);
    }

    @Test
    void limitOfTheToolTruncatesTheResult() {
        Tool tool = tool("{'anthropic/maxResultSizeChars':3}");

        assertThat(ModelResults.of(result(text("12345"), ""), tool, AUTO, null).text())
                .isEqualTo("123[cut: 3 of 5 characters]");
    }

    @Test
    void fullTextIsRetainedOnlyIfTruncatedAndConfigured() {
        List<String> kept = new ArrayList<>();
        McpResultRules rules = AUTO.withMaxLength(3).withOverflow(Overflow.KEEP);
        CallToolResult result = result(text("12") + "," + IMAGE + "," + text("345"), "");

        String text = ModelResults.of(result, null, rules, full -> {
                    kept.add(full);
                    return "result-7";
                })
                .text();

        assertThat(text)
                .isEqualTo("12\n" + NOTE
                        + "[cut: 3 of 7 characters]\n[read on with read_result: address result-7, offset 23]");
        assertThat(kept).containsExactly("12\n" + NOTE + "\n345");
        assertThat(kept.get(0).substring(23)).isEqualTo("\n345");
        assertThat(ModelResults.of(result, null, rules, null).text()).endsWith("[cut: 3 of 7 characters]");
        ModelResults.of(result(text("123"), ""), null, rules, full -> kept.remove(0));
        ModelResults.of(result, null, AUTO.withMaxLength(3), full -> kept.remove(0));
        assertThat(kept).hasSize(1);
    }

    private static String resource(McpResultRules rules, String contents) {
        return ModelResults.of(read("{'contents':[" + contents + "]}", ReadResourceResult.class), rules, null)
                .text();
    }

    @Test
    void resourceContentsFollowTheSameRules() {
        String text = "{'uri':'file:///a','mimeType':'text/plain','text':'t','_meta':{'m':1}}";
        String blob = "{'uri':'file:///b.png','mimeType':'image/png','blob':'QUJD'}";

        assertThat(resource(AUTO, text)).isEqualTo("t");
        assertThat(resource(AUTO, text + "," + blob))
                .isEqualTo("Resource file:///a (text/plain)\nt\n[image/png, 3 bytes, file:///b.png]");
        assertThat(resource(AUTO, "{'uri':'file:///c','other':1,'_meta':{'m':1}}"))
                .isEqualTo("{\"uri\":\"file:///c\",\"other\":1}");
        assertThat(resource(AUTO, "")).isEqualTo("The resource is empty.");
        assertThat(resource(AUTO, "{'uri':'ui://a','text':'<b>'}")).isEqualTo("The resource is empty.");
        assertThat(resource(AUTO.withMaxLength(1), text.replace("'t'", "'12'"))).isEqualTo("1[cut: 1 of 2 characters]");
    }

    // Servers of files send what they do not recognise as binary data
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text/plain|aMOpbGxv|h\u00e9llo",
                "text/html; charset=utf-8|PGI-|<b>",
                "application/json|eyJhIjoxfQ==|{\"a\":1}",
                "application/ld+json|eyJhIjoxfQ==|{\"a\":1}",
                "application/xml|PGEvPg==|<a/>",
                "application/atom+xml|PGEvPg==|<a/>"
            })
    void blobsOfTextsAreText(String type, String data, String text) {
        String blob = "{'uri':'file:///a','mimeType':'" + type + "','blob':'" + data + "'}";
        String embedded = "{'type':'resource','resource':" + blob + "}";

        assertThat(resource(AUTO, blob)).isEqualTo(text);
        assertThat(resource(ATTACH, blob)).isEqualTo(text);
        assertThat(ModelResults.of(result(embedded, ""), null, AUTO, null).text())
                .isEqualTo("Resource file:///a (" + type + ")\n" + text);
        assertThat(ModelResults.of(result(embedded, ""), null, WITH_DATA, null).text())
                .contains(data);
        assertThat(resource(AUTO.withMaxLength(1), blob)).startsWith(text.substring(0, 1) + "[cut: 1 of ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text/plain|/w==|[text/plain, 1 byte, file:///a]",
                "text/plain|A|[text/plain, invalid Base64, file:///a]",
                "application/octet-stream|aMOpbGxv|[application/octet-stream, 6 bytes, file:///a]",
                "image/svg+xml|PGEvPg==|[image/svg+xml, 4 bytes, file:///a]",
                "application/zip|PGEvPg==|[application/zip, 4 bytes, file:///a]"
            })
    void otherBlobsAreNotes(String type, String data, String note) {
        assertThat(resource(AUTO, "{'uri':'file:///a','mimeType':'" + type + "','blob':'" + data + "'}"))
                .isEqualTo(note);
    }

    @Test
    void resourceContentsAreAttached() {
        ReadResourceResult result = read(
                "{'contents':[{'uri':'file:///b.png','mimeType':'image/png','blob':'QUJD'}]}",
                ReadResourceResult.class);

        assertThat(ModelResults.of(result, ATTACH, null).media())
                .singleElement()
                .satisfies(media -> {
                    assertThat(media.kind()).isEqualTo(McpModelMedia.Kind.IMAGE);
                    assertThat(media.uri()).isEqualTo("file:///b.png");
                });
    }

    @Test
    void mediaNoteIsShortWhateverTheServerSends() {
        String type = "image/" + "x".repeat(10_000);
        List<ContentBlock> blocks = result(
                        "{'type':'resource','resource':{'uri':'file:///" + "y".repeat(10_000) + "','mimeType':'" + type
                                + "','blob':'QUJD'}}",
                        "")
                .content();
        CallToolResult result = new CallToolResult(blocks, null, null, null, null, Map.of());

        assertThat(ModelResults.of(result, null, AUTO.withMaxLength(1), null).text())
                .startsWith("[file, 3 bytes, file:///yyy")
                .hasSizeLessThan(600);
    }
}
