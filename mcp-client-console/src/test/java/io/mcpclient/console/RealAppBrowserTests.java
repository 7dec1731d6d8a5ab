package io.mcpclient.console;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

import io.mcpclient.console.ConsoleApplication.Builder;
import io.mcpclient.testkit.NpmServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Published servers with their views, made with the library of MCP Apps for views. */
class RealAppBrowserTests extends BrowserTest {

    private static final By OUTER = By.cssSelector(".app iframe.view");

    private static final By INNER = By.tagName("iframe");

    private static final By MESSAGES = By.cssSelector(".app .messages");

    private static final By ASK = By.cssSelector(".app .ask");

    @Override
    Builder configure(Builder builder) {
        addServer(builder, "clock", "server-basic-vanillajs");
        addServer(builder, "monitor", "server-system-monitor");
        return builder.property("mcp.extensions.apps.enabled", "true")
                .property("mcp.servers.clock.tools.approval", "all");
    }

    private static void addServer(Builder builder, String name, String npmPackage) {
        List<String> command = NpmServer.command(npmPackage, "--stdio");
        builder.property("mcp.servers." + name + ".command", command.get(0));
        for (int i = 1; i < command.size(); i++) {
            builder.property("mcp.servers." + name + ".args[" + (i - 1) + "]", command.get(i));
        }
    }

    private void call(String tool) {
        openTool(tool);
        this.browser.click(RUN);
        this.browser.click(inSheet("Call"));
        this.browser.see(OUTER);
    }

    private void messages() {
        this.browser.click(By.xpath("//summary[starts-with(text(),'Messages of the view')]"));
    }

    private String inView(By where, String words) {
        return this.browser.within(() -> this.browser.read(where, words), OUTER, INNER);
    }

    private void clickInView(String id) {
        this.browser.within(
                () -> {
                    this.browser.click(By.id(id));
                    return id;
                },
                OUTER,
                INNER);
    }

    private void decide(String action, String label) {
        By button = By.xpath("//*[@data-action='" + action + "']//button[text()='" + label + "'][not(@disabled)]");
        this.browser.click(button);
        this.browser.gone(ASK);
    }

    // APP-23, APP-25, APP-28, APP-29, APP-33, APP-39
    @Test
    void viewShowsTheResultAndUsesItsServerThroughTheConsole() {
        call("get-time");
        assertThat(this.browser.read(By.cssSelector(".app header"), "clock")).contains("get-time");
        String first = inView(By.id("server-time"), "20");
        messages();

        clickInView("get-time-btn");
        assertThat(this.browser.read(By.id("question"), "get-time")).contains("view ui://get-time/mcp-app.html");
        this.browser.click(By.xpath("//dialog[@id='question']//button[text()='Approve'][not(@disabled)]"));
        this.browser.read(MESSAGES, "tools/call get-time");
        assertThat(this.browser.within(
                        () -> this.browser.gone(By.xpath("//*[@id='server-time'][text()='" + first + "']")),
                        OUTER,
                        INNER))
                .isTrue();
        this.browser.shoot("app");

        clickInView("open-link-btn");
        assertThat(this.browser.read(ASK, "open a page")).contains("https://modelcontextprotocol.io/");
        decide("OPEN_LINK", "Refuse");
        clickInView("send-message-btn");
        assertThat(this.browser.read(ASK, "in your name")).contains("This is message text.");
        decide("MESSAGE", "Accept");
        this.browser.read(By.cssSelector(".app"), "Message of the view, accepted");
        clickInView("send-log-btn");
        this.browser.read(MESSAGES, "notifications/message");

        this.browser.click(button("Close the view"));
        this.browser.read(By.cssSelector(".app .end"), "The view has ended: it was removed");
        this.browser.read(MESSAGES, "ui/resource-teardown");
        this.browser.gone(OUTER);
    }

    @Test
    void viewIsShownAgainAfterItWasClosedAndAfterThePageWasLoadedAgain() {
        call("get-time");
        String time = inView(By.id("server-time"), "20");
        this.browser.click(button("Close the view"));
        this.browser.gone(OUTER);
        this.browser.click(button("Show again"));
        assertThat(inView(By.id("server-time"), "20")).isEqualTo(time);

        openTool("get-time");
        this.browser.click(By.xpath("//summary[text()='Calls of this tool']"));
        this.browser.click(button("Show"));
        assertThat(inView(By.id("server-time"), "20")).isEqualTo(time);
        this.browser.click(By.cssSelector("#areas a[data-area='log']"));
        this.browser.gone(OUTER);
    }

    // APP-24: the tool is for views alone
    @Test
    void viewPollsAToolThatModelsDoNotGet() {
        call("get-system-info");
        messages();

        this.browser.read(MESSAGES, "tools/call poll-system-stats");
        inView(By.tagName("body"), "System Monitor");
        this.browser.shoot("app-monitor");
        this.browser.click(button("Close the view"));
        this.browser.gone(OUTER);
    }
}
