package io.mcpclient.session;

import java.time.Duration;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import io.mcpclient.store.McpStoreEncryptor;

/**
 * Where and how a client remembers its server across restarts: in which era it speaks, its session, its tools. Immutable;
 * one instance may be shared by any number of clients.
 *
 * @see "faults J01 to J15"
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
     * Creates settings with all defaults: scope {@link McpSessionScope#INSTANCE}, an instance named as the host is in {@code
     * HOSTNAME} or {@code COMPUTERNAME}, kept for 24 hours, sessions ended on shutdown, nothing encrypted. Where neither
     * variable is set, the name is random, and nothing is found again after a restart.
     * @param store where to keep it
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
     * Copies these settings with another scope.
     * @param scope whose the sessions are
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
     * Copies these settings with another name of the instance. Two instances that run at the same time must not have the
     * same; one that is started again must keep it.
     * @param instanceId any text that is not blank, at most 200 characters
     * @return the copy
     * @throws IllegalArgumentException if it is blank or too long
     */
    public McpSessionSettings withInstanceId(String instanceId) {
        if (instanceId.isBlank() || instanceId.length() > MAX_INSTANCE_ID) {
            throw new IllegalArgumentException("instance-id is blank or has more than 200 characters");
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
     * Copies these settings with another time to keep values.
     * @param timeToLive how long after it was written a value is kept, from a second to ten years
     * @return the copy
     * @throws IllegalArgumentException if it is shorter or longer
     */
    public McpSessionSettings withTimeToLive(Duration timeToLive) {
        if (timeToLive.compareTo(SHORTEST) < 0 || timeToLive.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("time-to-live is shorter than a second or longer than ten years");
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
     * Copies these settings with another way to end. By default the session is ended at the server and forgotten when the
     * client is closed or disposed of, so that only a crash leaves one to be resumed.
     * @param keep whether the session stays open at the server, for the next start to resume it
     * @return the copy
     */
    public McpSessionSettings withKeepOnShutdown(boolean keep) {
        return new McpSessionSettings(
                this.store, this.scope, this.instanceId, this.timeToLive, keep, this.encryptor, this.storeTimeout);
    }

    /**
     * Copies these settings with encryption.
     * @param encryptor encrypts what is kept, or {@code null} to keep it as it is
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
     * Copies these settings with another limit for the store. Half a second by default: whoever connects waits for it, and a
     * store that does not answer in time is done without. The first use of it, which may have to open connections, may take
     * four times as long.
     * @param storeTimeout how long one use of the store may take, from a millisecond to a minute
     * @return the copy
     * @throws IllegalArgumentException if it is shorter or longer
     */
    public McpSessionSettings withStoreTimeout(Duration storeTimeout) {
        if (storeTimeout.toMillis() < 1 || storeTimeout.compareTo(LONGEST_USE) > 0) {
            throw new IllegalArgumentException(
                    "the timeout of the store is no duration from a millisecond to a minute");
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

    /** Where values are kept. */
    public McpSessionStore store() {
        return this.store;
    }

    /** Whose the sessions are. */
    public McpSessionScope scope() {
        return this.scope;
    }

    /** The name of this instance of the application. */
    public String instanceId() {
        return this.instanceId;
    }

    /** How long a value is kept after it was written. */
    public Duration timeToLive() {
        return this.timeToLive;
    }

    /** Whether sessions stay open at the server when the client ends. */
    public boolean isKeptOnShutdown() {
        return this.keptOnShutdown;
    }

    /** Encrypts what is kept, or {@code null} if that is kept as it is. */
    public @Nullable McpStoreEncryptor encryptor() {
        return this.encryptor;
    }

    /** How long one use of the store may take. */
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
