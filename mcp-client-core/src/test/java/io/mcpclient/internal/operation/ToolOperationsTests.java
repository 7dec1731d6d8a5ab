package io.mcpclient.internal.operation;

import java.time.Duration;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.ParameterizedTypeReference;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.error.McpToolException;
import io.mcpclient.schema.AudioContent;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.schema.TextContent;
import io.mcpclient.schema.Tool;
import io.mcpclient.status.McpListReport;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Timeout(30)
class ToolOperationsTests {

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final McpClient client = McpClient.builder("weather")
            .url(this.server.url())
            .timeouts(timeouts -> timeouts.withRequest(Duration.ofSeconds(10)))
            .lists(lists -> lists.withMaxPages(5))
            .build();

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    record Forecast(String city, int degrees) {}

    private <T> T call(String result, Class<T> type) {
        this.server.on("tools/call").reply(Reply.result(result));
        return this.client.callTool("forecast", Map.of(), type);
    }

    private McpException failedCall(String result, Class<?> type) {
        return catchThrowableOfType(McpException.class, () -> call(result, type));
    }

    private static String text(String text) {
        return "{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]";
    }

    // typed results

    // TOOL-20: structured content is for programs, the text beside it a copy for humans and models
    @Test
    void callToolBindsStructuredContentBeforeText() {
        assertThat(call(text("warm") + ",\"structuredContent\":{\"city\":\"Oslo\",\"degrees\":7}}", Forecast.class))
                .isEqualTo(new Forecast("Oslo", 7));
    }

    // TOOL-20: the content may be empty, with and without structured content
    @Test
    void callToolWhenContentIsEmptyBindsStructuredContentOrEmptyText() {
        assertThat(call("{\"content\":[],\"structuredContent\":{\"city\":\"Oslo\",\"degrees\":7}}", Forecast.class))
                .isEqualTo(new Forecast("Oslo", 7));
        assertThat(call(texts("warm"), char[].class)).containsExactly('w', 'a', 'r', 'm');
        assertThat(call("{\"content\":[]}", String.class)).isEmpty();
        this.server.on("tools/call").reply(Reply.result("{\"content\":[]}"));
        assertThat(this.client.callTool("forecast", Map.of())).satisfies(result -> {
            assertThat(result.content()).isEmpty();
            assertThat(result.hasStructuredContent()).isFalse();
            assertThat(result.isErrorResult()).isFalse();
        });
    }

    // MRTR-01, CAP-06: questions of the server are no value
    @Test
    void callToolWhenResultIsNotFinalDoesNotBindIt() {
        assertThat(failedCall("{\"resultType\":\"input_required\",\"requestState\":\"s3cret\"}", String.class))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("cannot be bound to String: it is not a final result, but of type input_required")
                .hasMessageNotContaining("s3cret");
    }

