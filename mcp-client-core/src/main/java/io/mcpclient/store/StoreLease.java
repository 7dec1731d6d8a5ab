package io.mcpclient.store;

import java.time.Duration;
import java.util.UUID;

import reactor.core.publisher.Mono;

/**
 * The right of one of several instances to begin the next session. It ends by itself, so that the others can go on when its
 * holder dies. One who goes on without noticing that his right is over cannot do harm: what he then writes expects the value
 * that was there when he began, and is refused if there is another. Thread-safe.
 *
 * @see "faults J05, J15"
 */
public final class StoreLease {

    /** How long it lasts unless it is given back. */
    static final Duration DURATION = Duration.ofSeconds(10);

    private final StoreAccess access;

    private final String key;

    /** Who holds it: one that was not given back, because the store was away, can be taken again by whom it belongs to. */
    private final String holder = UUID.randomUUID().toString();

    private volatile long version;

    /**
     * Creates a lease that nobody has taken.
     * @param access way to the store
     * @param key its key there
     */
    public StoreLease(StoreAccess access, String key) {
        this.access = access;
        this.key = key;
    }

    /**
     * Tries to get the lease.
     * @return whether it was got; {@code false} if another one has it; or an error, if the store does not answer
     */
    public Mono<Boolean> take() {
        return this.access.use(store -> {
            McpStoredValue present = store.load(this.key);
            if (present != null && !this.holder.equals(present.text())) {
                return false;
            }
            long expected = (present != null) ? present.version() : 0;
            long next = Versions.next(Math.max(this.version, expected), this.access.time());
            boolean taken = store.replace(this.key, expected, new McpStoredValue(next, this.holder), DURATION);
            if (taken) {
                this.version = next;
            }
            return taken;
        });
    }

    /** Gives the lease back, in the background, if it still is ours. */
    public void release() {
        long taken = this.version;
        this.access.use(store -> store.remove(this.key, taken)).subscribe(removed -> {}, error -> {});
    }
}
