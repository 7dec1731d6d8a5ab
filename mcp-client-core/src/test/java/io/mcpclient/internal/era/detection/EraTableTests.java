package io.mcpclient.internal.era.detection;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.schema.ProtocolRevision;

import static org.assertj.core.api.Assertions.assertThat;

class EraTableTests {

    private static final Set<ProtocolRevision> ALL = EnumSet.allOf(ProtocolRevision.class);

    private static final Set<ProtocolRevision> MODERN = Set.of(ProtocolRevision.V2026_07_28);

    private static final Duration WAITED = Duration.ofSeconds(5);

    private static final Map<String, Object> OVERLAP = Map.of("supported", List.of("2027-01-01", "2026-07-28"));

    private static final Map<String, Object> LEGACY_ONLY =
            Map.of("supported", List.of("2024-11-05", "2025-06-18", "2023-01-01"));

    private static final Map<String, Object> DISJOINT = Map.of("supported", List.of("2027-01-01"));

    /** Rows for both kinds of channel. */
    static Stream<Row> shared() {
        return Stream.of(
                row("VER-06", result("2026-07-28"), "modern 2026-07-28"),
                row("VER-06: a dual-era server", result("2025-11-25", "2026-07-28"), "modern 2026-07-28"),
                row("VER-05: newer than this client too", result("2027-01-01", "2026-07-28"), "modern 2026-07-28"),
                row("Q-02", result("2024-11-05", "2025-06-18"), "legacy 2025-06-18"),
                row("VER-02: all unknown here", result("2027-01-01", "DRAFT"), "refused [2027-01-01, DRAFT]"),
                row("A14: any result is good enough for it", result(), "legacy"),
                row("VER-08", error(-32022, OVERLAP), "modern 2026-07-28, ask again"),
                row("Q-02", error(-32022, LEGACY_ONLY), "legacy 2025-06-18"),
                row("A15: disjoint", error(-32022, DISJOINT), "refused [2027-01-01]"),
                row("A15: empty", error(-32022, Map.of("supported", List.of())), "refused []"),
                row("A15: no data", error(-32022, null), "refused []"),
                row("A15: data is text", error(-32022, "2026-07-28"), "refused []"),
                row("A15: list is text", error(-32022, Map.of("supported", "2026-07-28")), "refused []"),
                row(
                        "A15: elements are none",
                        error(-32022, Map.of("supported", List.of(20260728, "x"))),
                        "refused [x]"),
                row("VER-11", error(-32020, null), "refused"),
                row("VER-11", error(-32021, Map.of("requiredCapabilities", Map.of())), "refused"),
                row("VER-07, VER-13, Q-01", error(-32601, null), "legacy"),
                row("VER-07, Q-04", error(-32602, null), "legacy"),
                row("VER-07", error(-32600, null), "legacy"),
                row("VER-07", error(-32603, null), "legacy"),
                row("VER-07", error(-32700, null), "legacy"),
                row("VER-11: not initialized", error(-32000, null), "legacy"),
                row("VER-11: no session", error(-32001, null), "legacy"),
                row("VER-11: python-sdk, before initialize", error(-32002, null), "legacy"),
                row("VER-11: -32021 in drafts", error(-32003, null), "legacy"),
                row("VER-11: -32022 in drafts", error(-32004, OVERLAP), "legacy"),
                row("D05: a code without its sign", error(32600, null), "legacy"),
                row("VER-07: code of an application", error(7, null), "legacy"),
                row("VER-07: code zero", error(0, null), "legacy"),
                row("G01", new ProbeResponse.Failure(overload()), "undecided"),
                row("D21", new ProbeResponse.Failure(closed()), "undecided"),
                row("F15", failure(Reason.LIMIT), "undecided"),
                row("H17", failure(Reason.SECURITY), "undecided"),
                row(
                        "B08: an error that is none of ours",
                        new ProbeResponse.Failure(new IllegalStateException()),
                        "undecided"));
    }

