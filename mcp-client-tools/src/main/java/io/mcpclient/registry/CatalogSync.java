package io.mcpclient.registry;

import java.time.Duration;
import java.util.Comparator;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;
import reactor.util.context.Context;

import io.mcpclient.McpClient;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.status.McpClientState;
import io.mcpclient.status.McpClientStatus;
import io.mcpclient.status.McpListReport;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.status.McpServerStatus;
import io.mcpclient.status.McpStatusListener;
import io.mcpclient.support.AbandonedWork;
import io.mcpclient.support.BackgroundWork;
import io.mcpclient.support.Backoff;
import io.mcpclient.support.Loggers;
import io.mcpclient.time.TimeSource;

/**
 * Synchronization of a registry with the list of one server. Before the first listing, the content is the stored list, if
 * any.
 *
 * <table>
 * <caption>When a list is read</caption>
 * <tr><th>reason</th><th>when</th><th>interval since the start of the last one</th></tr>
 * <tr><td>the server is connected</td><td>immediately</td><td>at least a second</td></tr>
 * <tr><td>a refresh is requested</td><td>immediately</td><td>at least a second</td></tr>
 * <tr><td>the server notifies of a list change</td><td>immediately</td><td>one second; ten while listing fails</td></tr>
 * <tr><td>the last listing failed</td><td>after a backoff from one second to one minute</td><td></td></tr>
 * <tr><td>the time to live of the list has expired</td><td>then, or up to a tenth later</td><td>at least
 * ten seconds</td></tr>
 * </table>
 *
 * A disconnected server is not listed: listing would connect, which the registry must not decide. If a server specifies no
 * time to live, or zero, only the other reasons apply. Thread-safe.
 *
 * @param <L> type of the list
 * @see "faults F19, F35, J13; MCP 2026-07-28, server/utilities/caching (CACHE-05)"
 */
final class CatalogSync<L> implements McpStatusListener {

    private static final Logger logger = Loggers.TOOLS;

    private static final Duration APART = Duration.ofSeconds(1);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    /** Minimum interval without an indication that the result will differ. */
    private static final Duration FAR_APART = Duration.ofSeconds(10);

    /** Upper limit for the time to live of a list. */
    private static final Duration LONGEST = Duration.ofDays(30);

    /** Interval between log messages about a list that keeps failing. */
    private static final Duration REMINDER = Duration.ofMinutes(10);

    private final McpClient client;

    private final Listing<L> listing;

    private final Runnable onChange;

    private final TimeSource time;

    private final ListSchedule schedule;

    private final Backoff backoff = Backoff.exponential(FIRST_PAUSE, 2, LONGEST_PAUSE);

    private final Disposable.Swap request = Disposables.swap();

    private final Disposable.Swap recollection = Disposables.swap();

    private final Listing.Memory<L> memory;

    private final McpChangeListener changes;

    private final ServerPresence presence;

    private volatile View<L> view;

    private volatile boolean isMerged;

    /** The last list, or {@code null} if there is none. */
    private @Nullable L listed;

    /** Number of consecutive failures. */
    private int failures;

    /** Time of the last warning since the last success, {@code null} if there was none. */
    private @Nullable Long warnedNanos;

    private volatile boolean isReportedAsWithoutList;

    /** Error of the last listing, {@code null} if it succeeded. */
    private volatile @Nullable McpException listError;

    /**
     * State at one moment.
     *
     * @param known the last list
     * @param available whether the server is connected and has returned that list
     * @param listed whether the server has returned that list since its client was created
     * @param incomplete whether a limit of the client has ended that list
     */
    record View<L>(L known, boolean available, boolean listed, boolean incomplete) {

        boolean isSame(View<L> other) {
            return this.known == other.known
                    && this.available == other.available
                    && this.listed == other.listed
                    && this.incomplete == other.incomplete;
        }

        View<L> unavailable() {
            return new View<>(this.known, false, this.listed, this.incomplete);
        }
    }

