package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;

/**
 * Connects the clients when the application starts and closes them when it stops, all at the same time.
 *
 * <pre>
 *  phase          start ↓                      stop ↑
 *  MAX - 3072     clients                      clients
 *  MAX - 2048     web server accepts           web server closes
 *  MAX - 1024                                  web server finishes its requests
 *  MAX            listeners, schedulers        listeners, schedulers
 * </pre>
 *
 * So the first request of a web application finds the required servers connected, and the last one still finds its
 * clients open.
 *
 * <p>Stopping for good closes the clients; a mere pause, of a test or before a checkpoint, only ends their sessions, and
 * the next start connects them again. Clients that the application defines itself connect at their first use, but are
 * closed with the others.
 *
 * @see "faults A05, A18, A22, G08, G16"
 */
final class McpClientLifecycle implements SmartLifecycle, ApplicationListener<ContextClosedEvent> {

    static final int PHASE = DEFAULT_PHASE - 3072;

    /** What a required server gets beyond its connect-timeout, so that its own error comes first. */
    private static final Duration GRACE = Duration.ofMillis(500);

    /** What clients that the application defines itself may take, whose limits are not known here. */
    private static final Duration OWN_CLIENTS = Duration.ofSeconds(30);

    private final McpClients clients;

    private final Map<String, ServerSettings> settings;

    private final ApplicationContext context;

    private Disposable.Composite starting = Disposables.composite();

    private volatile boolean running;

    private volatile boolean closing;

    McpClientLifecycle(McpClients clients, Map<String, ServerSettings> settings, ApplicationContext context) {
        this.clients = clients;
        this.settings = settings;
        this.context = context;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    @Override
    public void start() {
        this.running = true;
        this.starting = Disposables.composite();
        List<Mono<?>> required = new ArrayList<>();
        for (McpClient client : this.clients.all()) {
            ServerSettings settings = this.settings.get(client.name());
            if (settings != null && settings.required()) {
                required.add(connect(client, settings));
            } else if (settings != null && settings.startsEagerly()) {
                // Not even the making of a connection, let alone its success, delays the start.
                this.starting.add(Schedulers.boundedElastic().schedule(client::start));
            }
        }
        try {
            Flux.merge(Flux.fromIterable(required), Integer.MAX_VALUE)
                    .blockLast(longest(ServerSettings.Timeouts::connect));
        } catch (RuntimeException ex) {
            stop();
            throw ex;
        }
    }

    private static Mono<?> connect(McpClient client, ServerSettings settings) {
        return Mono.defer(client.reactive()::connect)
                .subscribeOn(Schedulers.boundedElastic())
                .timeout(settings.timeouts().connect().plus(GRACE))
                .doOnNext(server -> client.start()) // stays connected
                .onErrorMap(error -> new McpRequiredServerException(
                        client.name(), settings.endpoint().key(), error));
    }

    /** A safety net: every part has its own limit already. */
    private Duration longest(Function<ServerSettings.Timeouts, Duration> limit) {
        return this.settings.values().stream()
                .map(settings -> limit.apply(settings.timeouts()))
                .reduce(GRACE, (longest, next) -> (next.compareTo(longest) > 0) ? next : longest)
                .plus(GRACE.multipliedBy(2));
    }

    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        // Events of child contexts arrive here too.
        if (event.getApplicationContext() == this.context) {
            this.closing = true;
        }
    }

    @Override
    public void stop() {
        release().block(longest(ServerSettings.Timeouts::shutdown).plus(OWN_CLIENTS));
    }

    @Override
    public void stop(Runnable callback) {
        release().doFinally(signal -> callback.run()).subscribe();
    }

    /** Never fails, and takes no longer than the longest shutdown-timeout. */
    private Mono<Void> release() {
        return Mono.defer(() -> {
            this.running = false;
            this.starting.dispose();
            return this.closing ? this.clients.closeAll() : disposeAll();
        });
    }

    private Mono<Void> disposeAll() {
        return Flux.fromIterable(this.clients.all())
                .flatMap(client -> client.reactive().dispose(), Integer.MAX_VALUE)
                .then();
    }

    @Override
    public boolean isRunning() {
        return this.running;
    }
}
