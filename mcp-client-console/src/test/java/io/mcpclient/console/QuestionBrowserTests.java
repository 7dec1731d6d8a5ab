package io.mcpclient.console;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClients;
import io.mcpclient.console.ConsoleApplication.Builder;
import io.mcpclient.console.internal.live.EventStreams;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpSamplingHandler;
import io.mcpclient.handler.ReactiveMcpUrlElicitationHandler;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.ElicitAction;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.ElicitURLParams;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.test.McpTestCall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Questions of servers at the console, in an application without handlers for them. */
class QuestionBrowserTests extends BrowserTest {

    private static final By DIALOG = By.cssSelector("#question[open]");

    @Configuration(proxyBeanMethods = false)
    static class Model {

        @Bean
        McpSamplingHandler model() {
            return (params, context) -> CreateMessageResult.text("local", "fine");
        }
    }

    @Override
    Builder configure(Builder builder) {
        this.notes
                .tool("ask_model")
                .annotations(DemoServers.annotations(true, null))
                .answersLater(QuestionBrowserTests::askModel);
        return builder.source(Model.class)
                .property("mcp.servers.notes.tools.approval", "destructive")
                .property("mcp.console.question-timeout", "60s");
    }

    private static Mono<CallToolResult> askModel(McpTestCall call) {
        CreateMessageResult answer = call.answer("model", CreateMessageResult.class);
        if (answer != null) {
            return Mono.just(CallToolResult.text("the model is " + answer.model()));
        }
        return call.asksModel("model", JsonObject.parse("""
            {"messages": [{"role": "user", "content": {"type": "text", "text": "How are you?"}}],
             "systemPrompt": "Be brief.", "maxTokens": 200}\
            """).as(CreateMessageParams.class));
    }

    private CompletableFuture<CallToolResult> call(String tool, Map<String, Object> arguments) {
        return CompletableFuture.supplyAsync(
                () -> this.application.bean(McpClients.class).get("notes").callTool(tool, arguments));
    }

    private static By inDialog(String label) {
        return By.xpath("//dialog[@id='question']//button[not(@disabled)][text()='" + label + "']");
    }

    @Test
    void formOfAServerIsFilledIn() throws Exception {
        open("overview");
        CompletableFuture<CallToolResult> call = call("share_note", Map.of());

        assertThat(this.browser.read(DIALOG, "With whom, and how?"))
                .startsWith("Server notes asks")
                .contains("Ends without a decision in ", "Do not send passwords");
        this.browser.shoot("question");
        this.browser.click(inDialog("Send"));
        this.browser.read(By.cssSelector("#question [data-field='name'] .wrong"), "required");
        this.browser.type(By.cssSelector("#question [data-field='name'] input"), "Ada");
        this.browser.choose(By.cssSelector("#question [data-field='how'] select"), "read");
        this.browser.click(inDialog("Send"));

        assertThat(call.get(120, TimeUnit.SECONDS).text()).contains("accept", "name=Ada", "how=read");
        this.browser.gone(DIALOG);
    }

    private CompletableFuture<ElicitResult> visit(String address) {
        ElicitURLParams params =
                new ElicitURLParams("url", "Please pay here.", address, "id-1", null, Map.of(), Map.of());
        return this.application
                .bean(ReactiveMcpUrlElicitationHandler.class)
                .elicit(params, new Context())
                .toFuture();
    }

    /** A request of the server notes. */
    private static final class Context implements McpRequestContext {

        @Override
        public String serverName() {
            return "notes";
        }

        @Override
        public @Nullable String relatedTask() {
            return null;
        }

        @Override
        public void reportProgress(double progress, @Nullable Double total, @Nullable String message) {
            throw new AssertionError("nothing reports progress");
        }
    }

    @Test
    void pageIsShownWithItsFullAddressAndNeverOpenedByItself() throws Exception {
        open("overview");
        CompletableFuture<ElicitResult> visit = visit("http://127.0.0.1:9/pay?amount=100");

        assertThat(this.browser.read(DIALOG, "Please pay here."))
                .contains("http://127.0.0.1:9/pay?amount=100", "127.0.0.1", "The host is this machine.");
        assertThat(this.browser.script("return document.querySelectorAll('#question a[href]').length"))
                .hasToString("0");
        this.browser.shoot("page");
        this.browser.click(inDialog("Decline"));

        assertThat(visit.get(120, TimeUnit.SECONDS).action()).isEqualTo(ElicitAction.DECLINE);
    }