    CatalogSync(McpClient client, Listing<L> listing, Runnable onChange) {
        this(client, listing, onChange, client.session().time());
    }

    CatalogSync(McpClient client, Listing<L> listing, Runnable onChange, TimeSource time) {
        this.client = client;
        this.listing = listing;
        this.onChange = onChange;
        this.time = time;
        this.schedule = new ListSchedule(time, this::read);
        this.presence = new ServerPresence(time);
        this.view = new View<>(listing.nothing(), false, false, false);
        this.changes = listing.onChange().apply(this::changed);
        this.memory = listing.memory().apply(client);
    }

    void follow() {
        this.client.listeners().addStatusListener(this);
        this.client.listeners().addChangeListener(this.changes);
        if (this.client.status().isConnected()) {
            refresh();
        } else {
            this.recollection.update(
                    this.memory.load().subscribe(this::remembered, error -> {}, null, AbandonedWork.context()));
        }
    }

    /** The stored list from before the start of the application, used until the first listing (fault J13). */
    private void remembered(L before) {
        synchronized (this) {
            if (this.listed != null) {
                return;
            }
            this.view = new View<>(before, this.view.available(), false, false);
        }
        this.onChange.run();
    }

    void unfollow() {
        this.client.listeners().removeStatusListener(this);
        this.client.listeners().removeChangeListener(this.changes);
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

    /** Notes that the registry has merged a list of the server. */
    void merged() {
        this.isMerged = true;
    }

    /** Returns whether the registry is about to merge the first list of the server. */
    boolean isAboutToBeMerged() {
        return this.view.listed() && !this.isMerged;
    }

    ServerPresence presence() {
        return this.presence;
    }

    /**
     * Returns why the server is not available, or {@code null} if it is; the first match applies.
     *
     * <table>
     * <caption>reasons</caption>
     * <tr><th>condition</th><th>reason</th></tr>
     * <tr><td>its list is known and it is connected</td><td>none</td></tr>
     * <tr><td>connected</td><td>not listed, with the error of the last listing</td></tr>
     * <tr><td>an attempt failed since it was last connected</td><td>failed</td></tr>
     * <tr><td>disconnected or closing</td><td>not connected</td></tr>
     * <tr><td>any other state</td><td>connecting</td></tr>
     * </table>
     */
    @Nullable
    McpMissingServer missing() {
        if (this.view.available()) {
            return null;
        }
        McpServerStatus status = this.client.status().connection();
        if (status.isConnected()) {
            return missing(McpMissingServer.Reason.NOT_LISTED, this.listError);
        }
        if (status.lastError() != null) {
            return missing(McpMissingServer.Reason.FAILED, status.lastError());
        }
        return missing(
                isAtRest(status) ? McpMissingServer.Reason.NOT_CONNECTED : McpMissingServer.Reason.CONNECTING, null);
    }

    private McpMissingServer missing(McpMissingServer.Reason reason, @Nullable McpException error) {
        return new McpMissingServer(this.client.name(), reason, error, this.presence.wasAvailable());
    }

    /** Returns whether the list is known, or will not be known without a call. */
    boolean isSettled() {
        return this.view.available() || isAtRest(this.client.status().connection());
    }

    private static boolean isAtRest(McpServerStatus status) {
        return status.state() == McpClientState.DISCONNECTED || status.state() == McpClientState.CLOSING;
    }

    /** Connects on behalf of the application if only a call would do so. Never fails. */
    Mono<Void> connected() {
        return Mono.defer(() -> isAtRest(this.client.status().connection()) ? connect() : Mono.empty())
                .onErrorComplete();
    }

    /** Connects on behalf of the application. */
    Mono<Void> connect() {
        return this.client
                .reactive()
                .session()
                .connect()
                .then()
                .contextWrite(McpPrincipalContext.of(McpPrincipal.APPLICATION));
    }

    /** Starts an attempt to connect, without waiting for it, unless one was started in the last second. */
    void attempt() {
        McpServerStatus status = this.client.status().connection();
        if (mayConnect(status) && this.presence.beginAttempt()) {
            connect().subscribe(ignored -> {}, error -> {});
        }
    }

    /** A client that was disconnected on purpose remains so until it is called; authorization is not a matter of time. */
    private boolean mayConnect(McpServerStatus status) {
        boolean isEnded = isAtRest(status) && status.lastError() == null && this.presence.wasAvailable();
        return !status.isConnected() && !isEnded && !needsAuthorization(status);
    }

    private static boolean needsAuthorization(McpServerStatus status) {
        return status.lastError() instanceof McpAuthorizationException;
    }

    /** Returns how much longer a prompt waits for the first list of the server. */
    Duration remainingWait(Duration await) {
        return needsAuthorization(this.client.status().connection())
                ? Duration.ZERO
                : this.presence.remainingWait(await);
    }

    /**
     * Waits until the server is connected, for a call of a tool that a model was offered. The first connection takes as long as it
     * takes: the call itself waits for it.
     * @param limit maximum time to wait for a server at an address. A process is waited for as long as its start takes
     * @return completes when the call may be sent; or the reason why it cannot
     */
    Mono<Void> reachable(Duration limit) {
        return Mono.defer(() -> {
            McpClientStatus status = this.client.status();
            boolean isFirst = !this.presence.wasAvailable() && status.lastError() == null;
            if (status.isConnected() || needsAuthorization(status.connection()) || isFirst) {
                return Mono.empty();
            }
            boolean isInProgress =
                    status.state() == McpClientState.CONNECTING || status.state() == McpClientState.INITIALIZING;
            if (!isInProgress && !this.presence.beginAttempt()) {
                return Mono.error(unreachable(status.lastError()));
            }
            Mono<Void> attempt = connect();
            return "pipe".equals(status.peer().networkTransport())
                    ? attempt
                    : attempt.timeout(
                            limit,
                            Mono.error(() -> unreachable(this.client.status().lastError())),
                            this.time.timers());
        });
    }

    private McpException unreachable(@Nullable McpException cause) {
        return new McpRejectedException(
                McpErrorDetails.of(
                                this.client.name(),
                                McpMethods.TOOLS_CALL,
                                McpOutcome.NOT_SENT,
                                "the server is unavailable" + ((cause != null) ? ": " + cause.problem() : ""))
                        .withRemedy((cause != null) ? cause.remedy() : null)
                        .withCause(cause),
                McpRejectedException.Reason.UNAVAILABLE);
    }

    @Override
    public void onStatus(McpServerStatus status) {
        if (status.isConnected()) {
            refresh();
            return;
        }
        this.schedule.reset();
        boolean wasAvailable;
        synchronized (this) {
            wasAvailable = this.view.available();
            this.view = this.view.unavailable();
            this.presence.set(false);
        }
        if (wasAvailable || isAtRest(status)) {
            this.onChange.run();
        }
    }

    /** Reads the list again if the server is connected. */
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
            refresh(); // it may have connected between the check and the end
            return;
        }
        Reader reader = new Reader();
        this.request.update(reader);
        Mono.defer(this::ask).subscribe(reader);
    }

    /** Reads once; plans the next reading before it ends, so that the single timer covers all reasons. */
    private final class Reader extends BaseSubscriber<L> {

        @Override
        public Context currentContext() {
            return BackgroundWork.context();
        }

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
            CatalogSync.this.schedule.ended();
        }
    }

    private Mono<L> ask() {
        McpServerDescription server = this.client.status().server();
        return (server != null && !this.listing.isOffered().test(server.capabilities()))
                ? Mono.just(this.listing.nothing())
                : this.listing
                        .list()
                        .apply(this.client.reactive())
                        .onErrorResume(this::isWithoutList, error -> Mono.just(this.listing.nothing()));
    }

    /** Returns whether a limit of the client has ended the list that was read last. */
    private boolean isIncomplete() {
        McpServerStatus status = this.client.status().connection();
        return this.listing.methods().stream()
                .flatMap(method -> status.list(method).stream())
                .anyMatch(McpListReport::incomplete);
    }

    /** Some servers declare what they do not list: asking again in the same session changes nothing. Tools are worth a warning. */
    private boolean isWithoutList(Throwable error) {
        boolean isWithout = isUnknownMethod(error);
        if (isWithout && !this.isReportedAsWithoutList) {
            this.isReportedAsWithoutList = true;
            Loggers.log(
                    logger,
                    this.listing.methods().contains(McpMethods.TOOLS_LIST) ? Level.WARN : Level.INFO,
                    "MCP server \"{}\": it declares {} but does not list them ({}); none are offered",
                    this.client.name(),
                    this.listing.what(),
                    ((McpException) error).problem());
        }
        return isWithout;
    }

    /** Returns whether a server does not know the method of a list. */
    static boolean isUnknownMethod(Throwable error) {
        return error instanceof McpRequestException refusal && refusal.code() == McpErrorCodes.METHOD_NOT_FOUND;
    }

    private void listed(L listed) {
        boolean isNews;
        int failed;
        View<L> before = this.view;
        boolean isIncomplete = isIncomplete();
        this.listError = null;
        synchronized (this) {
            failed = this.failures;
            this.failures = 0;
            this.warnedNanos = null;
            this.backoff.reset();
            L last = this.listed;
            L kept = (last != null && listed.equals(last)) ? last : listed; // an equal list is not a change
            isNews = kept != last;
            this.listed = kept;
            // Store first, then check: a connection loss in between is detected here, a later one by onStatus.
            this.view = new View<>(kept, true, true, isIncomplete);
            this.presence.set(true);
        }
        if (!this.client.status().isConnected()) {
            synchronized (this) {
                this.view = this.view.unavailable();
                this.presence.set(false);
            }
        }
        if (isNews) {
            this.memory.keep().accept(listed);
        }
        if (failed > 0) {
            logger.info(
                    "MCP server \"{}\": listing its {} succeeded after {} failed attempts",
                    this.client.name(),
                    this.listing.what(),
                    failed);
        }
        planForExpiry();
        if (!before.isSame(this.view)) {
            this.onChange.run();
        }
    }

    private void planForExpiry() {
        McpServerStatus status = this.client.status().connection();
        this.listing.methods().stream()
                .flatMap(method -> status.list(method).stream())
                .map(McpListReport::freshFor)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .ifPresent(freshFor -> {
                    Duration bounded = (freshFor.compareTo(LONGEST) < 0) ? freshFor : LONGEST;
                    // Many clients may have received the same time to live at the same moment.
                    long jitter = (long)
                            (bounded.toNanos() * ThreadLocalRandom.current().nextDouble(0.1));
                    this.schedule.plan(bounded.plusNanos(jitter), FAR_APART);
                });
    }

    private void failed(Throwable error) {
        if (!this.client.status().isConnected() || isClosed(error)) {
            return; // the next connection lists them
        }
        this.listError = (error instanceof McpException failure) ? failure : null;
        Duration pause;
        boolean isWorthAWarning;
        synchronized (this) {
            pause = this.backoff.next();
            this.failures++;
            long now = this.time.nanoTime();
            // A connection that is lost while the list is read has a log line of its own.
            boolean isOfConnection = this.failures == 1 && error instanceof McpConnectionException;
            Long warned = this.warnedNanos;
            isWorthAWarning = !isOfConnection && (warned == null || now - warned >= REMINDER.toNanos());
            if (isWorthAWarning) {
                this.warnedNanos = now;
            }
        }
        Loggers.log(
                logger,
                isWorthAWarning ? Level.WARN : Level.DEBUG,
                "{} (retrying to list its {} in {} ms)",
                error.getMessage(),
                this.listing.what(),
                pause.toMillis());
        this.schedule.plan(pause, Duration.ZERO);
    }

    private static boolean isClosed(Throwable error) {
        return error instanceof McpRejectedException refusal && refusal.reason() == McpRejectedException.Reason.CLOSED;
    }
}
