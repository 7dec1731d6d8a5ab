package io.mcpclient.console;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.openqa.selenium.By;

import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.test.McpTestServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An application with two servers, whose tools are listed, and a browser that shows its console. The classes have a tab and an
 * application each.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BrowserTest {

    private static final Duration LIMIT = Duration.ofSeconds(120);

    static final By RUN = By.cssSelector(".runs > form .primary");

    static final By OUTCOME = By.cssSelector(".outcome");

    final McpTestServer weather = DemoServers.weather();

    final McpTestServer notes = DemoServers.notes();

    ConsoleApplication application;

    Chromium browser;

    @BeforeAll
    void startBrowser() {
        this.browser = Chromium.shared();
        this.application = configure(
                        ConsoleApplication.withConsole().server(this.weather).server(this.notes))
                .start();
        McpToolRegistry tools = this.application.bean(McpToolRegistry.class);
        await().atMost(LIMIT).until(() -> tools.snapshot().tools().stream()
                .map(McpRegisteredTool::server)
                .toList()
                .containsAll(List.of("weather", "notes")));
    }

    /** Adds what a class needs. */
    ConsoleApplication.Builder configure(ConsoleApplication.Builder builder) {
        return builder;
    }

    @AfterAll
    void stopBrowser() {
        try {
            if (this.browser != null) {
                assertThat(this.browser.complaints()).isEmpty();
                this.browser.open("about:blank"); // otherwise the page complains about the end of its application
            }
        } finally {
            if (this.application != null) {
                this.application.close();
            }
            this.weather.close();
            this.notes.close();
        }
    }

    /** Opens an area in a new document, and waits until it receives events. */
    void open(String area) {
        this.browser.openInNewDocument(this.application.address() + "#/" + area);
        this.browser.read(By.id("live"), "Live");
    }

    void openTool(String name) {
        open("tools/" + name);
        this.browser.see(By.xpath("//article//header//code[text()='" + name + "']"));
        this.browser.see(RUN);
    }

    static By field(String name) {
        return By.cssSelector("[data-field='" + name + "'] input, [data-field='" + name + "'] select");
    }

    /** A button that can be pressed: a click at one that is disabled, as those of questions are at first, has no effect. */
    static By button(String label) {
        return By.xpath("//button[not(@disabled)][text()='" + label + "']");
    }

    static By inSheet(String label) {
        return By.xpath("//dialog[@id='sheet']//button[not(@disabled)][text()='" + label + "']");
    }

    static By tab(String label) {
        return By.xpath("//*[@role='tab'][text()='" + label + "']");
    }

    static By server(String name) {
        return By.cssSelector(".server[data-server='" + name + "']");
    }
}
