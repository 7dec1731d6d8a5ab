package io.mcpclient.counterparts;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.ElicitFormParams;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.FormField;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.Root;
import io.mcpclient.schema.TextContent;

import static io.mcpclient.counterparts.Results.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What server-everything tells and asks by itself: log, updates, progress, questions to a model, the user and us. */
interface EverythingConversations {

    /** The server tells something every five seconds; the first time may be before it can reach us. */
    Duration TELLS_WITHIN = Duration.ofSeconds(15);

    McpClient client();

    RecordedNotifications heard();

    ScriptedHandlers answers();

    // LOG-01, LOG-06
    @Test
    default void toggleSimulatedLoggingIsReceived() {
        client().session().setLoggingLevel(LoggingLevel.DEBUG);
        heard().logs().clear();
        assertThat(call(client(), "toggle-simulated-logging", Map.of()).text()).startsWith("Started simulated");
        await().untilAsserted(() -> assertThat(heard().logs()).anySatisfy(message -> {
            assertThat(String.valueOf(message.data())).contains("message");
            assertThat(String.valueOf(message.data()))
                    .startsWithIgnoringCase(message.level().value());
        }));
        assertThat(call(client(), "toggle-simulated-logging", Map.of()).text()).startsWith("Stopped simulated");
    }

    // RES-08, RES-10
    @Test
    default void toggleSubscriberUpdatesReportsSubscribedResources() {
        String uri = "demo://resource/dynamic/text/77";
        client().resources().subscribe(uri);
        heard().changes().clear();
        assertThat(call(client(), "toggle-subscriber-updates", Map.of()).text()).startsWith("Started simulated");
        await().untilAsserted(() -> assertThat(heard().changes()).contains(uri));
        assertThat(call(client(), "toggle-subscriber-updates", Map.of()).text()).startsWith("Stopped simulated");
        client().resources().unsubscribe(uri);
    }

    // RES-10: this tool makes a resource
    @Test
    default void clientIsNotifiedOfANewResource() {
        heard().changes().clear();
        call(client(), "gzip-file-as-resource", Map.of("name", "news.gz", "data", "data:text/plain,news"));
        await().untilAsserted(() -> assertThat(heard().changes()).contains("resources"));
    }

    // PRG-01 to PRG-03
    @Test
    default void triggerLongRunningOperationReportsEveryStep() {
        List<McpProgress> steps = new CopyOnWriteArrayList<>();
        CallToolResult result = call(
                client(),
                "trigger-long-running-operation",
                Map.of("duration", 0.8, "steps", 4),
                McpCallOptions.defaults().withProgress(steps::add));
        assertThat(result.text()).isEqualTo("Long running operation completed. Duration: 0.8 seconds, Steps: 4.");
        assertThat(steps).extracting(McpProgress::progress).containsExactly(1.0, 2.0, 3.0, 4.0);
        assertThat(steps).allSatisfy(step -> {
            assertThat(step.total()).isEqualTo(4.0);
            assertThat(step.method()).isEqualTo("tools/call");
            assertThat(step.serverName()).isEqualTo("everything");
        });
    }

    // PRG-01: who does not ask for progress gets none, and the call is none the worse
    @Test
    default void triggerLongRunningOperationWorksWithoutAListener() {
        assertThat(call(client(), "trigger-long-running-operation", Map.of("duration", 0.2, "steps", 2))
                        .text())
                .isEqualTo("Long running operation completed. Duration: 0.2 seconds, Steps: 2.");
    }

    // TMO-03: a call that takes longer than its limit, but shows that it is alive
    @Test
    default void progressKeepsALongCallAlive() {
        CallToolResult result = call(
                client(),
                "trigger-long-running-operation",
                Map.of("duration", 1.8, "steps", 6),
                McpCallOptions.timeout(Duration.ofSeconds(1)).withProgress(step -> {}));
        assertThat(result.text()).startsWith("Long running operation completed.");
    }

    // TMO-01, CAN-01: the connection survives a cancelled call
    @Test
    default void aCallThatTakesTooLongTimesOut() {
        assertThatExceptionOfType(McpTimeoutException.class).isThrownBy(() -> client().callTool(
                        "trigger-long-running-operation",
                        Map.of("duration", 5, "steps", 1),
                        McpCallOptions.timeout(Duration.ofMillis(700))));
        assertThat(call(client(), "echo", Map.of("message", "still here")).text())
                .isEqualTo("Echo: still here");
    }

    // SMP-01, SMP-04, SMP-15
    @Test
    default void triggerSamplingRequestCallsTheSamplingHandler() {
        answers().say("All is well.");
        CallToolResult result =
                call(client(), "trigger-sampling-request", Map.of("prompt", "How is it?", "maxTokens", 50));
        assertThat(result.text()).contains("All is well.", ScriptedHandlers.MODEL, "assistant", "endTurn");
        CreateMessageParams asked = answers().lastSampling();
        assertThat(asked.systemPrompt()).isEqualTo("You are a helpful test server.");
        assertThat(asked.maxTokens()).isEqualTo(50);
        assertThat(asked.temperature()).isEqualTo(0.7);
        assertThat(asked.messages()).hasSize(1);
        assertThat(((TextContent) asked.messages().get(0).content().get(0)).text())
                .isEqualTo("Resource trigger-sampling-request context: How is it?");
    }

