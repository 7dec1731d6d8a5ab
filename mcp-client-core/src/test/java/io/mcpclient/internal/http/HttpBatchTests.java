package io.mcpclient.internal.http;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.error.McpProtocolException;
import io.mcpclient.jsonrpc.JsonRpcNotification;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.settings.McpHttpTransportType;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.transport.McpIgnoredMessages.Reason;
import io.mcpclient.transport.ReceivedMessage;

import static io.mcpclient.internal.http.HttpFixture.ANSWER;
import static io.mcpclient.internal.http.HttpFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Arrays of messages, in both forms of an answer. Whether the revision allows them is for the era to judge. */
@Timeout(60)
class HttpBatchTests {

    private static final String NOTIFICATION = "{\"jsonrpc\":\"2.0\",\"method\":\"n\",\"params\":{}}";

    private static final String REQUEST = "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"ping\"}";

    private final ScriptedHttpServer server = new ScriptedHttpServer();

    private final HttpFixture http = new HttpFixture(this.server.url(), McpHttpTransportType.STREAMABLE_HTTP);

    @AfterEach
    void close() {
        this.http.close();
        this.server.close();
    }

    private void answer(boolean stream, String batch) {
        this.server.on("tools/call").reply(stream ? Reply.sse("data: " + batch).thenHang() : Reply.json(200, batch));
    }

    private List<ReceivedMessage> call() {
        CompletableFuture<List<ReceivedMessage>> call = this.http.call();
        assertThat(call).succeedsWithin(SOON);
        return call.join();
    }

    // RPC-12, fault F04: in order, below and above the size up to which bodies are copied
    @ParameterizedTest
    @CsvSource({"false, 0", "true, 0", "false, 200000", "true, 200000"})
    void exchangeWhenResponseIsABatchYieldsItsMessages(boolean stream, int padding) {
        answer(stream, " [" + NOTIFICATION + ",\t" + REQUEST + "," + " ".repeat(padding) + ANSWER + "] ");

        List<ReceivedMessage> received = call();

        assertThat(received)
                .hasSize(3)
                .allMatch(ReceivedMessage::batched)
                .allMatch(message -> message.head().header("Content-Type") != null);
        assertThat(received.get(0).message()).isInstanceOf(JsonRpcNotification.class);
        assertThat(received.get(1).message()).isInstanceOf(JsonRpcRequest.class);
        assertThat(received.get(2).message())
                .isInstanceOfSatisfying(JsonRpcResult.class, result -> assertThat(result.result())
                        .hasToString("{n=1}"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void exchangeWhenResponseIsNoBatchReportsIt(boolean stream) {
        answer(stream, ANSWER);

        assertThat(call()).hasSize(1).noneMatch(ReceivedMessage::batched);
    }

    // fault F04: an element that is no message costs only itself
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void exchangeWhenElementsAreMalformedSkipsAndCountsThem(boolean stream) {
        answer(stream, "[1,{\"jsonrpc\":\"1.0\"}," + ANSWER + "]");

        assertThat(call()).hasSize(1);
        assertThat(this.http.ignored.count(Reason.MALFORMED)).isEqualTo(2);
    }

    // fault F04: messages after the response are counted, as it is on a stream
    @Test
    void exchangeWhenMessagesFollowTheResponseCountsThem() {
        answer(true, "[" + ANSWER + "," + NOTIFICATION + "]");

        assertThat(call()).hasSize(1);
        await().atMost(SOON).until(() -> this.http.ignored.count(Reason.UNKNOWN_ID) == 1);
    }

    // fault F04: no timeout, although the stream stays open
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void exchangeWhenBatchIsTooLongFailsAtOnce(boolean stream) {
        answer(stream, "[" + (NOTIFICATION + ",").repeat(10_000) + ANSWER + "]");

        assertThat(this.http.call())
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOfSatisfying(McpProtocolException.class, refusal -> assertThat(refusal.reason())
                        .isEqualTo(McpProtocolException.Reason.LIMIT));
    }
}
