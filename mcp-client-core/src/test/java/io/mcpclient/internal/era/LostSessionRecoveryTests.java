package io.mcpclient.internal.era;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** How a call survives the loss of its session, in every way in which servers say so: D01, D04 to D06, D16, J08. */
@Timeout(30)
class LostSessionRecoveryTests {

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final McpClient client = this.invariants.build(McpClient.builder("weather")
            .url(this.server.url())
            .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
            .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(5)).withRequest(Duration.ofSeconds(10))));

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    private String call() {
        return this.client.callTool("echo", Map.of("n", 1)).text();
    }

    private McpException failedCall() {
        return catchThrowableOfType(McpException.class, this::call);
    }

    private static Reply refusal(int status, int code, String id, String message) {
        return Reply.json(
                status,
                "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":" + code + ",\"message\":\"" + message
                        + "\"}}");
    }

    // HTL-22, faults D04, D05: an unambiguous response needs no ping
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "404 | -32001 | null             | Session not found",
                "404 | -32600 | \"server-error\" | Session not found",
                "410 | -32000 | null             | gone",
                "400 | -32000 | null             | Bad Request: No valid session ID provided",
                "400 | -32001 | null             | Session not found",
                "400 | -32600 | null             | Invalid Request: unknown session",
                "400 | 32600  | null             | Session terminated",
                "400 | -32000 | null             | Bad Request: Server not initialized",
            })
    void anUnambiguousSessionErrorRenewsTheSessionAndRetriesOnce(int status, int code, String id, String message) {
        call();
        this.server.on("tools/call").reply(refusal(status, code, id, message));

        assertThat(call()).isEqualTo("{\"n\":1}");

        assertThat(this.server.requests("ping")).isEmpty();
        assertThat(this.server.requests("initialize")).hasSize(2);
        assertThat(this.server.requests("tools/call")).hasSize(3);
    }

    // faults D04, J08: an ambiguous response is confirmed by one ping on the old id and remembered
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text/plain       | No valid session ID provided",
                "text/plain       | Bad Request: Server not initialized",
                "text/html        | <p>unknown session</p>",
                "application/json | {\"error\":\"Invalid session\"}",
                "application/json | {\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"Bad Request\"}}",
            })
    void anAmbiguousErrorIsConfirmedByOnePing(String type, String body) {
        call();
        this.server.forgetSessions();
        this.server.on("tools/call").reply(Reply.status(400, type, body));
        this.server.on("ping").reply(Reply.status(400, type, body));

        assertThat(call()).isEqualTo("{\"n\":1}");
        assertThat(this.server.requests("ping")).hasSize(1).allMatch(ping -> "session-1"
                .equals(ping.header("Mcp-Session-Id")));
        assertThat(this.server.requests("initialize")).hasSize(2);
        assertThat(this.client.status().statistics().sessionRenewals()).isEqualTo(1);

        this.server.on("tools/call").reply(Reply.status(400, type, body));
        assertThat(call()).isEqualTo("{\"n\":1}");
        assertThat(this.server.requests("ping")).hasSize(1);
        assertThat(this.server.requests("initialize")).hasSize(3);
    }

    // Seen at servers behind rmcp-actix-web (401), and at others: a status of credentials or failures for a session
    // that is gone
    @ParameterizedTest
    @ValueSource(ints = {401, 403, 422, 500})
    void anErrorOfAnotherKindThatDeniesTheSessionIsConfirmedByOnePing(int status) {
        call();
        this.server.forgetSessions();
        Reply denial = Reply.status(status, "text/plain", "Unauthorized: Session not found");
        this.server.on("tools/call").reply(denial);
        this.server.on("ping").reply(denial);

        assertThat(call()).isEqualTo("{\"n\":1}");

        assertThat(this.server.requests("ping")).hasSize(1);
        assertThat(this.server.requests("initialize")).hasSize(2);
    }

    // faults D05, D06: what a tool says about sessions of its own, after the server has lost one, is not sent twice
    @ParameterizedTest
    @ValueSource(ints = {401, 403, 422, 500})
    void anErrorOfAToolAboutAnotherSessionIsConfirmedAfterALossToo(int status) {
        anErrorOfAnotherKindThatDeniesTheSessionIsConfirmedByOnePing(status);
        int calls = this.server.requests("tools/call").size();
        this.server.on("tools/call").reply(refusal(status, -32603, "$id", "the CRM session has expired"));

        assertThat(failedCall()).isNotNull();

        assertThat(this.server.requests("tools/call")).hasSize(calls + 1);
        assertThat(this.server.requests("ping")).hasSize(2);
        assertThat(this.server.requests("initialize")).hasSize(2);
    }

    // fault D05: the tool may have been executed before its server lost the session
    @Test
    void aFailedCallWhoseSessionIsLostIsNotSentTwice() {
        call();
        int calls = this.server.requests("tools/call").size();
        this.server.forgetSessions();
        this.server.on("tools/call").reply(refusal(500, -32603, "$id", "the session has expired"));
        this.server.on("ping").reply(Reply.status(500, "text/plain", "Session not found"));

        assertThat(failedCall().outcome()).isNotIn(McpOutcome.NOT_SENT, McpOutcome.REJECTED);

        assertThat(this.server.requests("tools/call")).hasSize(calls + 1);
        assertThat(call()).isEqualTo("{\"n\":1}");
        assertThat(this.server.requests("initialize")).hasSize(2);
    }

    // fault D04: a server that says nothing at all
    @ParameterizedTest
    @ValueSource(strings = {"", "Bad Request"})
    void anErrorWithoutAReasonRenewsTheSessionAfterAPing(String body) {
        call();
        for (int renewals = 1; renewals <= 2; renewals++) {
            this.server.forgetSessions();
            this.server.on("tools/call").reply(Reply.status(400, "text/plain", body));
            this.server.on("ping").reply(Reply.status(400, "text/plain", body));

            assertThat(call()).isEqualTo("{\"n\":1}");
            assertThat(this.server.requests("ping")).hasSize(renewals);
            assertThat(this.server.requests("initialize")).hasSize(1 + renewals);
        }
    }

    // faults D04, D06: a session that answers the ping is kept
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400 | -32000 | $id  | the browser session has expired",
                "400 | -32000 | null | Bad Request: Unsupported protocol version",
                "404 | -32602 | $id  | No such file",
                "200 | -32000 | $id  | Session not found",
                "200 | -32600 | $id  | the session is in use",
            })
    void anAmbiguousErrorThatThePingDoesNotConfirmIsReported(int status, int code, String id, String message) {
        call();
        this.server.on("tools/call").reply(refusal(status, code, id, message));

        McpException failure = failedCall();

        assertThat(failure).isInstanceOfSatisfying(McpRequestException.class, error -> assertThat(error.code())
                .isEqualTo(code));
        assertThat(failure.outcome()).isEqualTo(McpOutcome.ANSWERED);
        assertThat(this.server.requests("ping")).hasSize(1);
        call();
        assertThat(this.server.requests("initialize")).hasSize(1);
    }

    // fault D04: a server without ping is alive
    @Test
    void aMethodNotFoundResponseToThePingKeepsTheSession() {
        call();
        this.server.on("tools/call").reply(Reply.status(400, "text/plain", "the session is busy"));
        this.server.on("ping").reply(Reply.error(-32601, "Method not found"));

        assertThat(failedCall().outcome()).isEqualTo(McpOutcome.REJECTED);

        call();
        assertThat(this.server.requests("initialize")).hasSize(1);
    }

    // fault D05: refused in so many words, and so it was not executed
    @ParameterizedTest
    @CsvSource({
        "-32600, Session not found, false",
        "32600, Session not found, false",
        "-32000, Session not found, false",
        "-32000, Session not found, true",
        "-32001, Unknown session id, true",
        "-32003, the session has expired, false"
    })
    void aSessionErrorWithHttpStatus200RenewsTheSession(int code, String message, boolean inAStream) {
        call();
        this.server.forgetSessions();
        this.server
                .on("tools/call")
                .reply(
                        inAStream
                                ? Reply.sse("data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":" + code
                                        + ",\"message\":\"" + message + "\"}}")
                                : Reply.error(code, message));

        assertThat(call()).isEqualTo("{\"n\":1}");

        assertThat(this.server.requests("ping")).hasSize(1);
        assertThat(this.server.requests("initialize")).hasSize(2);
    }

    // fault D05: the tool may have run; the session is renewed, the call is not repeated
    @ParameterizedTest
    @CsvSource({"-32000, Server error", "-32000, the session is busy", "-32001, gone"})
    void aGenericServerErrorDoesNotRetryACall(int code, String message) {
        call();
        this.server.forgetSessions();
        this.server.on("tools/call").reply(Reply.error(code, message));

        McpException failure = failedCall();

        assertThat(failure).isInstanceOfSatisfying(McpRequestException.class, error -> {
            assertThat(error.code()).isEqualTo(code);
            assertThat(error.serverMessage()).isEqualTo(message);
        });
        assertThat(failure.outcome()).isEqualTo(McpOutcome.UNKNOWN);
        assertThat(failure.remedy()).startsWith("The session is lost and is renewed with the next call. Call again if");
        assertThat(this.server.requests("tools/call")).hasSize(2);
        assertThat(this.client.status().isConnected()).isFalse();
        call();
        assertThat(this.server.requests("initialize")).hasSize(2);
    }

    // fault D05, HTM-16: what changes nothing is repeated in the next session, and so is what the caller calls
    // idempotent
    @ParameterizedTest
    @CsvSource({"-32000, Session not found", "-32001, gone"})
    void aGenericServerErrorRetriesIdempotentRequests(int code, String message) {
        call();
        this.server.forgetSessions();
        this.server.on("tools/list").reply(Reply.error(code, message));

        assertThat(this.client.listTools()).hasSize(1);
        assertThat(this.server.requests("tools/list")).hasSize(2);
        assertThat(this.server.requests("initialize")).hasSize(2);

        this.server.forgetSessions();
        this.server.on("tools/call").reply(Reply.error(code, message));
        McpCallOptions idempotent = McpCallOptions.defaults().withIdempotent(true);

        assertThat(this.client.callTool("echo", Map.of("n", 2), idempotent).text())
                .isEqualTo("{\"n\":2}");
        assertThat(this.server.requests("initialize")).hasSize(3);
    }

    // HTL-25, fault D06: an ordinary error of the call touches nothing
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400 | -32602 | $id  | Invalid arguments",
                "400 | -32602 | null | No valid session ID provided",
                "400 | -32000 | $id  | obsession",
                "200 | -32602 | $id  | no such session",
                "200 | -32603 | $id  | the session store fails",
            })
    void anOrdinaryErrorDoesNotAffectTheSession(int status, int code, String id, String message) {
        call();
        this.server.on("tools/call").reply(refusal(status, code, id, message));

        assertThat(failedCall()).isInstanceOf(McpRequestException.class);

        assertThat(this.client.status().isConnected()).isTrue();
        call();
        assertThat(this.server.requests("ping")).isEmpty();
        assertThat(this.server.requests("initialize")).hasSize(1);
    }

    // fault D16: credentials are not a matter of sessions
    @Test
    void unauthorizedIsNotASessionLoss() {
        call();
        this.server.on("tools/call").reply(refusal(401, -32001, "null", "Session not found"));

        assertThat(failedCall()).isInstanceOf(McpAuthorizationException.class);

        call();
        assertThat(this.server.requests("initialize")).hasSize(1);
    }

    // fault A21: there is nothing to lose without an id
    @Test
    void notFoundWithoutASessionIdIsNotASessionLoss() {
        this.server.withoutSessions();
        call();
        this.server.on("tools/call").reply(Reply.status(404));

        assertThat(failedCall()).hasMessageContaining("no MCP endpoint at " + this.server.url());

        assertThat(this.client.status().isConnected()).isTrue();
        assertThat(this.server.requests("initialize")).hasSize(1);
    }
}
