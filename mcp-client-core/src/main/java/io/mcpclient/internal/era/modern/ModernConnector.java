package io.mcpclient.internal.era.modern;

import java.util.Map;
import java.util.function.Consumer;

import reactor.core.publisher.Mono;

import io.mcpclient.call.CallProgress;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.internal.era.RequestNumbers;
import io.mcpclient.internal.inbound.InboundSettings;
import io.mcpclient.internal.support.LazyPart;
import io.mcpclient.schema.InputRequest;
import io.mcpclient.schema.InputResponse;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.support.schema.DetailedTask;
import io.mcpclient.support.schema.GetTaskParams;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/**
 * The stateless revision for one client: every attempt to connect is a {@link Discovery}, whose result others interpret.
 * Thread-safe.
 *
 * @see "MCP 2026-07-28, server/discover, basic/versioning"
 */
public final class ModernConnector {

    private final String name;

    private final LazyPart<ModernClient> client;

    /**
     * Creates the era for one client.
     * @param context name, codec and counters of the client
     * @param settings settings of the client
     * @param caching whether results are cached for the lifetime that the server specifies
     * @param inbound settings for messages of the server
     * @param ids numbers of the client's requests, in both eras
     */
    public ModernConnector(
            TransportProvider.Context context,
            McpClientSettings settings,
            boolean caching,
            InboundSettings inbound,
            RequestNumbers ids) {
        this.name = context.serverName();
        this.client = new LazyPart<>(() -> ModernClient.of(context, settings, caching, inbound, ids));
    }

    /**
     * Sends discovery to the server, without beginning a session. A failure leaves the channel open: another era may use it.
     * @param transport transport of the connection
     * @param onLost receives the reason for a loss that no call has noticed
     * @return the discovered server; or an error, always an {@link io.mcpclient.error.McpException}, whose cause is the HTTP
     *     response if there was one
     */
    public Mono<Discovered> probe(McpTransport transport, Consumer<Throwable> onLost) {
        return Mono.defer(() -> new Discovery(this.client.get(), transport, onLost).run())
                .onErrorMap(error -> new ModernFailures(this.name).translate(McpMethods.SERVER_DISCOVER, error));
    }

    /**
     * Calls the handlers of the client for input that a task requests, as for input of a call.
     * @param taskId id of the task
     * @param questions input requests, by key
     * @return a response for each key, or an {@link McpException}
     * @see "MCP extension io.modelcontextprotocol/tasks (TSKX-10)"
     */
    public Mono<Map<String, InputResponse>> answers(String taskId, Map<String, InputRequest> questions) {
        ModernClient client = this.client.get();
        McpCall asking = new McpCall(
                client.name(),
                McpMethods.TASKS_GET,
                GetTaskParams.of(taskId),
                DetailedTask.class,
                McpCallOptions.defaults(),
                Deadline.after(client.time(), client.inbound().requestTimeout()),
                new CallProgress());
        return client.rounds().answers(questions, asking);
    }
}
