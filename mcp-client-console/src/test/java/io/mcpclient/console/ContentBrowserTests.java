package io.mcpclient.console;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.FormField;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.RequestedSchema;
import io.mcpclient.test.McpRecording;
import io.mcpclient.test.McpTestServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Resources, prompts, tasks, skills, log and wire. */
class ContentBrowserTests extends BrowserTest {

    private static final By SEARCH = By.cssSelector("input[type=search]");

    private final McpTestServer shop = SkillServer.start("Handle a return of goods", "Ask for the order number first.");

    @Override
    ConsoleApplication.Builder configure(ConsoleApplication.Builder builder) {
        this.weather
                .tool("plan_trip")
                .annotations(DemoServers.annotations(true, null))
                .runsAsTask(Duration.ofMinutes(5), Duration.ofMillis(100))
                .answersLater(call -> {
                    ElicitResult pace = call.answer("pace", ElicitResult.class);
                    return (pace == null)
                            ? call.asks("pace", "Which pace?", RequestedSchema.of(Map.of("value", FormField.text())))
                            : Mono.just(CallToolResult.text(
                                    "planned " + pace.content().get("value")));
                });
        return builder.server(this.shop).property("mcp.extensions.skills.enabled", "true");
    }

    @AfterAll
    void stopShop() {
        this.shop.close();
    }

    private void openResource(String uri) {
        open("resources");
        this.browser.click(By.xpath("//a[contains(@class,'row')][.//*[text()='" + uri + "']]"));
        this.browser.see(button("Read"));
    }

    @Test
    void resourceIsReadByKind() {
        openResource("note://welcome");
        this.browser.click(button("Read"));
        this.browser.read(By.cssSelector(".outcome .block"), "Welcome to the notes.");

        openResource("note://picture");
        this.browser.click(button("Read"));
        this.browser.see(By.cssSelector(".outcome img[src^='data:image/png']"));
    }

    @Test
    void changeOfASubscribedResourceIsReadWithoutReload() {
        this.notes.resource("note://live", "first");
        openResource("note://live");
        this.browser.click(button("Subscribe"));
        this.browser.see(button("Unsubscribe"));

        this.notes.resource("note://live", "second");

        this.browser.read(By.cssSelector(".outcome .block"), "second");
        this.browser.shoot("resource");
    }

    @Test
    void templateIsFilledInAndRead() {
        this.notes.resource("note://desk/a%20b", "Filled in.");
        openResource("note://{folder}/{name}");

        this.browser.type(By.id("variable-folder"), "desk");
        this.browser.type(By.id("variable-name"), "a b");
        this.browser.read(By.cssSelector("form .address"), "note://desk/a%20b");
        this.browser.click(button("Read"));

        this.browser.read(By.cssSelector(".outcome .block"), "Filled in.");
    }

    @Test
    void promptHasAFormWithCompletion() {
        open("prompts");
        this.browser.click(By.xpath("//a[contains(@class,'row')][.//*[text()='translate']]"));
        this.browser.click(button("Get prompt"));
        this.browser.read(By.cssSelector(".field .wrong"), "A value is required.");

        this.browser.type(By.id("argument-0"), "f");
        this.browser.see(By.cssSelector("#argument-0[data-suggestions='2']"));
        this.browser.type(By.id("argument-0"), "finnish");
        this.browser.click(button("Get prompt"));

        assertThat(this.browser.read(By.cssSelector(".outcome"), "Translate my note"))
                .containsIgnoringCase("user");
        this.browser.shoot("prompt");
    }

    @Test
    void logOfAFollowedServerAppears() {
        open("log");
        this.browser.read(By.cssSelector(".log"), "No messages.");
        this.browser.choose(By.cssSelector("select[aria-label=Server]"), "notes");
        this.browser.click(button("Follow"));
        this.browser.see(button("Stop following"));

        this.notes.log(LoggingLevel.WARNING, "disk is nearly full");

        assertThat(this.browser.read(By.cssSelector(".log"), "disk is nearly full"))
                .contains("warning", "notes");
        this.browser.shoot("log");
        this.browser.click(button("Stop following"));
        this.browser.see(button("Follow"));
    }