    /** Rows for HTTP, each exchange on its own. */
    static Stream<Row> requestScoped() {
        return Stream.of(
                row("VER-10", status(400, -32022, OVERLAP), "modern 2026-07-28, ask again"),
                row("Q-02", status(400, -32022, LEGACY_ONLY), "legacy 2025-06-18"),
                row("A15", status(400, -32022, DISJOINT), "refused [2027-01-01]"),
                row("A15", status(400, -32022, null), "refused []"),
                row("VER-10", status(400, -32020, null), "refused"),
                row("VER-10", status(400, -32021, null), "refused"),
                row("a proxy changed the status", status(404, -32022, OVERLAP), "modern 2026-07-28, ask again"),
                row("a server failed while refusing", status(500, -32022, OVERLAP), "modern 2026-07-28, ask again"),
                row("VER-10, A14: empty, HTML, JSON of another kind", status(400), "legacy"),
                row("field: server-everything, Server not initialized", status(400, -32000, null), "legacy"),
                row("D04: unknown session", status(400, -32001, null), "legacy"),
                row("field: Java SDK, error in a wrapper that is no JSON-RPC", status(400), "legacy"),
                row("VER-11", status(400, -32602, null), "legacy"),
                row("VER-11", status(400, -32601, null), "legacy"),
                row("VER-11", status(400, -32600, null), "legacy"),
                row("VER-11", status(400, -32700, null), "legacy"),
                row("VER-11", status(400, -32603, null), "legacy"),
                row("A14, A16", status(404), "legacy"),
                row("Q-01", status(404, -32601, null), "legacy"),
                row("D01: no session", status(404, -32001, null), "legacy"),
                row("A16: HTTP+SSE", status(405), "legacy"),
                row("VER-12", status(406), "legacy"),
                row("D16", status(410), "legacy"),
                row("VER-12", status(411), "legacy"),
                row("VER-12", status(415), "legacy"),
                row("VER-12", status(422), "legacy"),
                row("A17: method not known to the gateway", status(501), "legacy"),
                row("A06", status(401), "undecided"),
                row("A06: whatever its body", status(401, -32601, null), "undecided"),
                row("A06: whatever its body", status(403, -32022, OVERLAP), "undecided"),
                row("A06", status(402), "undecided"),
                row("A06", status(403), "undecided"),
                row("VER-12", status(408), "undecided"),
                row("VER-12", status(429), "undecided"),
                row("VER-12: whatever its body", status(429, -32000, null), "undecided"),
                row("VER-12", status(502), "undecided"),
                row("VER-12", status(503), "undecided"),
                row("VER-12: whatever its body", status(503, -32603, null), "undecided"),
                row("VER-12", status(504), "undecided"),
                row("VER-12: of a content network", status(520), "undecided"),
                row("field: Java SDK before 2.0.1, without sessions", status(500), "legacy, ambiguous"),
                row("field: python-sdk, an exception in a handler", status(500, -32603, null), "legacy, ambiguous"),
                row("A07: HTML with 200", failure(Reason.CONTENT_TYPE), "legacy, ambiguous"),
                row("A07: redirect to a login page", failure(Reason.REDIRECT), "undecided"),
                row("B06: cut or malformed JSON with 200", failure(Reason.MALFORMED), "legacy, ambiguous"),
                row("B06, A14: 202 or an empty body", failure(Reason.NO_ANSWER), "legacy, ambiguous"),
                row("A01", new ProbeResponse.Failure(connection(McpOutcome.NOT_SENT)), "undecided"),
                row("B05", new ProbeResponse.Failure(connection(McpOutcome.UNKNOWN)), "undecided"),
                row("A14, B01: hangs", new ProbeResponse.Silence(WAITED), "legacy, ambiguous"));
    }

