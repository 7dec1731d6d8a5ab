package io.mcpclient.support.store;

import java.time.Duration;
import java.util.UUID;

import reactor.core.publisher.Mono;

import io.mcpclient.store.McpStoredValue;

/**
 * Lease that allows one of several instances to begin the next session. It expires, so that the others can continue if its
 * holder crashes. A holder that does not notice the expiry causes no harm: its write expects the value from the start of
 * the lease and is rejected if the value has changed. Thread-safe.
 */
public final class StoreLease {

    /** Duration of the lease unless it is released. */
    static final Duration DURATION = Duration.ofSeconds(10);

    private final StoreAccess access;

    private final String key;

    /** The holder: it can reacquire a lease that it could not release because the store was unavailable. */
    private final String holder = UUID.randomUUID().toString();

    private volatile long version;

    /**
     * Creates a lease that is not held.
     * @param access access to the store
     * @param key its key there
     */
    public StoreLease(StoreAccess access, String key) {
        this.access = access;
        this.key = key;
    }

    /**
     * Tries to acquire the lease.
     * @return whether it was acquired; {@code false} if another instance holds it; or an error if the store fails or times
     *     out
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

    /** Releases the lease in the background if this instance still holds it. */
    public void release() {
        long taken = this.version;
        this.access.use(store -> store.remove(this.key, taken)).subscribe(removed -> {}, error -> {});
    }
}
