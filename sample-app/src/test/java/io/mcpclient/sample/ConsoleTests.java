package io.mcpclient.sample;

import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;

import io.mcpclient.console.Chromium;
import io.mcpclient.spring.McpServers;

import static org.assertj.core.api.Assertions.assertThat;

/** The console in a real browser: finding a tool among those of several servers, also on a phone. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@DirtiesContext
@Timeout(180)
class ConsoleTests {

    private static final By LIST = By.id("servers");

    private static final By FORM = By.id("tool");

    private static final By BACK = By.id("back");

    @LocalServerPort
    private int port;

    @Autowired
    private McpServers servers;

    private Chromium browser;

    @BeforeEach
    void start() {
        this.browser = Chromium.start();
    }

    @AfterEach
    void close() {
        if (this.browser != null) {
            this.browser.close();
        }
    }

    private void open() {
        this.browser.open("http://localhost:" + this.port + "/");
        this.browser.see(item("delete_note"));
    }

    private static By item(String tool) {
        return By.cssSelector("button[data-item='tool=" + tool + "']");
    }

    @Test
    void searchReturnsOnlyMatches() {
        open();

        this.browser.type(By.id("search"), "Delete");

        this.browser.gone(item("add_note"));
        assertThat(this.browser.see(item("delete_note")).isDisplayed()).isTrue();
        this.browser.type(By.id("search"), "there is no such tool");
        this.browser.read(LIST, "Nothing found.");
        assertThat(this.browser.complaints()).isEmpty();
    }

    @Test
    void mcpConsoleAddsAServerOfTheRegistry() {
        open();
        By sheet = By.id("sheet");
        By plan = By.xpath("//button[text()='Show the plan']");

        this.browser.click(By.linkText("MCP console"));
        this.browser.click(By.xpath("//button[text()='Add server…']"));
        this.browser.type(By.id("add-name"), "voyages");
        this.browser.choose(By.id("add-kind"), "Registry entry");
        this.browser.type(By.id("add-target"), "com.example/voyages@1.0.0");
        this.browser.click(plan);
        this.browser.read(sheet, "Values are missing");
        this.browser.type(By.cssSelector("[data-input='traveler']"), "Ada");
        this.browser.click(plan);
        assertThat(this.browser.read(sheet, "The application would connect to this address"))
                .contains("/servers/travel/mcp with X-Traveler=***");
        this.browser.click(By.xpath("//dialog[@id='sheet']//button[text()='Connect']"));

        this.browser.read(By.cssSelector("[data-server=voyages]"), "Connected");
        assertThat(this.browser.complaints()).isEmpty();
        assertThat(this.servers.remove("voyages")).isTrue();
    }

    @Test
    void effectsOfToolsAreMarkedAsTheServerDeclares() {
        open();

        assertThat(this.browser.see(item("delete_note")).getText()).contains("destructive");
        assertThat(this.browser.see(item("count_words")).getText()).contains("read-only");
        assertThat(this.browser.see(item("add_note")).getText()).doesNotContain("destructive", "read-only");
        this.browser.click(item("delete_note"));
        assertThat(this.browser.read(By.cssSelector("#tool .origin"), "delete_note"))
                .contains("destructive");
    }

    @Test
    void phoneLayoutShowsEitherTheListOrTheForm() {
        this.browser.likeAPhone();
        open();
        assertThat(this.browser.isDisplayed(FORM)).isFalse();

        this.browser.click(item("delete_note"));

        WebElement form = this.browser.see(FORM);
        assertThat(form.getRect().getY()).as("at the top of the page").isLessThan(844);
        assertThat(this.browser.isDisplayed(LIST)).isFalse();
        this.browser.click(BACK);
        this.browser.see(item("delete_note"));
        assertThat(this.browser.isDisplayed(FORM)).isFalse();
    }

    @Test
    void wideLayoutShowsListAndForm() {
        open();

        this.browser.click(item("delete_note"));

        this.browser.read(By.cssSelector("#tool .origin"), "delete_note");
        assertThat(this.browser.isDisplayed(LIST)).isTrue();
        assertThat(this.browser.isDisplayed(BACK)).isFalse();
    }

    // SMP-01: what would be sent is shown, and nothing else
    @Test
    void samplingRequestIsShownAndCanBeApproved() {
        this.browser.likeAPhone();
        open();
        Http http = new Http(this.port);
        CompletableFuture<HttpResponse<String>> call =
                CompletableFuture.supplyAsync(() -> http.call("ask_model", "{\"question\":\"How are you?\"}"));

        assertThat(this.browser.read(By.id("question"), "How are you?"))
                .startsWith("Let server everyday use the model?")
                .contains("write up to 200 tokens")
                .doesNotContain("null", "System prompt")
                .endsWith("Deny");
        this.browser.click(By.cssSelector("#question .run"));

        assertThat(call.join().body()).contains("local-model says");
        assertThat(this.browser.complaints()).isEmpty();
    }
}
