package io.mcpclient.protocol.modern;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;

import io.mcpclient.call.CallProgress;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.SafeText;
import io.mcpclient.protocol.Era;
import io.mcpclient.protocol.EraSession;
import io.mcpclient.protocol.InboundSettings;
import io.mcpclient.schema.DetailedTask;
import io.mcpclient.schema.GetTaskParams;
import io.mcpclient.schema.InputRequest;
import io.mcpclient.schema.InputResponse;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/**
 * The stateless revision: every attempt to connect is a {@link Discovery}. Thread-safe.
 *
 * @see "MCP 2026-07-28, server/discover, basic/versioning"
 */
public final class ModernEra implements Era {

    private final ModernClient client;

    /**
     * Creates the era for one client.
     * @param context name, codec and counters of the client
     * @param settings what the client says of itself
     * @param inbound what it has for what the server asks and tells
     */
    public ModernEra(TransportProvider.Context context, ModernSettings settings, InboundSettings inbound) {
        this.client = ModernClient.of(context, settings, inbound);
    }

    @Override
    public String reason() {
        return "server/discover answered";
    }

    @Override
    public Mono<EraSession> begin(McpTransport transport, Consumer<Throwable> onLost) {
        return probe(transport, onLost)
                .map(discovered -> discovered.begin(discovered
                        .revision()
                        .orElseThrow(() -> noCommonRevision(discovered.result().supportedVersions()))))
                .onErrorMap(McpRequestException.class, this::explained)
                .doOnError(error -> giveUp(transport))
                .doFinally(signal -> {
                    if (signal == SignalType.CANCEL) {
                        giveUp(transport);
                    }
                });
    }

    /** A failed attempt leaves nothing behind: no channel, no process. */
    private static void giveUp(McpTransport transport) {
        transport
                .endSession(Map.of())
                .timeout(ModernSession.SIDE_MESSAGE_TIMEOUT)
                .subscribe(null, error -> {});
    }

    /**
     * Asks the server what it offers, and begins nothing yet. A failure leaves the channel open: another era may want it.
     * @param transport transport to speak over
     * @param onLost learns why the connection is lost, if it is without a call having noticed it
     * @return the answer; or an error, always an {@link io.mcpclient.error.McpException}, whose cause is the HTTP answer if
     *     there was one
     */
    public Mono<Discovered> probe(McpTransport transport, Consumer<Throwable> onLost) {
        return Mono.defer(() -> new Discovery(this.client, transport, onLost).run())
                .onErrorMap(
                        error -> new ModernFailures(this.client.name()).translate(McpMethods.SERVER_DISCOVER, error));
    }

    /**
     * Has the handlers of the client answer what a task needs, as what a call asks for.
     * @param taskId id of the task
     * @param questions what is needed, by key
     * @return an answer for each key, or an {@link McpException}
     * @see "MCP extension io.modelcontextprotocol/tasks (TSKX-10)"
     */
    public Mono<Map<String, InputResponse>> answers(String taskId, Map<String, InputRequest> questions) {
        McpCall asking = new McpCall(
                this.client.name(),
                McpMethods.TASKS_GET,
                GetTaskParams.of(taskId),
                DetailedTask.class,
                McpCallOptions.defaults(),
                Deadline.after(this.client.inbound().requestTimeout()),
                new CallProgress());
        return this.client.rounds().answers(questions, asking);
    }

    private Throwable explained(McpRequestException refusal) {
        if (refusal.code() != McpErrorCodes.UNSUPPORTED_PROTOCOL_VERSION) {
            return refusal;
        }
        return (refusal.data() instanceof Map<?, ?> data && data.get("supported") instanceof List<?> supported)
                ? noCommonRevision(supported)
                : noCommonRevision(List.of());
    }

    private McpException noCommonRevision(List<?> offered) {
        return new McpProtocolException(
                McpErrorDetails.of(
                                this.client.name(),
                                McpMethods.SERVER_DISCOVER,
                                McpOutcome.ANSWERED,
                                "no common protocol revision: the server offers "
                                        + SafeText.excerpt(offered.toString()) + ", this client accepts ["
                                        + ProtocolRevision.LATEST + "]")
                        .withRemedy("Set protocol to auto, or to a revision that the server offers."),
                Reason.VERSION);
    }
}
