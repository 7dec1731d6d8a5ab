package io.mcpclient.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

import io.mcpclient.McpClients;
import io.mcpclient.console.ConsoleApplication.Builder;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.JsonObject;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pictures of README.md and docs/console.md. With {@code -Dconsole.images=write} they are written to docs/images; otherwise the
 * tests come to the same states of the page, and check that the pictures are there.
 */
class PicturesBrowserTests extends BrowserTest {

    private static final Path FOLDER = Path.of("..", "docs", "images");

    private static final boolean WRITES = "write".equals(System.getProperty("console.images"));

    private static final int LARGEST = 150_000;

    @Override
    Builder configure(Builder builder) {
        this.weather
                .tool("get_temperatures")
                .title("Temperatures")
                .description("Returns the temperatures of the next days, in degrees Celsius.")
                .annotations(DemoServers.annotations(true, null))
                .inputSchema(JsonObject.parse("""
                        {"type": "object", "required": ["city"], "properties": {
                          "city": {"type": "string", "title": "City", "minLength": 2},
                          "days": {"type": "integer", "title": "Days", "minimum": 1, "maximum": 14, "default": 4}}}""").asMap())
                .answers(call -> CallToolResult.structured(JsonObject.parse("""
                        {"temperatures": [{"day": "Monday", "high": 21.5, "low": 12}, {"day": "Tuesday", "high": 18, "low": 9.5},
                          {"day": "Wednesday", "high": 24, "low": 14}, {"day": "Thursday", "high": 22.5, "low": 13}]}""").asMap()));
        return builder.source(QuestionBrowserTests.Model.class)
                .property("mcp.servers.orders.url", "http://127.0.0.1:9/mcp")
                .property("mcp.servers.orders.reconnect.initial-interval", "60s")
                .property("mcp.servers.notes.tools.approval", "destructive");
    }

    @BeforeEach
    void likeAWindow() {
        this.browser.resize(1360, 760);
    }

    @AfterEach
    void likeADesktop() {
        this.browser.likeADesktop();
    }

    private void picture(String name) throws IOException {
        Path file = FOLDER.resolve("console-" + name + ".png");
        byte[] picture = this.browser.picture();
        assertThat(picture).hasSizeBetween(10_000, LARGEST);
        if (WRITES) {
            Files.createDirectories(FOLDER);
            Files.write(file, picture);
        }
        assertThat(file).exists();
        assertThat(Files.size(file)).isBetween(10_000L, (long) LARGEST);
    }

    private void run() {
        openTool("get_temperatures");
        this.browser.type(field("city"), "Oslo");
        this.browser.click(RUN);
        this.browser.read(By.cssSelector(".outcome table"), "Monday");
    }

    @Test
    void overview() throws IOException {
        open("overview");
        this.browser.read(server("weather"), "Connected");
        this.browser.read(server("notes"), "Connected");
        this.browser.read(server("orders"), "Next attempt in");
        picture("overview");
    }

    @Test
    void result() throws IOException {
        run();
        picture("result");
    }

    @Test
    void question() throws IOException {
        openTool("get_temperatures");
        CompletableFuture<CallToolResult> call = CompletableFuture.supplyAsync(() -> this.application
                .bean(McpClients.class)
                .get("notes")
                .callTool("delete_note", Map.of("name", "shopping list")));
        this.browser.read(By.cssSelector("#question[open]"), "Approve the call of delete_note?");
        By approve = By.xpath("//dialog[@id='question']//button[not(@disabled)][text()='Approve']");
        this.browser.see(approve);
        picture("question");
        this.browser.click(approve);
        assertThat(call).succeedsWithin(Duration.ofSeconds(120));
    }

    @Test
    void wire() throws IOException {
        run();
        open("wire");
        this.browser.click(By.xpath("(//tr[contains(.,'get_temperatures')]//button)[1]"));
        this.browser.read(By.cssSelector(".wire-one"), "Wednesday");
        picture("wire");
    }

    @Test
    void phone() throws IOException {
        this.browser.dark();
        this.browser.likeAPhone();
        run();
        picture("phone");
    }

    @Test
    void pagesShowEachPicture() throws IOException {
        String pages =
                Files.readString(Path.of("..", "README.md")) + Files.readString(Path.of("..", "docs", "console.md"));
        for (String name : List.of("overview", "result", "question", "wire", "phone")) {
            assertThat(pages).contains("images/console-" + name + ".png");
        }
    }
}
