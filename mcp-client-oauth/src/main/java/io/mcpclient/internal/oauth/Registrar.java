package io.mcpclient.internal.oauth;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.internal.oauth.RegistrationEndpoint.FailedException;
import io.mcpclient.internal.oauth.RegistrationStore.Entry;
import io.mcpclient.internal.oauth.RegistrationStore.Refusal;
import io.mcpclient.support.store.StoreLease;
import io.mcpclient.time.TimeSource;

/**
 * Registers a client at one authorization server, as rarely as possible.
 *
 * <pre>
 * for a new authorization, the first matching row applies
 *   registration running here        wait for it
 *   the known one lacks a scope      replaced
 *   in the store, not replaced       use it
 *   in memory, not replaced          use it
 *   rejected, its pause not over     the same error; in all instances that share the store
 *   failed less than a minute ago    the same error, in this instance
 *   registration running elsewhere   wait for it, up to 15 s
 *   otherwise                        register
 *
 * the registration is replaced
 *   the authorization server does not know it    it is deleted
 *   it is limited to other scopes                it is set aside: tokens obtained with it are still refreshed with it
 *   reset, and the user who was sent to the      likewise
 *     authorization server has not returned
 * </pre>
 *
 * Replaced at once if tokens were issued for it since the last time, else after a {@link RegistrationPause}. If the store does
 * not respond, registrations are only kept in memory. Thread-safe.
 *
 * @see "AUTH-29, AUTH-30, AUTH-31; fault H19"
 */
final class Registrar {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

    private static final int MOST_LOOKS = 75;

    /** The store did not respond. */
    private static final Entry AWAY = new Entry(-1, null, null, null);

    private static final String REMEDY =
            "Register this client manually, and set auth.client-id and, if it has one, auth.client-secret; or set"
                    + " auth.client-metadata-url if the authorization server supports that, or auth.token-auth-method if it"
                    + " accepts another method of client authentication. If the authorization server"
                    + " allows the registration now, reconnect: this retries it at once.";

    private final RegistrationEndpoint endpoint;

    private final RegistrationStore store;

    private final AuthorizationFailures failures;

    private final TimeSource time;

    private RegistrationStore.@Nullable Registration known;

    /** Whether the authorization server has issued tokens for the known registration. */
    private boolean proven;

    /** Whether a user was sent to the authorization server with the known registration, and has not returned. */
    private boolean unanswered;

    /** Whether to register for scopes, rather than for those that the authorization server chooses. */
    private boolean isForScopes;

    /** Whether the authorization server has refused scopes of a registration, so that the next one is of the other kind. */
    private boolean hasSwitched;

    /** Id that is no longer used for new authorizations; the store may still contain it. */
    private @Nullable String replaced;

    /** Id that the authorization server no longer knows; the store may still contain it. */
    private @Nullable String lost;

    private int replacements;

    private Instant notReplacedBefore = Instant.MIN;

    /** A failure that is not in the store. */
    private @Nullable Refusal failure;

    private int refusals;

    /** Earlier rejections do not count. */
    private Instant resetAt;

    private @Nullable Mono<RegistrationStore.Registration> underWay;

    Registrar(
            RegistrationEndpoint endpoint,
            RegistrationStore store,
            AuthorizationFailures failures,
            TimeSource time,
            Instant resetAt) {
        this.endpoint = endpoint;
        this.store = store;
        this.failures = failures;
        this.time = time;
        this.resetAt = resetAt;
        this.isForScopes = endpoint.hasConfiguredScopes();
    }

    /**
     * Returns the registration for a new authorization.
     * @param scopes scopes that are going to be requested
     * @return the registration, or an {@link io.mcpclient.error.McpAuthorizationException}
     */
    Mono<RegistrationStore.Registration> registration(List<String> scopes) {
        return Mono.defer(() -> join(scopes));
    }

    private synchronized Mono<RegistrationStore.Registration> join(List<String> scopes) {
        Mono<RegistrationStore.Registration> joined = this.underWay;
        if (joined == null) {
            // Independent of the callers: one that cancels must not take the registration away from the others.
            joined = Mono.defer(() -> look(scopes, 0))
                    .doOnNext(this::used)
                    .doOnTerminate(this::over)
                    .cache();
            this.underWay = joined;
        }
        return joined;
    }

    private synchronized void over() {
        this.underWay = null;
    }

