package io.mcpclient.registry;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.McpClient;
import io.mcpclient.protocol.McpServerStatus;
import io.mcpclient.protocol.McpStatusListener;
import io.mcpclient.protocol.ServerDescription;
import io.mcpclient.resilience.Backoff;

/**
 * What a registry knows of one server: lists what it offers whenever it connects, and again until that has succeeded. At
 * most one list is under way, and at most one more is wanted (fault F19). Thread-safe.
 *
 * @param <L> what is listed
 */
final class FollowedServer<L> implements McpStatusListener {

    private static final Logger logger = LoggerFactory.getLogger(FollowedServer.class);

    private final McpClient client;

    private final Listing<L> listing;

    private final Runnable onChange;

    private final Backoff backoff = Backoff.exponential(Duration.ofSeconds(1), 2, Duration.ofSeconds(60));

    /** 0 idle, 1 a list is under way, 2 and more: and another one is wanted. */
    private final AtomicInteger wanted = new AtomicInteger();

    private final Disposable.Swap request = Disposables.swap();

    private final Disposable.Swap retry = Disposables.swap();

    private volatile L known;

    private volatile boolean available;

    FollowedServer(McpClient client, Listing<L> listing, Runnable onChange) {
        this.client = client;
        this.listing = listing;
        this.onChange = onChange;
        this.known = listing.nothing();
    }

    void follow() {
        this.client.addStatusListener(this);
        if (this.client.status().isConnected()) {
            refresh();
        }
    }

    void unfollow() {
        this.client.removeStatusListener(this);
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
        } else if (this.available) {
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
        if (!this.client.status().isConnected()) {
            this.wanted.set(0); // to list would be to connect, which is not for the registry to decide
            refreshIfConnected(); // but it may have connected between the look and the word
            return;
        }
        this.wanted.set(1);
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
                : this.listing.list().apply(this.client.reactive());
    }

    private void listed(L listed) {
        this.backoff.reset();
        this.known = listed;
        // First the word, then the look: a loss in between is noticed here, a later one by onStatus.
        this.available = true;
        if (!this.client.status().isConnected()) {
            this.available = false;
        }
        this.onChange.run();
    }

    private void failed(Throwable error) {
        if (!this.client.status().isConnected()) {
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

    private void refreshIfConnected() {
        if (this.client.status().isConnected()) {
            refresh();
        }
    }
}
