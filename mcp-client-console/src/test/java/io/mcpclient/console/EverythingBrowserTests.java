package io.mcpclient.console;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

import io.mcpclient.McpClients;
import io.mcpclient.console.ConsoleApplication.Builder;
import io.mcpclient.testkit.NpmServer;

import static org.assertj.core.api.Assertions.assertThat;

/** The console and the reference server of npm, server-everything. Skipped if that is not installed, unless it is required. */
class EverythingBrowserTests extends BrowserTest {

    private static final By DIALOG = By.cssSelector("#question[open]");

    private NpmServer everything;

    @Override
    Builder configure(Builder builder) {
        this.everything = NpmServer.start("server-everything", "streamableHttp");
        return builder.source(QuestionBrowserTests.Model.class)
                .property("mcp.servers.everything.url", this.everything.url());
    }

    @AfterAll
    void stopServer() {
        if (this.everything != null) {
            this.everything.close();
        }
    }

    private void call(String tool) {
        this.application.bean(McpClients.class).get("everything").callTool(tool);
    }

    private void choose(String area, String row) {
        open(area);
        this.browser.click(By.xpath("//a[contains(@class,'row')][.//*[text()='" + row + "']]"));
    }

    @Test
    void cardShowsTheServerAndItsEra() {
        open("overview");

        assertThat(this.browser.read(server("everything"), "Connected"))
                .contains("Everything Reference Server", "2025-11-25, legacy era", "18 tools");
    }

    @Test
    void toolIsCalledWithItsForm() {
        openTool("get-structured-content");
        this.browser.choose(field("location"), "Chicago");
        this.browser.click(RUN);
        assertThat(this.browser.read(OUTCOME, "Light rain / drizzle")).contains("humidity", "82");

        openTool("get-sum");
        this.browser.type(field("a"), "0.5");
        this.browser.type(field("b"), "2");
        this.browser.click(RUN);
        this.browser.read(OUTCOME, "The sum of 0.5 and 2 is 2.5.");
    }

    @Test
    void progressOfALongOperationIsShown() {
        openTool("trigger-long-running-operation");
        this.browser.type(field("duration"), "3");
        this.browser.type(field("steps"), "10");
        this.browser.click(RUN);

        this.browser.read(By.cssSelector(".running"), "of 10");
        this.browser.read(OUTCOME, "Long running operation completed. Duration: 3 seconds, Steps: 10.");
    }

    @Test
    void pictureIsShown() {
        openTool("get-tiny-image");
        this.browser.click(RUN);

        this.browser.see(By.cssSelector(".outcome img[src^='data:image/png']"));
        assertThat(this.browser.script("return document.querySelector('.outcome img').naturalWidth > 1"))
                .isEqualTo(true);
    }

    @Test
    void resourceIsReadAndReadAgainWhenItChanges() {
        choose("resources", "demo://resource/dynamic/text/{resourceId}");
        this.browser.type(By.id("variable-resourceId"), "7");
        this.browser.click(button("Read"));
        this.browser.read(By.cssSelector(".outcome .block"), "Resource 7: This is a plaintext resource");
        this.browser.click(button("Subscribe"));
        this.browser.see(button("Unsubscribe"));

        call("toggle-subscriber-updates");

        this.browser.read(By.cssSelector("article.tool form"), "read again.");
        this.browser.click(button("Unsubscribe"));
        this.browser.see(button("Subscribe"));
        call("toggle-subscriber-updates");
    }

    @Test
    void argumentOfAPromptIsCompletedWithTheOtherOne() {
        choose("prompts", "completable-prompt");
        this.browser.type(By.id("argument-0"), "Sales");
        this.browser.see(By.cssSelector("#argument-0[data-suggestions='1']"));
        this.browser.type(By.id("argument-1"), "E");
        this.browser.see(By.cssSelector("#argument-1[data-suggestions='1']"));
        assertThat(this.browser.script("return document.querySelectorAll('#argument-1 ~ datalist option')[0].value"))
                .isEqualTo("Eve");
        this.browser.type(By.id("argument-1"), "Eve");
        this.browser.click(button("Get prompt"));

        this.browser.read(OUTCOME, "Please promote Eve to the head of the Sales team.");
    }

    @Test
    void logFollowsTheServerAtALevel() {
        open("log");
        this.browser.choose(By.cssSelector("select[aria-label=Server]"), "everything");
        this.browser.choose(By.cssSelector("select[aria-label=Level]"), "debug");
        this.browser.click(button("Follow"));
        this.browser.see(button("Stop following"));

        call("toggle-simulated-logging");

        this.browser.read(By.cssSelector(".log"), "message - SessionId");
        open("wire");
        this.browser.click(By.xpath("(//tr[contains(.,'logging/setLevel')]//button)[1]"));
        this.browser.read(By.cssSelector(".wire-one"), "\"level\": \"debug\"");
        call("toggle-simulated-logging");
    }

    @Test
    void formOfTheServerIsFilledIn() {
        openTool("trigger-elicitation-request");
        this.browser.click(RUN);
        this.browser.read(DIALOG, "Please provide inputs for the following fields:");
        this.browser.type(By.cssSelector("#question [data-field='name'] input"), "Ada");
        this.browser.click(By.xpath("//dialog[@id='question']//button[not(@disabled)][text()='Send']"));

        assertThat(this.browser.read(OUTCOME, "User provided the requested information"))
                .contains("- Name: Ada", "- Favorite Integer: 42");
    }

    @Test
    void samplingNeedsConsent() {
        openTool("trigger-sampling-request");
        this.browser.type(field("prompt"), "How is it?");
        this.browser.click(RUN);
        assertThat(this.browser.read(DIALOG, "How is it?")).contains("up to 100 tokens");
        this.browser.click(By.xpath("//dialog[@id='question']//button[not(@disabled)][text()='Allow']"));

        assertThat(this.browser.read(OUTCOME, "Done")).contains("fine");
    }
}
