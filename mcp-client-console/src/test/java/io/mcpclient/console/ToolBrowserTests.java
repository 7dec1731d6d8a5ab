package io.mcpclient.console;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.JsonValue;
import io.mcpclient.test.McpTestCall;
import io.mcpclient.test.McpTestTool;

import static org.assertj.core.api.Assertions.assertThat;

class ToolBrowserTests extends BrowserTest {

    private Map<String, Object> lastArguments(String tool) {
        List<McpTestCall> calls = this.weather.calls(tool);
        return calls.get(calls.size() - 1).arguments();
    }

    @Test
    void searchGoesOverAllServersAndAllTexts() {
        open("tools");
        this.browser.read(By.cssSelector(".found"), "7 tools");

        this.browser.type(By.cssSelector("input[type=search]"), "day by");
        this.browser.read(By.cssSelector(".found"), "1 of 7 tools");
        this.browser.press(Keys.ENTER);

        this.browser.read(By.cssSelector("article.tool h2"), "Weather forecast");
    }

    @Test
    void formOfASchemaSendsTheValuesOfTheirTypes() {
        openTool("get_forecast");

        this.browser.type(field("city"), "Oslo");
        this.browser.choose(field("hourly"), "true");
        this.browser.click(By.xpath("//label[text()='wind']/input | //label[contains(.,'wind')]/input"));
        this.browser.type(field("lat"), "59.9");
        this.browser.type(field("lon"), "10.7");
        this.browser.choose(By.cssSelector("[data-field='alarm'] > select"), "By phone");
        this.browser.type(field("phone"), "5");
        this.browser.shoot("form");
        this.browser.click(RUN);

        this.browser.read(OUTCOME, "Done");
        assertThat(lastArguments("get_forecast"))
                .containsEntry("city", "Oslo")
                .containsEntry("units", "metric")
                .containsEntry("hourly", true)
                .containsEntry("parts", List.of("wind"))
                .doesNotContainKeys("from", "via")
                .hasEntrySatisfying("days", days -> assertThat(days).hasToString("3"))
                .hasEntrySatisfying(
                        "place", place -> assertThat(place).asString().contains(new BigDecimal("59.9").toString()))
                .hasEntrySatisfying("alarm", alarm -> assertThat(alarm).hasToString("{phone=5}"));
    }

    @Test
    void invalidFieldSaysWhatIsWrongAndNothingIsSent() {
        openTool("get_forecast");
        int before = this.weather.calls("get_forecast").size();

        this.browser.type(field("days"), "99");
        this.browser.click(RUN);

        this.browser.read(By.cssSelector("[data-field='city'] .wrong"), "A value is required.");
        this.browser.read(By.cssSelector("[data-field='days'] .wrong"), "At most 14.");
        assertThat(this.browser.script("return document.activeElement.closest('[data-field]').dataset.field"))
                .isEqualTo("city");
        assertThat(this.weather.calls("get_forecast")).hasSize(before);
    }

    @Test
    void jsonAndFormShowTheSameArguments() {
        openTool("get_forecast");
        this.browser.type(field("city"), "Oslo");

        this.browser.click(tab("JSON"));
        assertThat(this.browser.script("return document.querySelector('textarea.raw').value"))
                .asString()
                .contains("\"city\": \"Oslo\"");
        this.browser.type(
                By.cssSelector("textarea.raw"),
                "{\"city\": \"Bergen\", \"days\": 5, \"via\": [\"Voss\"], \"unknown\": 1}");
        this.browser.click(tab("Form"));

        assertThat(this.browser.see(field("city")).getDomProperty("value")).isEqualTo("Bergen");
        assertThat(this.browser.see(field("via 1")).getDomProperty("value")).isEqualTo("Voss");
        this.browser.click(RUN);
        this.browser.read(OUTCOME, "Done");
        assertThat(lastArguments("get_forecast"))
                .containsEntry("city", "Bergen")
                .containsKey("unknown");
    }

    private McpTestTool noteTool() {
        return this.weather
                .tool("note_down")
                .annotations(DemoServers.annotations(true, null))
                .inputSchema(JsonObject.parse("""
                    {"type": "object", "properties": {"text": {"type": "string", "default": "a\\nb"}, "day": {"type": "string", "format": "date"},
                      "color": {"type": "string", "format": "color"}, "count": {"type": "integer"},
                      "tags": {"type": "array", "items": {"type": "string"}}}}\
                    """).asMap())
                .checks(arguments -> null);
    }

