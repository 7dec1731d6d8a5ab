package io.mcpclient.protocol;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.LoggingLevel;

/**
 * What the application has asked of a server and what outlives a session: the log level and the resources to watch. Each
 * new session is told (LIFE-14). Thread-safe.
 *
 * @see "fault D19"
 */
public final class SessionWishes {

    private final Set<String> resources = ConcurrentHashMap.newKeySet();

    private volatile @Nullable LoggingLevel logLevel;

    /**
     * Creates wishes.
     * @param logLevel least severe level to ask for from the first session on, or {@code null} to leave it to the server
     */
    public SessionWishes(@Nullable LoggingLevel logLevel) {
        this.logLevel = logLevel;
    }

    /** The least severe level wanted, or {@code null} if it is left to the server. */
    public @Nullable LoggingLevel logLevel() {
        return this.logLevel;
    }

    /** Notes a level that the server has agreed to. */
    public void logLevel(LoggingLevel level) {
        this.logLevel = level;
    }

    /** URIs of the resources to watch. */
    public Set<String> resources() {
        return this.resources;
    }
}
