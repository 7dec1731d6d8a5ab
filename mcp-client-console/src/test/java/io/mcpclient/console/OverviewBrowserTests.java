package io.mcpclient.console;

import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

import static org.assertj.core.api.Assertions.assertThat;

class OverviewBrowserTests extends BrowserTest {

    @Test
    void cardsShowStateProtocolAndIdentity() {
        open("overview");

        assertThat(this.browser.read(server("weather"), "Connected"))
                .contains("weather", "2026-07-28, modern era", "localhost:", "0 in flight", "4 tools");
        this.browser.read(By.cssSelector(".head [role=status]"), "2 of 2 connected");
        this.browser.shoot("overview");
    }

    @Test
    void lostServerAppearsWithErrorRemedyAndCountdownWithoutReload() {
        open("overview");
        this.browser.read(server("notes"), "Connected");
        this.browser.script("window.sameDocument = true");

        this.notes.refuse().disconnect();
        this.browser.click(By.xpath("//section[@data-server='notes']//button[text()='Reconnect']"));

        this.browser.read(By.cssSelector("[data-server='notes'] .waits"), "Next attempt");
        assertThat(this.browser
                        .see(By.cssSelector("[data-server='notes'] .trouble"))
                        .getText())
                .isNotEmpty();
        this.browser.shoot("overview-lost");

        this.notes.accept();
        this.browser.click(By.xpath("//section[@data-server='notes']//button[text()='Reconnect']"));
        this.browser.read(server("notes"), "Connected");
        assertThat(this.browser.script("return window.sameDocument")).isEqualTo(true);
    }

    @Test
    void serverIsDisabledAndEnabled() {
        open("overview");
        this.browser.read(server("weather"), "Connected");

        this.browser.click(By.xpath("//section[@data-server='weather']//button[text()='Disable']"));
        this.browser.read(server("weather"), "Disabled");
        this.browser.click(By.xpath("//section[@data-server='weather']//button[text()='Enable']"));

        this.browser.read(server("weather"), "Connected");
    }

    @Test
    void planIsShownBeforeAServerIsAdded() {
        open("overview");
        this.browser.read(server("weather"), "Connected");

        this.browser.click(button("Add server…"));
        this.browser.type(By.id("add-name"), "second");
        this.browser.type(By.id("add-target"), this.weather.url());
        this.browser.click(button("Show the plan"));
        this.browser.read(By.id("sheet"), "The application would connect to this address");
        assertThat(this.browser.shows(server("second"))).isFalse();
        this.browser.click(button("Connect"));

        this.browser.read(server("second"), "Connected");
    }

    @Test
    void commandIsShownWordByWordBeforeItRuns() {
        open("overview");

        this.browser.click(button("Add server…"));
        this.browser.type(By.id("add-name"), "local");
        this.browser.type(By.id("add-target"), "echo 'two words' three");
        this.browser.click(button("Show the plan"));

        assertThat(this.browser.read(By.cssSelector("#sheet pre"), "program"))
                .isEqualTo("program   echo\nargument  two words\nargument  three");
        this.browser.click(inSheet("Cancel"));
        assertThat(this.browser.shows(server("local"))).isFalse();
    }
}