    @Test
    void argumentsThatTheFormCannotShowRemainJsonAndAreRepeatedAsTheyWere() {
        noteTool().returns("noted");
        try {
            for (Map<String, Object> arguments : List.of(
                    Map.<String, Object>of("text", "one\ntwo"),
                    Map.<String, Object>of("text", ""),
                    Map.<String, Object>of("count", 3, "tags", List.of()))) {
                openTool("note_down");
                this.browser.click(tab("JSON"));
                this.browser.type(
                        By.cssSelector("textarea.raw"), JsonValue.of(arguments).text());
                this.browser.click(tab("Form"));
                this.browser.see(By.xpath("//textarea[contains(@class, 'raw')]/following-sibling::p[text() != '']"));
                this.browser.click(RUN);
                this.browser.read(OUTCOME, "noted");
                int calls = this.weather.calls("note_down").size();

                openTool("note_down");
                this.browser.click(By.cssSelector(".history summary"));
                this.browser.click(By.xpath("(//ol[@class='past']//button[text()='Repeat'])[1]"));
                this.browser.read(OUTCOME, "noted");

                assertThat(this.weather.calls("note_down")).hasSize(calls + 1);
                assertThat(JsonValue.of(lastArguments("note_down")).value())
                        .isEqualTo(JsonValue.of(arguments).value());
            }
        } finally {
            this.weather.removeTool("note_down");
        }
    }

    @Test
    void defaultThatAFieldWouldChangeAndColorThatNobodyChoseAreNotSent() {
        noteTool().returns("noted");
        try {
            openTool("note_down");
            this.browser.type(field("count"), "7");
            this.browser.click(RUN);
            this.browser.read(OUTCOME, "noted");

            assertThat(lastArguments("note_down")).containsOnlyKeys("count");
        } finally {
            this.weather.removeTool("note_down");
        }
    }

    /** No double has these digits. */
    @Test
    void largeNumbersAreShownAndRepeatedWithAllDigits() {
        String number = "12345678901234567891";
        noteTool().answers(call -> CallToolResult.structured(call.arguments()));
        try {
            openTool("note_down");
            this.browser.click(tab("JSON"));
            this.browser.type(By.cssSelector("textarea.raw"), "{\"count\": " + number + "}");
            this.browser.click(RUN);
            this.browser.read(By.cssSelector(".outcome .tree"), number);
            assertThat(lastArguments("note_down")).hasToString("{count=" + number + "}");

            this.browser.click(tab("Form"));
            assertThat(this.browser.script("return document.querySelector('textarea.raw').value"))
                    .isEqualTo("{\"count\": " + number + "}");
            int calls = this.weather.calls("note_down").size();
            openTool("note_down");
            this.browser.click(By.cssSelector(".history summary"));
            this.browser.click(By.xpath("(//ol[@class='past']//button[text()='Repeat'])[1]"));
            this.browser.read(By.cssSelector(".outcome .tree"), number);
            assertThat(this.weather.calls("note_down")).hasSize(calls + 1);
            assertThat(lastArguments("note_down")).hasToString("{count=" + number + "}");
        } finally {
            this.weather.removeTool("note_down");
        }
    }

    @Test
    void structuredResultIsATableATreeAndWhatAModelReads() {
        openTool("get_forecast");
        this.browser.type(field("city"), "Oslo");
        this.browser.click(RUN);

        assertThat(this.browser.read(By.cssSelector(".outcome table"), "Monday"))
                .contains("high", "21.5");
        this.browser.shoot("result");
        this.browser.click(tab("Tree"));
        this.browser.read(By.cssSelector(".outcome .tree"), "Wednesday");
        this.browser.click(tab("Plot"));
        this.browser.see(By.cssSelector(".plots svg"));
        assertThat(this.browser.read(By.cssSelector(".plots"), "low")).contains("high", "18 to 24", "Monday", "21.5");
        this.browser.click(tab("For a model"));
        this.browser.read(OUTCOME, "tokens");
    }

    @Test
    void contentsAreShownByKind() {
        openTool("radar_picture");
        this.browser.click(RUN);

        this.browser.read(OUTCOME, "The latest picture.");
        this.browser.see(By.cssSelector(".outcome img[src^='data:image/png']"));
        assertThat(this.browser.see(By.cssSelector(".outcome a.address")).getText())
                .isEqualTo("https://example.com/radar?place=Oslo");
        assertThat(this.browser.script("""
            const audio = [...document.querySelectorAll(".outcome audio")];
            return audio.length + " " + audio[0].controls + " " + audio[0].autoplay + " " + audio[0].src.slice(0, 22);\
            """)).isEqualTo("1 true" + " false" + " data:audio/wav;base64,");
        this.browser.read(OUTCOME, "Audio of type text/html");
    }

