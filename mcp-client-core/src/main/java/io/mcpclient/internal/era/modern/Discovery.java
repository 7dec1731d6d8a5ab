package io.mcpclient.internal.era.modern;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.internal.era.OmittedMembers;
import io.mcpclient.internal.era.PendingResponse;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.schema.DiscoverResult;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.text.SafeText;
import io.mcpclient.transport.ExchangeKind;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.TransportListener;

/**
 * One attempt to discover the features of a server of the stateless revision. It changes nothing at the server, so it may be
 * sent to any server.
 *
 * <pre>
 *  client                              server
 *    │ server/discover  ────────────►  │
 *    │ ◄─────────── supportedVersions  │   error -32022 with data.supported: retry once with one of those
 * </pre>
 *
 * A failed attempt leaves the channel open: another era may use it.
 *
 * @see "MCP 2026-07-28, server/discover, basic/versioning (VER-02 to VER-05, LIFE-10)"
 */
final class Discovery {

    private final ModernClient client;

    private final McpTransport transport;

    private final Consumer<Throwable> onLost;

    private final ModernMessages messages;

    /** Accepted revisions of this era, latest first. */
    private final List<ProtocolRevision> revisions;

    Discovery(ModernClient client, McpTransport transport, Consumer<Throwable> onLost) {
        this.client = client;
        this.transport = transport;
        this.onLost = onLost;
        this.messages = new ModernMessages(client);
        this.revisions = client.settings().protocol().acceptedRevisions().stream()
                .filter(revision -> !revision.hasHandshake())
                .toList();
    }

    Mono<Discovered> run() {
        return this.transport
                .open(new Inbox(this.messages, this.onLost))
                .then(Mono.defer(() -> discover(this.revisions.get(0))))
                .onErrorResume(
                        McpRequestException.class,
                        refusal -> common(refusal).map(this::discover).orElseGet(() -> Mono.error(refusal)))
                .map(result -> new Discovered(this.client, this.transport, this.messages, this.onLost, result));
    }

    private Mono<DiscoverResult> discover(ProtocolRevision revision) {
        JsonRpcId.NumberId id = this.client.nextId();
        ModernRequests requests = new ModernRequests(this.client, revision, this.transport);
        return new PendingResponse<>(
                this.transport.exchange(requests.shape(
                        id,
                        McpMethods.SERVER_DISCOVER,
                        null,
                        DiscoverResult.class,
                        McpCallOptions.defaults(),
                        Map.of(),
                        Map.of(),
                        ExchangeKind.SINGLE)),
                new PendingResponse.Request(
                        new ModernFailures(this.client.name()),
                        id,
                        McpMethods.SERVER_DISCOVER,
                        false,
                        this.messages::ofExchange,
                        null,
                        () -> {}, // a server of another era must not get a notification before it is initialized
                        // (VER-24)
                        null),
                answer -> complete((DiscoverResult) PendingResponse.result(answer)));
    }

    /** Discovery has a direct result: it requests no input and does not become a task (RPC-20, MRTR-02). */
    private DiscoverResult complete(DiscoverResult result) {
        if (!result.hasAnswer()) {
            throw new McpProtocolException(
                    McpErrorDetails.of(
                            this.client.name(),
                            McpMethods.SERVER_DISCOVER,
                            McpOutcome.ANSWERED,
                            "the result has the type \"" + SafeText.excerpt(String.valueOf(result.resultType()))
                                    + "\", which is not valid for this request"),
                    McpProtocolException.Reason.MALFORMED);
        }
        OmittedMembers.log(this.client.name(), McpMethods.SERVER_DISCOVER, result.omitted());
        return result;
    }

    /** A revision of this era that the server lists in its refusal, even the one that it has refused. */
    private Optional<ProtocolRevision> common(McpRequestException refusal) {
        if (refusal.code() != McpErrorCodes.UNSUPPORTED_PROTOCOL_VERSION
                || !(refusal.data() instanceof Map<?, ?> data)
                || !(data.get("supported") instanceof List<?> supported)) {
            return Optional.empty();
        }
        return this.revisions.stream()
                .filter(revision -> supported.contains(revision.wireValue()))
                .findFirst();
    }

    /** Handles messages outside of exchanges. */
    private record Inbox(ModernMessages messages, Consumer<Throwable> onLost) implements TransportListener {

        @Override
        public void onMessage(ReceivedMessage message) {
            this.messages.ofChannel(message);
        }

        @Override
        public void onClosed(Throwable cause) {
            this.onLost.accept(cause);
        }
    }
}