    /** Rows for processes and streams that all exchanges share. */
    static Stream<Row> oneChannel() {
        return Stream.of(
                row("VER-07, A14", new ProbeResponse.Silence(WAITED), "legacy"),
                row("VER-24", new ProbeResponse.Failure(connection(McpOutcome.UNKNOWN)), "legacy, new channel"),
                row(
                        "VER-24: it never read it",
                        new ProbeResponse.Failure(connection(McpOutcome.NOT_SENT)),
                        "legacy, new channel"),
                row("VER-07: both result and error", failure(Reason.MALFORMED), "legacy"),
                row("VER-07: an answer in a batch", failure(Reason.NO_ANSWER), "legacy"),
                row("A06: POST of HTTP+SSE", status(401), "undecided"),
                row("VER-12: POST of HTTP+SSE", status(503), "undecided"),
                row("A14: POST of HTTP+SSE", status(400), "legacy"));
    }

    // VER-02, VER-10 to VER-13, Q-01, Q-02, Q-04; faults A06, A07, A14, A15
    @ParameterizedTest(name = "{0}")
    @MethodSource({"shared", "requestScoped"})
    void verdictWhenEachExchangeHasItsOwnChannel(Row row) {
        assertThat(text(EraTable.judge(true, row.answer(), ALL))).isEqualTo(row.verdict());
    }

    // VER-07, VER-08, Q-01, Q-02; faults A14, A15
    @ParameterizedTest(name = "{0}")
    @MethodSource({"shared", "oneChannel"})
    void verdictWhenExchangesShareAChannel(Row row) {
        assertThat(text(EraTable.judge(false, row.answer(), ALL))).isEqualTo(row.verdict());
    }

    /** Rows with the revisions of a client that is set to one revision. */
    static Stream<Row> pinned() {
        return Stream.of(
                row("VER-25", result("2026-07-28", "2025-11-25"), "modern 2026-07-28"),
                row("VER-25", result("2025-11-25"), "refused [2025-11-25]"),
                row("VER-25", error(-32022, OVERLAP), "modern 2026-07-28, ask again"),
                row("VER-25", error(-32022, LEGACY_ONLY), "refused [2024-11-05, 2025-06-18, 2023-01-01]"));
    }

    // VER-25: a handshake is never found where none is wanted
    @ParameterizedTest(name = "{0}")
    @MethodSource("pinned")
    void revisionThatTheClientDoesNotAcceptIsNotChosen(Row row) {
        assertThat(text(EraTable.judge(true, row.answer(), MODERN))).isEqualTo(row.verdict());
    }

    // VER-16, fault A19: what a server answers to initialize that was taken for a legacy one
    @ParameterizedTest(name = "{0}")
    @MethodSource
    void refusalOfTheHandshake(Row row) {
        assertThat(EraTable.refusesHandshake(row.answer()) ? "may be modern" : "says nothing")
                .isEqualTo(row.verdict());
    }

    static Stream<Row> refusalOfTheHandshake() {
        return Stream.of(
                row("versioning: unknown method", error(-32601, null), "may be modern"),
                row("versioning: no metadata", error(-32602, null), "may be modern"),
                row("VER-22: names its versions", failure(Reason.VERSION), "may be modern"),
                row("streamable-http: no headers", status(400, -32020, null), "may be modern"),
                row("VER-02", status(400, -32022, OVERLAP), "may be modern"),
                row("HTM-17", status(404, -32601, null), "may be modern"),
                row("behind a proxy", status(400), "may be modern"),
                row("A06", status(401), "says nothing"),
                row("A06", status(403), "says nothing"),
                row("VER-12", status(408), "says nothing"),
                row("VER-12", status(429), "says nothing"),
                row("VER-12", status(500), "says nothing"),
                row("VER-12", status(503, -32603, null), "says nothing"),
                row("A01", new ProbeResponse.Failure(connection(McpOutcome.NOT_SENT)), "says nothing"),
                row("A18", new ProbeResponse.Silence(WAITED), "says nothing"),
                row("A07", failure(Reason.CONTENT_TYPE), "says nothing"));
    }

