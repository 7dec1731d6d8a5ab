package io.mcpclient.oauth.client;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.oauth.client.RegistrationEndpoint.FailedException;
import io.mcpclient.oauth.client.RegistrationStore.Entry;
import io.mcpclient.oauth.client.RegistrationStore.Refusal;
import io.mcpclient.oauth.metadata.AuthorizationFailures;
import io.mcpclient.store.StoreLease;

/**
 * Registers a client at one authorization server, as seldom as possible.
 *
 * <pre>
 * known here                  that
 * refused less than 1 h ago   the same error; in all instances that share the store
 * failed less than 1 min ago  the same error
 * being registered here       wait for that
 * known in the store          that
 * being registered elsewhere  wait for that, up to 15 s
 * otherwise                   register
 * </pre>
 *
 * A store that does not answer costs nothing but the memory of what was registered. Thread-safe.
 *
 * @see "AUTH-29, AUTH-30; fault H19"
 */
final class Registrar {

    private static final Duration PAUSE_AFTER_REFUSAL = Duration.ofHours(1);

    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMinutes(1);

    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

    private static final int MOST_LOOKS = 75;

    /** The store did not answer. */
    private static final Entry AWAY = new Entry(-1, null, null);

    private static final String REMEDY =
            "Register this client there by hand, and set auth.client-id and, if it has one,"
                    + " auth.client-secret; or set auth.client-metadata-url if the authorization server supports that.";

    private final RegistrationEndpoint endpoint;

    private final RegistrationStore store;

    private final AuthorizationFailures failures;

    private final InstantSource clock;

    private @Nullable Registration known;

    private @Nullable Refusal refusal;

    private @Nullable Mono<Registration> underWay;

    /** An id that the authorization server does not know any more: it may still be in the store. */
    private @Nullable String forgotten;

    private @Nullable Instant forgottenAt;

    Registrar(
            RegistrationEndpoint endpoint,
            RegistrationStore store,
            AuthorizationFailures failures,
            InstantSource clock) {
        this.endpoint = endpoint;
        this.store = store;
        this.failures = failures;
        this.clock = clock;
    }

    /** The registration, or an {@link io.mcpclient.error.McpAuthorizationException}. */
    Mono<Registration> registration() {
        return Mono.defer(this::join);
    }

    private synchronized Mono<Registration> join() {
        Instant now = this.clock.instant();
        if (this.known != null && !this.known.isOver(now)) {
            return Mono.just(this.known);
        }
        if (this.refusal != null && now.isBefore(this.refusal.end())) {
            return Mono.error(failure(this.refusal));
        }
        Mono<Registration> joined = this.underWay;
        if (joined == null) {
            // Kept apart from those who wait: one that gives up must not take the registration away from the others.
            joined = Mono.defer(() -> look(0))
                    .doOnNext(this::learned)
                    .doOnTerminate(this::over)
                    .cache();
            this.underWay = joined;
        }
        return joined;
    }

    private synchronized void over() {
        this.underWay = null;
    }

    private synchronized void learned(Registration registration) {
        this.known = registration;
        this.refusal = null;
    }

    private synchronized RuntimeException refused(Refusal refusal) {
        this.refusal = refusal;
        return failure(refusal);
    }

    private RuntimeException failure(Refusal refusal) {
        return this.failures.authorizationServer(
                refusal.problem() + "; not tried again before " + refusal.end().truncatedTo(ChronoUnit.SECONDS),
                REMEDY,
                null);
    }

    private Mono<Registration> look(int looks) {
        return load().flatMap(entry -> {
            if (entry == AWAY) {
                return register(entry);
            }
            return usable(entry).switchIfEmpty(Mono.defer(() -> first(looks)));
        });
    }

    private Mono<Entry> load() {
        return this.store.load().onErrorReturn(AWAY);
    }

    /** What the store has, if it is of use. */
    private Mono<Registration> usable(Entry entry) {
        Instant now = this.clock.instant();
        Registration registration = entry.registration();
        if (registration != null && !registration.isOver(now) && !isForgotten(registration)) {
            return Mono.just(registration);
        }
        Refusal noted = entry.refusal();
        return (noted != null && now.isBefore(noted.end())) ? Mono.error(() -> refused(noted)) : Mono.empty();
    }

    private synchronized boolean isForgotten(Registration registration) {
        return registration.clientId().equals(this.forgotten);
    }

    private Mono<Registration> first(int looks) {
        StoreLease lease = this.store.lease();
        return lease.take().onErrorReturn(true).flatMap(taken -> {
            if (taken) {
                // Whoever had it before may just have done it.
                return load().flatMap(entry -> usable(entry).switchIfEmpty(Mono.defer(() -> register(entry))))
                        .doFinally(signal -> lease.release());
            }
            return (looks < MOST_LOOKS)
                    ? Mono.delay(LOOK_AGAIN).then(Mono.defer(() -> look(looks + 1)))
                    : register(AWAY);
        });
    }

    private Mono<Registration> register(Entry seen) {
        return this.endpoint
                .register()
                .flatMap(registration -> save(seen, registration).thenReturn(registration))
                .onErrorResume(FailedException.class, failed -> failed(seen, failed));
    }

    private Mono<Boolean> save(Entry seen, Registration registration) {
        return (seen == AWAY)
                ? Mono.just(false)
                : this.store
                        .save(seen.version(), registration, this.clock.instant())
                        .onErrorReturn(false);
    }

    private Mono<Registration> failed(Entry seen, FailedException failed) {
        Instant now = this.clock.instant();
        if (!failed.isRefusal()) {
            return Mono.error(() -> refused(new Refusal(failed.problem(), now.plus(PAUSE_AFTER_FAILURE))));
        }
        Refusal refusal = new Refusal(failed.problem(), now.plus(PAUSE_AFTER_REFUSAL));
        Mono<Boolean> saved = (seen == AWAY)
                ? Mono.just(false)
                : this.store.save(seen.version(), refusal, now).onErrorReturn(false);
        return saved.then(Mono.error(() -> refused(refusal)));
    }

    /**
     * Forgets the registration.
     * @param clientId id that the authorization server does not know any more
     * @return whether there may be another one
     */
    Mono<Boolean> forget(String clientId) {
        return Mono.defer(() -> {
            if (!isOurs(clientId)) {
                return Mono.just(true); // somebody else has seen it first
            }
            if (!mayForget(clientId)) {
                return Mono.just(false);
            }
            return load().flatMap(entry -> remove(entry, clientId)).thenReturn(true);
        });
    }

    private synchronized boolean isOurs(String clientId) {
        return this.known != null && this.known.clientId().equals(clientId);
    }

    /** One that forgets each client at once would have us register without end. */
    private synchronized boolean mayForget(String clientId) {
        Instant now = this.clock.instant();
        if (this.forgottenAt != null && now.isBefore(this.forgottenAt.plus(PAUSE_AFTER_REFUSAL))) {
            return false;
        }
        this.forgottenAt = now;
        this.forgotten = clientId;
        this.known = null;
        return true;
    }

    private Mono<Boolean> remove(Entry entry, String clientId) {
        Registration kept = entry.registration();
        return (kept != null && kept.clientId().equals(clientId))
                ? this.store.remove(entry.version()).onErrorReturn(false)
                : Mono.just(false);
    }
}