    @Test
    void secondClickDoesNotDecideTheNextQuestion() throws Exception {
        open("overview");
        CompletableFuture<CallToolResult> first = call("delete_note", Map.of("name", "one"));
        this.browser.read(DIALOG, "one");
        CompletableFuture<CallToolResult> second = call("delete_note", Map.of("name", "two"));
        this.browser.read(DIALOG, "1 more waiting");
        this.browser.see(inDialog("Approve"));

        this.browser.script("""
            const clicks = () => [...document.querySelectorAll("#question .actions button")][0].click();
            clicks();
            clicks();\
            """);

        assertThat(first.get(120, TimeUnit.SECONDS).text()).isEqualTo("deleted one");
        this.browser.read(DIALOG, "two");
        assertThat(second).isNotDone();
        this.browser.click(inDialog("Deny"));
        assertThat(second).failsWithin(120, TimeUnit.SECONDS);
    }

    @Test
    void escapeCancelsAQuestion() throws Exception {
        open("overview");
        CompletableFuture<CallToolResult> call = call("share_note", Map.of());
        this.browser.read(DIALOG, "With whom, and how?");

        this.browser.press(Keys.ESCAPE);

        assertThat(call.get(120, TimeUnit.SECONDS).text()).contains("cancel");
    }

    @Test
    void samplingShowsWhatWouldBeSent() throws Exception {
        open("overview");
        CompletableFuture<CallToolResult> call = call("ask_model", Map.of());

        assertThat(this.browser.read(DIALOG, "How are you?"))
                .startsWith("Let server notes use the model?")
                .contains("up to 200 tokens", "Be brief.");
        this.browser.click(inDialog("Allow"));

        assertThat(call.get(120, TimeUnit.SECONDS).text()).isEqualTo("the model is local");
    }

    @Test
    void samplingIsAnsweredByHand() throws Exception {
        open("overview");
        CompletableFuture<CallToolResult> call = call("ask_model", Map.of());
        this.browser.read(DIALOG, "Or write the response yourself");
        this.browser.type(By.id("response"), "I am well.");

        this.browser.click(inDialog("Send my response"));

        assertThat(call.get(120, TimeUnit.SECONDS).text()).isEqualTo("the model is a person at the console");
    }

    @Test
    void callOfTheApplicationNeedsApproval() throws Exception {
        open("overview");
        CompletableFuture<CallToolResult> call = call("delete_note", Map.of("name", "list"));

        assertThat(this.browser.read(DIALOG, "Approve the call of delete_note?"))
                .contains("\"name\": \"list\"");
        this.browser.click(inDialog("Approve"));
        assertThat(call.get(120, TimeUnit.SECONDS).text()).isEqualTo("deleted list");

        CompletableFuture<CallToolResult> denied = call("delete_note", Map.of("name", "other"));
        this.browser.read(DIALOG, "other");
        this.browser.click(inDialog("Deny"));
        assertThat(denied)
                .failsWithin(120, TimeUnit.SECONDS)
                .withThrowableThat()
                .withCauseInstanceOf(McpRejectedException.class);
    }

    @Test
    void severalQuestionsFollowEachOther() throws Exception {
        open("overview");
        CompletableFuture<CallToolResult> first = call("delete_note", Map.of("name", "one"));
        this.browser.read(DIALOG, "one");
        CompletableFuture<CallToolResult> second = call("delete_note", Map.of("name", "two"));

        this.browser.click(inDialog("Approve"));
        this.browser.read(DIALOG, "two");
        this.browser.click(inDialog("Approve"));

        assertThat(first.get(120, TimeUnit.SECONDS).text()).isEqualTo("deleted one");
        assertThat(second.get(120, TimeUnit.SECONDS).text()).isEqualTo("deleted two");
    }

    @Test
    void callAtTheConsoleIsNotAskedTwice() {
        openTool("delete_note");
        this.browser.type(field("name"), "mine");
        this.browser.click(RUN);

        this.browser.click(By.cssSelector("#sheet .danger"));

        this.browser.read(OUTCOME, "deleted mine");
        assertThat(this.browser.shows(DIALOG)).isFalse();
    }

    @Test
    void nobodyIsAskedWhileTheConsoleIsNotOpen() throws Exception {
        this.browser.open("about:blank");
        EventStreams streams = this.application.bean(EventStreams.class);
        await().atMost(Duration.ofSeconds(120)).until(() -> {
            streams.publish("probe", null, Map::of); // a stream ends when an event cannot be written
            return !streams.isOpenFor(null);
        });

        assertThatExceptionOfType(McpRejectedException.class)
                .isThrownBy(() -> this.application
                        .bean(McpClients.class)
                        .get("notes")
                        .callTool("delete_note", Map.of("name", "list")))
                .withMessageContaining("nobody decided at the console");
        assertThat(call("share_note", Map.of()).get(120, TimeUnit.SECONDS).text())
                .contains("cancel");
        assertThat(call("ask_model", Map.of()).get(120, TimeUnit.SECONDS).text())
                .isEqualTo("the model is local");
    }
}
