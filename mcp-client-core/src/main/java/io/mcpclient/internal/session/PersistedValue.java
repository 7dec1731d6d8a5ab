package io.mcpclient.internal.session;

import java.time.Duration;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.settings.McpSessionSettings;
import io.mcpclient.store.McpStore;
import io.mcpclient.store.McpStoreEncryptor;
import io.mcpclient.store.McpStoredValue;
import io.mcpclient.support.Backoff;
import io.mcpclient.support.Loggers;
import io.mcpclient.support.store.StoreAccess;
import io.mcpclient.time.TimeSource;

/**
 * One value in the store: validated on read, written in the background. The last of several requested changes applies; it
 * is retried with backoff until it succeeds or becomes irrelevant. Thread-safe.
 *
 * @see "faults J02, J07, J12"
 */
final class PersistedValue {

    private static final Logger logger = Loggers.STORE;

    /** Retries of a removal: a remaining value costs the next start only one rejected request. */
    private static final int MAX_REMOVALS = 5;

    /** Consecutive attempts to replace a value when others do so concurrently. */
    private static final int MAX_RACES = 3;

    private final StoreAccess access;

    private final TimeSource time;

    private final String key;

    private final SessionFormat format;

    private final Duration timeToLive;

    private final @Nullable McpStoreEncryptor encryptor;

    private final Backoff backoff = Backoff.exponential(Duration.ofSeconds(1), 2, Duration.ofSeconds(60));

    /** The pending change, or {@code null}. */
    private @Nullable PendingWrite pending;

    private long newest;

    /** Completes when no change is pending or the change failed for the time being; {@code null} then. */
    private Sinks.@Nullable Empty<Void> work;

    private boolean retrying;

    PersistedValue(StoreAccess access, String key, SessionFormat format, McpSessionSettings settings) {
        this.access = access;
        this.time = access.time();
        this.key = key;
        this.format = format;
        this.timeToLive = settings.timeToLive();
        this.encryptor = settings.encryptor();
    }

    /**
     * Pending change of the store.
     *
     * @param generation generation of the value
     * @param text the value, or {@code null} to remove that generation
     * @param endNanos time after which the change is irrelevant, on the monotonic clock
     */
    private record PendingWrite(long generation, @Nullable Supplier<String> text, long endNanos) {}

    /**
     * Value from the store.
     *
     * @param version its version
     * @param text its text, or {@code null} if it could not be decrypted
     */
    private record Opened(long version, @Nullable String text) {}

    /**
     * Loads the value. An invalid value is removed; a value of another format version is ignored.
     * @return its content; empty if there is no usable value; or an error
     */
    Mono<SessionFormat.Reading> load() {
        return this.access.use(this::opened).flatMap(this::read);
    }

    private @Nullable Opened opened(McpStore store) {
        McpStoredValue value = store.load(this.key);
        return (value != null) ? new Opened(value.version(), decrypted(value.text())) : null;
    }

    private @Nullable String decrypted(String text) {
        if (this.encryptor == null || text.length() > SessionFormat.MAX_LENGTH) {
            return text;
        }
        try {
            return this.encryptor.decrypt(text);
        } catch (RuntimeException ex) { // modified, or written with another key
            return null;
        }
    }

    /** Runs outside the store's threads and timeout: delays here are not caused by the store. */
    private Mono<SessionFormat.Reading> read(Opened value) {
        SessionFormat.Reading reading =
                (value.text() != null) ? this.format.read(value.text(), value.version()) : SessionFormat.Reading.BROKEN;
        if (reading.verdict() != SessionFormat.Verdict.BROKEN) {
            return Mono.just(reading).filter(good -> good.verdict() == SessionFormat.Verdict.GOOD);
        }
        logger.warn("MCP server \"{}\": the stored state could not be read and is discarded", this.access.serverName());
        return this.access
                .use(store -> store.remove(this.key, value.version()))
                .onErrorComplete()
                .then(Mono.empty());
    }

    /**
     * Replaces the value now if its generation is the expected one.
     * @param expected expected generation, {@code 0} for none
     * @param generation generation of the new value, greater than the expected one
     * @param text the new value
     * @return whether it was replaced; or an error
     */
    Mono<Boolean> replace(long expected, long generation, Supplier<String> text) {
        return Mono.fromSupplier(text)
                .flatMap(json -> this.access.use(store -> {
                    McpStoredValue value = sealed(generation, json);
                    return value != null && store.replace(this.key, expected, value, this.timeToLive);
                }));
    }

