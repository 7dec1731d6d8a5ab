package io.mcpclient.registry;

import java.time.Duration;
import java.util.Comparator;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.protocol.McpListReport;
import io.mcpclient.protocol.McpServerStatus;
import io.mcpclient.protocol.McpStatusListener;
import io.mcpclient.protocol.ServerDescription;
import io.mcpclient.resilience.Backoff;
import io.mcpclient.resilience.CallGate;
import io.mcpclient.support.TimeSource;

/**
 * What a registry knows of one server. Before the first list that is what was remembered of it, if anything was.
 *
 * <table>
 * <caption>when a list is read</caption>
 * <tr><th>reason</th><th>when</th><th>after the last one began</th></tr>
 * <tr><td>the server is connected</td><td>at once</td><td>at least a second</td></tr>
 * <tr><td>a refresh is requested</td><td>at once</td><td>at least a second</td></tr>
 * <tr><td>the server says that the list has changed</td><td>at once</td><td>at least a second; while the list fails, ten</td></tr>
 * <tr><td>the last one failed</td><td>after a pause that grows from a second to a minute</td><td></td></tr>
 * <tr><td>the time is over for which the server said that the list holds</td><td>then, or up to a tenth later</td><td>at least
 * ten seconds</td></tr>
 * </table>
 *
 * A server that is not connected is not asked: to list would be to connect, which is not for the registry to decide. One that
 * does not say how long its list holds, or says that it does not hold at all, is asked for the other reasons alone.
 * Thread-safe.
 *
 * @param <L> what is listed
 * @see "faults F19, F35, J13; MCP 2026-07-28, server/utilities/caching (CACHE-05)"
 */
final class FollowedServer<L> implements McpStatusListener {

    private static final Logger logger = LoggerFactory.getLogger(FollowedServer.class);

    private static final Duration APART = Duration.ofSeconds(1);

    /** Without any hint that another answer is to be expected. */
    private static final Duration FAR_APART = Duration.ofSeconds(10);

    /** However long a server says that its list holds. */
    private static final Duration LONGEST = Duration.ofDays(30);

    /** How often a list that keeps failing is mentioned. */
    private static final Duration REMINDER = Duration.ofMinutes(10);

    private final McpClient client;

    private final Listing<L> listing;

    private final Runnable onChange;

    private final TimeSource time;

    private final ListSchedule schedule;

    private final Backoff backoff = Backoff.exponential(Duration.ofSeconds(1), 2, Duration.ofSeconds(60));

    private final Disposable.Swap request = Disposables.swap();

    private final Disposable.Swap recollection = Disposables.swap();

    private final Listing.Memory<L> memory;

    private final McpChangeListener changes;

    private volatile View<L> view;

    /** What was listed last, or {@code null} if nothing was. */
    private @Nullable L listed;

    /** How often the list has failed in a row. */
    private int failures;

    private long warnedNanos;

    /**
     * What is known at one moment.
     *
     * @param known what was listed last
     * @param available whether the server is connected and has listed that
     */
    record View<L>(L known, boolean available) {}

    FollowedServer(McpClient client, Listing<L> listing, Runnable onChange) {
        this(client, listing, onChange, TimeSource.system());
    }

    FollowedServer(McpClient client, Listing<L> listing, Runnable onChange, TimeSource time) {
        this.client = client;
        this.listing = listing;
        this.onChange = onChange;
        this.time = time;
        this.schedule = new ListSchedule(time, this::read);
        this.view = new View<>(listing.nothing(), false);
        this.changes = listing.onChange().apply(this::changed);
        this.memory = listing.memory().apply(client);
    }

    void follow() {
        this.client.addStatusListener(this);
        this.client.addChangeListener(this.changes);
        if (this.client.status().isConnected()) {
            refresh();
        } else {
            this.recollection.update(this.memory.load().subscribe(this::remembered, error -> {}));
        }
    }

    /** What was known before the application started, until it is known what holds now (fault J13). */
    private void remembered(L before) {
        synchronized (this) {
            if (this.listed != null) {
                return;
            }
            this.view = new View<>(before, this.view.available());
        }
        this.onChange.run();
    }

    void unfollow() {
        this.client.removeStatusListener(this);
        this.client.removeChangeListener(this.changes);
        this.recollection.dispose();
        this.schedule.dispose();
        this.request.dispose();
    }

