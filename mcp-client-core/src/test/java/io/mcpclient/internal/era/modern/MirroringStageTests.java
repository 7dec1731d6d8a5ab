package io.mcpclient.internal.era.modern;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallProgress;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.PaginatedParams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

@Timeout(30)
class MirroringStageTests {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private final ToolHeaders headers = new ToolHeaders("weather", CODEC);

    private final Queue<Object> answers = new ArrayDeque<>();

    private final List<McpCall> asked = new ArrayList<>();

    private final List<Map<String, String>> mirrored = new ArrayList<>();

    private int forgotten;

    private final MirroringStage stage =
            new MirroringStage(this.headers, () -> this.forgotten++, call -> Mono.defer(() -> answer(call)));

    private Mono<Object> answer(McpCall call) {
        this.asked.add(call);
        this.mirrored.add(this.headers.of(call.params()));
        Object answer = this.answers.remove();
        return (answer instanceof McpException error) ? Mono.error(error) : Mono.just(answer);
    }

    private static McpException error(int code) {
        return new McpRequestException(
                McpErrorDetails.of("weather", "tools/call", McpOutcome.ANSWERED, "refused"), code, "refused", null);
    }

    private static ListToolsResult page(@Nullable String cursor, String... tools) {
        String listed = String.join(
                ",",
                Arrays.stream(tools)
                        .map(tool -> "{'name':'" + tool
                                + "','inputSchema':{'properties':{'a':{'type':'string','x-mcp-header':'A'}}}}")
                        .toList());
        String json = "{'tools':[" + listed + "]" + ((cursor != null) ? ",'nextCursor':'" + cursor + "'" : "") + "}";
        ListToolsResult page = CODEC.fromJson(json.replace('\'', '"'), ListToolsResult.class);
        assertThat(page).isNotNull();
        return page;
    }

    private Object call(String method, Object... script) {
        this.answers.addAll(List.of(script));
        McpCall call = new McpCall(
                "weather",
                method,
                CallToolParams.of("t", Map.of("a", "x")),
                Object.class,
                McpCallOptions.defaults().withHeader("Authorization", "Bearer s3cret"),
                Deadline.after(Duration.ofSeconds(10)),
                new CallProgress());
        return this.stage.handle(call).block(Duration.ofSeconds(10));
    }

    private List<String> methods() {
        return this.asked.stream().map(McpCall::method).toList();
    }

    // HDR-21: the list of this moment, then the call with what it says; who asks stays the same
    @Test
    void callWhenHeadersAreRejectedListsToolsAndIsRetried() {
        assertThat(call("tools/call", error(-32020), page(null, "t"), "result")).isEqualTo("result");

        assertThat(methods()).containsExactly("tools/call", "tools/list", "tools/call");
        assertThat(this.mirrored.get(0)).isEmpty();
        assertThat(this.mirrored.get(2)).containsExactly(Map.entry("Mcp-Param-A", "x"));
        assertThat(this.asked.get(1).options().headers()).containsEntry("Authorization", "Bearer s3cret");
        assertThat(this.forgotten).isEqualTo(1);
    }

    // HDR-21: as many pages as it takes, and no more
    @Test
    void callWhenHeadersAreRejectedReadsTheListUpToTheTool() {
        assertThat(call("tools/call", error(-32020), page("", "u"), page("3", "t"), "result"))
                .isEqualTo("result");

        assertThat(this.asked.get(1).params()).isEqualTo(PaginatedParams.first());
        assertThat(this.asked.get(2).params()).isEqualTo(PaginatedParams.of(""));
        assertThat(methods()).containsExactly("tools/call", "tools/list", "tools/list", "tools/call");
    }

    // fault F33: once, whatever the server goes on to say
    @Test
    void callWhenHeadersAreRejectedTwiceFails() {
        McpException second = error(-32020);

        assertThat(catchThrowable(() -> call("tools/call", error(-32020), page(null, "t"), second)))
                .isSameAs(second);
        assertThat(this.asked).hasSize(3);
    }

    // fault F33: a tool that is not there any more may still be called
    @Test
    void callWhenToolIsNoLongerListedIsRetried() {
        assertThat(call("tools/call", error(-32020), page("2", "u"), page(null, "v"), "result"))
                .isEqualTo("result");
    }

    // fault F33: a list without end
    @Test
    void callWhenTheListIsEndlessIsRetried() {
        List<Object> script = new ArrayList<>();
        script.add(error(-32020));
        for (int i = 0; i < 1_000; i++) {
            script.add(page("page " + i, "u"));
        }
        script.add("result");

        assertThat(call("tools/call", script.toArray())).isEqualTo("result");
    }

    // fault F33: a cursor that leads to itself, as the empty one of some servers
    @Test
    void callWhenCursorOfTheListRepeatsItselfIsRetried() {
        assertThat(call("tools/call", error(-32020), page("next", "u"), page("next", "u"), "result"))
                .isEqualTo("result");
    }

    // HDR-21: the refusal is reported with the reason for not retrying
    @Test
    void callWhenToolsCannotBeListedFailsWithTheHeaderError() {
        McpException refusal = error(-32020);
        McpException gone = new McpConnectionException(
                McpErrorDetails.of("weather", "tools/list", McpOutcome.NOT_SENT, "no connection"));

        assertThat(catchThrowable(() -> call("tools/call", refusal, gone)))
                .isSameAs(refusal)
                .hasSuppressedException(gone);
        assertThat(this.forgotten).isZero();
    }

    // HDR-09: what is handed on has no illegal tools any more
    @Test
    void listOmitsToolsWithInvalidAnnotations() {
        ListToolsResult page = CODEC.fromJson(
                "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"x-mcp-header\":\"A\"}}],\"nextCursor\":\"2\"}",
                ListToolsResult.class);
        assertThat(page).isNotNull();

        assertThat(call("tools/list", page)).isInstanceOfSatisfying(ListToolsResult.class, legal -> {
            assertThat(legal.tools()).isEmpty();
            assertThat(legal.nextCursor()).isEqualTo("2");
        });
    }

    // HDR-21: about anything else there is nothing to repair
    @ParameterizedTest
    @CsvSource({"tools/call,-32602", "tools/call,-32021", "prompts/get,-32020", "tools/list,-32020"})
    void otherErrorsArePassedOn(String method, int code) {
        McpException refusal = error(code);

        assertThat(catchThrowable(() -> call(method, refusal))).isSameAs(refusal);
        assertThat(this.asked).hasSize(1);
    }
}
