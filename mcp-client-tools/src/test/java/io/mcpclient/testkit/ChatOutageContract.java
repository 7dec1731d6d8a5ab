package io.mcpclient.testkit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.mcpclient.McpClient;
import io.mcpclient.testkit.ChatApplication.Way;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A chat goes on whatever happens to its servers and whatever its model writes: the model gets a text, the caller an answer, and
 * nobody an exception. All with the default settings.
 */
@Timeout(60)
public abstract class ChatOutageContract extends ChatFixture {

    private static final String ARGUMENTS = "{\"text\":\"a\"}";

    private static final String UNREACHABLE = "(?i)cannot be reached|not reachable|unreachable";

    /** The prompts of a start wait this long by default, {@code mcp.tools.await-ready}. */
    private static final Duration AWAIT_READY = Duration.ofSeconds(5);

    /** Far below the deadline of a call, which is 30 seconds, and above what a busy machine adds to a second. */
    private static final Duration SOON = Duration.ofSeconds(3);

    /** The server has one tool. */
    protected ChatOutageContract() {
        this.server.tools(tool("echo"));
    }

    private ChatApplication start() {
        return start(this.model, "mcp.servers.desk.url=" + this.server.url());
    }

    private ChatApplication startConnected() {
        ChatApplication application = start();
        application.awaitTools("echo");
        return application;
    }

    private static String tool(String name) {
        return "{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\",\"properties\":{}}}";
    }

    /** A model that answers each prompt by a call of {@code echo} and its result. */
    private void modelCallsEcho() {
        this.model.afterwards(request -> request.lastToolTexts().isEmpty()
                ? FakeModelTurn.call("echo", ARGUMENTS)
                : FakeModelTurn.say(String.join("\n", request.lastToolTexts())));
    }

    private static Duration time(Runnable action) {
        long start = System.nanoTime();
        action.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private void restartServer() {
        this.server = ScriptedHttpServer.legacy(this.server.port(), server -> server.tools(tool("echo")));
    }

    private void awaitSuccess(ChatApplication application, Way way) {
        Awaitility.await()
                .atMost(SOON)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> application.ask(way, "x").equals(ARGUMENTS));
    }

    // start