    /** Rows with the phrase that reports show. */
    static Stream<Row> reasons() {
        return Stream.of(
                row("", result("2026-07-28"), "server/discover succeeded"),
                row("", result("2025-06-18"), "server/discover succeeded, naming 2025-06-18"),
                row("", result(), "server/discover returned no revisions"),
                row("", error(-32601, null), "error -32601 to server/discover"),
                row("", error(-32022, LEGACY_ONLY), "error -32022 to server/discover, naming 2025-06-18"),
                row("", status(404), "HTTP 404 with no JSON-RPC error to server/discover"),
                row("", status(400, -32000, null), "HTTP 400 with error -32000 to server/discover"),
                row("", new ProbeResponse.Silence(WAITED), "no response to server/discover within 5 s"),
                row(
                        "",
                        new ProbeResponse.Silence(Duration.ofMillis(1500)),
                        "no response to server/discover within 1500 ms"),
                row("", failure(Reason.CONTENT_TYPE), "server/discover failed: what was wrong"),
                row(
                        "",
                        new ProbeResponse.Failure(new IllegalStateException("secret")),
                        "server/discover failed: unexpected IllegalStateException"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("reasons")
    void reasonExplainsTheVerdict(Row row) {
        assertThat(EraTable.judge(true, row.answer(), ALL).reason()).isEqualTo(row.verdict());
    }

    // fault I06, I07: revisions are text of a stranger
    @Test
    void offeredRevisionsAreEscapedAndLimited() {
        String[] many = Stream.generate(() -> "\u001b[31m" + "x".repeat(100))
                .limit(1000)
                .toArray(String[]::new);

        EraVerdict verdict = EraTable.judge(true, result(many), ALL);

        assertThat(text(verdict)).startsWith("refused [\\u001b[31mxxx").hasSizeLessThan(400);
    }

    /** One row of the table; its source first. */
    record Row(String source, ProbeResponse answer, String verdict) {

        @Override
        public String toString() {
            return this.source + ": " + this.answer + " is " + this.verdict;
        }
    }

    private static Row row(String source, ProbeResponse answer, String verdict) {
        return new Row(source, answer, verdict);
    }

    private static ProbeResponse result(String... versions) {
        return new ProbeResponse.Result(List.of(versions));
    }

    /** What its id says depends on the channel and was decided below; here it makes no difference. */
    private static ProbeResponse error(int code, @Nullable Object data) {
        return new ProbeResponse.ErrorAnswer(
                new JsonRpcError((code % 2 == 0) ? null : JsonRpcId.of(1), code, "the words of the server", data));
    }

    private static ProbeResponse status(int status) {
        return new ProbeResponse.Status(status, null);
    }

    private static ProbeResponse status(int status, int code, @Nullable Object data) {
        return new ProbeResponse.Status(status, new JsonRpcError(null, code, "the words of the server", data));
    }

    private static ProbeResponse failure(Reason reason) {
        return new ProbeResponse.Failure(new McpProtocolException(details(McpOutcome.UNKNOWN), reason));
    }

    private static McpConnectionException connection(McpOutcome outcome) {
        return new McpConnectionException(details(outcome));
    }

    private static McpRejectedException overload() {
        return new McpRejectedException(details(McpOutcome.NOT_SENT), McpRejectedException.Reason.OVERLOAD);
    }

    private static McpRejectedException closed() {
        return new McpRejectedException(details(McpOutcome.NOT_SENT), McpRejectedException.Reason.CLOSED);
    }

    private static McpErrorDetails details(McpOutcome outcome) {
        return McpErrorDetails.of("weather", "server/discover", outcome, "what was wrong");
    }

    private static String text(EraVerdict verdict) {
        if (verdict instanceof EraVerdict.Modern modern) {
            return "modern " + modern.revision() + (modern.askAgain() ? ", ask again" : "");
        }
        if (verdict instanceof EraVerdict.Legacy legacy) {
            return "legacy" + ((legacy.revision() != null) ? " " + legacy.revision() : "")
                    + (legacy.channelEnded() ? ", new channel" : "")
                    + (legacy.ambiguous() ? ", ambiguous" : "");
        }
        if (verdict instanceof EraVerdict.Refused refused) {
            return "refused" + ((refused.offered() != null) ? " " + refused.offered() : "");
        }
        return "undecided";
    }
}