    private synchronized void used(RegistrationStore.Registration registration) {
        this.proven = this.proven && registration.equals(this.known);
        this.known = registration;
        this.unanswered = true;
        this.failure = null;
        this.refusals = 0;
        // Some authorization servers return the previous id to a client that registers again.
        String id = registration.clientId();
        this.replaced = id.equals(this.replaced) ? null : this.replaced;
        this.lost = id.equals(this.lost) ? null : this.lost;
    }

    private Mono<RegistrationStore.Registration> look(List<String> scopes, int looks) {
        return load().flatMap(entry -> settled(entry, scopes)
                .switchIfEmpty(Mono.defer(() -> (entry == AWAY) ? register(entry, scopes) : first(scopes, looks))));
    }

    private Mono<Entry> load() {
        return this.store.load().onErrorReturn(AWAY);
    }

    /** The outcome without a registration request; empty if one is needed. */
    private synchronized Mono<RegistrationStore.Registration> settled(Entry entry, List<String> scopes) {
        RegistrationStore.Registration stored = entry.registration();
        if (stored != null && isGood(stored, scopes)) {
            return Mono.just(stored);
        }
        RegistrationStore.Registration here = this.known;
        if (here != null && !here.clientId().equals(entry.replaced()) && isGood(here, scopes)) {
            return Mono.just(here);
        }
        return Stream.of(entry.refusal(), this.failure)
                .filter(refusal -> refusal != null && isInForce(refusal))
                .findFirst()
                .map(refusal -> Mono.<RegistrationStore.Registration>error(() -> failure(refusal)))
                .orElseGet(Mono::empty);
    }

    private boolean isGood(RegistrationStore.Registration registration, List<String> scopes) {
        String id = registration.clientId();
        if (registration.isOver(this.time.instant()) || id.equals(this.replaced) || id.equals(this.lost)) {
            return false;
        }
        return registration.isFor(scopes) || !mayReplace(id);
    }

    private boolean isInForce(Refusal refusal) {
        return this.time.instant().isBefore(refusal.end()) && refusal.at().isAfter(this.resetAt);
    }

    private RuntimeException failure(Refusal refusal) {
        return this.failures.authorizationServer(
                refusal.problem() + "; no new attempt before " + refusal.end().truncatedTo(ChronoUnit.SECONDS),
                REMEDY,
                null);
    }

    private Mono<RegistrationStore.Registration> first(List<String> scopes, int looks) {
        StoreLease lease = this.store.lease();
        return lease.take().onErrorReturn(true).flatMap(taken -> {
            if (taken) {
                // The previous holder may have just stored one.
                return load().flatMap(entry ->
                                settled(entry, scopes).switchIfEmpty(Mono.defer(() -> register(entry, scopes))))
                        .doFinally(signal -> lease.release());
            }
            return (looks < MOST_LOOKS)
                    ? this.time.delay(LOOK_AGAIN).then(Mono.defer(() -> look(scopes, looks + 1)))
                    : register(AWAY, scopes);
        });
    }

    private Mono<RegistrationStore.Registration> register(Entry seen, List<String> scopes) {
        RegistrationStore.Registration before = seen.registration();
        Stream<String> earlier =
                (before != null && !this.endpoint.isLimited()) ? before.scopes().stream() : Stream.empty();
        List<String> all = Stream.concat(scopes.stream(), earlier).distinct().toList();
        return this.endpoint
                .register(isForScopes() ? all : List.of())
                .flatMap(registration -> save(seen, registration).thenReturn(registration))
                .onErrorResume(FailedException.class, failed -> failed(seen, failed));
    }

    private synchronized boolean isForScopes() {
        return this.isForScopes;
    }

    private Mono<Boolean> save(Entry seen, RegistrationStore.Registration registration) {
        return (seen == AWAY)
                ? Mono.just(false)
                : this.store
                        .save(seen.version(), registration, this.time.instant())
                        .onErrorReturn(false);
    }

    private Mono<RegistrationStore.Registration> failed(Entry seen, FailedException failed) {
        Refusal refusal = refusal(seen, failed);
        Mono<Boolean> saved = (seen == AWAY || !failed.isRefusal())
                ? Mono.just(false)
                : this.store.save(seen.version(), refusal, this.time.instant()).onErrorReturn(false);
        return saved.flatMap(isSaved -> {
            if (!isSaved) {
                note(refusal);
            }
            return Mono.error(() -> failure(refusal));
        });
    }

    private synchronized Refusal refusal(Entry seen, FailedException failed) {
        Instant now = this.time.instant();
        if (!failed.isRefusal()) {
            return new Refusal(failed.problem(), now, now.plus(RegistrationStore.RegistrationPause.FIRST), 0);
        }
        Refusal before = seen.refusal();
        int times = (before != null && before.at().isAfter(this.resetAt)) ? before.times() : 0;
        this.refusals = Math.max(times, this.refusals) + 1;
        return new Refusal(
                failed.problem(),
                now,
                now.plus(RegistrationStore.RegistrationPause.after(this.refusals)),
                this.refusals);
    }

