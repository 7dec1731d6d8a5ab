package io.mcpclient.console;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.mcpclient.console.ConsoleApplication.Builder;
import io.mcpclient.schema.TextContent;
import io.mcpclient.testkit.FakeModel;
import io.mcpclient.testkit.FakeModelTurn;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Conversations with a model of Spring AI; a second model rejects the key of the application. */
class ChatBrowserTests extends BrowserTest {

    private static final By MESSAGE = By.cssSelector(".say textarea");

    private static final By STEPS = By.cssSelector(".steps");

    private static final By STEP = By.cssSelector(".steps .step");

    private static final String MARKUP = "<img src=x onerror=\"window.attacked=1\"> [a](javascript:window.attacked=2)";

    private static final FakeModel MODEL = new FakeModel();

    private static final ScriptedHttpServer STRICT = new ScriptedHttpServer();

    @Configuration(proxyBeanMethods = false)
    static class Models {

        @Bean
        ChatModel assistant() {
            return model(MODEL.openAiUrl());
        }

        @Bean
        ChatModel stranger() {
            return model("http://127.0.0.1:" + STRICT.port() + "/v1");
        }

        private static ChatModel model(String url) {
            return OpenAiChatModel.builder()
                    .options(OpenAiChatOptions.builder()
                            .baseUrl(url)
                            .apiKey("sk-secret-4711")
                            .model("fake")
                            .maxRetries(0)
                            .build())
                    .build();
        }
    }

    @Override
    Builder configure(Builder builder) {
        STRICT.onAny().optionally().reply(Reply.json(401, """
            {"error": {"message": "Incorrect API key provided: sk-secret-4711.", "code": "invalid_api_key"}}\
            """));
        this.weather
                .tool("warn")
                .annotations(DemoServers.annotations(true, null))
                .answers(call -> DemoServers.result(TextContent.of(MARKUP)));
        return builder.source(Models.class);
    }

    @AfterAll
    static void stopModels() {
        MODEL.close();
        STRICT.close();
    }

    private void say(String message) {
        this.browser.type(MESSAGE, message);
        this.browser.press(Keys.ENTER);
    }

    private void openChat() {
        open("tools");
        this.browser.see(By.linkText("Weather forecast\nget_forecast"));
        open("chat");
        this.browser.see(MESSAGE);
    }

    private static By inDialog(String label) {
        return By.xpath("//dialog[@id='question']//button[not(@disabled)][text()='" + label + "']");
    }

    @Test
    void stepsOfAnAnswerAreShownWithTheirRequest() {
        MODEL.thenCall("get_forecast", "{\"city\":\"Oslo\",\"days\":3}").thenSay("Sunny, **mostly**.");
        openChat();

        say("How is the weather?");

        assertThat(this.browser.read(STEPS, "Sunny, **mostly**."))
                .contains("How is the weather?", "Calls get_forecast", "server weather", "Done", "\"city\": \"Oslo\"");
        assertThat(this.browser.read(STEPS, "tokens written")).contains("tokens read");
        this.browser.click(By.xpath("//li[contains(@class, 'step')]//summary[text()='Result']"));
        this.browser.read(STEP, "Structured content");
        this.browser.click(tab("For a model"));
        this.browser.read(STEP, "Tuesday");
        this.browser.shoot("chat");
        this.browser.likeAPhone();
        assertThat(this.browser.script("return document.documentElement.scrollWidth <= innerWidth"))
                .isEqualTo(true);
        this.browser.shoot("chat-phone");
        this.browser.likeADesktop();
        this.browser.click(By.linkText("Request"));
        this.browser.read(By.cssSelector(".wire-one"), "\"name\": \"get_forecast\"");
    }

    @Test
    void conversationIsContinuedAndDeleted() {
        MODEL.thenSay("First answer.").thenSay("Second answer.");
        openChat();
        say("First message");
        this.browser.read(STEPS, "First answer.");
        String address = this.browser.address();
        assertThat(address).contains("#/chat/");

        openChat();
        this.browser.choose(By.cssSelector("select[aria-label='Conversation']"), "First message");
        this.browser.read(STEPS, "First answer.");
        say("Second message");
        this.browser.read(STEPS, "Second answer.");
        assertThat(MODEL.messages().toString()).contains("First message", "First answer.", "Second message");

        this.browser.click(button("Delete"));
        this.browser.gone(By.cssSelector(".steps > li"));
        this.browser.open("about:blank");
        this.browser.open(address);
        this.browser.read(By.id("live"), "Live");
        this.browser.see(MESSAGE);
        assertThat(this.browser.shows(By.cssSelector(".steps > li"))).isFalse();
    }

    @Test
    void destructiveCallIsAskedInTheDialog() {
        MODEL.thenCall("delete_note", "{\"name\":\"one\"}").thenSayResults();
        openChat();

        say("Delete my note");

        assertThat(this.browser.read(By.cssSelector("#question[open]"), "Approve the call of delete_note?"))
                .contains("\"name\": \"one\"");
        this.browser.click(inDialog("Approve"));
        this.browser.read(STEPS, "deleted one");
    }

    @Test
    void questionOfAServerDuringACallIsAnswered() {
        MODEL.thenCall("share_note", "{}").thenSayResults();
        openChat();

        say("Share my note");
        this.browser.read(By.cssSelector("#question[open]"), "With whom, and how?");
        this.browser.type(By.cssSelector("#question [data-field='name'] input"), "Ada");
        this.browser.click(inDialog("Send"));

        this.browser.read(By.cssSelector(".steps .answer"), "name=Ada");
    }

    @Test
    void progressIsShownAndTheCallCanBeStopped() {
        MODEL.thenCall("watch_radar", "{}");
        openChat();

        say("Watch the radar");
        this.browser.read(STEP, "second picture");
        this.browser.click(button("Stop"));

        assertThat(this.browser.read(STEPS, "Stopped.")).contains("Cancelled");
    }

    @Test
    void modelIsChosenAndItsFailureSaysWhatToDo() {
        openChat();
        this.browser.choose(By.cssSelector("select[aria-label='Model']"), "stranger");

        say("Hello");

        assertThat(this.browser.read(STEPS, "rejected the application's credentials with status 401"))
                .contains("Check the key of the model")
                .doesNotContain("4711");
    }

    @Test
    void textsOfModelsAndServersStayText() {
        MODEL.thenCall("warn", "{\"x\":\"<script>window.attacked=3</script>\"}")
                .then(request -> FakeModelTurn.say(MARKUP + " \u202Etxt.exe"));
        openChat();

        say("Warn me");

        assertThat(this.browser.read(By.cssSelector(".steps .answer"), "txt.exe"))
                .contains("<img src=x", "⟨U+202E⟩");
        this.browser.click(By.xpath("//li[contains(@class, 'step')]//summary[text()='Result']"));
        this.browser.read(STEP, "javascript:window.attacked=2");
        assertThat(this.browser.script("return window.attacked ?? null")).isNull();
        assertThat(this.browser.shows(By.cssSelector(".steps img, .steps script, .steps a[href^='javascript']")))
                .isFalse();
    }
}
