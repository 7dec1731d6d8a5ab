package io.mcpclient.protocol.modern;

import java.util.Map;
import java.util.function.Consumer;

import reactor.core.publisher.Mono;

import io.mcpclient.call.CallProgress;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.protocol.InboundSettings;
import io.mcpclient.schema.DetailedTask;
import io.mcpclient.schema.GetTaskParams;
import io.mcpclient.schema.InputRequest;
import io.mcpclient.schema.InputResponse;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/**
 * The stateless revision, as one client speaks it: every attempt to connect is a {@link Discovery}, and what its answer
 * means is for others to judge. Thread-safe.
 *
 * @see "MCP 2026-07-28, server/discover, basic/versioning"
 */
public final class ModernEra {

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
                Deadline.after(this.client.time(), this.client.inbound().requestTimeout()),
                new CallProgress());
        return this.client.rounds().answers(questions, asking);
    }
}
