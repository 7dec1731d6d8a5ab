package io.mcpclient.internal.operation;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.settings.McpOutputValidation;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Timeout(30)
class OutputValidationTests {

    private static final String DEGREES =
            "{\"type\":\"object\",\"properties\":{\"degrees\":{\"type\":\"integer\"}},\"required\":[\"degrees\"]}";

    private static final String RIGHT = "{\"content\":[],\"structuredContent\":{\"degrees\":7}}";

    private static final String WRONG = "{\"content\":[],\"structuredContent\":{\"degrees\":\"s3cret\"}}";

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private McpClient client = client(McpOutputValidation.FAIL);

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    private McpClient client(McpOutputValidation policy) {
        return McpClient.builder("weather")
                .url(this.server.url())
                .timeouts(timeouts -> timeouts.withRequest(Duration.ofSeconds(10)))
                .tools(tools -> tools.withOutputValidation(policy))
                .build();
    }

    private void use(McpOutputValidation policy) {
        this.client.close();
        this.client = client(policy);
    }

    /** Lists one tool and scripts what its call returns. */
    private void tool(String outputSchema, String result) {
        this.server.tools(
                "{\"name\":\"forecast\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":" + outputSchema + "}");
        this.client.listTools();
        this.server.on("tools/call").optionally().reply(Reply.result(result));
    }

    private CallToolResult call() {
        return this.client.callTool("forecast", Map.of());
    }

    private McpProtocolException failedCall() {
        return catchThrowableOfType(McpProtocolException.class, this::call);
    }

    // TOOL-14
    @Test
    void callToolWhenContentConformsReturnsIt() {
        tool(DEGREES, RIGHT);

        assertThat(call().structuredContent()).isEqualTo(Map.of("degrees", 7));
    }

    // TOOL-15, TOOL-22, fault F29: surfaced with tool, server and path, but without the values
    @Test
    void callToolWhenContentViolatesTheSchemaFails() {
        tool(DEGREES, WRONG);

        assertThat(failedCall())
                .hasMessageStartingWith(
                        "MCP server \"weather\": tools/call: tool \"forecast\" declares an output schema,"
                                + " but its result violates it at \"/degrees\" (type)")
                .hasMessageContaining("output-validation")
                .hasMessageNotContaining("s3cret")
                .matches(failure -> failure.reason() == McpProtocolException.Reason.MALFORMED)
                .matches(failure -> failure.outcome() == McpOutcome.ANSWERED);
    }

