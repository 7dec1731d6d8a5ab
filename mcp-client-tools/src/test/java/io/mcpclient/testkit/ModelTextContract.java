package io.mcpclient.testkit;

import java.util.Base64;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.testkit.ChatApplication.Way;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The text that a model is sent for a result of a tool: everything once, nothing of it in Base64. With the default settings. All
 * tests use one application.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
public abstract class ModelTextContract {

    private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/]{120,}");

    private static final String DATA = base64(3000);

    private static String base64(int bytes) {
        byte[] data = new byte[bytes];
        new Random(7).nextBytes(data);
        return Base64.getEncoder().encodeToString(data);
    }

    private final FakeModel model = new FakeModel();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private volatile Reply reply;

    private ChatApplication application;

    /** Starts an application whose model is the given one. */
    protected abstract ChatApplication start(FakeModel model, String... properties);

    @BeforeAll
    void start() {
        this.server.tools("{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\",\"properties\":{}}}");
        this.server.on("tools/call").always().reply(request -> this.reply);
        this.model.afterwards(request ->
                request.lastToolTexts().isEmpty() ? FakeModelTurn.call("echo", "{}") : FakeModelTurn.say("done"));
        this.application = start(this.model, "mcp.servers.desk.url=" + this.server.url());
        this.application.awaitTools("echo");
    }

    @AfterAll
    void close() {
        if (this.application != null) {
            this.application.close();
        }
        this.model.close();
        this.server.close();
    }

    /** Lets the model call a tool with this reply, and returns what it reads. */
    private String textFor(Way way, Reply reply) {
        this.reply = reply;
        int before = this.server.requests("tools/call").size();
        assertThat(this.application.ask(way, "x")).isEqualTo("done");
        assertThat(this.server.requests("tools/call")).hasSize(before + 1);
        assertThat(this.model.requests())
                .noneMatch(request -> BASE64.matcher(request.body()).find());
        assertThat(this.model.lastToolTexts()).hasSize(1);
        return this.model.lastToolTexts().get(0);
    }

    private static Stream<Arguments> bothWays(String... rows) {
        return Stream.of(rows).map(row -> row.split("=>", 2)).flatMap(row -> Stream.of(Way.values())
                .map(way -> Arguments.of(way, row[0].strip(), row[1].strip())));
    }

    static Stream<Arguments> results() {
        return bothWays(
                "{'content':[{'type':'text','text':'hello'}]} => hello",
                "{'content':[{'type':'text','text':'a'},{'type':'text','text':'b'}]} => a\nb",
                // server-filesystem
                "{'content':[{'type':'text','text':'hello file'}],'structuredContent':{'content':'hello file'}} => hello file",
                // FastMCP
                "{'content':[{'type':'text','text':'hello'}],'structuredContent':{'result':'hello'}} => hello",
                // a null for what is absent
                "{'content':[{'type':'text','text':'t'}],'structuredContent':null} => t",
                "{'content':[{'type':'text','text':'t'}],'structuredContent':null,'isError':null,'_meta':null} => t",
                "{'content':[],'structuredContent':{'a':1}} => {\"a\":1}",
                "{'content':[{'type':'text','text':'{\\'a\\':1}'}],'structuredContent':{'a':1}} => {\"a\":1}",
                "{'content':[{'type':'text','text':'it failed'}],'isError':true} => it failed",
                "{'content':[{'type':'text','text':'it failed'}],'structuredContent':{'result':'it failed'},'isError':true} => it failed");
    }

    @ParameterizedTest
    @MethodSource("results")
    void modelReadsTextOfResultOnce(Way way, String result, String expected) {
        assertThat(textFor(way, Reply.result(result.replace("\\'", "\\\"").replace('\'', '"')))
                        .strip())
                .isEqualTo(expected);
    }

    static Stream<Arguments> partsThatOccurOnce() {
        return bothWays(
                // FastMCP, a list: one block for each item
                "{'content':[{'type':'text','text':'alpha'},{'type':'text','text':'beta'}],'structuredContent':{'result':['alpha','beta']}}"
                        + " => alpha,beta",
                "{'content':[{'type':'text','text':'42'}],'structuredContent':{'result':42}} => 42",
                // other text beside structured content
                "{'content':[{'type':'text','text':'It is sunny.'}],'structuredContent':{'city':'Bern','celsius':12.5}}"
                        + " => It is sunny.,Bern,12.5",
                // the same JSON, formatted
                "{'content':[{'type':'text','text':'{\\n  \\'city\\': \\'Bern\\'\\n}'}],'structuredContent':{'city':'Bern'}} => Bern",
                "{'content':[{'type':'resource_link','uri':'file:///notes.txt','name':'notes'}]} => file:///notes.txt",
                "{'content':[{'type':'resource','resource':{'uri':'file:///n.txt','mimeType':'text/plain','text':'buy milk'}}]} => buy milk",
                "{'content':[{'type':'text','text':'see'},{'type':'resource_link','uri':'file:///n','name':'n'}]} => see,file:///n");
    }

    @ParameterizedTest
    @MethodSource("partsThatOccurOnce")
    void modelReadsEachPartOnce(Way way, String result, String parts) {
        String text = textFor(way, Reply.result(result.replace("\\'", "\\\"").replace('\'', '"')));
        assertThat(parts.split(",")).allSatisfy(part -> assertThat(text).containsOnlyOnce(part));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "BLOCKING  | image/png | image",
                "STREAMING | image/png | image",
                "BLOCKING  | audio/wav | audio",
                "STREAMING | audio/wav | audio"
            })
    void modelReadsNoteInsteadOfMedia(Way way, String type, String kind) {
        String media = "{\"type\":\"" + kind + "\",\"mimeType\":\"" + type + "\",\"data\":\"" + DATA + "\"}";
        String text = textFor(way, Reply.result("{\"content\":[{\"type\":\"text\",\"text\":\"see\"}," + media + "]}"));
        assertThat(text).startsWith("see").contains("[" + type + ", 3 KB").doesNotContain(DATA);
    }

    // read_media_file of server-filesystem has the data in both places
    @ParameterizedTest
    @EnumSource
    void modelReadsNoteInsteadOfMediaThatStructuredContentRepeats(Way way) {
        String media = "[{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"" + DATA + "\"}]";
        String text = textFor(
                way, Reply.result("{\"content\":" + media + ",\"structuredContent\":{\"content\":" + media + "}}"));
        assertThat(text).containsOnlyOnce("[image/png, 3 KB").doesNotContain(DATA);
    }

    @ParameterizedTest
    @EnumSource
    void modelReadsNoteInsteadOfBinaryResource(Way way) {
        String text = textFor(
                way,
                Reply.result("{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///data.zip\","
                        + "\"mimeType\":\"application/zip\",\"blob\":\"" + DATA + "\"}}]}"));
        assertThat(text).contains("file:///data.zip").doesNotContain(DATA);
    }

    @ParameterizedTest
    @EnumSource
    void modelReadsMessageOfProtocolError(Way way) {
        assertThat(textFor(way, Reply.error(-32602, "Unknown tool: echo"))).contains("Unknown tool: echo");
    }

    @ParameterizedTest
    @EnumSource
    void modelReceivesATextForAnEmptyResult(Way way) {
        assertThat(textFor(way, Reply.result("{\"content\":[]}"))).isNotBlank();
    }
}
