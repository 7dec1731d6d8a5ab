package io.mcpclient.internal.era;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.LoggingLevel;

/**
 * Desired session state, which outlives sessions: the log level and the resources to watch. It is restored in each new session
 * (LIFE-14). Thread-safe.
 *
 * @see "fault D19"
 */
public final class DesiredSessionState {

    private final Set<String> resources = ConcurrentHashMap.newKeySet();

    private volatile @Nullable LoggingLevel logLevel;

    /**
     * Creates the desired state.
     * @param logLevel least severe level to request from the first session on, or {@code null} to leave it to the server
     */
    public DesiredSessionState(@Nullable LoggingLevel logLevel) {
        this.logLevel = logLevel;
    }

    /** The least severe level to request, or {@code null} if it is left to the server. */
    public @Nullable LoggingLevel logLevel() {
        return this.logLevel;
    }

    /** Records a level that the server has accepted. */
    public void logLevel(LoggingLevel level) {
        this.logLevel = level;
    }

    /** URIs of the resources to watch, for changes. */
    public Set<String> resources() {
        return this.resources;
    }

    /** URIs of the resources to watch, to be read only. */
    public Set<String> watched() {
        return this.resources;
    }
}
