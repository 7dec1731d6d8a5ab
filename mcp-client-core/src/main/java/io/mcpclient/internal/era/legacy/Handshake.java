package io.mcpclient.internal.era.legacy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.internal.era.EraSession;
import io.mcpclient.internal.era.OmittedMembers;
import io.mcpclient.internal.era.PendingResponse;
import io.mcpclient.internal.era.ServerReplacement;
import io.mcpclient.internal.era.TransportFeatures;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.settings.McpProtocolSettings;
import io.mcpclient.status.McpEra;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.support.ProtocolHeaders;
import io.mcpclient.support.schema.InitializeParams;
import io.mcpclient.support.schema.InitializeResult;
import io.mcpclient.text.SafeText;
import io.mcpclient.transport.ExchangeKind;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.ResponseHead;
import io.mcpclient.transport.TransportListener;

/**
 * One attempt to begin a session. A failed attempt leaves nothing behind.
 *
 * <pre>
 *  client                                server
 *    │ initialize (newest, or pinned)  ──►  │
 *    │ ◄── result (its choice), session id  │   refused for its revision: retry once with another one
 *    │ notifications/initialized       ──►  │   refused: the session is ended
 *    │ everything else                 ◄──► │
 * </pre>
 *
 * Every attempt starts without a session id, and only the response to {@code initialize} can set one.
 *
 * @see "MCP 2025-11-25, basic/lifecycle (LIFE-01, LIFE-02, VER-17 to VER-21), basic/transports (HTL-18 to HTL-24)"
 */
final class Handshake {

    private final LegacyClient client;

    private final McpClientSettings settings;

    private final ProtocolRevision proposed;

    private final McpTransport transport;

    private final Consumer<Throwable> onLost;

    private final ServerReplacement replacement;

    private final LegacyFailures failures;

    private final InFlight inFlight = new InFlight();

    private final ServerMessages messages;

    Handshake(
            LegacyClient client,
            McpClientSettings settings,
            ProtocolRevision proposed,
            McpTransport transport,
            Consumer<Throwable> onLost,
            ServerReplacement replacement) {
        this.client = client;
        this.settings = settings;
        this.proposed = proposed;
        this.transport = transport;
        this.onLost = onLost;
        this.replacement = replacement;
        this.failures = new LegacyFailures(client.name(), null);
        InFlight calls = this.inFlight;
        this.messages = new ServerMessages(
                client.context().ignored(),
                () -> new ServerRequests(
                        client.context(), transport, client.features(), client.inbound(), calls::calls),
                client.notifications());
    }

    Mono<EraSession> run() {
        return leavingNothing(this.transport
                .open(new Inbox(this.messages, this.onLost))
                .then(Mono.defer(() -> initialize(this.proposed)))
                .onErrorResume(McpException.class, this::initializeWithOtherRevision)
                .flatMap(session -> session.confirm(
                                this.settings.connectTimeout().dividedBy(2))
                        .thenReturn(session)));
    }

    /** The result of an earlier handshake is as good as a new one, as long as the server knows the session. */
    Mono<EraSession> resume(McpServerDescription server, String sessionId) {
        return leavingNothing(this.transport
                .open(new Inbox(this.messages, this.onLost))
                .then(Mono.fromSupplier(() -> session(server, sessionId, false)))
                .flatMap(session -> session.prove().thenReturn(session))
                .publishOn(this.client.time().timers()) // as in the handshake, which may follow
                .doOnNext(LegacySession::begin));
    }

    private Mono<EraSession> leavingNothing(Mono<LegacySession> attempt) {
        return attempt.<EraSession>map(session -> session)
                .doOnError(error -> giveUp())
                // After the cancellation: the end of the channel would report an error to a request without a
                // subscriber.
                .doFinally(signal -> {
                    if (signal == SignalType.CANCEL) {
                        giveUp();
                    }
                })
                .onErrorMap(error -> this.failures.translate(McpMethods.INITIALIZE, error));
    }

    /** A failed attempt leaves nothing behind: no running handler, no channel, no process. */
    private void giveUp() {
        this.messages.close();
        TransportFeatures.endSession(this.transport, Map.of())
                .timeout(LegacySession.SIDE_MESSAGE_TIMEOUT, this.client.time().timers())
                .subscribe(null, error -> {});
    }

    private Mono<LegacySession> initialize(ProtocolRevision proposed) {
        JsonRpcRequest request = new JsonRpcRequest(
                this.client.nextId(),
                McpMethods.INITIALIZE,
                InitializeParams.of(
                        proposed.wireValue(),
                        ClientTasks.declared(
                                this.client
                                        .features()
                                        .capabilities(proposed, TransportFeatures.extensions(this.transport)),
                                proposed),
                        this.settings.protocol().clientInfo()));
        return new PendingResponse<>(
                this.transport.exchange(
                        new ExchangeRequest(request, InitializeResult.class, Map.of(), ExchangeKind.RESUMABLE)),
                new PendingResponse.Request(
                        this.failures,
                        request.id(),
                        request.method(),
                        false, // never part of a batch (LIFE-07)
                        this.messages::onMessage,
                        null,
                        () -> {}, // never cancelled at the server (CAN-04)
                        null),
                this::accept);
    }