    private synchronized void note(Refusal refusal) {
        this.failure = refusal;
    }

    /**
     * Returns the registration that tokens were obtained with. Registers nothing.
     * @param clientId its id
     * @return the registration; empty if it is no longer known
     */
    Mono<RegistrationStore.Registration> of(String clientId) {
        return Mono.defer(() -> {
            RegistrationStore.Registration here = known(clientId);
            if (here != null) {
                return Mono.just(here);
            }
            return isLost(clientId)
                    ? Mono.empty()
                    : this.store.load(clientId).onErrorComplete().filter(found -> !found.isOver(this.time.instant()));
        });
    }

    private synchronized RegistrationStore.@Nullable Registration known(String clientId) {
        boolean isKnown =
                this.known != null && this.known.clientId().equals(clientId) && !this.known.isOver(this.time.instant());
        return isKnown ? this.known : null;
    }

    private synchronized boolean isLost(String clientId) {
        return clientId.equals(this.lost);
    }

    /** Records that the authorization server has issued tokens for a registration. */
    synchronized void proven(String clientId) {
        if (this.known == null || this.known.clientId().equals(clientId)) {
            this.proven = true;
            this.unanswered = false;
        }
    }

    /**
     * Deletes a registration that the authorization server no longer knows.
     * @param clientId its id
     * @return whether another one is permitted; {@code false} if the last one was replaced recently
     */
    Mono<Boolean> lost(String clientId) {
        return Mono.defer(() -> {
            if (!mayDelete(clientId)) {
                return Mono.just(false);
            }
            return this.store
                    .remove(clientId)
                    .then(this.store.replaced(clientId))
                    .onErrorComplete()
                    .thenReturn(true);
        });
    }

    private synchronized boolean mayDelete(String clientId) {
        if (isLost(clientId)) {
            return true;
        }
        boolean isPresent = this.known == null || this.known.clientId().equals(clientId);
        if (isPresent && !clientId.equals(this.replaced) && !mayReplace(clientId)) {
            return false;
        }
        this.lost = clientId;
        return true;
    }

    /** Prevents endless registrations at an authorization server that loses each client at once. */
    private boolean mayReplace(String clientId) {
        Instant now = this.time.instant();
        if (!this.proven && now.isBefore(this.notReplacedBefore)) {
            return false;
        }
        this.replacements = this.proven ? 1 : this.replacements + 1;
        this.notReplacedBefore = now.plus(RegistrationStore.RegistrationPause.after(this.replacements));
        this.replaced = clientId;
        this.known = null;
        this.proven = false;
        this.unanswered = false;
        return true;
    }

    /**
     * Replaces a registration with which the authorization server has refused scopes: the next one is for the scopes that it
     * chooses if this one was for scopes, and for scopes otherwise. Tokens obtained with it are still refreshed with it.
     * @param clientId its id
     * @return whether another one is permitted; {@code false} if both kinds were refused, or the last one was replaced recently
     */
    Mono<Boolean> limited(String clientId) {
        return Mono.defer(() -> maySetAside(clientId)
                ? this.store.replaced(clientId).onErrorComplete().thenReturn(true)
                : Mono.just(false));
    }

    private synchronized boolean maySetAside(String clientId) {
        if (this.hasSwitched || clientId.equals(this.replaced) || !mayReplace(clientId)) {
            return false;
        }
        this.hasSwitched = true;
        this.isForScopes = !this.isForScopes;
        return true;
    }

    /**
     * Lets the next authorization retry after failures.
     * @param keepsRegistration whether the registration must be kept
     * @return whether the next authorization uses another registration
     */
    Mono<Boolean> reset(boolean keepsRegistration) {
        return Mono.defer(() -> {
            String setAside = forgetFailures(keepsRegistration);
            return (setAside != null)
                    ? this.store.replaced(setAside).onErrorComplete().thenReturn(true)
                    : Mono.just(false);
        });
    }

    private synchronized @Nullable String forgetFailures(boolean keepsRegistration) {
        this.resetAt = this.time.instant();
        this.failure = null;
        this.refusals = 0;
        RegistrationStore.Registration present = this.known;
        if (keepsRegistration || present == null || !this.unanswered || !mayReplace(present.clientId())) {
            return null;
        }
        return present.clientId();
    }
}
