package io.mcpclient.internal.era.legacy;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.internal.era.RequestNumbers;
import io.mcpclient.internal.era.legacy.LostSessions.Verdict;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.transport.HttpStatusException;

import static org.assertj.core.api.Assertions.assertThat;

/** The table of lost sessions, row by row: D01, D04, D05, D06, D16, J08. */
class LostSessionsTests {

    private final LostSessions losses = new LostSessions(RequestIds.ofOwnSession(RequestNumbers.fromOne()));

    /** The id is that of a call (a number), one of the server (a text), or none. */
    private static HttpStatusException answer(
            int status, @Nullable Integer code, @Nullable String id, @Nullable String message) {
        String text = (message != null) ? message : "";
        if (code == null) {
            HttpStatusException answer = new HttpStatusException(status, null, null, null);
            return text.isEmpty() ? answer : answer.withBody(new HttpStatusException.Body(null, text, null));
        }
        return new HttpStatusException(status, null, null, new JsonRpcError(id(id), code, text, null));
    }

    private static @Nullable JsonRpcId id(@Nullable String id) {
        if (id == null) {
            return null;
        }
        return id.equals("call") ? JsonRpcId.of(7) : JsonRpcId.of(id);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                // status | code | id | text | verdict
                "404 | -      | -            | -                                          | LOST",
                "404 | -      | -            | <html>not found</html>                     | LOST",
                "404 | -32001 | -            | Session not found                          | LOST",
                "404 | -32600 | server-error | Session has been terminated                | LOST",
                "404 | 32600  | call         | Session not found                          | LOST",
                "404 | -32000 | call         | gone                                       | LOST",
                "404 | -32603 | -            | Internal error                             | LOST",
                "404 | -32602 | call         | No such file                               | SUSPECTED",
                "404 | -32601 | call         | Method not found                           | SUSPECTED",
                "410 | -      | -            | -                                          | LOST",
                "410 | -32002 | call         | Resource is gone                           | SUSPECTED",
                "400 | -      | -            | -                                          | SUSPECTED",
                "400 | -      | -            | No valid session ID provided               | SUSPECTED",
                "400 | -      | -            | {\"error\":\"Invalid Session\"}            | SUSPECTED",
                "400 | -      | -            | Bad Request: Server not initialized        | SUSPECTED",
                "400 | -      | -            | Bad Request: unknown parameter             | SUSPECTED",
                "400 | -32000 | -            | Bad Request: No valid session ID provided  | LOST",
                "400 | -32001 | -            | Session not found                          | LOST",
                "400 | -32600 | server-error | Bad Request: Missing session ID            | LOST",
                "400 | 32600  | -            | Session terminated                         | LOST",
                "400 | -32000 | -            | Bad Request: Server not initialized        | LOST",
                "400 | -32000 | -            | Bad Request: Unsupported protocol version  | SUSPECTED",
                "400 | -32600 | -            | Invalid Request                            | SUSPECTED",
                "400 | -32000 | call         | the browser session has expired            | SUSPECTED",
                "400 | -32000 | call         | the disk is full                           | KEPT",
                "400 | -32602 | call         | Invalid arguments                          | KEPT",
                "400 | -32602 | -            | No valid session ID provided               | KEPT",
                "400 | -32601 | -            | no session for this method                 | KEPT",
                "400 | -32603 | -            | the session store does not answer          | SUSPECTED",
                "400 | -32603 | call         | the session store does not answer          | KEPT",
                "401 | -32001 | -            | Session not found                          | SUSPECTED",
                "401 | -      | -            | invalid_token                              | KEPT",
                "403 | -      | -            | the session has expired                    | SUSPECTED",
                "403 | -      | -            | not allowed in this session                | KEPT",
                "409 | -      | -            | one stream for each session                | KEPT",
                "422 | -      | -            | Unprocessable: session not found           | SUSPECTED",
                "422 | -      | -            | Unprocessable                              | KEPT",
                "500 | -32000 | -            | Session not found                          | SUSPECTED",
                "500 | -32603 | call         | the session store does not answer          | KEPT",
                "503 | -      | -            | session store is down                      | KEPT",
            })
    void judgesHttpErrors(
            int status, @Nullable Integer code, @Nullable String id, @Nullable String text, Verdict verdict) {
        assertThat(this.losses.judge(answer(status, code, id, text))).isEqualTo(verdict);
    }

    // fault D05
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-32600 | Session not found   | SUSPECTED | true",
                "32600  | unknown session     | SUSPECTED | true",
                "-32600 | Invalid Request     | KEPT      | false",
                "-32000 | Session not found   | SUSPECTED | true",
                "-32000 | Session 'a1' was not found | SUSPECTED | true",
                "-32000 | Bad Request: No valid session ID provided | SUSPECTED | true",
                "-32001 | Unknown session     | SUSPECTED | true",
                "-32001 | Invalid MCP session | SUSPECTED | true",
                "-32003 | session expired     | SUSPECTED | true",
                "-32000 | Mcp-Session-Id header is required | SUSPECTED | true",
                "-32099 | Server not initialized | SUSPECTED | true",
                "-32000 | the session is busy | SUSPECTED | false",
                "-32050 | the session is busy | KEPT      | false",
                "-32042 | unknown session     | KEPT      | false",
                "-32100 | unknown session     | KEPT      | false",
                "-32000 | Server error        | SUSPECTED | false",
                "-32001 | Request timed out   | SUSPECTED | false",
                "-32602 | no such session     | KEPT      | false",
                "-32603 | session store fails | KEPT      | false",
                "-32002 | Resource not found  | KEPT      | false",
            })
    void judgesJsonRpcErrorsWithASuccessStatus(int code, String message, Verdict verdict, boolean neverLookedAt) {
        assertThat(LostSessions.judge(code, message)).isEqualTo(verdict);
        assertThat(LostSessions.isRefusedSession(code, message)).isEqualTo(neverLookedAt);
    }

    // fault D04: learned per server
    @Test
    void confirmedSuspicionIsALostSessionFromThenOn() {
        this.losses.confirm(answer(400, null, null, "No valid session"));
        this.losses.confirm(answer(400, -32000, null, "Bad Request"));

        assertThat(this.losses.judge(answer(400, null, null, "unknown session")))
                .isEqualTo(Verdict.LOST);
        assertThat(this.losses.judge(answer(400, -32000, null, "Bad Request"))).isEqualTo(Verdict.LOST);
        assertThat(this.losses.judge(answer(400, -32600, null, "Invalid Request")))
                .isEqualTo(Verdict.SUSPECTED);
        assertThat(this.losses.judge(answer(400, null, null, "unknown parameter")))
                .isEqualTo(Verdict.SUSPECTED);
        assertThat(new LostSessions(RequestIds.ofOwnSession(RequestNumbers.fromOne()))
                        .judge(answer(400, null, null, "unknown session")))
                .isEqualTo(Verdict.SUSPECTED);
    }

    // fault D04: a refusal without a reason may have any reason, and is probed each time
    @Test
    void suspicionWithoutAReasonIsNotLearned() {
        this.losses.confirm(answer(400, null, null, null));

        assertThat(this.losses.judge(answer(400, null, null, null))).isEqualTo(Verdict.SUSPECTED);
    }

    // fault D06: an error text that a tool may have is probed each time
    @Test
    void suspicionThatMayComeFromAToolIsNotLearned() {
        HttpStatusException ofATool = answer(400, -32000, "call", "the browser session has expired");
        this.losses.confirm(ofATool);

        assertThat(this.losses.judge(ofATool)).isEqualTo(Verdict.SUSPECTED);
    }

    // fault D06: after a confirmed loss, too
    @ParameterizedTest
    @ValueSource(ints = {401, 403, 422, 500})
    void suspicionOfAStatusOfOtherFailuresIsNotLearned(int status) {
        HttpStatusException denial = answer(status, null, null, "Session not found");
        this.losses.confirm(denial);

        assertThat(this.losses.judge(denial)).isEqualTo(Verdict.SUSPECTED);
        assertThat(this.losses.judge(answer(status, -32603, "call", "CRM: the session has expired")))
                .isEqualTo(Verdict.SUSPECTED);
    }
}