    // F28: the checks of one server hold up those of no other one
    @Test
    void callToolIsNotDelayedByValidationForAnotherServer() {
        tool(DEGREES, RIGHT);
        call();
        try (ScriptedLegacyServer hostile = ScriptedHttpServer.legacy();
                McpClient other =
                        McpClient.builder("hostile").url(hostile.url()).build()) {
            // Takes its whole budget, for each of many calls at once.
            hostile.tools(
                    "{\"name\":\"slow\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":{\"type\":\"object\","
                            + "\"properties\":{\"a\":{\"type\":\"string\",\"pattern\":\"^(a|aa)+\\\\1b$\"}}}}");
            hostile.on("tools/call")
                    .always()
                    .reply(Reply.result("{\"content\":[],\"structuredContent\":{\"a\":\"" + "a".repeat(60) + "!\"}}"));
            other.listTools();
            List<CompletableFuture<CallToolResult>> slow = Stream.generate(
                            () -> other.reactive().callTool("slow", Map.of()).toFuture())
                    .limit(12) // each a quarter of a second of a processor, on two threads
                    .toList();

            // Any of them: the server may answer them in any order.
            CompletableFuture.anyOf(slow.toArray(CompletableFuture[]::new))
                    .handle((result, error) -> error)
                    .join();
            assertThat(call().structuredContent()).isEqualTo(Map.of("degrees", 7));
            // Behind the other checks, it would have waited for all of them.
            assertThat(slow).filteredOn(checked -> !checked.isDone()).isNotEmpty();

            assertThat(slow).allSatisfy(checked -> assertThat(checked)
                    .failsWithin(Duration.ofSeconds(25))
                    .withThrowableThat()
                    .withMessageContaining("the check took too long"));
        }
    }

    // MRTR-01: what is not the answer yet has no output
    @ParameterizedTest
    @ValueSource(strings = {"input_required", "task"})
    void callToolWhenResultIsNotFinalIsNotValidated(String kind) {
        tool(DEGREES, "{\"resultType\":\"" + kind + "\",\"requestState\":\"s\"}");

        assertThat(call().hasAnswer()).isFalse();
    }

    // TOOL-15, TOOL-17, fault F07
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"content\":[]}|has no structured content",
                "{\"content\":[],\"structuredContent\":null}|violates it at \"\" (type)",
                "{\"content\":[],\"structuredContent\":[7]}|violates it at \"\" (type)",
                "{\"content\":[],\"structuredContent\":{}}|violates it at \"\" (required)"
            })
    void callToolWhenContentIsMissingOrNotAnObjectFails(String result, String problem) {
        tool(DEGREES, result);

        assertThat(failedCall()).hasMessageContaining(problem);
    }

    // TOOL-15: a tool that failed owes no structured content
    @Test
    void callToolWhenToolReportsAnErrorIsNotValidated() {
        tool(DEGREES, "{\"content\":[],\"isError\":true}");

        assertThat(call().isErrorResult()).isTrue();
    }

    // typed calls are checked as well
    @Test
    void callToolWithATypeIsValidated() {
        tool(DEGREES, WRONG);

        assertThat(catchThrowableOfType(
                        McpProtocolException.class, () -> this.client.callTool("forecast", Map.of(), String.class)))
                .hasMessageContaining("/degrees");
    }

    // the definition that counts is that of the last list, a single page included
    @Test
    void callToolValidatesAgainstTheLatestDefinition() {
        tool(DEGREES, WRONG);
        this.server.tools("{\"name\":\"forecast\",\"inputSchema\":{\"type\":\"object\"}}");
        this.client.listTools();
        assertThat(call().hasStructuredContent()).isTrue();

        tool(DEGREES, WRONG);
        this.server.tools("{\"name\":\"forecast\",\"inputSchema\":{\"type\":\"object\"}}");
        this.client.tools().page(null, McpCallOptions.defaults());
        assertThat(call().hasStructuredContent()).isTrue();
    }

    @Test
    void definitionOfARemovedToolAppliesUntilAllPagesAreRead() {
        tool(DEGREES, WRONG);
        this.server.on("tools/list").reply(page("one", "2"));
        this.server.on("tools/list").reply(page("two", "3"));
        this.server.on("tools/list").reply(page("three", null));

        this.client.tools().page(null, McpCallOptions.defaults());
        this.client.tools().page("2", McpCallOptions.defaults());
        assertThat(failedCall()).hasMessageContaining("/degrees");

        this.server.tools();
        this.client.tools().page("3", McpCallOptions.defaults());
        assertThat(call().hasStructuredContent()).isTrue();
    }

    @Test
    void definitionAppliesIfAPageWasSkipped() {
        tool(DEGREES, WRONG);
        this.server.on("tools/list").reply(page("one", "2"));
        this.server.on("tools/list").reply(page("three", null));

        this.client.tools().page(null, McpCallOptions.defaults());
        this.client.tools().page("3", McpCallOptions.defaults());

        assertThat(failedCall()).hasMessageContaining("/degrees");
    }

    private static Reply page(String tool, @Nullable String next) {
        return Reply.result("{\"tools\":[{\"name\":\"" + tool + "\",\"inputSchema\":{\"type\":\"object\"}}]"
                + ((next != null) ? ",\"nextCursor\":\"" + next + "\"}" : "}"));
    }

    // JSC-04, JSC-05, JSC-07, fault F28: the tool would work for nothing, so it is not asked to
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"$schema\":\"https://example.com/dialect\"}",
                "{\"$ref\":\"http://127.0.0.1:1/schema\"}",
                "{\"$ref\":\"#/$defs/missing\"}"
            })
    void callToolWhenSchemaIsUnusableIsRejectedWithoutBeingSent(String schema) {
        tool(schema, RIGHT);

        for (int i = 0; i < 2; i++) {
            assertThat(catchThrowableOfType(McpRejectedException.class, this::call))
                    .hasMessageContaining("the output schema of tool \"forecast\" is unusable")
                    .matches(failure -> failure.reason() == McpRejectedException.Reason.UNSUPPORTED)
                    .matches(failure -> failure.outcome() == McpOutcome.NOT_SENT);
        }
        assertThat(this.server.requests("tools/call")).isEmpty();
    }

    // A mistake in what only serves validation does not take the tool away
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"properties\":{\"degrees\":{\"pattern\":\"^(?P<tens>[0-9])$\"}}}",
                "{\"$schema\":\"http://json-schema.org/draft-04/schema#\",\"id\":\"x\",\"type\":\"object\"}",
                "{\"pattern\":\"(\"}"
            })
    void callToolWhenSchemaHasAMistakeReturnsTheResultWithOneWarning(String schema) {
        tool(schema, RIGHT);

        assertThat(warningsOf(2)).singleElement().satisfies(message -> assertThat(message)
                .startsWith("MCP server \"weather\": the output schema of tool \"forecast\" is unusable:"
                        + " it is not a valid schema"));
        assertThat(this.server.requests("tools/call")).hasSize(2);
    }

    // JSC-04: it concerns its tool alone
    @Test
    void callToolWhenSchemaOfAnotherToolIsUnusableSucceeds() {
        tool("{\"$schema\":\"https://example.com/dialect\"}", RIGHT);

        assertThat(this.client.callTool("other", Map.of()).hasStructuredContent())
                .isTrue();
    }

    // JSC-08, fault F28
    @Test
    void callToolWhenValidationBacktracksFailsInBoundedTime() {
        String explosive = "{\"properties\":{\"text\":{\"pattern\":\"^(a|aa)+\\\\1b$\"}}}";
        tool(explosive, "{\"content\":[],\"structuredContent\":{\"text\":\"" + "a".repeat(60) + "!\"}}");

        assertThat(failedCall())
                .hasMessageContaining("took too long")
                .matches(failure -> failure.reason() == McpProtocolException.Reason.LIMIT);
    }

    // fault F29: by policy
    @ParameterizedTest
    @EnumSource(
            value = McpOutputValidation.class,
            names = {"WARN", "OFF"})
    void callToolWhenValidationOnlyWarnsOrIsOffReturnsTheResult(McpOutputValidation policy) {
        use(policy);
        tool(DEGREES, WRONG);
        assertThat(warningsOf(2)).hasSize((policy == McpOutputValidation.WARN) ? 1 : 0);

        tool("{\"$schema\":\"https://example.com/dialect\"}", WRONG);
        assertThat(warningsOf(2)).hasSize((policy == McpOutputValidation.WARN) ? 1 : 0);
    }

    private List<String> warningsOf(int calls) {
        CapturedLog log = CapturedLog.of(Loggers.TOOLS).alone().open();
        try (log) {
            for (int i = 0; i < calls; i++) {
                assertThat(call().hasStructuredContent()).isTrue();
            }
        }
        assertThat(log.messages()).allSatisfy(message -> assertThat(message)
                .startsWith("MCP server \"weather\": ")
                .contains("\"forecast\"")
                .doesNotContain("s3cret"));
        return log.messages();
    }
}
