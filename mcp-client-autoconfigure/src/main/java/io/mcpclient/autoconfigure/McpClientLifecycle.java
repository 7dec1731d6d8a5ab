package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;

import org.slf4j.Logger;
import org.springframework.context.SmartLifecycle;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.settings.ServerSettings;
import io.mcpclient.support.Loggers;

/**
 * Connects the clients when the application starts and ends their sessions when it stops, all concurrently.
 *
 * <pre>
 *  phase          start ↓                      stop ↑
 *  MAX - 3072     clients                      clients: in-flight calls, sessions, streams, processes
 *  MAX - 2048     web server accepts           web server closes
 *  MAX - 1024                                  web server completes its requests
 *  MAX - 512      clients of {@link OwnServersLifecycle}
 *  MAX            listeners, schedulers        listeners, schedulers
 *                                              beans are destroyed, and {@link McpClientCloser} closes the clients
 * </pre>
 *
 * The first request of a web application therefore finds the required servers connected, except those in the application itself,
 * and the last one still finds its clients open. A stop is never final: after a pause, in a test or before a checkpoint, the next
 * start reconnects the clients, and a bean that calls a server during its own destruction reconnects it. Clients that the
 * application defines itself connect on first use, but end with the others.
 *
 * @see "faults A05, A18, A22, G08, G16"
 */
final class McpClientLifecycle implements SmartLifecycle, McpClients.Listener {

    static final int PHASE = DEFAULT_PHASE - 3072;

    private static final Logger logger = Loggers.CONNECTION;

    /** Shutdown limit of clients that the application defines itself, whose own limits are unknown here. */
    private static final Duration OWN_CLIENTS = Duration.ofSeconds(30);

    private final McpClients clients;

    private final Map<String, ServerSettings> settings;

    private final BiFunction<ServerSettings, Boolean, String> announcements;

    /** Forgets the settings of a server that was removed. */
    private final Consumer<String> forget;

    private final ConnectQueue queue;

    /** Returns whether a server is connected later, by {@link OwnServersLifecycle}. */
    private final Predicate<ServerSettings> isDeferred;

    private volatile List<ConnectQueue.Entry> deferred = List.of();

    private volatile boolean running;

    /** Whether clients are connected as they are added: those of the start are not. */
    private volatile boolean connecting;

    McpClientLifecycle(
            McpClients clients,
            Map<String, ServerSettings> settings,
            BiFunction<ServerSettings, Boolean, String> announcements,
            Consumer<String> forget,
            ConnectQueue queue,
            Predicate<ServerSettings> isDeferred) {
        this.clients = clients;
        this.isDeferred = isDeferred;
        this.announcements = announcements;
        this.forget = forget;
        this.settings = settings;
        this.queue = queue;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    @Override
    public void start() {
        this.running = true;
        List<ConnectQueue.Entry> eager = new ArrayList<>();
        List<ConnectQueue.Entry> later = new ArrayList<>();
        for (McpClient client : this.clients.all()) {
            ServerSettings settings = this.settings.get(client.name());
            if (settings == null) {
                continue;
            }
            logger.info("MCP server \"{}\": {}", client.name(), this.announcements.apply(settings, true));
            if (settings.startsEagerly()) {
                (this.isDeferred.test(settings) ? later : eager).add(new ConnectQueue.Entry(client, settings));
            }
        }
        this.deferred = List.copyOf(later);
        this.clients.addListener(this);
        this.connecting = true;
        try {
            this.queue.start(eager);
        } catch (RuntimeException ex) {
            stop();
            throw ex;
        }
    }

    /** Returns the servers of the last start that are to be connected later. */
    List<ConnectQueue.Entry> deferred() {
        return this.deferred;
    }

    /** Connects a server that is added or replaced at run time. */
    @Override
    public void onAdded(McpClient client) {
        ServerSettings added = this.settings.get(client.name());
        if (!this.connecting || added == null) {
            return;
        }
        logger.info("MCP server \"{}\": {}", client.name(), this.announcements.apply(added, false));
        if (added.startsEagerly()) {
            client.session().start();
        }
    }

    @Override
    public void onRemoved(McpClient client) {
        if (this.clients.find(client.name()).isEmpty()) {
            this.forget.accept(client.name());
            if (this.connecting) {
                logger.info("MCP server \"{}\": removed", client.name());
            }
        }
    }

    @Override
    public void stop() {
        release().block(longestShutdown());
    }

    @Override
    public void stop(Runnable callback) {
        release().doFinally(signal -> callback.run()).subscribe();
    }

    /** Returns a safety limit: every client already has its own timeout. */
    private Duration longestShutdown() {
        return this.settings.values().stream()
                .map(settings -> settings.client().timeouts().shutdown())
                .reduce(OWN_CLIENTS, (longest, next) -> (next.compareTo(longest) > 0) ? next : longest)
                .plus(OWN_CLIENTS);
    }

    /** Never fails, and takes no longer than the longest shutdown-timeout. */
    private Mono<Void> release() {
        return Mono.defer(() -> {
            this.running = false;
            this.connecting = false;
            this.clients.removeListener(this);
            this.queue.stop();
            return Flux.fromIterable(this.clients.all())
                    .flatMap(client -> client.reactive().session().dispose(), Integer.MAX_VALUE)
                    .then();
        });
    }

    @Override
    public boolean isRunning() {
        return this.running;
    }
}