    @Test
    void numbersArePlottedWithTheirValuesBeside() {
        Map<String, Object> many = Map.of(
                "rain",
                Map.of("Oslo", 3, "Bergen", 12.5, "Voss", -1),
                "hours",
                IntStream.range(0, 900).boxed().toList());
        this.weather
                .tool("measure")
                .annotations(DemoServers.annotations(true, null))
                .returns(many);
        try {
            openTool("measure");
            this.browser.click(RUN);
            this.browser.read(OUTCOME, "Done");
            this.browser.click(tab("Plot"));

            assertThat(this.browser.read(By.cssSelector(".plots"), "rain"))
                    .contains("-1 to 12.5", "Bergen", "0 to 499, the first 500 of 900 values");
            assertThat(this.browser.script("""
                const svg = [...document.querySelectorAll(".plots svg")].find(one => one.querySelector("rect"));
                return svg.getAttribute("role") + "|" + svg.querySelector("title").textContent + "|"
                  + [...svg.querySelectorAll("rect title")].map(one => one.textContent).sort().join();\
                """))
                    .isEqualTo("img|rain: 3 values, -1 to 12.5|Bergen: 12.5,Oslo: 3,Voss: -1");
            assertThat(this.browser.script("return document.querySelectorAll('.plots tbody tr').length"))
                    .hasToString("503");
            this.browser.shoot("plot");
        } finally {
            this.weather.removeTool("measure");
        }
    }

    @Test
    void toolThatChangedSinceItWasSeenShowsOldAndNew() {
        this.notes.tool("rate_note").description("Rates a note.").returns("x");
        try {
            openTool("rate_note");
            assertThat(this.browser.shows(By.cssSelector(".changes"))).isFalse();

            this.notes
                    .tool("rate_note")
                    .description("Rates a note, and publishes it.")
                    .returns("x");

            assertThat(this.browser.read(By.cssSelector(".changes"), "publishes"))
                    .contains("description", "Rates a note.", "Rates a note, and publishes it.");
            this.browser.read(By.cssSelector("a.row[aria-current]"), "Changed since seen");
            this.browser.shoot("changed");
            this.browser.click(button("Mark as seen"));

            this.browser.gone(By.cssSelector(".changes"));
            this.browser.gone(By.xpath("//span[text()='Changed since seen']"));
        } finally {
            this.notes.removeTool("rate_note");
        }
    }

    @Test
    void runningCallShowsProgressAndIsCancelled() {
        openTool("watch_radar");
        this.browser.click(RUN);

        this.browser.read(By.cssSelector(".running"), "second picture · 2 of 4");
        this.browser.shoot("running");
        this.browser.click(By.cssSelector(".running button"));

        this.browser.read(OUTCOME, "Cancelled");
        this.browser.gone(By.cssSelector(".running:not([hidden])"));
    }

    @Test
    void destructiveToolIsConfirmedFirst() {
        openTool("delete_note");
        this.browser.type(field("name"), "list");
        this.browser.click(RUN);
        this.browser.read(By.id("sheet"), "may change or delete data");
        this.browser.click(inSheet("Cancel"));
        assertThat(this.notes.calls("delete_note")).isEmpty();

        this.browser.click(RUN);
        this.browser.click(By.cssSelector("#sheet .danger"));

        this.browser.read(OUTCOME, "deleted list");
        assertThat(this.notes.awaitCalls(1, Duration.ofSeconds(60))).isNotEmpty();
    }

    @Test
    void toolThatChangesIsConfirmedAgain() {
        this.notes
                .tool("archive_note")
                .description("Archives a note.")
                .annotations(DemoServers.annotations(false, true))
                .returns("archived");
        try {
            openTool("archive_note");
            this.browser.click(RUN);
            this.browser.click(By.id("no-more"));
            this.browser.click(By.cssSelector("#sheet .danger"));
            this.browser.read(OUTCOME, "archived");
            this.browser.click(RUN);
            this.browser.until(
                    "The second call has not ended", "return document.querySelectorAll('.past .good').length === 2;");

            this.notes
                    .tool("archive_note")
                    .description("Archives all notes.")
                    .annotations(DemoServers.annotations(false, true))
                    .returns("archived");
            this.browser.read(By.cssSelector("article.tool .description"), "Archives all notes.");
            this.browser.see(RUN);
            this.browser.click(RUN);

            this.browser.read(By.cssSelector("#sheet[open]"), "may change or delete data");
            this.browser.click(inSheet("Cancel"));
            assertThat(this.notes.calls("archive_note")).hasSize(2);
        } finally {
            this.notes.removeTool("archive_note");
        }
    }

