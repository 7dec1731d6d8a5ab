package io.mcpclient.sample;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.By;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;

import io.mcpclient.console.Chromium;

import static org.assertj.core.api.Assertions.assertThat;

/** The chat in a real browser: tool calls step by step, images, questions of servers, also on a phone. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@DirtiesContext
@Timeout(180)
class ChatPageTests {

    private static final By MESSAGES = By.id("messages");

    private static final By DIALOG = By.id("question");

    @LocalServerPort
    private int port;

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
        this.browser.open("http://localhost:" + this.port + "/chat");
        this.browser.read(By.id("summary"), "local rules");
    }

    private void say(String message) {
        this.browser.type(By.id("message"), message);
        this.browser.click(By.id("send"));
    }

    @Test
    void toolCallAndImageAreShown() {
        open();
        assertThat(this.browser.see(By.id("local")).getText()).contains("No language model is configured");

        say("Draw a green circle");

        this.browser.read(MESSAGES, "draw_shape says: [image/png");
        assertThat(this.browser.see(By.cssSelector(".step summary")).getText())
                .contains("Draw a shape", "everyday · draw_shape", "done");
        assertThat(this.browser.see(By.cssSelector(".pictures img")).getDomAttribute("src"))
                .startsWith("data:image/png;base64,");
        assertThat(this.browser.complaints()).isEmpty();
    }

    @Test
    void elicitationIsShownAsADialog() {
        open();

        say("Order lunch");

        this.browser.read(DIALOG, "What shall there be for lunch?");
        this.browser.click(By.cssSelector("#question .run"));
        this.browser.read(MESSAGES, "order_lunch says:");
        assertThat(this.browser.complaints()).isEmpty();
    }

    @Test
    void destructiveCallWaitsForApproval() {
        open();

        say("Delete note 77");
        this.browser.read(DIALOG, "Approve the call of delete_note?");
        assertThat(this.browser.see(DIALOG).getText()).contains("Delete a note", "notes", "77");
        this.browser.click(By.xpath("//button[text()='Deny']"));
        this.browser.read(MESSAGES, "The call was not approved");

        say("Delete note 78");
        this.browser.read(DIALOG, "78");
        this.browser.click(By.xpath("//button[text()='Always approve']"));
        this.browser.read(MESSAGES, "There is no note #78.");

        say("Delete note 79");
        this.browser.read(MESSAGES, "There is no note #79.");
        assertThat(this.browser.complaints()).isEmpty();
    }

    @Test
    void onAPhoneNothingIsWiderThanTheScreen() {
        this.browser.likeAPhone();
        open();

        say("Add the numbers 2 and 40");

        this.browser.read(MESSAGES, "The sum is 42.0.");
        this.browser.click(By.cssSelector(".step summary"));
        assertThat(this.browser.see(By.cssSelector("html")).getRect().getWidth())
                .isLessThanOrEqualTo(390);
        assertThat(this.browser.see(By.id("send")).isDisplayed()).isTrue();
    }
}