    private LegacySession accept(ReceivedMessage received) {
        InitializeResult result = (InitializeResult) PendingResponse.result(received);
        String sessionId = sessionId(received.head());
        Optional<ProtocolRevision> revision =
                ProtocolRevision.of(result.protocolVersion()).filter(this::accepts);
        if (revision.isEmpty()) {
            // No "initialized" without a common revision (VER-19); but a session that the server opened must be ended
            // here.
            if (sessionId != null) {
                TransportFeatures.endSession(this.transport, Map.of(ProtocolHeaders.SESSION_ID, sessionId))
                        .timeout(
                                LegacySession.SIDE_MESSAGE_TIMEOUT,
                                this.client.time().timers())
                        .subscribe(null, error -> {});
            }
            throw noCommonRevision(List.of(result.protocolVersion()));
        }
        OmittedMembers.log(this.client.name(), McpMethods.INITIALIZE, result.omitted());
        McpServerDescription server = new McpServerDescription(
                McpEra.LEGACY, revision.get(), result.serverInfo(), result.capabilities(), result.instructions());
        return session(server, sessionId, true);
    }

    private LegacySession session(McpServerDescription server, @Nullable String sessionId, boolean isNew) {
        return new LegacySession(
                this.client,
                this.transport,
                server,
                headers(sessionId, server.revision()),
                this.messages,
                this.inFlight,
                isNew,
                this.settings.timeouts().keepAlive(),
                this.onLost,
                this.replacement);
    }

    /** An empty header means no session (fault A21); an id that is not a valid header value is refused (HTL-19). */
    private @Nullable String sessionId(ResponseHead head) {
        String value = head.header(ProtocolHeaders.SESSION_ID);
        if (value == null || value.isBlank()) {
            return null;
        }
        if (!value.chars().allMatch(c -> c >= 0x21 && c <= 0x7e)) {
            throw new McpProtocolException(
                    details(
                                    McpMethods.INITIALIZE,
                                    "the server's session id has characters that are not allowed in the header"
                                            + " Mcp-Session-Id")
                            .withRemedy("Ask the server's operator for session ids of visible ASCII characters, without"
                                    + " spaces."),
                    Reason.SECURITY);
        }
        return value;
    }

    private static Map<String, String> headers(@Nullable String sessionId, ProtocolRevision revision) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (sessionId != null) {
            headers.put(ProtocolHeaders.SESSION_ID, sessionId);
        }
        if (revision.sendsVersionHeader()) {
            headers.put(ProtocolHeaders.PROTOCOL_VERSION, revision.wireValue());
        }
        return Map.copyOf(headers);
    }

    /** Some servers refuse a revision instead of naming another (VER-21). */
    private Mono<LegacySession> initializeWithOtherRevision(McpException failure) {
        RevisionRefusal refusal = RevisionRefusal.of(failure, this.proposed, this::accepts);
        if (refusal == null) {
            return Mono.error(failure);
        }
        ProtocolRevision next = refusal.next();
        if (next == null) {
            List<String> offered = refusal.offered();
            return Mono.error(
                    (offered != null) ? noCommonRevision(offered) : RevisionRefusal.withRemedy(failure, isPinned()));
        }
        return initialize(next).onErrorMap(McpException.class, second -> ofBoth(failure, second));
    }

    /** Some processes end after they have refused a revision: the refusal says more than the end. */
    private McpException ofBoth(McpException first, McpException second) {
        boolean isResponse = second instanceof McpRequestException || second instanceof McpProtocolException;
        if (!isResponse && TransportFeatures.isRequestScoped(this.transport)) {
            return second;
        }
        McpException failure = RevisionRefusal.withRemedy(isResponse ? second : first, isPinned());
        failure.addSuppressed(isResponse ? first : second);
        return failure;
    }

    private boolean isPinned() {
        return this.settings.protocol().revision() != null;
    }

    private McpException noCommonRevision(List<String> offered) {
        List<String> ours = ProtocolRevision.handshakeRevisions().stream()
                .filter(this::accepts)
                .map(ProtocolRevision::wireValue)
                .toList();
        return new McpProtocolException(
                details(
                                McpMethods.INITIALIZE,
                                "no common protocol revision: the server offers " + SafeText.excerpt(offered.toString())
                                        + ", this client accepts " + ours)
                        .withRemedy(
                                isPinned()
                                        ? "Set mcp.servers." + this.client.name()
                                                + ".protocol to a revision that the server offers, or to auto."
                                        : null),
                Reason.VERSION);
    }

    private McpErrorDetails details(String operation, String problem) {
        return McpErrorDetails.of(this.client.name(), operation, McpOutcome.ANSWERED, problem);
    }

    /** Handles messages outside of exchanges from the beginning, even during the handshake (LIFE-04). */
    private record Inbox(ServerMessages messages, Consumer<Throwable> onLost) implements TransportListener {

        @Override
        public void onMessage(ReceivedMessage message) {
            this.messages.onMessage(message, null);
        }

        @Override
        public void onClosed(Throwable cause) {
            this.onLost.accept(cause);
        }
    }

    /** Returns the revision to propose: the configured one, otherwise the newest handshake revision (VER-17, VER-18). */
    static ProtocolRevision proposed(McpProtocolSettings settings) {
        ProtocolRevision configured = settings.revision();
        return (configured != null) ? configured : ProtocolRevision.LATEST_HANDSHAKE;
    }

    /** Returns whether a revision that the server chose is acceptable (VER-20). */
    static boolean accepts(McpProtocolSettings settings, ProtocolRevision revision) {
        ProtocolRevision configured = settings.revision();
        return (configured != null) ? revision == configured : revision.hasHandshake();
    }

    private boolean accepts(ProtocolRevision revision) {
        return accepts(this.settings.protocol(), revision);
    }
}