    @Test
    void failureAndArgumentsStayWhenTheServerIsGone() {
        this.notes
                .tool("break_all")
                .annotations(DemoServers.annotations(false, true))
                .inputSchema(JsonObject.parse("""
                    {"type": "object", "properties": {"name": {"type": "string"}}}\
                    """).asMap())
                .neverAnswers();
        try {
            openTool("break_all");
            this.browser.type(field("name"), "everything");
            this.browser.click(RUN);
            this.browser.click(By.cssSelector("#sheet .danger"));
            this.browser.see(By.cssSelector(".running"));

            this.notes.refuse();
            By away = By.xpath("//article//span[text()='Server not connected']");
            this.browser.see(away);
            this.browser.read(OUTCOME, "Failed");
            assertThat(this.browser.see(field("name")).getDomProperty("value")).isEqualTo("everything");

            this.notes.accept();
            this.browser.gone(away);
            this.browser.read(OUTCOME, "Failed");
            assertThat(this.browser.see(field("name")).getDomProperty("value")).isEqualTo("everything");
        } finally {
            this.notes.accept();
            this.notes.removeTool("break_all");
        }
    }

    @Test
    void logOfTheServerDuringACallIsShown() {
        openTool("calibrate");
        this.browser.click(RUN);

        this.browser.read(OUTCOME, "calibrated");
        assertThat(this.browser.read(By.cssSelector(".lines"), "turning the antenna"))
                .contains("info", "radar");
    }

    @Test
    void failureOfAToolIsShown() {
        openTool("fail_always");
        this.browser.click(RUN);

        assertThat(this.browser.read(OUTCOME, "The tool reports an error")).contains("no such note");
    }

    @Test
    void historyRepeatsACall() {
        openTool("get_forecast");
        this.browser.type(field("city"), "Tromso");
        this.browser.click(RUN);
        this.browser.read(OUTCOME, "Done");
        int calls = this.weather.calls("get_forecast").size();

        openTool("get_forecast");
        this.browser.click(By.cssSelector(".history summary"));
        this.browser.click(By.xpath("(//ol[@class='past']//button[text()='Repeat'])[1]"));

        this.browser.read(OUTCOME, "Done");
        assertThat(this.weather.calls("get_forecast")).hasSize(calls + 1);
        assertThat(lastArguments("get_forecast")).containsEntry("city", "Tromso");
    }

    @Test
    void definitionShowsSchemasAndTokens() {
        openTool("get_forecast");

        this.browser.click(tab("Definition"));

        assertThat(this.browser.read(By.cssSelector("article.tool"), "Schema that a model gets"))
                .contains("The model sees the server's own name.", "tokens", "Definition as sent", "\"$ref\"");
        this.browser.shoot("definition");
    }

    @Test
    void callIsShownAsCode() {
        openTool("get_forecast");
        this.browser.type(field("city"), "O'slo");

        this.browser.click(tab("Code"));
        assertThat(this.browser.read(By.cssSelector("article.tool pre"), "curl"))
                .contains("tools/call", "O'\\''slo", "Mcp-Name: get_forecast");
        this.browser.click(tab("Java"));
        this.browser.read(By.cssSelector("article.tool pre"), "client.callTool(\"get_forecast\", Map.ofEntries(");
        this.browser.click(tab("Typed client"));
        this.browser.read(By.cssSelector("article.tool pre"), "@McpToolClient(\"weather\")");
        this.browser.click(tab("YAML"));
        this.browser.read(By.cssSelector("article.tool pre"), "include: [\"get_forecast\"]");
    }

    @Test
    void toolThatAppearsIsListedWithoutReload() {
        open("tools");
        this.browser.read(By.cssSelector(".found"), "7 tools");

        this.notes.tool("new_tool").returns("x");

        this.browser.read(By.cssSelector(".found"), "8 tools");
        this.notes.removeTool("new_tool");
        this.browser.read(By.cssSelector(".found"), "7 tools");
    }
}
