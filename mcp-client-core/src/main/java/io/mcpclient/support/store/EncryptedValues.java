package io.mcpclient.support.store;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.store.McpStoreEncryptor;
import io.mcpclient.store.McpStoredValue;

/**
 * Values of a store, encrypted if an encryptor is configured. Thread-safe and non-blocking.
 */
public final class EncryptedValues {

    private final StoreAccess access;

    private final @Nullable McpStoreEncryptor encryptor;

    /**
     * Creates the access to such values.
     * @param access access to the store
     * @param encryptor encrypts the values, or {@code null}
     */
    public EncryptedValues(StoreAccess access, @Nullable McpStoreEncryptor encryptor) {
        this.access = access;
        this.encryptor = encryptor;
    }

    /**
     * Decrypted value. {@code toString} does not show it.
     *
     * @param version its version, used to replace or remove it
     * @param text the text, or {@code null} if it was modified or encrypted with another key
     */
    public record Opened(long version, @Nullable String text) {

        @Override
        public String toString() {
            return "Opened[version=" + this.version + "]";
        }
    }

    /**
     * Returns the current value of a key.
     * @param key its key
     * @return the value; empty if there is none; an error of unspecified class if the store fails or times out
     */
    public Mono<Opened> load(String key) {
        return this.access.use(store -> {
            McpStoredValue value = store.load(key);
            return (value != null) ? new Opened(value.version(), open(value.text())) : null;
        });
    }

    /**
     * Replaces a value if its version is the expected one.
     * @param key its key
     * @param expectedVersion version of the current value, {@code 0} if there must be none
     * @param text the new text: printable ASCII without line breaks
     * @param timeToLive time until it expires
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
     * Removes a value if its version is the expected one.
     * @param key its key
     * @param expectedVersion version of the current value
     * @return whether it was removed; or an error, as with {@link #load}
     */
    public Mono<Boolean> remove(String key, long expectedVersion) {
        return this.access.use(store -> store.remove(key, expectedVersion));
    }

    /**
     * Returns a lease stored beside the values: an exclusive right of one of several instances.
     * @param key its key in the store
     * @return a lease that is not held
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
            return null; // it is unusable, so it is equivalent to none
        }
    }
}
