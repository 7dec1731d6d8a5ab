package io.mcpclient.registry;

import java.time.Duration;
import java.util.List;
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
import io.mcpclient.schema.Tool;

/**
 * What the registry knows of one server: lists its tools whenever it connects, and again until that has succeeded. At
 * most one list is under way, and at most one more is wanted (fault F19). Thread-safe.
 */
final class ServerTools implements McpStatusListener {

    private static final Logger logger = LoggerFactory.getLogger(ServerTools.class);

    private final McpClient client;

    private final Runnable onChange;

    private final Backoff backoff = Backoff.exponential(Duration.ofSeconds(1), 2, Duration.ofSeconds(60));

    /** 0 idle, 1 a list is under way, 2 and more: and another one is wanted. */
    private final AtomicInteger wanted = new AtomicInteger();

    private final Disposable.Swap listing = Disposables.swap();

    private final Disposable.Swap retry = Disposables.swap();

    private volatile List<Tool> tools = List.of();

    private volatile boolean available;

    ServerTools(McpClient client, Runnable onChange) {
        this.client = client;
        this.onChange = onChange;
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
        this.listing.dispose();
    }

    McpClient client() {
        return this.client;
    }

    /** The last known tools, in the order of the server. */
    List<Tool> tools() {
        return this.tools;
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
        this.listing.replace(Mono.defer(this::listTools)
                .doFinally(signal -> {
                    if (!this.wanted.compareAndSet(1, 0)) {
                        list();
                    }
                })
                .subscribe(this::listed, this::failed));
    }

    /** A server that does not offer tools is not asked for them (CAP-07). */
    private Mono<List<Tool>> listTools() {
        ServerDescription server = this.client.status().server();
        return (server != null && !server.capabilities().hasTools())
                ? Mono.just(List.of())
                : this.client.reactive().listTools();
    }

    private void listed(List<Tool> tools) {
        this.backoff.reset();
        this.tools = tools;
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
                "MCP server \"{}\": its tools could not be listed, next attempt in {} ms: {}",
                this.client.name(),
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
