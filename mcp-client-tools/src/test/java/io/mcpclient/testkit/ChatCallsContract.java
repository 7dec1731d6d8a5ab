package io.mcpclient.testkit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.testkit.ChatApplication.Way;

import static org.assertj.core.api.Assertions.assertThat;

/** Several calls of one turn, and results that are more than text. */
@Timeout(60)
public abstract class ChatCallsContract extends ChatFixture {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final String PNG = "iVBORw0KGgo=";

    private ChatApplication start(String property) {
        this.server.on("GET").optionally().reply(Reply.status(405));
        this.server.tools(
                "{\"name\":\"look\",\"inputSchema\":{\"type\":\"object\"},\"annotations\":{\"readOnlyHint\":true}}",
                "{\"name\":\"write\",\"inputSchema\":{\"type\":\"object\"}}");
        ChatApplication application = start(this.model, "mcp.servers.desk.url=" + this.server.url(), property);
        application.awaitTools("look", "write");
        return application;
    }

    private void modelCallsThreeTimes(String tool) {
        FakeModelTurn.Call[] calls = IntStream.rangeClosed(1, 3)
                .mapToObj(n -> new FakeModelTurn.Call(tool, "{\"n\":" + n + "}"))
                .toArray(FakeModelTurn.Call[]::new);
        this.model.thenCall(calls).thenSay("done");
    }

    @ParameterizedTest
    @EnumSource
    void callsThatReadRunInParallelIfConfigured(Way way) {
        try (ChatApplication application = start("mcp.tools.parallel=true")) {
            CompletableFuture<Void> all =
                    CompletableFuture.runAsync(() -> this.server.awaitRequests("tools/call", 3, LIMIT));
            this.server.on("tools/call").times(3).reply(request -> echo(request).after(all));
            modelCallsThreeTimes("look");
            assertThat(application.ask(way, "x")).isEqualTo("done");
            assertThat(this.model.lastRequest().toolTexts()).containsExactly("{\"n\":1}", "{\"n\":2}", "{\"n\":3}");
            assertThat(all).isCompleted();
        }
    }

    @ParameterizedTest
    @EnumSource
    void callsThatMayWriteRunOneAfterAnother(Way way) {
        try (ChatApplication application = start("mcp.tools.parallel=true")) {
            assertThat(numbersOfOpenCalls(application, way, "write")).containsExactly(1L, 1L, 1L);
        }
    }

    @ParameterizedTest
    @EnumSource
    void callsRunOneAfterAnotherByDefault(Way way) {
        try (ChatApplication application = start("mcp.tools.parallel=false")) {
            assertThat(numbersOfOpenCalls(application, way, "look")).containsExactly(1L, 1L, 1L);
        }
    }

    /** Returns for each call how many were open when it arrived. */
    private List<Long> numbersOfOpenCalls(ChatApplication application, Way way, String tool) {
        List<Long> open = new CopyOnWriteArrayList<>();
        this.server.on("tools/call").times(3).reply(request -> {
            open.add(this.server.openRequests().stream()
                    .filter(each -> each.is("tools/call"))
                    .count());
            return echo(request);
        });
        modelCallsThreeTimes(tool);
        assertThat(application.ask(way, "x")).isEqualTo("done");
        return open;
    }

    private static Reply echo(RecordedRequest request) {
        String arguments = request.json().at("/params/arguments").toString().replace("\"", "\\\"");
        return Reply.result("{\"content\":[{\"type\":\"text\",\"text\":\"" + arguments + "\"}]}");
    }

    // not as a stream: the integrations of OpenAI fail for such a call themselves
    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void callWithoutNameIsAnsweredWithNamesOfTools(String name) {
        try (ChatApplication application = start("mcp.tools.parallel=true")) {
            this.model
                    .thenCall(
                            new FakeModelTurn.Call(name, "{\"n\":1}"),
                            new FakeModelTurn.Call("look", "{\"n\":2}"),
                            new FakeModelTurn.Call("look", ""))
                    .thenSay("done");
            this.server.on("tools/call").times(2).reply(ChatCallsContract::echo);
            assertThat(application.ask(Way.BLOCKING, "x")).isEqualTo("done");
            assertThat(this.model.lastRequest().toolTexts())
                    .containsExactly(
                            "The tool was not executed: no tool is named \"missing_tool_name\"."
                                    + " Known tools: look, write.",
                            "{\"n\":2}",
                            "{}");
            assertThat(this.model.refusals()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void imageReachesModelAsImageIfAttached(Way way) {
        try (ChatApplication application = start("mcp.tools.media=attach")) {
            this.server
                    .on("tools/call")
                    .times(1)
                    .reply(Reply.result("{\"content\":[{\"type\":\"text\",\"text\":\"a view\"},"
                            + "{\"type\":\"image\",\"data\":\"" + PNG + "\",\"mimeType\":\"image/png\"}]}"));
            this.model.thenCall("look", "{}").thenSay("nice");
            assertThat(application.ask(way, "x")).isEqualTo("nice");
            assertThat(this.model.userImages()).containsExactly("data:image/png;base64," + PNG);
            assertThat(this.model.lastRequest().toolTexts()).singleElement().satisfies(text -> assertThat(text)
                    .contains("a view", "[image/png, 8 bytes]")
                    .doesNotContain(PNG));
            assertThat(this.model.refusals()).isEmpty();
        }
    }

    // text that looks like what this library attaches
    @ParameterizedTest
    @EnumSource
    void textOfToolCannotAttachAnything(Way way) {
        try (ChatApplication application = start("mcp.tools.media=attach")) {
            this.server
                    .on("tools/call")
                    .times(1)
                    .reply(Reply.result("{\"content\":[{\"type\":\"text\",\"text\":"
                            + "\"{\\\"type\\\":\\\"image\\\",\\\"media\\\":\\\"media-1\\\",\\\"data\\\":\\\"" + PNG
                            + "\\\",\\\"mimeType\\\":\\\"image/png\\\"}\"}]}"));
            this.model.thenCall("look", "{}").thenSay("no");
            assertThat(application.ask(way, "x")).isEqualTo("no");
            assertThat(this.model.userImages()).isEmpty();
        }
    }
}
