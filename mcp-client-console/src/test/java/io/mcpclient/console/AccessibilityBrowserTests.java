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
import org.openqa.selenium.By;
import org.opentest4j.TestAbortedException;

import io.mcpclient.McpClients;
import io.mcpclient.schema.CallToolResult;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What axe-core finds in all areas and dialogs, in each of their looks. Skipped if its npm package is not installed, unless it is
 * required.
 */
class AccessibilityBrowserTests extends BrowserTest {

    private static final Path AXE = Path.of("..", "conformance", "node_modules", "axe-core", "axe.min.js");

    private static final String FINDINGS = """
            const [colors, least] = arguments;
            const rules = colors ? { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } } : {};
            return axe.run(document, { ...rules, resultTypes: ["violations"], preload: false }).then((results) =>
              results.passes.length < least ? ["Only " + results.passes.length + " rules apply to the page"] : results.violations
                .filter((one) => ["serious", "critical"].includes(one.impact))
                .flatMap((one) => one.nodes.map((node) => one.id + ": " + node.html.slice(0, 200) + " " + node.failureSummary)));""";

    private final SoftAssertions findings = new SoftAssertions();

    /** How the page looks. Dark mode changes variables of colors alone, so rules of other things would find the same. */
    enum Look {
        LIGHT(false, 10, "innerWidth > 960 && !matchMedia('(prefers-color-scheme: dark)').matches"),
        DARK(true, 1, "innerWidth > 960 && matchMedia('(prefers-color-scheme: dark)').matches"),
        PHONE(false, 10, "innerWidth === 390 && !matchMedia('(prefers-color-scheme: dark)').matches");

        private final boolean onlyColors;

        private final int leastRules;

        private final String condition;

        Look(boolean onlyColors, int leastRules, String condition) {
            this.onlyColors = onlyColors;
            this.leastRules = leastRules;
            this.condition = condition;
        }
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

    private void start() {
        String axe = axe();
        open("overview");
        this.browser.read(server("notes"), "Connected");
        this.browser.script(axe);
    }

    private void go(String address) {
        this.browser.script("location.hash = '#/' + arguments[0]", address);
    }

    private void look(Look look) {
        this.browser.likeADesktop();
        switch (look) {
            case DARK -> this.browser.dark();
            case PHONE -> this.browser.likeAPhone();
            case LIGHT -> {}
        }
        this.browser.until("The page does not look " + look, "return " + look.condition);
    }

    private List<?> find(Look look) {
        return (List<?>) this.browser.script(FINDINGS, look.onlyColors, look.leastRules);
    }

    private void check(String what) {
        for (Look look : Look.values()) {
            look(look);
            this.findings.assertThat(find(look)).as(what + ", " + look).isEmpty();
        }
        look(Look.LIGHT);
    }

    /** Otherwise an axe that sees nothing of the page would find nothing. */
    @Test
    void seriousDefectIsFound() {
        start();
        this.browser.script(
                "document.body.append(Object.assign(document.createElement('button'), { id: 'nameless' }))");

        List<?> found = find(Look.LIGHT);
        this.browser.script("document.getElementById('nameless').remove()");

        assertThat(found).anySatisfy(finding -> assertThat(finding.toString()).startsWith("button-name"));
    }

    @Test
    void lowContrastOfTheDarkLookIsFound() {
        start();
        look(Look.DARK);
        this.browser.script(
                "document.body.append(Object.assign(document.createElement('p'), { id: 'pale', textContent: 'Pale' }));"
                        + "document.getElementById('pale').style.color = '#1b2430'"); // the text of the other look

        List<?> found = find(Look.DARK);
        this.browser.script("document.getElementById('pale').remove()");

        assertThat(found).anySatisfy(finding -> assertThat(finding.toString()).startsWith("color-contrast"));
    }

    /** Otherwise it would need all rules. */
    @Test
    void darkLookChangesNothingButVariables() {
        open("overview");

        List<?> rules = (List<?>) this.browser.script("""
            return [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
              .filter((rule) => rule.media?.mediaText.includes("prefers-color-scheme"))
              .flatMap((rule) => [...rule.cssRules])
              .flatMap((rule) => [...rule.style].map((property) => rule.selectorText + " " + property));""");

        assertThat(rules).hasSizeGreaterThan(10).allSatisfy(rule -> assertThat(rule.toString())
                .startsWith(":root --"));
    }

    @Test
    void nothingSeriousIsFound() {
        start();

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
