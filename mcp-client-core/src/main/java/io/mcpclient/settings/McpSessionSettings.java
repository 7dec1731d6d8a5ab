package io.mcpclient.settings;

import java.time.Duration;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import io.mcpclient.store.McpSessionStore;
import io.mcpclient.store.McpStoreEncryptor;

/**
 * Settings for persisting the state of a server across restarts: its protocol era, its session, its tools. Immutable; any
 * number of clients may share an instance.
 */
public final class McpSessionSettings {

    private static final int MAX_INSTANCE_ID = 200;

    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private static final Duration LONGEST_USE = Duration.ofMinutes(1);

    private static final Duration LONGEST = Duration.ofDays(3650);

    private final McpSessionStore store;

    private final McpSessionScope scope;

    private final String instanceId;

    private final Duration timeToLive;

    private final boolean keptOnShutdown;

    private final @Nullable McpStoreEncryptor encryptor;

    private final Duration storeTimeout;

    private McpSessionSettings(
            McpSessionStore store,
            McpSessionScope scope,
            String instanceId,
            Duration timeToLive,
            boolean keptOnShutdown,
            @Nullable McpStoreEncryptor encryptor,
            Duration storeTimeout) {
        this.store = store;
        this.scope = scope;
        this.instanceId = instanceId;
        this.timeToLive = timeToLive;
        this.keptOnShutdown = keptOnShutdown;
        this.encryptor = encryptor;
        this.storeTimeout = storeTimeout;
    }

    /**
     * Creates settings with all defaults: scope {@link McpSessionScope#INSTANCE}, an instance id from {@code HOSTNAME} or
     * {@code COMPUTERNAME}, a time to live of 24 hours, sessions ended on shutdown, no encryption. If neither variable is
     * set, the id is random, and nothing is found after a restart.
     * @param store the store
     * @return the settings
     */
    public static McpSessionSettings of(McpSessionStore store) {
        return new McpSessionSettings(
                store, McpSessionScope.INSTANCE, hostName(), Duration.ofHours(24), false, null, Duration.ofMillis(500));
    }

    private static String hostName() {
        for (String variable : new String[] {"HOSTNAME", "COMPUTERNAME"}) {
            String name = System.getenv(variable);
            if (name != null && !name.isBlank() && name.length() <= MAX_INSTANCE_ID) {
                return name;
            }
        }
        return UUID.randomUUID().toString();
    }

    /**
     * Returns a copy with the given scope.
     * @param scope scope of the sessions
     * @return the copy
     */
    public McpSessionSettings withScope(McpSessionScope scope) {
        return new McpSessionSettings(
                this.store,
                scope,
                this.instanceId,
                this.timeToLive,
                this.keptOnShutdown,
                this.encryptor,
                this.storeTimeout);
    }

    /**
     * Returns a copy with the given instance id. Concurrent instances must have different ids; a restarted instance must
     * keep its id.
     * @param instanceId non-blank text of at most 200 characters
     * @return the copy
     * @throws IllegalArgumentException if it is blank or too long
     */
    public McpSessionSettings withInstanceId(String instanceId) {
        if (instanceId.isBlank() || instanceId.length() > MAX_INSTANCE_ID) {
            throw new IllegalArgumentException("instance-id must not be blank or longer than 200 characters");
        }
        return new McpSessionSettings(
                this.store,
                this.scope,
                instanceId,
                this.timeToLive,
                this.keptOnShutdown,
                this.encryptor,
                this.storeTimeout);
    }

    /**
     * Returns a copy with the given time to live.
     * @param timeToLive time until a value expires after it was written, from one second to ten years
     * @return the copy
     * @throws IllegalArgumentException if it is out of range
     */
    public McpSessionSettings withTimeToLive(Duration timeToLive) {
        if (timeToLive.compareTo(SHORTEST) < 0 || timeToLive.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("time-to-live must be from one second to ten years");
        }
        return new McpSessionSettings(
                this.store,
                this.scope,
                this.instanceId,
                timeToLive,
                this.keptOnShutdown,
                this.encryptor,
                this.storeTimeout);
    }

    /**
     * Returns a copy with the given behaviour on shutdown. By default, closing or disposing of the client ends the session
     * at the server and removes it from the store, so that only a crash leaves a session to resume.
     * @param keep whether the session stays open at the server, so that the next start can resume it
     * @return the copy
     */
    public McpSessionSettings withKeepOnShutdown(boolean keep) {
        return new McpSessionSettings(
                this.store, this.scope, this.instanceId, this.timeToLive, keep, this.encryptor, this.storeTimeout);
    }

    /**
     * Returns a copy with the given encryption.
     * @param encryptor encrypts the stored values, or {@code null} to store them unencrypted
     * @return the copy
     */
    public McpSessionSettings withEncryptor(@Nullable McpStoreEncryptor encryptor) {
        return new McpSessionSettings(
                this.store,
                this.scope,
                this.instanceId,
                this.timeToLive,
                this.keptOnShutdown,
                encryptor,
                this.storeTimeout);
    }

    /**
     * Returns a copy with the given timeout of store operations, half a second by default. Connecting waits for the store,
     * and continues without it if it does not respond in time. The first operation, which may have to open connections, may
     * take four times as long.
     * @param storeTimeout timeout of one store operation, from one millisecond to one minute
     * @return the copy
     * @throws IllegalArgumentException if it is out of range
     */
    public McpSessionSettings withStoreTimeout(Duration storeTimeout) {
        if (storeTimeout.toMillis() < 1 || storeTimeout.compareTo(LONGEST_USE) > 0) {
            throw new IllegalArgumentException("the store timeout must be from one millisecond to one minute");
        }
        return new McpSessionSettings(
                this.store,
                this.scope,
                this.instanceId,
                this.timeToLive,
                this.keptOnShutdown,
                this.encryptor,
                storeTimeout);
    }

    /** The store. */
    public McpSessionStore store() {
        return this.store;
    }

    /** Scope of the sessions. */
    public McpSessionScope scope() {
        return this.scope;
    }

    /** Id of this instance of the application. */
    public String instanceId() {
        return this.instanceId;
    }

    /** Time until a value expires after it was written. */
    public Duration timeToLive() {
        return this.timeToLive;
    }

    /** Whether sessions stay open at the server when the client ends. */
    public boolean isKeptOnShutdown() {
        return this.keptOnShutdown;
    }

    /** Encrypts the stored values, or {@code null} if they are unencrypted. */
    public @Nullable McpStoreEncryptor encryptor() {
        return this.encryptor;
    }

    /** Timeout of one store operation. */
    public Duration storeTimeout() {
        return this.storeTimeout;
    }

    @Override
    public String toString() {
        return "McpSessionSettings[scope=" + this.scope + ", instanceId=" + this.instanceId + ", timeToLive="
                + this.timeToLive + ", keptOnShutdown=" + this.keptOnShutdown + ", encrypted="
                + (this.encryptor != null) + "]";
    }
}
