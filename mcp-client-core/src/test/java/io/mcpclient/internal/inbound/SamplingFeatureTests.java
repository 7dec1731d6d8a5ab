package io.mcpclient.internal.inbound;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.ReactiveMcpSamplingHandler;
import io.mcpclient.schema.AudioContent;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.schema.IncludeContext;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.schema.Role;
import io.mcpclient.schema.StopReason;
import io.mcpclient.schema.TextContent;
import io.mcpclient.schema.Tool;
import io.mcpclient.schema.ToolChoice;
import io.mcpclient.schema.ToolChoiceMode;
import io.mcpclient.schema.ToolResultContent;
import io.mcpclient.schema.ToolUseContent;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class SamplingFeatureTests {

    private static final String METHOD = "sampling/createMessage";

    private static final ProtocolRevision LATEST = ProtocolRevision.V2025_11_25;

    private static final String HELLO = "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"hello\"}}";

    private static final String USES = "{\"role\":\"assistant\",\"content\":["
            + "{\"type\":\"text\",\"text\":\"let me see\"},"
            + "{\"type\":\"tool_use\",\"id\":\"a\",\"name\":\"t\",\"input\":{}},"
            + "{\"type\":\"tool_use\",\"id\":\"b\",\"name\":\"t\",\"input\":{}}]}";

    private final AtomicReference<@Nullable CreateMessageParams> seen = new AtomicReference<>();

    private volatile CreateMessageResult result = CreateMessageResult.text("m", "hi");

    private final ServerRequestFixture plain =
            new ServerRequestFixture(McpHandlers.none().with(ReactiveMcpSamplingHandler.class, handler(false)));

    private final ServerRequestFixture withTools =
            new ServerRequestFixture(McpHandlers.none().with(ReactiveMcpSamplingHandler.class, handler(true)));

    @AfterEach
    void close() {
        this.plain.close();
        this.withTools.close();
    }

    private ReactiveMcpSamplingHandler handler(boolean tools) {
        return new ReactiveMcpSamplingHandler() {
            @Override
            public Mono<CreateMessageResult> createMessage(CreateMessageParams params, McpRequestContext context) {
                SamplingFeatureTests.this.seen.set(params);
                return Mono.just(SamplingFeatureTests.this.result);
            }

            @Override
            public boolean supportsTools() {
                return tools;
            }
        };
    }

    private static String params(String more, String... messages) {
        return "{\"maxTokens\":5," + more + "\"messages\":[" + String.join(",", messages) + "]}";
    }

    private static String results(String... blocks) {
        return "{\"role\":\"user\",\"content\":[" + String.join(",", blocks) + "]}";
    }

    private static String resultFor(String id) {
        return "{\"type\":\"tool_result\",\"toolUseId\":\"" + id + "\",\"content\":[]}";
    }

    // SMP-04, SMP-15, SMP-21: the request reaches the handler as it is, whatever context it would like to have
    @ParameterizedTest
    @ValueSource(strings = {"none", "thisServer", "allServers", "otherServers"})
    void answerPassesTheRequestOnWithoutAddingContext(String includeContext) {
        String answer = this.plain.answer(
                METHOD,
                params("\"includeContext\":\"" + includeContext + "\",\"systemPrompt\":\"be kind\",", HELLO),
                LATEST);

        assertThat(answer)
                .isEqualTo("{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"hi\"},\"model\":\"m\"}");
        CreateMessageParams params = this.seen.get();
        assertThat(params).isNotNull();
        assertThat(params.messages()).hasSize(1);
        assertThat(params.messages().get(0).content()).containsExactly(TextContent.of("hello"));
        assertThat(params.systemPrompt()).isEqualTo("be kind");
        assertThat(params.includeContext()).isEqualTo(new IncludeContext(includeContext));
    }

    // SMP-09, CAP-05: tools only if they were declared, an empty list of them included
    @ParameterizedTest
    @ValueSource(strings = {"\"tools\":[],", "\"toolChoice\":{\"mode\":\"auto\"},", "\"toolChoice\":{},"})
    void answerWhenToolsAreNotDeclaredIsRejected(String tools) {
        assertThat(this.plain.refusal(METHOD, params(tools, HELLO), LATEST))
                .isEqualTo("-32602 Sampling with tools is not supported");
        assertThat(this.seen).hasNullValue();

        assertThat(this.withTools.answer(METHOD, params(tools, HELLO), LATEST)).contains("\"model\"");
        assertThat(this.withTools.refusal(METHOD, params(tools, HELLO), ProtocolRevision.V2025_06_18))
                .isEqualTo("-32602 Sampling with tools is not supported");
    }

    // SMP-10, SMP-11, SMP-18: tools are passed on to the handler and their calls back to the server, "_meta" included
    @Test
    void answerWhenTheModelCallsAToolReturnsTheCallToTheServer() {
        this.result = CreateMessageResult.of(
                        "m",
                        ToolUseContent.of("u2", "weather", Map.of("city", "Oslo"))
                                .withMeta(Map.of("k", 2)))
                .withStopReason(StopReason.TOOL_USE);

        String answer = this.withTools.answer(
                METHOD,
                params(
                        "\"tools\":[{\"name\":\"weather\",\"inputSchema\":{\"type\":\"object\"}}],"
                                + "\"toolChoice\":{\"mode\":\"required\"},",
                        HELLO,
                        "{\"role\":\"assistant\",\"content\":{\"type\":\"tool_use\",\"id\":\"u1\","
                                + "\"name\":\"weather\",\"input\":{},\"_meta\":{\"k\":0}}}",
                        "{\"role\":\"user\",\"content\":{\"type\":\"tool_result\",\"toolUseId\":\"u1\","
                                + "\"content\":[],\"_meta\":{\"k\":1}}}"),
                LATEST);

        assertThat(answer)
                .isEqualTo(
                        "{\"role\":\"assistant\",\"content\":{\"type\":\"tool_use\",\"id\":\"u2\",\"name\":\"weather\","
                                + "\"input\":{\"city\":\"Oslo\"},\"_meta\":{\"k\":2}},\"model\":\"m\",\"stopReason\":\"toolUse\"}");
        CreateMessageParams params = this.seen.get();
        assertThat(params).isNotNull();
        assertThat(params.tools()).extracting(Tool::name).containsExactly("weather");
        assertThat(params.toolChoice())
                .isNotNull()
                .extracting(ToolChoice::effectiveMode)
                .isEqualTo(ToolChoiceMode.REQUIRED);
        assertThat(params.messages().get(1).content())
                .singleElement()
                .isInstanceOfSatisfying(
                        ToolUseContent.class, use -> assertThat(use.meta()).isEqualTo(Map.of("k", 0)));
        assertThat(params.messages().get(2).content())
                .singleElement()
                .isInstanceOfSatisfying(ToolResultContent.class, result -> assertThat(result.meta())
                        .isEqualTo(Map.of("k", 1)));
    }

    // a member that is null is none
    @Test
    void answerWhenToolsAreNullSucceeds() {
        assertThat(this.plain.answer(METHOD, params("\"tools\":null,\"toolChoice\":null,", HELLO), LATEST))
                .contains("\"model\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"messages\":[]}", "{\"maxTokens\":1,\"messages\":[{}]}", "{\"messages\":7}"})
    void answerWhenParamsAreInvalidIsRejected(String params) {
        assertThat(this.plain.refusal(METHOD, params, LATEST)).isEqualTo("-32602 Invalid params");
    }

    // SMP-12: each call has its result in the next message, which has nothing else
    @Test
    void answerWhenEveryToolCallHasItsResultSucceeds() {
        String conversation = params("", HELLO, USES, results(resultFor("b"), resultFor("a")), HELLO);

        assertThat(this.withTools.answer(METHOD, conversation, LATEST)).contains("\"model\"");
    }

    // SMP-12
    @Test
    void answerWhenAToolResultIsMissingIsRejected() {
        List<String> conversations = List.of(
                params("", HELLO, USES),
                params("", USES, HELLO, results(resultFor("a"), resultFor("b"))),
                params("", USES, results(resultFor("a"))),
                params("", USES, results(resultFor("a"), resultFor("a"), resultFor("b"))),
                params("", USES, results(resultFor("a")), results(resultFor("b"))));

        assertThat(conversations).allSatisfy(params -> assertThat(this.withTools.refusal(METHOD, params, LATEST))
                .isEqualTo("-32602 Tool result missing in request"));
        assertThat(this.seen).hasNullValue();
    }

    // SMP-12
    @Test
    void answerWhenToolResultsAreMixedWithOtherContentIsRejected() {
        String text = "{\"type\":\"text\",\"text\":\"x\"}";
        List<String> conversations = List.of(
                params("", USES, results(resultFor("a"), text, resultFor("b"))),
                params("", results(text, resultFor("a"))));

        assertThat(conversations).allSatisfy(params -> assertThat(this.withTools.refusal(METHOD, params, LATEST))
                .isEqualTo("-32602 Tool results mixed with other content"));
    }

    // SMP-16: what a revision can carry
    @ParameterizedTest
    @CsvSource({
        "text, V2024_11_05, true",
        "image, V2024_11_05, true",
        "audio, V2024_11_05, false",
        "audio, V2025_03_26, true",
        "tool, V2025_06_18, false",
        "tool, V2025_11_25, true",
        "two, V2025_06_18, false",
        "two, V2025_11_25, true",
        "nothing, V2025_11_25, false",
    })
    void answerWhenRevisionDoesNotSupportTheResultIsAnErrorAndAWarning(
            String kind, ProtocolRevision revision, boolean carried) {
        this.result = resultOf(kind);

        if (carried) {
            assertThat(this.withTools.answer(METHOD, params("", HELLO), revision))
                    .contains("\"model\"");
        } else {
            assertThat(this.withTools.refusal(METHOD, params("", HELLO), revision))
                    .isEqualTo("-32603 Internal error");
            assertThat(this.withTools.warnings())
                    .contains("WARN MCP server \"weather\": its request sampling/createMessage failed:"
                            + " the handler's response cannot be sent: ");
        }
    }

    private static CreateMessageResult resultOf(String kind) {
        return switch (kind) {
            case "text" -> CreateMessageResult.text("m", "a");
            case "image" -> CreateMessageResult.of("m", ImageContent.of(new byte[1], "image/png"));
            case "audio" -> CreateMessageResult.of("m", AudioContent.of(new byte[1], "audio/wav"));
            case "tool" -> CreateMessageResult.of("m", ToolUseContent.of("a", "t", Map.of()));
            case "two" -> CreateMessageResult.of("m", TextContent.of("a"), TextContent.of("b"));
            default -> new CreateMessageResult(Role.ASSISTANT, List.of(), "m", null, null, Map.of());
        };
    }
}
