package io.mcpclient.langchain4j;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import io.micrometer.context.ContextRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.MDC;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.testkit.ChatApplication;
import io.mcpclient.testkit.ChatApplication.Way;
import io.mcpclient.testkit.FakeModel;
import io.mcpclient.testkit.FakeModelTurn;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Several tool calls in one turn of a model behind HTTP, with {@code mcp.tools.parallel}. */
@Timeout(60)
class ParallelCallTests {

    private static final String PARALLEL = "mcp.tools.parallel=true";

    private final FakeModel model = new FakeModel();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy()
            .tools(
                    "{\"name\":\"read\",\"annotations\":{\"readOnlyHint\":true},\"inputSchema\":{\"type\":\"object\"}}",
                    "{\"name\":\"write\",\"inputSchema\":{\"type\":\"object\"}}");

    interface Assistant {

        String chat(String prompt);

        TokenStream stream(String prompt);
    }

    @AfterEach
    void close() {
        this.model.close();
        this.server.close();
    }

    private ChatApplication start(String... properties) {
        this.server.on("GET").optionally().reply(Reply.status(405));
        ChatApplication application = LangChain4jChat.start(
                this.model,
                Stream.concat(Stream.of("mcp.servers.desk.url=" + this.server.url()), Stream.of(properties))
                        .toArray(String[]::new));
        application.awaitTools("read");
        return application;
    }

    private void modelCalls(String... tools) {
        this.model
                .thenCall(IntStream.range(0, tools.length)
                        .mapToObj(i -> new FakeModelTurn.Call(tools[i], "{\"n\":" + i + "}"))
                        .toArray(FakeModelTurn.Call[]::new))
                .thenSayResults();
    }

    @ParameterizedTest
    @EnumSource
    void callsThatReadRunAtTheSameTimeAndTheirResultsAreInOrder(Way way) {
        CountDownLatch all = new CountDownLatch(3);
        this.server.on("tools/call").always().reply(request -> {
            all.countDown();
            return text(request.json().at("/params/arguments/n").asString()).after(all);
        });
        try (ChatApplication application = start(PARALLEL)) {
            modelCalls("read", "read", "read");
            assertThat(application.ask(way, "x")).isEqualTo("0\n1\n2");
            assertThat(this.model.refusals()).isEmpty();
        }
    }

    private static Reply text(String text) {
        return Reply.result("{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}");
    }