    private @Nullable McpStoredValue sealed(long generation, String text) {
        if (text.length() > SessionFormat.MAX_LENGTH) {
            logger.debug(
                    "MCP server \"{}\": a value of {} characters is too large and is not stored",
                    this.access.serverName(),
                    text.length());
            return null;
        }
        String sealed = (this.encryptor != null) ? this.encryptor.encrypt(text) : text;
        boolean isLegal =
                sealed.length() <= SessionFormat.MAX_LENGTH && sealed.chars().allMatch(SessionFormat::isPrintable);
        if (!isLegal) {
            logger.warn(
                    "MCP server \"{}\": the encrypted value is too long or not printable and is not stored",
                    this.access.serverName());
        }
        return isLegal ? new McpStoredValue(generation, sealed) : null;
    }

    /**
     * Requests to store a value in the background. An existing value of a newer generation is kept.
     * @param generation generation of the value
     * @param text creates the value
     */
    void put(long generation, Supplier<String> text) {
        synchronized (this) {
            if (generation < this.newest) {
                return;
            }
            this.newest = generation;
            this.pending = new PendingWrite(generation, text, this.time.nanoTime() + this.timeToLive.toNanos());
        }
        begin();
    }

    /**
     * Requests to remove a value in the background. A value of another generation is kept.
     * @param generation its generation
     */
    void remove(long generation) {
        synchronized (this) {
            if (generation < this.newest) {
                return;
            }
            this.newest = generation;
            this.pending = new PendingWrite(generation, null, this.time.nanoTime() + this.timeToLive.toNanos());
        }
        begin();
    }

    /**
     * Waits until the last requested change is stored.
     * @return completes when it is stored or failed for the time being, at the latest after the timeout of one store
     *     operation; no error
     */
    Mono<Void> settled() {
        return Mono.defer(() -> {
                    Sinks.Empty<Void> present;
                    synchronized (this) {
                        present = this.work;
                    }
                    return (present != null) ? present.asMono() : Mono.<Void>empty();
                })
                .timeout(this.access.limit(), Mono.empty(), this.time.timers());
    }

    private void begin() {
        PendingWrite present;
        synchronized (this) {
            present = this.pending;
            if (present == null || this.work != null) {
                return;
            }
            this.work = Sinks.empty();
        }
        execute(present, 1);
    }

    private void execute(PendingWrite present, int attempt) {
        execution(present).subscribe(done -> completed(present), error -> failed(present, attempt));
    }

    private Mono<Boolean> execution(PendingWrite present) {
        Supplier<String> text = present.text();
        return (text == null)
                ? this.access.use(store -> store.remove(this.key, present.generation()))
                : Mono.fromSupplier(text)
                        .subscribeOn(this.time.timers())
                        .flatMap(json -> this.access.use(store -> write(store, present.generation(), json)));
    }

    private boolean write(McpStore store, long generation, String text) {
        McpStoredValue value = sealed(generation, text);
        for (int race = 0; race < MAX_RACES; race++) {
            McpStoredValue present = store.load(this.key);
            long expected = (present != null) ? present.version() : 0;
            if (value == null) {
                return expected == 0 || expected > generation || store.remove(this.key, expected);
            }
            if (expected >= generation || store.replace(this.key, expected, value, this.timeToLive)) {
                return true;
            }
        }
        return false; // others are writing, and their values are equally recent
    }

    private void completed(PendingWrite done) {
        this.backoff.reset();
        PendingWrite next;
        Sinks.Empty<Void> ended = null;
        synchronized (this) {
            if (this.pending == done) {
                this.pending = null;
            }
            next = this.pending;
            if (next == null) {
                ended = this.work;
                this.work = null;
            }
        }
        if (next != null) {
            execute(next, 1);
        } else if (ended != null) {
            ended.tryEmitEmpty();
        }
    }

    private void failed(PendingWrite present, int attempt) {
        boolean isOver =
                this.time.nanoTime() - present.endNanos() >= 0 || (present.text() == null && attempt > MAX_REMOVALS);
        Sinks.Empty<Void> ended;
        boolean again;
        int next;
        synchronized (this) {
            if (isOver && this.pending == present) {
                this.pending = null;
            }
            ended = this.work;
            this.work = null;
            next = (this.pending == present) ? attempt + 1 : 1;
            again = this.pending != null && !this.retrying;
            this.retrying |= again;
        }
        if (ended != null) {
            ended.tryEmitEmpty();
        }
        if (again) {
            this.time.schedule(this.backoff.next(), () -> retry(next));
        }
    }

    private void retry(int attempt) {
        PendingWrite present;
        synchronized (this) {
            this.retrying = false;
            present = this.pending;
            if (present == null || this.work != null) {
                return;
            }
            this.work = Sinks.empty();
        }
        execute(present, attempt);
    }
}
