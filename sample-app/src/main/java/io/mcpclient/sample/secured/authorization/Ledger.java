package io.mcpclient.sample.secured.authorization;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts the operations of the authorization server, to show what a client does there. Thread-safe. */
public final class Ledger {

    private final AtomicInteger registrations = new AtomicInteger();

    private final AtomicInteger grants = new AtomicInteger();

    private final AtomicInteger refreshes = new AtomicInteger();

    Ledger() {}

    /**
     * The counters so far.
     *
     * @param registrations dynamically registered clients
     * @param grants tokens issued after a user's consent
     * @param refreshes tokens issued for a refresh token
     */
    public record Entry(int registrations, int grants, int refreshes) {}

    void registered() {
        this.registrations.incrementAndGet();
    }

    void granted() {
        this.grants.incrementAndGet();
    }

    void refreshed() {
        this.refreshes.incrementAndGet();
    }

    Entry entry() {
        return new Entry(this.registrations.get(), this.grants.get(), this.refreshes.get());
    }
}
