package io.mcpclient.registry;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.protocol.McpServerStatus;
import io.mcpclient.protocol.McpStatusListener;
import io.mcpclient.protocol.ServerDescription;
import io.mcpclient.resilience.Backoff;
import io.mcpclient.resilience.CallGate;

/**
 * What a registry knows of one server: lists what it offers whenever it connects or says that something has changed, and
 * again until that has succeeded. At most one list is under way, and at most one more is wanted; while connected, lists
 * begin at least a second apart, so that a storm of changes costs next to nothing (fault F19). Before the first list there
 * is what was remembered of it, where something is. Thread-safe.
 *
 * @param <L> what is listed
 */
final class FollowedServer<L> implements McpStatusListener {

    private static final Logger logger = LoggerFactory.getLogger(FollowedServer.class);

    private static final Duration APART = Duration.ofSeconds(1);

    private final McpClient client;

    private final Listing<L> listing;

    private final Runnable onChange;

    private final Backoff backoff = Backoff.exponential(Duration.ofSeconds(1), 2, Duration.ofSeconds(60));

    /** 0 idle, 1 a list is under way, 2 and more: and another one is wanted. */
    private final AtomicInteger wanted = new AtomicInteger();

    private final Disposable.Swap request = Disposables.swap();

    private final Disposable.Swap retry = Disposables.swap();

    private final Disposable.Swap pause = Disposables.swap();

    private final Disposable.Swap recollection = Disposables.swap();

    private final Listing.Memory<L> memory;

    private final McpChangeListener changes;

    /** When the last list of this connection began, on the monotonic clock, or {@code null} if there was none. */
    private volatile @Nullable Long lastBegan;

    private volatile L known;

    /** What was listed last, or {@code null} if nothing was. */
    private @Nullable L listed;

    private volatile boolean available;

    FollowedServer(McpClient client, Listing<L> listing, Runnable onChange) {
        this.client = client;
        this.listing = listing;
        this.onChange = onChange;
        this.known = listing.nothing();
        this.changes = listing.onChange().apply(this::refreshIfConnected);
        this.memory = listing.memory().apply(client);
    }

    void follow() {
        this.client.addStatusListener(this);
        this.client.addChangeListener(this.changes);
        if (this.client.status().isConnected()) {
            refresh();
        } else {
            this.recollection.replace(this.memory.load().subscribe(this::remembered, error -> {}));
        }
    }

    /** What was known before the application started, until it is known what holds now (fault J13). */
    private void remembered(L before) {
        synchronized (this) {
            if (this.listed != null) {
                return;
            }
            this.known = before;
        }
        this.onChange.run();
    }

    void unfollow() {
        this.client.removeStatusListener(this);
        this.client.removeChangeListener(this.changes);
        this.recollection.dispose();
        this.pause.dispose();
        this.retry.dispose();
        this.request.dispose();
    }

    McpClient client() {
        return this.client;
    }

    /** What was listed last. */
    L known() {
        return this.known;
    }

    boolean isAvailable() {
        return this.available;
    }

    @Override
    public void onStatus(McpServerStatus status) {
        if (status.isConnected()) {
            refresh();
            return;
        }
        this.lastBegan = null;
        if (this.available) {
            this.available = false;
            this.onChange.run();
        }
    }

    void refresh() {
        if (this.wanted.getAndIncrement() == 0) {
            list();
        }
    }

    private void list() {
        Long began = this.lastBegan;
        long wait = (began != null) ? began + APART.toNanos() - System.nanoTime() : 0;
        if (wait > 0) {
            this.pause.replace(Schedulers.parallel().schedule(this::listNow, wait, TimeUnit.NANOSECONDS));
        } else {
            listNow();
        }
    }

    private void listNow() {
        if (!this.client.status().isConnected()) {
            this.wanted.set(0); // to list would be to connect, which is not for the registry to decide
            refreshIfConnected(); // but it may have connected between the look and the word
            return;
        }
        this.wanted.set(1);
        this.lastBegan = System.nanoTime();
        this.request.replace(Mono.defer(this::ask)
                .doFinally(signal -> {
                    if (!this.wanted.compareAndSet(1, 0)) {
                        list();
                    }
                })
                .subscribe(this::listed, this::failed));
    }

    private Mono<L> ask() {
        ServerDescription server = this.client.status().server();
        return (server != null && !this.listing.isOffered().test(server.capabilities()))
                ? Mono.just(this.listing.nothing())
                : CallGate.inBackground(this.listing.list().apply(this.client.reactive()));
    }

    private void listed(L listed) {
        this.backoff.reset();
        boolean isNews;
        synchronized (this) {
            isNews = !listed.equals(this.listed);
            this.listed = listed;
            this.known = listed;
        }
        if (isNews) {
            this.memory.keep().accept(listed);
        }
        // First the word, then the look: a loss in between is noticed here, a later one by onStatus.
        this.available = true;
        if (!this.client.status().isConnected()) {
            this.available = false;
        }
        this.onChange.run();
    }

    private void failed(Throwable error) {
        if (!this.client.status().isConnected() || isClosed(error)) {
            return; // the next connection lists them
        }
        Duration pause = this.backoff.next();
        logger.warn(
                "MCP server \"{}\": its {} could not be listed, next attempt in {} ms: {}",
                this.client.name(),
                this.listing.what(),
                pause.toMillis(),
                error.getMessage());
        this.retry.replace(
                Schedulers.parallel().schedule(this::refreshIfConnected, pause.toMillis(), TimeUnit.MILLISECONDS));
    }

    private static boolean isClosed(Throwable error) {
        return error instanceof McpRejectedException refusal && refusal.reason() == McpRejectedException.Reason.CLOSED;
    }

    private void refreshIfConnected() {
        if (this.client.status().isConnected()) {
            refresh();
        }
    }
}
