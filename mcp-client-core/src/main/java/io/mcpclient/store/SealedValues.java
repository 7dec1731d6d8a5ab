package io.mcpclient.store;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Values of a store that are kept from others, if there is an encryptor. Thread-safe; nothing blocks.
 *
 * @see "AUTH-53, AUTH-59"
 */
public final class SealedValues {

    private final StoreAccess access;

    private final @Nullable McpStoreEncryptor encryptor;

    /**
     * Creates a way to such values.
     * @param access way to the store
     * @param encryptor keeps them from others, or {@code null}
     */
    public SealedValues(StoreAccess access, @Nullable McpStoreEncryptor encryptor) {
        this.access = access;
        this.encryptor = encryptor;
    }

    /**
     * A value. {@code toString} does not show it.
     *
     * @param version its version, to replace or remove it with
     * @param text the text, or {@code null} if it was changed or encrypted with another key
     */
    public record Opened(long version, @Nullable String text) {

        @Override
        public String toString() {
            return "Opened[version=" + this.version + "]";
        }
    }

    /**
     * Returns the present value of a key.
     * @param key its key
     * @return the value; empty if there is none; an error, whose class is of no interest, if the store does not answer in time
     */
    public Mono<Opened> load(String key) {
        return this.access.use(store -> {
            McpStoredValue value = store.load(key);
            return (value != null) ? new Opened(value.version(), open(value.text())) : null;
        });
    }

    /**
     * Replaces a value, provided that it still is the one the caller knows.
     * @param key its key
     * @param expectedVersion version of the present value, {@code 0} if there must be none
     * @param text the new text: printable ASCII without line breaks
     * @param timeToLive how long it is kept
     * @return whether it was replaced; or an error, as with {@link #load}
     */
    public Mono<Boolean> replace(String key, long expectedVersion, String text, Duration timeToLive) {
        return this.access.use(store -> store.replace(
                key,
                expectedVersion,
                new McpStoredValue(Versions.next(expectedVersion, this.access.time()), seal(text)),
                timeToLive));
    }

    /**
     * Removes a value, provided that it still is the one the caller knows.
     * @param key its key
     * @param expectedVersion version of the present value
     * @return whether it was removed; or an error, as with {@link #load}
     */
    public Mono<Boolean> remove(String key, long expectedVersion) {
        return this.access.use(store -> store.remove(key, expectedVersion));
    }

    /**
     * Returns a lease beside the values: the right of one of several instances to do something.
     * @param key its key in the store
     * @return a lease that nobody has taken
     */
    public StoreLease lease(String key) {
        return new StoreLease(this.access, key);
    }

    private String seal(String text) {
        return (this.encryptor != null) ? this.encryptor.encrypt(text) : text;
    }

    private @Nullable String open(String text) {
        if (this.encryptor == null) {
            return text;
        }
        try {
            return this.encryptor.decrypt(text);
        } catch (RuntimeException ex) {
            return null; // nobody can use it any more, so it is as good as none
        }
    }
}
