package io.mcpclient.internal.identity;

import java.util.concurrent.atomic.AtomicInteger;

import io.mcpclient.auth.McpPrincipal;

/**
 * Entry of one principal in {@link PrincipalSessions}: the principal, its session, and the number of uses.
 *
 * <pre>
 *  0 ◄──► 1 ◄──► 2 …      uses
 *  │
 *  └──► removed            cannot be entered again; a new place may be created
 * </pre>
 */
final class PrincipalPlace<S extends PrincipalSession> {

    /** Far enough below zero for the remaining users to leave. */
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

    /** Updates the principal, which is not older than the known one, or has only a name. */
    void seen(McpPrincipal newest) {
        this.principal.seen(newest);
    }

    /** Enters the place unless it was removed; returns whether the place stays until it is left. */
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
        this.lastUsedNanos = nowNanos; // first, so that the place does not look idle since its last use
        this.uses.decrementAndGet();
    }

    boolean isInUse() {
        return this.uses.get() > 0;
    }

    long lastUsedNanos() {
        return this.lastUsedNanos;
    }

    /** Removes the place unless it is in use. */
    boolean tryTakeAway() {
        return this.uses.compareAndSet(0, GONE);
    }

    /** Removes the place even if it is in use. */
    void takeAway() {
        this.uses.set(GONE);
    }
}