    McpClient client() {
        return this.client;
    }

    View<L> view() {
        return this.view;
    }

    @Override
    public void onStatus(McpServerStatus status) {
        if (status.isConnected()) {
            refresh();
            return;
        }
        this.schedule.forget();
        boolean wasAvailable;
        synchronized (this) {
            wasAvailable = this.view.available();
            this.view = new View<>(this.view.known(), false);
        }
        if (wasAvailable) {
            this.onChange.run();
        }
    }

    /** Has the list read again, if the server is connected. */
    void refresh() {
        if (this.client.status().isConnected()) {
            this.schedule.plan(Duration.ZERO, APART);
        }
    }

    private void changed() {
        if (this.client.status().isConnected()) {
            this.schedule.plan(Duration.ZERO, isFailing() ? FAR_APART : APART);
        }
    }

    private synchronized boolean isFailing() {
        return this.failures > 0;
    }

    private void read() {
        if (!this.client.status().isConnected()) {
            this.schedule.ended();
            refresh(); // it may have connected between the look and the end
            return;
        }
        Reader reader = new Reader();
        this.request.update(reader);
        Mono.defer(this::ask).subscribe(reader);
    }

    /** One reading: plans the next before it ends, so that the one timer knows of all reasons. */
    private final class Reader extends BaseSubscriber<L> {

        @Override
        protected void hookOnNext(L value) {
            listed(value);
        }

        @Override
        protected void hookOnError(Throwable error) {
            failed(error);
        }

        @Override
        protected void hookFinally(SignalType signal) {
            FollowedServer.this.schedule.ended();
        }
    }

    private Mono<L> ask() {
        ServerDescription server = this.client.status().server();
        return (server != null && !this.listing.isOffered().test(server.capabilities()))
                ? Mono.just(this.listing.nothing())
                : CallGate.inBackground(this.listing.list().apply(this.client.reactive()));
    }

    private void listed(L listed) {
        boolean isNews;
        int failed;
        synchronized (this) {
            failed = this.failures;
            this.failures = 0;
            this.backoff.reset();
            isNews = !listed.equals(this.listed);
            this.listed = listed;
            // First noted, then looked at: a loss in between is noticed here, a later one by onStatus.
            this.view = new View<>(listed, true);
        }
        if (!this.client.status().isConnected()) {
            synchronized (this) {
                this.view = new View<>(this.view.known(), false);
            }
        }
        if (isNews) {
            this.memory.keep().accept(listed);
        }
        if (failed > 0) {
            logger.info(
                    "MCP server \"{}\": its {} are listed again, after {} failed attempts",
                    this.client.name(),
                    this.listing.what(),
                    failed);
        }
        planForExpiry();
        this.onChange.run();
    }

    private void planForExpiry() {
        McpServerStatus status = this.client.status();
        this.listing.methods().stream()
                .flatMap(method -> status.list(method).stream())
                .map(McpListReport::freshFor)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .ifPresent(freshFor -> {
                    Duration bounded = (freshFor.compareTo(LONGEST) < 0) ? freshFor : LONGEST;
                    // Many clients may have been told the same time at the same moment.
                    long jitter = (long)
                            (bounded.toNanos() * ThreadLocalRandom.current().nextDouble(0.1));
                    this.schedule.plan(bounded.plusNanos(jitter), FAR_APART);
                });
    }

    private void failed(Throwable error) {
        if (!this.client.status().isConnected() || isClosed(error)) {
            return; // the next connection lists them
        }
        Duration pause;
        boolean isWorthAWarning;
        synchronized (this) {
            pause = this.backoff.next();
            this.failures++;
            long now = this.time.nanoTime();
            isWorthAWarning = this.failures == 1 || now - this.warnedNanos >= REMINDER.toNanos();
            this.warnedNanos = isWorthAWarning ? now : this.warnedNanos;
        }
        logger.atLevel(isWorthAWarning ? Level.WARN : Level.DEBUG)
                .log(
                        "{} (its {} are listed again in {} ms)",
                        error.getMessage(),
                        this.listing.what(),
                        pause.toMillis());
        this.schedule.plan(pause, Duration.ZERO);
    }

    private static boolean isClosed(Throwable error) {
        return error instanceof McpRejectedException refusal && refusal.reason() == McpRejectedException.Reason.CLOSED;
    }
}