    // ELI-08: every kind of field that a form may have
    @Test
    default void triggerElicitationRequestShowsEveryKindOfField() {
        answers().elicit(ElicitResult.decline());
        call(client(), "trigger-elicitation-request", Map.of());
        ElicitFormParams form = answers().lastForm();
        assertThat(form.message()).isEqualTo("Please provide inputs for the following fields:");
        assertThat(form.requestedSchema().isFlat()).isTrue();
        assertThat(form.requestedSchema().required()).containsExactly("name");
        Map<String, FormField> fields = form.requestedSchema().properties();
        assertThat(fields.keySet())
                .containsExactly(
                        "name",
                        "check",
                        "firstLine",
                        "email",
                        "homepage",
                        "birthdate",
                        "integer",
                        "number",
                        "untitledSingleSelectEnum",
                        "untitledMultipleSelectEnum",
                        "titledSingleSelectEnum",
                        "titledMultipleSelectEnum",
                        "legacyTitledEnum");
        assertThat(fields.get("check").kind()).isEqualTo(FormField.Kind.BOOLEAN);
        assertThat(fields.get("birthdate").format()).isEqualTo("date");
        assertThat(fields.get("integer").kind()).isEqualTo(FormField.Kind.INTEGER);
        assertThat(fields.get("number").kind()).isEqualTo(FormField.Kind.NUMBER);
        assertThat(options(fields, "untitledSingleSelectEnum")).contains(new FormField.Option("Monica", "Monica"));
        assertThat(options(fields, "untitledMultipleSelectEnum")).hasSize(5);
        assertThat(options(fields, "titledSingleSelectEnum")).contains(new FormField.Option("hero-1", "Superman"));
        assertThat(options(fields, "titledMultipleSelectEnum")).contains(new FormField.Option("fish-3", "Trout"));
        assertThat(options(fields, "legacyTitledEnum")).contains(new FormField.Option("pet-2", "Dogs"));
        assertThat(fields.get("titledMultipleSelectEnum").kind()).isEqualTo(FormField.Kind.MULTI_SELECT);
    }

    // ELI-14, ELI-16: what the user leaves out gets its default
    @Test
    default void triggerElicitationRequestGetsTheResponse() {
        answers()
                .elicit(ElicitResult.accept(Map.of(
                        "name", "Ada", "check", true, "number", 7.5, "titledMultipleSelectEnum", List.of("fish-2"))));
        String result = call(client(), "trigger-elicitation-request", Map.of()).text();
        assertThat(result)
                .contains("User provided the requested information", "- Name: Ada", "- Agreed to terms: true")
                .contains("- Favorite Number: 7.5", "fish-2")
                .contains("- Favorite Integer: 42", "It was a dark and stormy night.", "hero-1");
    }

    // ELI-16, ELI-17
    @Test
    default void triggerElicitationRequestReceivesDeclineAndCancel() {
        answers().elicit(ElicitResult.decline());
        assertThat(call(client(), "trigger-elicitation-request", Map.of()).text())
                .contains("User declined");
        answers().elicit(ElicitResult.cancel());
        assertThat(call(client(), "trigger-elicitation-request", Map.of()).text())
                .contains("User cancelled");
    }

    // ELI-18, ELI-25
    @Test
    default void triggerUrlElicitationSendsTheUserToTheUrl() {
        answers().elicit(ElicitResult.accept());
        Map<String, Object> arguments =
                Map.of("url", "https://example.com/pay", "message", "Please pay.", "elicitationId", "payment-1");
        assertThat(call(client(), "trigger-url-elicitation", arguments).text())
                .contains("User completed the URL elicitation flow", "payment-1");
        assertThat(answers().lastAddress().url()).isEqualTo("https://example.com/pay");
        assertThat(answers().lastAddress().message()).isEqualTo("Please pay.");
        assertThat(answers().lastAddress().elicitationId()).isEqualTo("payment-1");

        answers().elicit(ElicitResult.decline());
        assertThat(call(client(), "trigger-url-elicitation", arguments).text()).contains("User declined");
    }

    // ELI-28: a call that requires a URL elicitation, which the user declines
    @Test
    @SuppressWarnings("unchecked")
    default void triggerUrlElicitationFailsWithTheRequiredUrlUntilTheUserAccepts() {
        Map<String, Object> arguments = Map.of("url", "https://example.com/first", "errorPath", true);
        answers().elicit(ElicitResult.decline());
        McpRequestException refusal = catchThrowableOfType(
                McpRequestException.class, () -> client().callTool("trigger-url-elicitation", arguments));
        assertThat(refusal.code()).isEqualTo(-32042);
        Map<String, Object> data = (Map<String, Object>) refusal.data();
        assertThat((List<Map<String, Object>>) data.get("elicitations"))
                .hasSize(1)
                .allSatisfy(page ->
                        assertThat(page).containsEntry("mode", "url").containsKeys("url", "message", "elicitationId"));

        answers().elicit(ElicitResult.accept());
        assertThat(call(client(), "trigger-url-elicitation", arguments).text())
                .as("the same call, after the user has been there")
                .contains("User completed the URL elicitation flow");
    }

    // ROOT-01, ROOT-04
    @Test
    default void getRootsListShowsTheClientsRootsAndTheirChanges() {
        assertThat(call(client(), "get-roots-list", Map.of()).text())
                .contains("Current MCP Roots (1 total)", "1. Home", EverythingTests.HOME.uri());

        Root work = Root.of(Path.of("work").toUri().toString());
        answers().roots(EverythingTests.HOME, work);
        client().session().notifyRootsChanged();
        await().untilAsserted(() -> assertThat(
                        call(client(), "get-roots-list", Map.of()).text())
                .contains("Current MCP Roots (2 total)", "2. Unnamed Root", work.uri()));

        answers().roots(EverythingTests.HOME);
        client().session().notifyRootsChanged();
        await().untilAsserted(() ->
                assertThat(call(client(), "get-roots-list", Map.of()).text()).contains("Current MCP Roots (1 total)"));
    }

    private static List<FormField.Option> options(Map<String, FormField> fields, String name) {
        return fields.get(name).options();
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(TELLS_WITHIN);
    }
}