    // CAP-06
    @Test
    void callToolWithManualInputAndATypeIsRejected() {
        McpCallOptions manual = McpCallOptions.defaults().withManualInput();
        McpRejectedException refused = catchThrowableOfType(
                McpRejectedException.class,
                () -> this.client.tools().call("forecast", Map.of(), Forecast.class, manual));

        assertThat(refused.reason()).isEqualTo(McpRejectedException.Reason.UNSUPPORTED);
        assertThat(refused.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        assertThat(refused).hasMessageContaining("Call the tool without a type");
    }

    @Test
    void callToolBindsTextWithoutStructuredContent() {
        assertThat(call(text("{\\\"city\\\":\\\"Oslo\\\",\\\"degrees\\\":7}") + "}", Forecast.class))
                .isEqualTo(new Forecast("Oslo", 7));
        assertThat(call(text("7") + "}", Integer.class)).isEqualTo(7);
    }

    enum Sky {
        CLOUDY,
        CLEAR
    }

    @Test
    void callToolDoesNotTakeANumberForTheConstantAtThatPlace() {
        assertThat(call(text("\\\"CLEAR\\\"") + "}", Sky.class)).isEqualTo(Sky.CLEAR);
        assertThat(failedCall(text("1") + "}", Sky.class)).hasMessageContaining("cannot be bound to Sky");
    }

    // like a method of a typed client
    @ParameterizedTest
    @ValueSource(strings = {"}", ",\"isError\":true}"})
    void callToolReturnsTheResultItselfForItsType(String rest) {
        assertThat(call(text("{\\\"degrees\\\":7}") + rest, CallToolResult.class)
                        .text())
                .isEqualTo("{\"degrees\":7}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"content":[],"isError":true}|failed, and does not say why
            {"content":[],"structuredContent":{"code":7},"isError":true}|failed: {"code":7}
            """)
    void callToolWhenTheToolFailsWithoutATextReportsWhatThereIs(String result, String problem) {
        assertThat(failedCall(result, Forecast.class)).hasMessageEndingWith("tool \"forecast\" " + problem);
    }

    // All numbers of a JavaScript or Lua server may be floating-point.
    @ParameterizedTest
    @ValueSource(strings = {"7.0", "7.00", "0.7e1", "70e-1"})
    void callToolBindsAWholeNumberHoweverItIsWritten(String number) {
        assertThat(call(
                        "{\"content\":[],\"structuredContent\":{\"city\":\"Oslo\",\"degrees\":" + number + "}}",
                        Forecast.class))
                .isEqualTo(new Forecast("Oslo", 7));
        assertThat(call(text(number) + "}", Integer.class)).isEqualTo(7);
        assertThat(call(text(number) + "}", Long.class)).isEqualTo(7L);
    }

    // Python servers put a value that is not an object into one
    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void callToolBindsAWrappedValue(boolean isMarked) {
        if (isMarked) {
            onOutputSchema("{\"type\":\"object\",\"x-fastmcp-wrap-result\":true}");
        }
        String wrapped = text("7") + ",\"structuredContent\":{\"result\":";

        assertThat(call(wrapped + "7}}", Integer.class)).isEqualTo(7);
        assertThat(call(wrapped + "[1,2]}}", int[].class)).containsExactly(1, 2);
        assertThat(call(wrapped + "\"CLEAR\"}}", Sky.class)).isEqualTo(Sky.CLEAR);
        assertThat(call(wrapped + "7}}", Wrapper.class)).isEqualTo(new Wrapper(7));
        assertThat(call(wrapped + "7}}", Map.class)).isEqualTo(Map.of("result", 7));
        assertThat(failedCall(wrapped + "7,\"b\":1}}", Integer.class))
                .hasMessageContaining("expected a number, found an object");
        assertThat(failedCall(wrapped + "7.5}}", Integer.class)).hasMessageContaining("cannot be bound to Integer");
        assertThat(call(wrapped + "{\"city\":\"Oslo\",\"degrees\":7}}}", Forecast.class))
                .isEqualTo(new Forecast("Oslo", 7));
    }

    private void onOutputSchema(String schema) {
        this.server
                .on("tools/list")
                .reply(Reply.result("{\"tools\":[{\"name\":\"forecast\",\"inputSchema\":{\"type\":\"object\"},"
                        + "\"outputSchema\":" + schema + "}]}"));
        this.client.listTools();
    }

    record Wrapper(int result) {}

    // dates and the like are strings in JSON, but text as such
    @Test
    void callToolBindsTextThatIsNotJsonToTypesThatAreStringsInJson() {
        assertThat(call(text("2026-01-02") + "}", LocalDate.class)).isEqualTo(LocalDate.of(2026, 1, 2));
        assertThat(call(text("PT3S") + "}", Duration.class)).isEqualTo(Duration.ofSeconds(3));
        assertThat(call(text("CLEAR") + "}", Sky.class)).isEqualTo(Sky.CLEAR);
        assertThat(call(text("warm") + "}", Object.class)).isEqualTo("warm");
        assertThat(call(text("7") + "}", Object.class)).isEqualTo(7);
        assertThat(failedCall(text("warm") + "}", Integer.class)).hasMessageContaining("the text is not JSON");
        assertThat(failedCall(text("{warm") + "}", Object.class)).hasMessageContaining("the text is not JSON");
    }

    // String means the text itself, as the method says, structured content or not
    @ParameterizedTest
    @ValueSource(strings = {"}", ",\"structuredContent\":{\"city\":\"Oslo\"}}"})
    void callToolReturnsTheTextForTypeString(String rest) {
        assertThat(call(text("warm\\nand dry") + rest, String.class)).isEqualTo("warm\nand dry");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"content":[],"structuredContent":{"degrees": 7}}|{"degrees": 7}
            {"content":[],"structuredContent":[1,2]}|[1,2]
            {"content":[],"structuredContent":"warm"}|warm
            {"structuredContent":true}|true
            {"content":[{"type":"image","data":"AQ==","mimeType":"image/png"}],"structuredContent":{"a":1}}|{"a":1}
            {"content":[{"type":"text","text":""}],"structuredContent":{"a":1}}|``
            """)
    void callToolReturnsTheStructuredContentForTypeStringIfThereIsNoText(String result, String expected) {
        assertThat(call(result, String.class)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"content":[{"type":"image","data":"AQ==","mimeType":"image/png"}]}|it has no text
            {"content":[],"structuredContent":null}|it is null
            """)
    void callToolForTypeStringWithoutAnythingToReturnFails(String result, String problem) {
        assertThat(failedCall(result, String.class))
                .hasMessageContaining("the result of tool \"forecast\" cannot be bound to String: " + problem);
    }

    private static final String MEDIA = "{\"content\":[{\"type\":\"text\",\"text\":\"map\"},"
            + "{\"type\":\"image\",\"data\":\"AQI=\",\"mimeType\":\"image/png\"},"
            + "{\"type\":\"audio\",\"data\":\"Aw==\",\"mimeType\":\"audio/wav\"}]}";

    @Test
    void callToolReturnsPartsOfTheContent() {
        assertThat(call(MEDIA, byte[].class)).containsExactly(1, 2);
        assertThat(call(MEDIA, ImageContent.class))
                .extracting(ImageContent::mimeType)
                .isEqualTo("image/png");
        assertThat(call(MEDIA, AudioContent.class))
                .extracting(AudioContent::bytes)
                .isEqualTo(new byte[] {3});
        assertThat(call(MEDIA, ContentBlock.class)).isEqualTo(TextContent.of("map"));
        this.server.on("tools/call").reply(Reply.result(MEDIA));
        List<ContentBlock> blocks = this.client
                .tools()
                .call("forecast", Map.of(), new ParameterizedTypeReference<>() {}, McpCallOptions.defaults());
        assertThat(blocks).hasSize(3);
    }

    private <T> T call(String result, ParameterizedTypeReference<T> type) {
        this.server.on("tools/call").reply(Reply.result(result));
        return this.client.tools().call("forecast", Map.of(), type, McpCallOptions.defaults());
    }

    @Test
    void callToolReturnsAllPartsOfAType() {
        assertThat(call(MEDIA, new ParameterizedTypeReference<List<ImageContent>>() {}))
                .hasSize(1);
        assertThat(call(text("warm") + "}", new ParameterizedTypeReference<Collection<ImageContent>>() {}))
                .isEmpty();
    }

    private static String texts(String... texts) {
        return Stream.of(texts)
                .map(text -> "{\"type\":\"text\",\"text\":\"" + text.replace("\"", "\\\"") + "\"}")
                .collect(Collectors.joining(",", "{\"content\":[", "]}"));
    }

    // as Python servers without structured content return lists
    @Test
    void callToolBindsEachTextToAnElementOfAList() {
        assertThat(call(texts("Oslo", "Rome"), new ParameterizedTypeReference<List<String>>() {}))
                .containsExactly("Oslo", "Rome");
        assertThat(call(texts("Oslo"), new ParameterizedTypeReference<Set<String>>() {}))
                .containsExactly("Oslo");
        assertThat(call(texts("59.9,10.7", "null", "7"), new ParameterizedTypeReference<List<String>>() {}))
                .containsExactly("59.9,10.7", "null", "7");
        assertThat(call(texts("7", "8"), int[].class)).containsExactly(7, 8);
        assertThat(failedCall(texts("7,8"), int[].class)).hasMessageContaining("cannot be bound to int[]");
        assertThat(call(texts("{\"degrees\":7}", "{\"degrees\":8}"), Forecast[].class))
                .extracting(Forecast::degrees)
                .containsExactly(7, 8);
        assertThat(call("{\"content\":[]}", new ParameterizedTypeReference<List<Forecast>>() {}))
                .isEmpty();
        assertThat(call(texts("[\"Oslo\",\"Rome\"]"), String[].class)).containsExactly("Oslo", "Rome");
        assertThat(call(texts("2026-01-02", "\"2026-01-03\""), new ParameterizedTypeReference<List<LocalDate>>() {}))
                .containsExactly(LocalDate.of(2026, 1, 2), LocalDate.of(2026, 1, 3));
        assertThat(call(texts("CLEAR"), Sky[].class)).containsExactly(Sky.CLEAR);
        assertThat(call(texts("warm", "7"), new ParameterizedTypeReference<List<Object>>() {}))
                .isEqualTo(List.of("warm", 7));
        assertThat(failedCall(texts("warm", "cold"), Forecast[].class))
                .hasMessageContaining("cannot be bound to Forecast[]: the text is not JSON (line 1, column 1)");
    }

    @Test
    void callToolForAPartThatTheResultDoesNotHaveFails() {
        assertThat(failedCall(text("warm") + "}", byte[].class))
                .hasMessageContaining("cannot be bound to byte[]: it has no binary content");
        assertThat(failedCall(text("warm") + "}", ImageContent.class))
                .hasMessageContaining("cannot be bound to ImageContent: it has no content of type ImageContent")
                .hasMessageContaining("Declare a type that fits the result");
        assertThat(failedCall(text("no such map") + ",\"isError\":true}", ImageContent.class))
                .isInstanceOf(McpToolException.class);
    }

    // TOOL-12
    @Test
    void callToolWhenToolReportsAnErrorThrowsIt() {
        McpException failure = failedCall(text("no\\nsuch city") + ",\"isError\":true}", Forecast.class);

        assertThat(failure).isInstanceOfSatisfying(McpToolException.class, refusal -> {
            assertThat(refusal.toolName()).isEqualTo("forecast");
            assertThat(refusal.resultText()).isEqualTo("no\nsuch city");
            assertThat(refusal.outcome()).isEqualTo(McpOutcome.ANSWERED);
            assertThat(refusal)
                    .hasMessage("MCP server \"weather\": tools/call: tool \"forecast\" failed: no such city");
        });
    }

    // TOOL-12: a model wants to read it
    @Test
    void callToolWithoutATypeReturnsAToolError() {
        this.server.on("tools/call").reply(Reply.result(text("no") + ",\"isError\":true}"));

        assertThat(this.client.callTool("forecast", Map.of()).isErrorResult()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "content":[{"type":"text","text":"warm, code s3cret"}]|the text is not JSON (line 1, column 1)
            "content":[{"type":"text","text":"{\\"city\\":\\"s3cret"}]|the JSON is incomplete (line 1, column 16) at city
            "content":[{"type":"text","text":"{\\"city\\":\\"s3cret\\"}"}]|expected a number, found no value at degrees
            "content":[{"type":"text","text":"{\\"degrees\\":\\"s3cret\\"}"}]|expected a number, found a string at degrees
            "content":[{"type":"text","text":"[]"}]|expected an object, found an array
            "content":[{"type":"text","text":"{\\"degrees\\":7} s3cret"}]|the text is not JSON (line 1, column 15)
            "content":[{"type":"text","text":"{\\"degrees\\":7} {}"}]|there is text after the JSON value
            "content":[{"type":"text","text":"null"}]|it is null
            "content":[]|expected an object, found no text
            "content":[],"structuredContent":{"degrees":"s3cret"}|expected a number, found a string at degrees
            "content":[],"structuredContent":{"city":"s3cret"}|expected a number, found no value at degrees
            "content":[],"structuredContent":null|it is null
            "content":[],"structuredContent":{"degrees":21.7}|expected a whole number, found a number with a fraction at degrees
            "content":[{"type":"text","text":"{\\"degrees\\":-1e-3}"}]|expected a whole number, found a number with a fraction at degrees
            """)
    void callToolWhenResultDoesNotFitTheTypeReportsWhereAndWithoutTheValue(String result, String problem) {
        assertThat(failedCall("{" + result + "}", Forecast.class))
                .isInstanceOfSatisfying(McpProtocolException.class, failure -> assertThat(failure.remedy())
                        .contains("Declare a type that fits the result, String for its text"))
                .hasMessageContaining(
                        "MCP server \"weather\": tools/call: the result of tool \"forecast\" cannot be bound to Forecast: "
                                + problem + ". Declare")
                .hasMessageNotContaining("s3cret");
    }

    // unknown tools

    private void onTools(String... names) {
        this.server.on("tools/list").reply(Reply.result(page(null, names)));
        this.client.listTools();
    }

    private Stream<Throwable> failures(Reply reply) {
        return Stream.<ThrowingCallable>of(
                        () -> this.client.callTool("get_forcast", Map.of()),
                        () -> this.client.callTool("get_forcast", Map.of(), Forecast.class),
                        () -> this.client
                                .reactive()
                                .callTool("get_forcast", Map.of())
                                .block(Duration.ofSeconds(10)))
                .map(call -> {
                    this.server.on("tools/call").reply(reply);
                    return catchThrowable(call);
                });
    }

    @ParameterizedTest
    @ValueSource(ints = {-32602, -32601})
    void callOfAToolThatTheServerRejectsSuggestsTheNearestListedName(int code) {
        onTools("get_alerts", "get_forecast");

        assertThat(failures(Reply.error(code, "Unknown tool: get_forcast")))
                .hasSize(3)
                .allSatisfy(
                        failure -> assertThat(failure).isInstanceOfSatisfying(McpRequestException.class, refusal -> {
                            assertThat(refusal.code()).isEqualTo(code);
                            assertThat(refusal.serverMessage()).isEqualTo("Unknown tool: get_forcast");
                            assertThat(refusal.remedy())
                                    .isEqualTo("The server did not list this tool. Did you mean \"get_forecast\"?"
                                            + " Known tools: get_alerts, get_forecast.");
                        }));
        assertThat(this.server.requests("tools/list")).hasSize(1);
    }

    // many servers report it as a failure of the tool
    @Test
    void toolErrorThatNamesAnUnlistedToolSuggestsTheNearestListedName() {
        onTools("get_forecast");
        String result = text("Unknown tool: get_forcast") + ",\"isError\":true}";
        this.server.on("tools/call").reply(Reply.result(result));

        assertThat(catchThrowableOfType(
                        McpToolException.class, () -> this.client.callTool("get_forcast", Map.of(), Forecast.class)))
                .hasMessageContaining("Did you mean \"get_forecast\"?");
        assertThat(failedCall(result, Forecast.class).remedy()).isNull();
        assertThat(this.server.requests("tools/list")).hasSize(1);
    }

    @Test
    void callOfAToolWithoutListedToolsSuggestsNothing() {
        assertThat(failures(Reply.error(-32602, "Unknown tool")))
                .allSatisfy(
                        failure -> assertThat(((McpException) failure).remedy()).isNull());
        assertThat(this.server.requests("tools/list")).isEmpty();
    }

    @Test
    void otherErrorsOfToolsSuggestNothing() {
        onTools("get_forcast");
        assertThat(failures(Reply.error(-32602, "no such city")))
                .allSatisfy(
                        failure -> assertThat(((McpException) failure).remedy()).isNull());
        onTools("get_forecast");
        assertThat(failures(Reply.error(-32000, "bad weather")))
                .allSatisfy(
                        failure -> assertThat(((McpException) failure).remedy()).isNull());
    }

    // lists

    private static String page(String cursor, String... names) {
        StringBuilder tools = new StringBuilder();
        for (String name : names) {
            tools.append(tools.isEmpty() ? "" : ",")
                    .append("{\"name\":\"")
                    .append(name)
                    .append("\",\"inputSchema\":{\"type\":\"object\"}}");
        }
        return "{\"tools\":[" + tools + "]" + ((cursor != null) ? ",\"nextCursor\":\"" + cursor + "\"" : "") + "}";
    }

    private void onPage(String cursor, Reply reply) {
        this.server
                .on("tools/list")
                .where(request ->
                        request.json().at("/params/cursor").asString("first").equals(cursor))
                .reply(reply);
    }

    private List<String> names() {
        return this.client.listTools().stream().map(Tool::name).toList();
    }

    // TOOL-01, PAG-06, PAG-01 to PAG-04, fault F30: all pages, empty ones too; each name once
    @Test
    void listToolsFollowsTheCursorToTheEnd() {
        onPage("first", Reply.result(page("2", "a", "b", "")));
        onPage("2", Reply.result(page("3")));
        onPage("3", Reply.result(page("", "a", "c")));
        onPage("", Reply.result(page(null, "d")));

        assertThat(names()).containsExactly("a", "b", "c", "d");
    }

    private McpListReport report() {
        return this.client.status().list("tools/list").orElseThrow();
    }

    // PAG-07, fault F09: a server that ignores cursors
    @Test
    void listToolsWhenAPageRepeatsEndsAndLogsIt() {
        this.server.on("tools/list").times(4).reply(Reply.result(page("2", "a", "b")));

        CapturedLog log = CapturedLog.of(Loggers.TOOLS).open();
        try (log) {
            assertThat(names()).containsExactly("a", "b");
            assertThat(names()).containsExactly("a", "b");
        }

        assertThat(log.messages()).singleElement().satisfies(message -> assertThat(message)
                .isEqualTo("MCP server \"weather\": tools/list: the server repeats a page, so the list was taken as"
                        + " complete after 1 page"));
        assertThat(report().items()).isEqualTo(2);
        assertThat(report().problem()).contains("repeats a page");
        assertThat(report().droppedItems()).isEmpty();
    }

    // PAG-07, fault F09: with a cursor of its own for each response
    @Test
    void listToolsWhenAPageRepeatsUnderAnotherCursorEnds() {
        this.server
                .on("tools/list")
                .times(3)
                .reply(request ->
                        Reply.result(page("c" + request.rpcId(), "first".equals(cursorOf(request)) ? "a" : "b")));

        assertThat(names()).containsExactly("a", "b");
        assertThat(report().problem()).contains("repeats a page", "after 2 pages");
    }

    private static String cursorOf(RecordedRequest request) {
        return request.json().at("/params/cursor").asString("first");
    }

    // PAG-07, fault F09
    @Test
    void listToolsWhenACursorRepeatsEndsAndLogsIt() {
        onPage("first", Reply.result(page("2", "a")));
        onPage("2", Reply.result(page("3", "b")));
        onPage("3", Reply.result(page("2", "c")));

        assertThat(names()).containsExactly("a", "b", "c");
        assertThat(report().problem()).contains("repeats a cursor", "after 3 pages");
    }

    // fault F10: an empty cursor twice is an end
    @Test
    void listToolsWhenAnEmptyCursorRepeatsEnds() {
        this.server.on("tools/list").times(2).reply(Reply.result(page("", "a")));

        assertThat(names()).containsExactly("a");
        assertThat(report().problem()).isNull();
    }

    // fault F09, PAG-07
    @Test
    void listToolsWhenThereAreMorePagesThanAllowedEndsAtTheLimit() {
        this.server
                .on("tools/list")
                .times(5)
                .reply(request -> Reply.result(
                        page(request.json().at("/params/cursor").asString("") + "x", "a" + request.rpcId())));

        assertThat(names()).hasSize(5);
        assertThat(report().problem())
                .isEqualTo("incomplete, with 5 items: the list has more than 5 pages."
                        + " Raise mcp.servers.weather.max-pages if the list is really that long.");
    }

    // PAG-08, fault F11: once more from the beginning, once
    @Test
    void listToolsWhenACursorIsRejectedStartsOverOnce() {
        onPage("first", Reply.result(page("2", "old")));
        onPage("2", Reply.error(-32602, "Invalid cursor"));
        onPage("first", Reply.result(page("3", "new")));
        onPage("3", Reply.result(page(null, "newer")));

        assertThat(names()).containsExactly("new", "newer");
    }

    // fault F11
    @Test
    void listToolsWhenCursorsAreAlwaysRejectedFails() {
        onPage("first", Reply.result(page("2", "a")));
        onPage("2", Reply.error(-32602, "Invalid cursor"));
        onPage("first", Reply.result(page("2", "a")));
        onPage("2", Reply.error(-32602, "Invalid cursor"));

        assertThat(catchThrowableOfType(McpRequestException.class, this::names).code())
                .isEqualTo(-32602);
    }

    // PAG-07, fault F09: one deadline over all pages
    @Test
    void listToolsWhenPagesAreSlowEndsAtTheOverallDeadline() {
        this.client.session().connect();
        this.server.on("tools/list").optionally().reply(request -> Reply.streamed(200, "application/json")
                .pause(Duration.ofMillis(150))
                .chunk("{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":"
                        + page("c" + request.rpcId(), "a" + request.rpcId()) + "}"));
        this.server.on("notifications/cancelled").optionally().reply(Reply.accepted());

        assertThat(catchThrowableOfType(
                        McpTimeoutException.class,
                        () -> this.client.listTools(McpCallOptions.timeout(Duration.ofMillis(400)))))
                .isNotNull();
        assertThat(this.server.requests("tools/list")).hasSizeLessThan(4);
    }

    // PAG-07, fault F09: a list that is not complete in time says how far it came
    @Test
    void listToolsWhenAPageTimesOutReportsHowManyPagesWereRead() {
        onPage("first", Reply.result(page("2", "a", "b")));
        onPage("2", Reply.neverAnswer());
        this.server.on("notifications/cancelled").optionally().reply(Reply.accepted());
        this.client.session().connect();

        McpTimeoutException timeout = catchThrowableOfType(
                McpTimeoutException.class, () -> this.client.listTools(McpCallOptions.timeout(Duration.ofSeconds(3))));

        assertThat(timeout)
                .hasMessage("MCP server \"weather\": tools/list: the list is not complete within 3000 ms"
                        + " (pages so far: 1, items: 2). Raise mcp.servers.weather.request-timeout, give the call a longer"
                        + " timeout, or read the list page by page.");
        assertThat(timeout.outcome()).isEqualTo(McpOutcome.UNKNOWN);
    }

    // PAG-07, fault F09: the deadline passes between two pages, for reasons that are ours: the server is connected
    @Test
    void listToolsWhenTheDeadlinePassesBetweenPagesReportsIt() {
        this.server.on("tools/list").reply(Reply.result(page("2", "a", "b")));
        VirtualTime time = new VirtualTime();
        try (McpClient slow = McpClient.builder("slow")
                .url(this.server.url())
                .interceptor((call, next) -> next.handle(call).doOnNext(page -> time.advance(Duration.ofMillis(2100))))
                .time(time)
                .build()) {
            slow.session().connect();
            McpTimeoutException timeout = catchThrowableOfType(
                    McpTimeoutException.class, () -> slow.listTools(McpCallOptions.timeout(Duration.ofSeconds(2))));

            assertThat(timeout)
                    .hasMessageContaining("the list is not complete within 2000 ms (pages so far: 1, items: 2)")
                    .hasMessageNotContaining("not connected");
            assertThat(timeout.outcome()).isEqualTo(McpOutcome.UNKNOWN);
            assertThat(timeout.phase()).isEqualTo(McpTimeoutException.ANSWER);
            assertThat(timeout).cause().hasMessageContaining("had passed before the request was sent");
            assertThat(this.server.requests("tools/list")).hasSize(1);
        }
    }
}
