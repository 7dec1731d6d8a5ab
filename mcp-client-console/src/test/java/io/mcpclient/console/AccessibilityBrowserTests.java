package io.mcpclient.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.By;
import org.opentest4j.TestAbortedException;

import io.mcpclient.McpClients;
import io.mcpclient.schema.CallToolResult;

import static org.assertj.core.api.Assertions.assertThat;

/** What axe-core finds in all areas and dialogs. Skipped if its npm package is not installed, unless it is required. */
class AccessibilityBrowserTests extends BrowserTest {

    private static final Path AXE = Path.of("..", "conformance", "node_modules", "axe-core", "axe.min.js");

    private static final String FINDINGS = """
            return axe.run(document, { resultTypes: ["violations"], preload: false }).then((results) =>
              results.passes.length < 10 ? ["Only " + results.passes.length + " rules apply to the page"] : results.violations
                .filter((one) => ["serious", "critical"].includes(one.impact))
                .flatMap((one) => one.nodes.map((node) => one.id + ": " + node.html.slice(0, 200) + " " + node.failureSummary)));""";

    private final SoftAssertions findings = new SoftAssertions();

    /** How the page looks. */
    enum Look {
        LIGHT,
        DARK,
        PHONE
    }

    @AfterEach
    void likeADesktop() {
        this.browser.likeADesktop();
    }

    private static String axe() {
        try {
            return Files.readString(AXE);
        } catch (IOException ex) {
            String reason = "axe-core is not installed: run npm ci in conformance";
            throw (System.getenv("COUNTERPARTS_REQUIRED") != null)
                    ? new IllegalStateException(reason, ex)
                    : new TestAbortedException(reason, ex);
        }
    }

    private void start(Look look) {
        String axe = axe();
        switch (look) {
            case DARK -> this.browser.dark();
            case PHONE -> this.browser.likeAPhone();
            case LIGHT -> {}
        }
        open("overview");
        this.browser.read(server("notes"), "Connected");
        this.browser.script(axe);
    }

    private void go(String address) {
        this.browser.script("location.hash = '#/' + arguments[0]", address);
    }

    private void check(String what) {
        this.findings
                .assertThat((List<?>) this.browser.script(FINDINGS))
                .as(what)
                .isEmpty();
    }

    /** Otherwise an axe that sees nothing of the page would find nothing. */
    @Test
    void seriousDefectIsFound() {
        start(Look.LIGHT);
        this.browser.script("document.body.append(Object.assign(document.createElement('button'), { id: 'nameless' }))");

        List<?> found = (List<?>) this.browser.script(FINDINGS);
        this.browser.script("document.getElementById('nameless').remove()");

        assertThat(found)
                .anySatisfy(finding -> assertThat(finding.toString()).startsWith("button-name"));
    }

    @ParameterizedTest
    @EnumSource
    void nothingSeriousIsFound(Look look) {
        start(look);

        areas();
        tool();
        contents();
        sheets();
        question();

        this.findings.assertAll();
    }

    private void areas() {
        List<?> areas = (List<?>)
                this.browser.script("return [...document.querySelectorAll('#areas a')].map(one => one.dataset.area)");
        for (Object area : areas) {
            go(area.toString());
            this.browser.see(By.cssSelector("main[data-area='" + area + "']"));
            check(area.toString());
        }
    }

    private void tool() {
        go("tools/get_forecast");
        this.browser.type(field("city"), "x");
        this.browser.click(RUN);
        this.browser.read(By.cssSelector(".wrong"), "characters");
        check("form with an error");
        this.browser.type(field("city"), "Oslo");
        this.browser.click(RUN);
        this.browser.read(By.cssSelector(".outcome table"), "Monday");
        check("result");
        for (String tab : List.of("Definition", "Code")) {
            this.browser.click(tab(tab));
            this.browser.see(By.cssSelector("article.tool pre"));
            check(tab);
        }
        go("tools/fail_always");
        this.browser.click(RUN);
        this.browser.read(OUTCOME, "The tool reports an error");
        check("failure");
    }

    private void contents() {
        go("resources/" + "notes%20note%3A%2F%2Fpicture");
        this.browser.click(button("Read"));
        this.browser.see(By.cssSelector(".outcome img"));
        check("resource");
        go("prompts/notes%20translate");
        this.browser.click(button("Get prompt"));
        this.browser.read(By.cssSelector(".field .wrong"), "A value is required.");
        check("prompt");
        go("wire");
        this.browser.click(By.cssSelector(".wire tbody button"));
        this.browser.see(By.cssSelector(".wire-one pre"));
        check("request");
    }

    private void sheets() {
        go("overview");
        this.browser.click(button("Add server…"));
        this.browser.see(By.cssSelector("#sheet[open]"));
        check("dialog to add a server");
        this.browser.click(inSheet("Cancel"));
        go("tools/delete_note");
        this.browser.type(field("name"), "list");
        this.browser.click(RUN);
        this.browser.see(By.cssSelector("#sheet .danger"));
        check("confirmation");
        this.browser.click(inSheet("Cancel"));
    }

    private void question() {
        CompletableFuture<CallToolResult> call = CompletableFuture.supplyAsync(
                () -> this.application.bean(McpClients.class).get("notes").callTool("share_note", Map.of()));
        this.browser.see(By.cssSelector("#question[open]"));
        check("question");
        this.browser.click(By.xpath("//dialog[@id='question']//button[not(@disabled)][text()='Decline']"));
        this.findings.assertThat(call.join().text()).contains("decline");
    }
}