    @ParameterizedTest
    @EnumSource
    void promptIsAnsweredWhileServerHasNeverBeenThere(Way way) {
        this.server.close();
        try (ChatApplication application = start()) {
            this.model.thenSay("without tools");
            assertThat(time(() -> assertThat(application.ask(way, "x")).isEqualTo("without tools")))
                    .isLessThan(AWAIT_READY.plus(SOON));

            restartServer();
            Awaitility.await().atMost(SOON).pollDelay(Duration.ZERO).until(() -> {
                this.model.thenSay("x");
                application.ask(way, "x");
                return this.model.toolNames().contains("echo");
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void firstPromptWaitsForServerThatStartsSlowly(Way way) {
        this.server.on("initialize").times(1).reply(request -> Reply.streamed(200, "application/json")
                .withHeader(ScriptedLegacyServer.SESSION_HEADER, "slow-session")
                .pause(Duration.ofSeconds(1))
                .chunk("{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":" + ScriptedLegacyServer.initializeResult(request)
                        + "}"));
        try (ChatApplication application = start()) {
            modelCallsEcho();
            assertThat(application.ask(way, "x")).isEqualTo(ARGUMENTS);
            assertThat(this.model.requests().get(0).toolNames()).containsExactly("echo");
        }
    }

    @ParameterizedTest
    @EnumSource
    void firstPromptDoesNotWaitLongerThanConfiguredForServerThatDoesNotAnswer(Way way) {
        CountDownLatch never = new CountDownLatch(1);
        try (ScriptedHttpServer silent = new ScriptedHttpServer()) {
            silent.onAny().optionally().reply(Reply.accepted().after(never));
            try (ChatApplication application = start(
                    this.model,
                    "mcp.servers.desk.url=" + this.server.url(),
                    "mcp.servers.silent.url=" + silent.url())) {
                modelCallsEcho();
                assertThat(time(() -> assertThat(application.ask(way, "x")).isEqualTo(ARGUMENTS)))
                        .isLessThan(AWAIT_READY.plus(SOON));
            } finally {
                never.countDown();
            }
        }
    }

    // outage

    @Test
    void toolOfServerThatWasKilledIsOfferedAndAnswersThatItCannotBeReached() {
        try (ChatApplication application = startConnected()) {
            modelCallsEcho();
            assertThat(application.chat("x")).isEqualTo(ARGUMENTS);
            this.server.close();
            for (Way way : Way.values()) {
                for (int prompt = 0; prompt < 4; prompt++) {
                    assertThat(time(() -> assertThat(application.ask(way, "x")).containsPattern(UNREACHABLE)))
                            .isLessThan(SOON);
                    assertThat(this.model.toolNames()).containsExactly("echo");
                }
            }
        }
    }

    @Test
    void callInFlightOfServerThatIsKilledIsAnsweredWithText() throws Exception {
        try (ChatApplication application = startConnected()) {
            modelCallsEcho();
            for (Way way : Way.values()) {
                this.server.on("tools/call").reply(Reply.neverAnswer());
                int before = this.server.requests("tools/call").size();
                CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> application.ask(way, "x"));
                this.server.awaitRequests("tools/call", before + 1, SOON);
                this.server.close();
                assertThat(answer.get(SOON.multipliedBy(3).toSeconds(), TimeUnit.SECONDS))
                        .isNotBlank();
                restartServer();
                awaitSuccess(application, way);
            }
        }
    }

    @Test
    void firstPromptAfterReturnOfServerThatWasCalledDuringOutageSucceeds() {
        try (ChatApplication application = startConnected()) {
            modelCallsEcho();
            for (Way way : Way.values()) {
                assertThat(application.ask(way, "x")).isEqualTo(ARGUMENTS);
                this.server.close();
                for (int prompt = 0; prompt < 4; prompt++) {
                    assertThat(application.ask(way, "x")).containsPattern(UNREACHABLE);
                }
                restartServer();
                awaitSuccess(application, way);
            }
        }
    }

    // the interval between attempts in the background has grown to seconds
    @ParameterizedTest
    @EnumSource
    void firstPromptAfterReturnOfServerThatWasNotCalledDuringOutageSucceeds(Way way) {
        try (ChatApplication application = startConnected()) {
            modelCallsEcho();
            assertThat(application.ask(way, "x")).isEqualTo(ARGUMENTS);
            this.server.close();
            assertThat(application.ask(way, "x")).containsPattern(UNREACHABLE);
            McpClient client = application.bean(McpClient.class);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> client.status().statistics().failedAttempts() >= 4);
            restartServer();
            awaitSuccess(application, way);
        }
    }

    @Test
    void serverThatLostItsSessionsIsCalledWithNewSession() {
        try (ChatApplication application = startConnected()) {
            modelCallsEcho();
            for (Way way : Way.values()) {
                assertThat(application.ask(way, "x")).isEqualTo(ARGUMENTS);
                this.server.close();
                restartServer();
                awaitSuccess(application, way);
            }
        }
    }

    @Test
    void outageOfOneServerDoesNotAffectToolsOfAnother() {
        try (ScriptedLegacyServer other = ScriptedHttpServer.legacy()) {
            other.tools(tool("add"));
            try (ChatApplication application = start(
                    this.model, "mcp.servers.desk.url=" + this.server.url(), "mcp.servers.other.url=" + other.url())) {
                application.awaitTools("echo", "add");
                this.server.close();
                for (Way way : Way.values()) {
                    this.model
                            .thenCall(new FakeModelTurn.Call("echo", "{}"), new FakeModelTurn.Call("add", "{\"n\":1}"))
                            .thenSayResults();
                    assertThat(application.ask(way, "x"))
                            .containsPattern(UNREACHABLE)
                            .endsWith("\n{\"n\":1}");
                }
            }
        }
    }

    // names

    /** Renames the tool in the server's first call, and has the model go on as soon as the application knows. */
    private void renameDuringCall(ChatApplication application) {
        this.server.on("tools/call").times(1).reply(request -> {
            this.server.tools(tool("repeat"));
            return Reply.sse(
                    "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}",
                    "data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"content\":[]}}");
        });
        this.server
                .on("tools/call")
                .optionally()
                .where(request -> request.body().contains("\"echo\""))
                .reply(Reply.error(-32602, "Unknown tool: echo"));
        this.model.thenCall("echo", ARGUMENTS).then(request -> {
            application.awaitTools("repeat");
            return FakeModelTurn.call("echo", ARGUMENTS);
        });
    }

    private ChatApplication startWithChanges() {
        this.server.on("initialize").optionally().reply(request -> Reply.result(
                        ScriptedLegacyServer.initializeResult(request)
                                .replace("\"tools\":{}", "\"tools\":{\"listChanged\":true}"))
                .withHeader(ScriptedLegacyServer.SESSION_HEADER, "session-of-desk"));
        return startConnected();
    }

    @ParameterizedTest
    @EnumSource
    void oldNameOfToolThatWasRenamedBetweenTurnsIsAnsweredWithText(Way way) {
        try (ChatApplication application = startWithChanges()) {
            renameDuringCall(application);
            this.model.thenSayResults();
            assertThat(application.ask(way, "x")).isNotBlank();
            this.model.thenCall("repeat", ARGUMENTS).thenSayResults();
            assertThat(application.ask(way, "x")).isEqualTo(ARGUMENTS);
            assertThat(this.model.toolNames()).containsExactly("repeat");
        }
    }

    @ParameterizedTest
    @EnumSource
    void newNameOfToolThatWasRenamedBetweenTurnsIsAnsweredWithText(Way way) {
        try (ChatApplication application = startWithChanges()) {
            renameDuringCall(application);
            this.model.thenCall("repeat", ARGUMENTS).thenSayResults();
            assertThat(application.ask(way, "x")).isNotBlank();
            assertThat(this.model.lastRequest().toolTexts()).hasSize(3).noneMatch(String::isBlank);
        }
    }

    @Test
    void nameThatIsNotOfferedIsAnsweredWithText() {
        try (ChatApplication application = startConnected()) {
            for (Way way : Way.values()) {
                for (String name : List.of(
                        "no_such_tool", "ECHO", "Echo", "echo_", "desk_echo", "functions_echo", "search_tools")) {
                    this.model.thenCall(name, ARGUMENTS).thenSay("done");
                    assertThat(application.ask(way, "x")).as(name).isEqualTo("done");
                    assertThat(this.model.lastToolTexts()).as(name).hasSize(1).noneMatch(String::isBlank);
                }
            }
        }
    }

    @Test
    void nameThatIsNotOfferedDoesNotAffectOtherCallsOfTheTurn() {
        try (ChatApplication application = startConnected()) {
            for (Way way : Way.values()) {
                this.model
                        .thenCall(
                                new FakeModelTurn.Call("echo", "{\"n\":1}"),
                                new FakeModelTurn.Call("no_such_tool", "{}"),
                                new FakeModelTurn.Call("echo", "{\"n\":2}"))
                        .thenSay("done");
                assertThat(application.ask(way, "x")).isEqualTo("done");
                List<String> texts = this.model.lastToolTexts();
                assertThat(texts).hasSize(3);
                assertThat(texts.get(0)).isEqualTo("{\"n\":1}");
                assertThat(texts.get(1)).contains("no_such_tool");
                assertThat(texts.get(2)).isEqualTo("{\"n\":2}");
            }
        }
    }

    // arguments

    @Test
    void emptyAndNullArgumentsAreReadAsAnEmptyObject() {
        try (ChatApplication application = startConnected()) {
            for (Way way : Way.values()) {
                for (String written : List.of("", " \n", "null")) {
                    this.model.thenCall("echo", written).thenSayResults();
                    assertThat(application.ask(way, "x")).as(written).isEqualTo("{}");
                }
                for (String written : List.of("{\"text\": \"a\",}", "\"{\\\"text\\\": \\\"a\\\"}\"")) {
                    this.model.thenCall("echo", written).thenSayResults();
                    assertThat(application.ask(way, "x")).as(written).isEqualTo(ARGUMENTS);
                }
            }
        }
    }

    @Test
    void argumentsThatAreNotAnObjectAreAnsweredWithText() {
        List<String> broken = List.of(
                "{\"text\":", "not JSON", "[1]", "42", "true", "\"text\"", "{\"text\":\"a\"} and more", "{text:a");
        try (ChatApplication application = startConnected()) {
            for (Way way : Way.values()) {
                for (String written : broken) {
                    this.model
                            .thenCall("echo", written)
                            .thenCall("echo", ARGUMENTS)
                            .thenSayResults();
                    assertThat(application.ask(way, "x")).as(written).isEqualTo(ARGUMENTS);
                    assertThat(this.model.lastRequest().toolTexts())
                            .as(written)
                            .hasSize(2)
                            .noneMatch(String::isBlank);
                }
            }
            assertThat(this.server.requests("tools/call")).hasSize(Way.values().length * broken.size());
        }
    }

    // definitions and sizes

    @Test
    void toolWithoutParametersIsOfferedAsObjectWithProperties() {
        List<String> schemas = List.of(
                "{\"type\":\"object\"}",
                "{\"type\":\"object\",\"properties\":[]}",
                "{\"type\":\"object\",\"properties\":null}",
                "{\"type\":\"object\",\"properties\":{},\"required\":[]}",
                "{\"type\":\"object\",\"additionalProperties\":false}",
                "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"type\":\"object\"}",
                "{}");
        String[] names = IntStream.range(0, schemas.size())
                .mapToObj(number -> "echo_" + number)
                .toArray(String[]::new);
        this.server.tools(IntStream.range(0, names.length)
                .mapToObj(i -> "{\"name\":\"" + names[i] + "\",\"inputSchema\":" + schemas.get(i) + "}")
                .toArray(String[]::new));
        try (ChatApplication application = start()) {
            application.awaitTools(names);
            for (Way way : Way.values()) {
                for (String name : names) {
                    this.model.thenCall(name, "{}").thenSayResults();
                    assertThat(application.ask(way, "x")).as(name).isEqualTo("{}");
                }
                assertThat(this.model.lastRequest().tools())
                        .hasSize(names.length)
                        .map(tool -> tool.path("parameters"))
                        .allMatch(parameters ->
                                parameters.path("type").asString("").equals("object")
                                        && parameters.path("properties").isObject());
            }
        }
    }

    @Test
    void textOfOneMegabyteReachesTheModelOnce() {
        String text = "0123456789 ".repeat(95_326).substring(0, 1 << 20);
        this.server
                .on("tools/call")
                .times(Way.values().length)
                .reply(Reply.result("{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}"));
        try (ChatApplication application = startConnected()) {
            for (Way way : Way.values()) {
                this.model.thenCall("echo", "{}").thenSay("done");
                assertThat(application.ask(way, "x")).isEqualTo("done");
                assertThat(this.model.lastToolTexts().get(0)).startsWith("0123456789 0123");
                assertThat(this.model.lastRequest().body().length()).isLessThan(text.length() + 10_000);
            }
        }
    }
}