    /** Answers calls of tools that write, and returns the largest number of them at once. */
    private AtomicInteger watchWrites() {
        AtomicInteger present = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        this.server.on("tools/call").always().reply(request -> {
            most.accumulateAndGet(present.incrementAndGet(), Math::max);
            CompletableFuture<Void> answered = new CompletableFuture<>();
            // Long enough for another call to arrive if it did not wait.
            CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS).execute(() -> {
                present.decrementAndGet();
                answered.complete(null);
            });
            return text("written").after(answered);
        });
        return most;
    }

    @ParameterizedTest
    @EnumSource
    void callsThatWriteWaitForEachOther(Way way) {
        AtomicInteger most = watchWrites();
        try (ChatApplication application = start(PARALLEL)) {
            modelCalls("write", "write", "write");
            assertThat(application.ask(way, "x")).isEqualTo("written\nwritten\nwritten");
            assertThat(most).hasValue(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void callsThatWriteWaitForEachOtherIfToolsAreReadAgain(Way way) {
        AtomicInteger most = watchWrites();
        try (ChatApplication application = start(PARALLEL, "mcp.langchain4j.dynamic=true")) {
            this.model.thenCall("read", "{}");
            modelCalls("write", "write");
            assertThat(application.ask(way, "x")).isEqualTo("written\nwritten");
            assertThat(most).hasValue(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void callsRunOneAfterAnotherByDefault(Way way) {
        AtomicInteger most = watchWrites();
        try (ChatApplication application = start()) {
            modelCalls("read", "read", "write");
            assertThat(application.ask(way, "x")).isEqualTo("written\nwritten\nwritten");
            assertThat(most).hasValue(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void oneFailureDoesNotAffectTheOtherCallsOfTheTurn(Way way) {
        this.server
                .on("tools/call")
                .always()
                .reply(request ->
                        request.body().contains("\"n\":1") ? Reply.error(-32602, "no such row") : text("row"));
        try (ChatApplication application = start(PARALLEL)) {
            modelCalls("read", "read", "no_such_tool", "read");
            assertThat(application.ask(way, "x").lines())
                    .satisfiesExactly(
                            text -> assertThat(text).isEqualTo("row"),
                            text -> assertThat(text).contains("no such row"),
                            text -> assertThat(text).contains("no tool is named \"no_such_tool\""),
                            text -> assertThat(text).isEqualTo("row"));
        }
    }

    // context

    /** What a thread knows of its caller. */
    private record Seen(String tool, @Nullable String user, boolean isInObservation) {}

    /** A tool of the application. */
    static final class Clock {

        private final Runnable look;

        Clock(Runnable look) {
            this.look = look;
        }

        @Tool("Tells the time.")
        String time() {
            this.look.run();
            return "noon";
        }
    }

    private List<Seen> seenBy(Way way, String property) {
        ObservationRegistry observations = ObservationRegistry.create();
        observations.observationConfig().observationHandler(context -> true);
        List<Seen> seen = new CopyOnWriteArrayList<>();
        ContextRegistry.getInstance()
                .registerThreadLocalAccessor(
                        "user", () -> MDC.get("user"), user -> MDC.put("user", user), () -> MDC.remove("user"));
        this.server.on("tools/call").always().reply(text("done"));
        Observation observation = Observation.start("prompt", observations);
        try (ChatApplication application = start(property)) {
            Assistant assistant = AiServices.builder(Assistant.class)
                    .chatModel(application.bean(ChatModel.class))
                    .streamingChatModel(application.bean(StreamingChatModel.class))
                    .tools(new Clock(() -> seen.add(look("time", observation, observations))))
                    .toolProvider(application.bean(McpRegistryToolProvider.class).toBuilder()
                            .callOptions((tool, invocation) -> {
                                seen.add(look(tool.name(), observation, observations));
                                return McpCallOptions.defaults();
                            })
                            .build())
                    .build();
            modelCalls("read", "write", "time");
            MDC.put("user", "ann");
            try (Observation.Scope scope = observation.openScope()) {
                assertThat(answer(assistant, way)).isEqualTo("done\ndone\nnoon");
            }
        } finally {
            observation.stop();
            MDC.remove("user");
            ContextRegistry.getInstance().removeThreadLocalAccessor("user");
        }
        return seen;
    }

    private static Seen look(String tool, Observation expected, ObservationRegistry observations) {
        return new Seen(tool, MDC.get("user"), observations.getCurrentObservation() == expected);
    }

    private static String answer(Assistant assistant, Way way) {
        if (way == Way.BLOCKING) {
            return assistant.chat("x");
        }
        CompletableFuture<String> answer = new CompletableFuture<>();
        assistant.stream("x")
                .onPartialResponse(part -> {})
                .onCompleteResponse(
                        response -> answer.complete(response.aiMessage().text()))
                .onError(answer::completeExceptionally)
                .start();
        return answer.orTimeout(30, TimeUnit.SECONDS).join();
    }

    @ParameterizedTest
    @EnumSource
    void parallelCallsHaveTheContextOfTheCaller(Way way) {
        assertThat(seenBy(way, PARALLEL))
                .contains(new Seen("read", "ann", true), new Seen("write", "ann", true))
                .hasSize(3);
    }

    @ParameterizedTest
    @EnumSource
    void sequentialCallsHaveTheContextOfTheCaller(Way way) {
        assertThat(seenBy(way, "mcp.tools.parallel=false"))
                .contains(new Seen("read", "ann", true), new Seen("write", "ann", true))
                .hasSize(3);
    }

    // LangChain4j has one executor for all tools
    @Test
    void toolsOfTheApplicationHaveTheContextToo() {
        assertThat(seenBy(Way.BLOCKING, PARALLEL)).contains(new Seen("time", "ann", true));
    }
}
