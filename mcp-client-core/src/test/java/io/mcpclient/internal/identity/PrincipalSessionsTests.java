package io.mcpclient.internal.identity;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.scheduler.VirtualTimeScheduler;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpSubjectToken;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRejectedException.Reason;
import io.mcpclient.settings.McpPrincipalSettings;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.SchedulerTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

// SEC-27; fault H26: state of one user is not visible to others, for any number of users
@Timeout(30)
class PrincipalSessionsTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final Duration IDLE = Duration.ofMinutes(10);

    private static final McpPrincipal ALICE = McpPrincipal.of("alice");

    private static final McpPrincipal BOB = McpPrincipal.of("bob");

    private static final McpPrincipal CAROL = McpPrincipal.of("carol");

    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();

    private final List<Session> created = new CopyOnWriteArrayList<>();

    private PrincipalSessions<Session> sessions = sessions(2);

    @AfterEach
    void closeSessions() {
        this.sessions.close().block(LIMIT);
        this.time.dispose();
    }

    private PrincipalSessions<Session> sessions(int max) {
        return new PrincipalSessions<>(
                "weather",
                new McpPrincipalSettings(false, max, IDLE, false),
                principal -> {
                    Session session = new Session(principal);
                    this.created.add(session);
                    return session;
                },
                new SchedulerTime(this.time));
    }

    /** What the client would have for one principal. */
    private static final class Session implements PrincipalSession {

        final Supplier<McpPrincipal> principal;

        final AtomicInteger disposed = new AtomicInteger();

        final Sinks.Empty<Void> closed = Sinks.empty();

        volatile boolean watching;

        volatile boolean isSlowToClose;

        volatile boolean isClosing;

        Session(Supplier<McpPrincipal> principal) {
            this.principal = principal;
        }

        @Override
        public boolean isWatching() {
            return this.watching;
        }

        @Override
        public Mono<Void> dispose() {
            return Mono.fromRunnable(this.disposed::incrementAndGet);
        }

        @Override
        public Mono<Void> close() {
            return Mono.defer(() -> {
                this.isClosing = true;
                if (!this.isSlowToClose) {
                    this.closed.tryEmitEmpty();
                }
                return this.closed.asMono();
            });
        }
    }

    private Session use(McpPrincipal principal) {
        Session used = this.sessions.use(principal, Mono::just).block(LIMIT);
        assertThat(used).isNotNull();
        return used;
    }

    /** Uses a session until the sink says otherwise. */
    private Sinks.Empty<Void> keepUsing(McpPrincipal principal) {
        Sinks.Empty<Void> end = Sinks.empty();
        this.sessions.use(principal, session -> end.asMono()).subscribe(null, error -> {});
        return end;
    }

    private McpRejectedException refusal(McpPrincipal principal) {
        return catchThrowableOfType(McpRejectedException.class, () -> use(principal));
    }

    @Test
    void useReturnsThePrincipalsOwnSession() {
        Session ofAlice = use(ALICE);
        Session ofBob = use(BOB);

        assertThat(ofAlice).isNotSameAs(ofBob);
        assertThat(use(McpPrincipal.of("alice"))).isSameAs(ofAlice);
        assertThat(use(BOB)).isSameAs(ofBob);
        assertThat(ofAlice.principal.get()).isEqualTo(ALICE);
        assertThat(this.sessions.size()).isEqualTo(2);
    }

    @Test
    void sessionIsEndedAfterTheIdleTimeout() {
        Session session = use(ALICE);

        this.time.advanceTimeBy(IDLE.minusSeconds(1));
        assertThat(session.isClosing).isFalse();
        this.time.advanceTimeBy(Duration.ofSeconds(2));

        assertThat(session.isClosing).isTrue();
        assertThat(this.sessions.size()).isZero();
        assertThat(use(ALICE)).isNotSameAs(session);
    }

    @Test
    void sessionIsRetainedWhileItsPrincipalUsesItInTime() {
        Session session = use(ALICE);

        for (int i = 0; i < 5; i++) {
            this.time.advanceTimeBy(IDLE.minusMinutes(2));
            assertThat(use(ALICE)).isSameAs(session);
        }
        this.time.advanceTimeBy(IDLE.plusMinutes(1));

        assertThat(session.isClosing).isTrue();
    }

    @Test
    void sessionInUseIsNeverIdle() {
        Sinks.Empty<Void> end = keepUsing(ALICE);
        Session session = this.created.get(0);

        this.time.advanceTimeBy(IDLE.multipliedBy(3));
        assertThat(session.isClosing).isFalse();
        end.tryEmitEmpty();
        this.time.advanceTimeBy(IDLE.minusMinutes(1));
        assertThat(session.isClosing).isFalse();
        this.time.advanceTimeBy(Duration.ofMinutes(3));

        assertThat(session.isClosing).isTrue();
    }

    // its subscriptions would be lost silently
    @Test
    void sessionWithSubscriptionsIsNotIdle() {
        Session session = use(ALICE);
        session.watching = true;

        this.time.advanceTimeBy(IDLE.multipliedBy(3));
        assertThat(session.isClosing).isFalse();
        session.watching = false;
        this.time.advanceTimeBy(IDLE);

        assertThat(session.isClosing).isTrue();
    }

    @Test
    void newPrincipalReplacesTheLongestIdleSession() {
        Session ofAlice = use(ALICE);
        this.time.advanceTimeBy(Duration.ofSeconds(1));
        Session ofBob = use(BOB);
        this.time.advanceTimeBy(Duration.ofSeconds(1));
        use(ALICE);

        use(CAROL);

        assertThat(ofBob.isClosing).isTrue();
        assertThat(ofAlice.isClosing).isFalse();
        assertThat(this.sessions.size()).isEqualTo(2);
    }

    @Test
    void newPrincipalDoesNotReplaceASessionInUse() {
        Sinks.Empty<Void> end = keepUsing(ALICE);
        this.time.advanceTimeBy(Duration.ofSeconds(1));
        Session ofBob = use(BOB);

        use(CAROL);

        assertThat(ofBob.isClosing).isTrue();
        assertThat(this.created.get(0).isClosing).isFalse();
        end.tryEmitEmpty();
    }

    @Test
    void sessionWithSubscriptionsIsReplacedLastAndReported() {
        Session ofAlice = use(ALICE);
        ofAlice.watching = true;
        this.time.advanceTimeBy(Duration.ofSeconds(1));
        Session ofBob = use(BOB);
        use(CAROL);
        assertThat(ofBob.isClosing).isTrue();
        Sinks.Empty<Void> end = keepUsing(CAROL);

        CapturedLog log = CapturedLog.of(Loggers.AUTH).open();
        try (log) {
            use(BOB);
        }
        assertThat(log.messages())
                .singleElement()
                .asString()
                .contains("weather", "resource subscriptions", "max-principals")
                .doesNotContain("alice", "bob", "carol");
        assertThat(ofAlice.isClosing).isTrue();
        end.tryEmitEmpty();
    }

    @Test
    void principalIsRejectedWhileAllSessionsAreInUse() {
        Sinks.Empty<Void> end = keepUsing(ALICE);
        keepUsing(BOB);

        McpRejectedException refusal = refusal(CAROL);
        assertThat(refusal.reason()).isEqualTo(Reason.OVERLOAD);
        assertThat(refusal).hasMessageContaining("weather").hasMessageContaining("2 principals");
        assertThat(refusal.remedy()).contains("max-principals");
        end.tryEmitEmpty();

        assertThat(use(CAROL).isClosing).isFalse();
    }

    // AUTH-54: users are not distinguished by token; the newest token is used on behalf of the user
    @Test
    void sessionUsesTheNewestTokenOfItsPrincipal() {
        McpSubjectToken first = new McpSubjectToken("first", McpSubjectToken.ACCESS_TOKEN);
        McpSubjectToken second = new McpSubjectToken("second", McpSubjectToken.ACCESS_TOKEN);
        Session session = use(McpPrincipal.of("alice", first));
        assertThat(session.principal.get().token()).isSameAs(first);

        assertThat(use(McpPrincipal.of("alice", second))).isSameAs(session);
        assertThat(session.principal.get().token()).isSameAs(second);
        use(ALICE);
        assertThat(session.principal.get().token())
                .as("a request without a token removes none")
                .isSameAs(second);
        this.sessions
                .continueFor(() -> McpPrincipal.of("alice", first), Mono::just)
                .block(LIMIT);
        assertThat(session.principal.get().token())
                .as("what was begun with an older token does not bring it back")
                .isSameAs(second);
        assertThat(session.principal.toString()).doesNotContain("alice", "second");
    }

    @Test
    void workThatOutlivesItsSessionContinuesInANewSessionOfItsPrincipal() {
        Session first = use(ALICE);
        this.time.advanceTimeBy(IDLE.plusSeconds(1));
        assertThat(first.isClosing).isTrue();

        Session next = this.sessions.continueFor(first.principal, Mono::just).block(LIMIT);

        assertThat(next).isNotNull().isNotSameAs(first);
        assertThat(next.principal.get()).isEqualTo(ALICE);
        assertThat(use(ALICE)).isSameAs(next);
    }

    @Test
    void sessionIsReleasedHoweverTheWorkEnds() {
        this.sessions
                .use(ALICE, session -> Mono.error(new IllegalStateException()))
                .subscribe(null, error -> {});
        this.sessions
                .use(ALICE, session -> {
                    throw new IllegalStateException();
                })
                .subscribe(null, error -> {});
        this.sessions.use(ALICE, session -> Mono.never()).subscribe().dispose();
        Session session = this.created.get(0);

        this.time.advanceTimeBy(IDLE.plusSeconds(1));

        assertThat(this.created).hasSize(1);
        assertThat(session.isClosing).isTrue();
    }

    @Test
    void endingOnePrincipalDoesNotAffectOthers() {
        Session ofAlice = use(ALICE);
        Session ofBob = use(BOB);

        this.sessions.end(ALICE).block(LIMIT);
        this.sessions.end(CAROL).block(LIMIT);

        assertThat(ofAlice.isClosing).isTrue();
        assertThat(ofBob.isClosing).isFalse();
        assertThat(use(ALICE)).isNotSameAs(ofAlice);
    }

    @Test
    void endOfAPrincipalWithCallsInFlightEndsItsSession() {
        Sinks.Empty<Void> end = keepUsing(ALICE);
        Session session = this.created.get(0);

        this.sessions.end(ALICE).block(LIMIT);

        assertThat(session.isClosing).isTrue();
        Session next = use(ALICE);
        assertThat(next).isNotSameAs(session);
        end.tryEmitEmpty();
        assertThat(use(ALICE)).isSameAs(next);
    }

    @Test
    void disposeEndsSessionsExceptThoseWithWaitingCalls() {
        Session ofAlice = use(ALICE);
        Sinks.Empty<Void> end = keepUsing(BOB);
        Session ofBob = this.created.get(1);

        this.sessions.dispose().block(LIMIT);

        assertThat(ofAlice.isClosing).isTrue();
        assertThat(ofBob.isClosing).isFalse();
        assertThat(ofBob.disposed).hasValue(1);
        assertThat(this.sessions.size()).isEqualTo(1);
        end.tryEmitEmpty();
        assertThat(use(BOB)).isSameAs(ofBob);
    }

    @Test
    void closeEndsAllSessionsAndWaitsForThoseStillClosing() {
        Session idle = use(ALICE);
        idle.isSlowToClose = true;
        this.time.advanceTimeBy(IDLE.plusSeconds(1));
        keepUsing(BOB);
        AtomicInteger ends = new AtomicInteger();

        this.sessions.close().subscribe(null, null, ends::incrementAndGet);

        assertThat(this.created).allMatch(session -> session.isClosing);
        assertThat(ends).hasValue(0);
        idle.closed.tryEmitEmpty();
        assertThat(ends).hasValue(1);
        assertThat(this.sessions.size()).isZero();
        assertThat(refusal(ALICE).reason()).isEqualTo(Reason.CLOSED);
    }

    // fault H26: 32 threads, five users, three places: no user ever uses the session of another, nor an ended one
    @Test
    void sessionsStayWithTheirPrincipalsUnderContention() throws Exception {
        this.sessions = sessions(3);
        Map<String, AtomicInteger> served = new ConcurrentHashMap<>();
        AtomicInteger refused = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(32);
        CountDownLatch start = new CountDownLatch(1);
        try {
            List<Future<?>> calls = new ArrayList<>();
            for (int i = 0; i < 3_200; i++) {
                McpPrincipal principal = McpPrincipal.of("user-" + (i * 7 % 5));
                calls.add(threads.submit(() -> {
                    start.await();
                    try {
                        this.sessions
                                .use(principal, session -> {
                                    assertThat(session.principal.get()).isEqualTo(principal);
                                    assertThat(session.isClosing).isFalse();
                                    served.computeIfAbsent(principal.name(), name -> new AtomicInteger())
                                            .incrementAndGet();
                                    return Mono.empty();
                                })
                                .block(LIMIT);
                    } catch (McpRejectedException overload) {
                        assertThat(overload.reason()).isEqualTo(Reason.OVERLOAD);
                        refused.incrementAndGet();
                    }
                    return null;
                }));
            }
            start.countDown();
            for (Future<?> call : calls) {
                call.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(served.values().stream().mapToInt(AtomicInteger::get).sum() + refused.get())
                .isEqualTo(3_200);
        assertThat(served).hasSize(5);
        assertThat(this.sessions.size()).isLessThanOrEqualTo(3);
        assertThat(this.created.stream().filter(session -> !session.isClosing)).hasSize(this.sessions.size());
    }
}