    @Test
    void wireShowsRequestsOfTheApplicationWithoutSecretsOfHeaders() {
        McpClient client = this.application.bean(McpClients.class).get("weather");
        open("wire");

        client.callTool(
                "get_forecast",
                Map.of("city", "Hammerfest", "days", 2),
                McpCallOptions.timeout(Duration.ofSeconds(10)).withHeader("X-Api-Key", "very-secret-key"));
        this.browser.read(By.cssSelector(".wire tbody"), "get_forecast");
        this.browser.click(By.xpath("(//tr[contains(.,'get_forecast')]//button)[1]"));

        assertThat(this.browser.read(By.cssSelector(".wire-one"), "Hammerfest"))
                .contains("tools/call", "OK", "Parameters", "Result", "Wednesday");
        assertThat(this.browser.script("return document.body.textContent").toString())
                .doesNotContain("very-secret-key");
        this.browser.shoot("wire");
    }

    @Test
    void wireIsFilteredToFailures() {
        McpClient client = this.application.bean(McpClients.class).get("notes");
        client.callTool("fail_always");
        open("wire");
        this.browser.read(By.cssSelector(".wire tbody"), "fail_always");

        this.browser.click(By.xpath("//label[contains(.,'Failures only')]/input"));
        this.browser.type(SEARCH, "fail_");

        assertThat(this.browser.read(By.cssSelector(".wire tbody"), "fail_always"))
                .doesNotContain("tools/list");
    }

    @Test
    void toolRunsAsATaskWhichAsksAtTheConsoleAndShowsItsResult() {
        openTool("plan_trip");
        this.browser.click(button("Run as task"));

        this.browser.see(By.cssSelector("#question[open]"));
        this.browser.read(By.cssSelector("article.task"), "Needs input");
        this.browser.type(By.cssSelector("#question [data-field='value'] input"), "slowly");
        this.browser.click(button("Send"));

        assertThat(this.browser.read(By.cssSelector("article.task"), "planned slowly"))
                .contains("plan_trip", "weather", "started here");
        this.browser.read(By.cssSelector("a.row[aria-current]"), "Completed");
        this.browser.shoot("task");
    }

    @Test
    void skillsAreReadForReviewAsText() {
        open("skills");
        this.browser.click(By.xpath("//a[contains(@class,'row')][.//*[text()='" + SkillServer.URI + "']]"));
        this.browser.click(button("Read the instructions"));

        assertThat(this.browser.read(By.cssSelector("article.skill .outcome"), "Ask for the order number first."))
                .contains("Verified", "name: returns");
        assertThat(this.browser.read(By.cssSelector("article.skill"), "Handle a return of goods"))
                .contains("shop", "Valid", "sha256:");
        this.browser.click(button(SkillServer.LETTER));
        this.browser.read(By.cssSelector("article.skill .outcome"), "Dear customer");
        this.browser.shoot("skill");
    }

    @Test
    void wireShowsMessagesOfServersAndExportsARecording() {
        openTool("share_note");
        this.browser.click(RUN);
        this.browser.see(By.cssSelector("#question[open]"));
        this.browser.click(button("Decline"));
        this.browser.read(OUTCOME, "Done");
        open("wire");
        this.browser.type(SEARCH, "from elicitation");
        this.browser.click(By.xpath("(//tr[contains(.,'elicitation/create')]//button)[1]"));
        assertThat(this.browser.read(By.cssSelector(".wire-one"), "With whom, and how?"))
                .contains("from notes", "Result");
        this.browser.shoot("wire-of-a-server");
        this.browser.script("""
            URL.createObjectURL = (blob) => { blob.text().then((text) => { window.exported = text; }); return "blob:x"; };
            HTMLAnchorElement.prototype.click = function () { window.exportedName = this.download; };\
            """);

        this.browser.choose(By.cssSelector("select[aria-label='Server to export']"), "notes");
        this.browser.click(button("Export recording"));

        this.browser.until("Nothing is exported", "return window.exported !== undefined");
        assertThat(this.browser.script("return window.exportedName")).isEqualTo("notes.json");
        assertThat(McpRecording.parse(String.valueOf(this.browser.script("return window.exported"))))
                .isNotNull();
        assertThat(this.browser.script("return window.exported").toString()).contains("share_note");
    }
}
