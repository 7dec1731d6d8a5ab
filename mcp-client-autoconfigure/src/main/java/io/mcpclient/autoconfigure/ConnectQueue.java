package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.McpClient;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.autoconfigure.settings.ServerSettings;
import io.mcpclient.spring.McpRequiredServerException;
import io.mcpclient.status.McpClientState;
import io.mcpclient.status.McpServerStatus;
import io.mcpclient.status.McpStatusListener;

/**
 * Connects clients for the first time, with bounded concurrency: required ones first, the others in the background. Each
 * attempt holds its permit until it has succeeded or failed, at most for the {@code connect-timeout} of its server; the
 * client itself handles what follows a failure. The total time is therefore bounded, and a hundred servers do not start a
 * hundred processes at once.
 *
 * @see "faults A05, G16"
 */
final class ConnectQueue {

    /** Extra time of an attempt beyond its connect-timeout, so that its own error comes first. */
    private static final Duration GRACE = Duration.ofMillis(500);

    /** Time after which a permit is released although the attempt has not reported an outcome. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private final int places;

    private Disposable running = Disposables.disposed();

    /**
     * Creates a queue.
     * @param places maximum number of concurrent attempts, at least 1
     */
    ConnectQueue(int places) {
        this.places = places;
    }

    /** A client to connect. */
    record Entry(McpClient client, ServerSettings settings) {

        boolean required() {
            return this.settings.required();
        }

        Duration limit() {
            return this.settings.client().connectTimeout().plus(GRACE);
        }
    }

    /**
     * Starts connecting, and waits for the required servers only.
     * @param entries clients to connect
     * @throws McpRequiredServerException if a required server could not be connected
     */
    void start(List<Entry> entries) {
        List<Entry> ordered = entries.stream()
                .sorted(Comparator.comparing(Entry::required).reversed())
                .toList();
        AtomicInteger awaited =
                new AtomicInteger((int) entries.stream().filter(Entry::required).count());
        Sinks.Empty<Void> allRequired = Sinks.empty();
        Duration limit = limit(ordered, awaited.get());
        this.running = Flux.fromIterable(ordered)
                .flatMap(entry -> attempt(entry, awaited, allRequired), this.places)
                .subscribe();
        if (!limit.isZero()) {
            allRequired.asMono().block(limit);
        }
    }

    void stop() {
        this.running.dispose();
    }

    /** Returns a safety limit: each attempt already has its own timeout. Zero if there is nothing to wait for. */
    private Duration limit(List<Entry> ordered, int required) {
        Duration longest = ordered.stream()
                .limit(required)
                .map(Entry::limit)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        int rounds = (required + this.places - 1) / this.places;
        return longest.multipliedBy(rounds);
    }

    /** Never fails. Even its assembly does not run on the thread that starts the application. */
    private static Mono<?> attempt(Entry entry, AtomicInteger awaited, Sinks.Empty<Void> allRequired) {
        if (!entry.required()) {
            return background(entry).subscribeOn(Schedulers.boundedElastic()).onErrorComplete();
        }
        return required(entry)
                .subscribeOn(Schedulers.boundedElastic())
                .doOnError(allRequired::tryEmitError)
                .doOnSuccess(connected -> {
                    if (awaited.decrementAndGet() == 0) {
                        allRequired.tryEmitEmpty();
                    }
                })
                .onErrorComplete();
    }

    /** Connects on behalf of the application, regardless of the thread that adds servers. */
    private static Mono<?> required(Entry entry) {
        McpClient client = entry.client();
        return Mono.defer(client.reactive().session()::connect)
                .contextWrite(McpPrincipalContext.of(McpPrincipal.APPLICATION))
                .timeout(entry.limit())
                .doOnNext(server -> client.session().start()) // stays connected
                .onErrorMap(error -> new McpRequiredServerException(
                        client.name(), entry.settings().endpointKey(), error));
    }

    /** Completes when the first attempt has ended. */
    private static Mono<Void> background(Entry entry) {
        McpClient client = entry.client();
        return Mono.<Void>create(sink -> {
                    McpStatusListener listener = status -> {
                        if (hasEnded(status)) {
                            sink.success();
                        }
                    };
                    client.listeners().addStatusListener(listener);
                    sink.onDispose(() -> client.listeners().removeStatusListener(listener));
                    client.session().start();
                    if (client.status().isConnected()) {
                        sink.success(); // already connected: no status change will follow
                    }
                })
                .timeout(entry.limit().plus(SILENCE), Mono.empty());
    }

    private static boolean hasEnded(McpServerStatus status) {
        return status.state() != McpClientState.CONNECTING && status.state() != McpClientState.INITIALIZING;
    }
}
