package io.mcpclient.autoconfigure.store;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import io.mcpclient.store.McpStore;
import io.mcpclient.store.McpStoreStatus;
import io.mcpclient.store.McpStoredValue;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;

/**
 * Store that requires preparation, such as the creation of its table. The preparation runs before the first operation, and
 * again before each further one until an operation succeeds, so a store that is unavailable at application startup is used as
 * soon as it is available.
 *
 * <p>It also warms up at application startup because first connections take long and clients wait for their store only for a
 * limited time. Startup itself does not wait.
 */
public abstract class PreparedMcpStore implements McpStore, MonitoredStore {

    private static final Logger logger = Loggers.STORE;

    private static final Duration TURN = Duration.ofMillis(1500);

    private static final String NO_ENTRY = "start";

    private final McpStore store;

    private final String subject;

    private final Runnable preparation;

    private final ReentrantLock preparing = new ReentrantLock();

    private volatile boolean prepared;

    private volatile McpStoreStatus status = new McpStoreStatus(true, null, Instant.now(), 0);

    /**
     * Creates a store.
     * @param store underlying store
     * @param subject type of the stored items, such as {@code session}, for messages
     * @param preparation preparation to run first
     */
    protected PreparedMcpStore(McpStore store, String subject, Runnable preparation) {
        this.store = store;
        this.subject = subject;
        this.preparation = preparation;
    }

    /**
     * Connects and prepares the store in the background, before any caller waits for it.
     * @return this store
     */
    public PreparedMcpStore warmUp() {
        Thread thread = new Thread(this::loadNothing, "mcp-" + this.subject + "-store");
        thread.setDaemon(true);
        thread.start();
        return this;
    }

    private void loadNothing() {
        try {
            load(NO_ENTRY);
        } catch (RuntimeException ex) {
            logger.debug("The MCP {} store is not ready yet", this.subject, ex);
        }
    }

    @Override
    public @Nullable McpStoredValue load(String key) {
        return use(() -> this.store.load(key));
    }

    @Override
    public boolean replace(String key, long expectedVersion, McpStoredValue value, Duration timeToLive) {
        return use(() -> this.store.replace(key, expectedVersion, value, timeToLive));
    }

    @Override
    public boolean remove(String key, long expectedVersion) {
        return use(() -> this.store.remove(key, expectedVersion));
    }

    private <T extends @Nullable Object> T use(Supplier<T> operation) {
        try {
            T result = this.prepared ? operation.get() : prepareAnd(operation);
            if (!this.status.available()) {
                succeeded();
            }
            return result;
        } catch (RuntimeException ex) {
            failed(ex);
            throw ex;
        }
    }

    private synchronized void succeeded() {
        this.status = new McpStoreStatus(true, null, Instant.now(), this.status.failures());
    }

    private synchronized void failed(RuntimeException failure) {
        McpStoreStatus before = this.status;
        if (before.available()) {
            logger.info("The MCP {} store is not available: {}", this.subject, reason(failure));
        }
        this.status = new McpStoreStatus(
                false,
                "failed with " + failure.getClass().getSimpleName(),
                before.available() ? Instant.now() : before.since(),
                before.failures() + 1);
    }

    @Override
    public McpStoreStatus status() {
        return this.status;
    }

    /**
     * Logs the reason here; clients log which servers are affected, and only the type of the failure, as they do not know the
     * store.
     */
    private static String reason(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null && deepest.getCause() != deepest) {
            deepest = deepest.getCause();
        }
        return SafeText.excerpt(failure.getClass().getSimpleName() + ": " + deepest.getMessage());
    }

    /**
     * Runs one preparation at a time. Other callers wait only as long as for the store, not as long as the preparation may
     * take.
     */
    private <T extends @Nullable Object> T prepareAnd(Supplier<T> operation) {
        if (!isMyTurn()) {
            throw new IllegalStateException("the store is still being prepared");
        }
        try {
            return this.prepared ? operation.get() : prepared(operation);
        } finally {
            this.preparing.unlock();
        }
    }

    private boolean isMyTurn() {
        try {
            return this.preparing.tryLock(TURN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private <T extends @Nullable Object> T prepared(Supplier<T> operation) {
        try {
            this.preparation.run();
        } catch (RuntimeException ex) {
            // The table may exist nevertheless, created by another instance or externally: the operation will
            // show it.
            logger.debug("The MCP {} store could not be prepared: {}", this.subject, reason(ex));
        }
        T result = operation.get();
        this.prepared = true;
        return result;
    }
}
