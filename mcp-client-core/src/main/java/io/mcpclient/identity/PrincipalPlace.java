package io.mcpclient.identity;

import java.util.concurrent.atomic.AtomicInteger;

import io.mcpclient.auth.McpPrincipal;

/**
 * The place of one principal among {@link PrincipalSessions}: who it is, its session, and how many use it.
 *
 * <pre>
 *  0 ◄──► 1 ◄──► 2 …      uses
 *  │
 *  └──► gone for good      nobody enters any more: there may be a new place
 * </pre>
 */
final class PrincipalPlace<S extends PrincipalSession> {

    /** Far enough below zero for those who are still inside to leave. */
    private static final int GONE = Integer.MIN_VALUE / 2;

    private final AtomicInteger uses = new AtomicInteger();

    private final S session;

    private final NewestPrincipal principal;

    private volatile long lastUsedNanos;

    PrincipalPlace(NewestPrincipal principal, S session, long nowNanos) {
        this.principal = principal;
        this.session = session;
        this.lastUsedNanos = nowNanos;
    }

    S session() {
        return this.session;
    }

    /** Who it is, as the principal that is given is not older than what is known, or just by name. */
    void seen(McpPrincipal newest) {
        this.principal.seen(newest);
    }

    /** Returns whether the place is there to stay until it is left. */
    boolean tryEnter() {
        int present = this.uses.get();
        while (present >= 0) {
            if (this.uses.compareAndSet(present, present + 1)) {
                return true;
            }
            present = this.uses.get();
        }
        return false;
    }

    void leave(long nowNanos) {
        this.lastUsedNanos = nowNanos; // first, so that nobody takes it for one that was idle all the time
        this.uses.decrementAndGet();
    }

    boolean isInUse() {
        return this.uses.get() > 0;
    }

    long lastUsedNanos() {
        return this.lastUsedNanos;
    }

    /** Takes the place away, unless somebody is using it. */
    boolean tryTakeAway() {
        return this.uses.compareAndSet(0, GONE);
    }

    /** Takes the place away, whoever is using it. */
    void takeAway() {
        this.uses.set(GONE);
    }
}
