package io.mcpclient.apps;

import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;

import io.mcpclient.error.McpConfigurationException;

/**
 * Limits and policies of MCP Apps. Everything that a view or its server sends is bounded by them. Immutable; the defaults grant nothing
 * that a view does not need to be shown.
 */
public final class McpAppSettings {

    private static final McpAppSettings DEFAULTS = new McpAppSettings(new Draft());

    private final Draft values;

    private McpAppSettings(Draft values) {
        this.values = values;
    }

    /** The values. Never changed once the settings exist. */
    private static final class Draft implements Cloneable {
        private int maxDocumentSize = 2 * 1024 * 1024;

        private int maxDomains = 50;

        private boolean localDomains = false;

        private Set<McpAppPermission> permissions = Set.of();

        private Set<String> allowedHashes = Set.of();

        private Set<String> blockedHashes = Set.of();

        private McpAppResources resources = McpAppResources.ALL_OF_SERVER;

        private Set<String> forwardedMeta = Set.of();

        private int maxMessageSize = 1024 * 1024;

        private int maxMessagesPerSecond = 50;

        private int maxPendingRequests = 16;

        private int maxQueue = 256;

        private int maxRefusedMessages = 100;

        private int maxSessions = 100;

        private Duration timeToLive = Duration.ofHours(1);

        private Duration teardownTimeout = Duration.ofSeconds(5);

        private int maxChatLength = 10_000;

        private int maxChatPerMinute = 6;

        private int maxContextLength = 50_000;

        private int maxDownloadSize = 10 * 1024 * 1024;

        Draft copy() {
            try {
                return (Draft) clone();
            } catch (CloneNotSupportedException ex) {
                throw new IllegalStateException(ex);
            }
        }
    }

    /**
     * Returns the defaults.
     * @return the settings
     */
    public static McpAppSettings defaults() {
        return DEFAULTS;
    }

    private McpAppSettings with(Consumer<Draft> change) {
        Draft copy = this.values.copy();
        change.accept(copy);
        return new McpAppSettings(copy);
    }

    private static <T extends Comparable<T>> T atLeast(String name, T least, T value) {
        if (value.compareTo(least) < 0) {
            throw new McpConfigurationException("", "apps." + name, "is " + value, "Set it to at least " + least + ".");
        }
        return value;
    }

    /**
     * Returns the maximum size of a document in bytes; a larger one is not shown.
     * @return the value, by default 2 MiB
     */
    public int maxDocumentSize() {
        return this.values.maxDocumentSize;
    }

    /**
     * Returns a copy with the given value.
     * @param maxDocumentSize maximum size of a document in bytes; a larger one is not shown
     * @return the copy
     */
    public McpAppSettings withMaxDocumentSize(int maxDocumentSize) {
        return with(draft -> draft.maxDocumentSize = atLeast("maxDocumentSize", 1, maxDocumentSize));
    }

    /**
     * Returns the maximum number of domains in the content security policy of a document; further ones are dropped.
     * @return the value, by default 50
     */
    public int maxDomains() {
        return this.values.maxDomains;
    }

    /**
     * Returns a copy with the given value.
     * @param maxDomains maximum number of domains in the content security policy of a document; further ones are dropped
     * @return the copy
     */
    public McpAppSettings withMaxDomains(int maxDomains) {
        return with(draft -> draft.maxDomains = atLeast("maxDomains", 0, maxDomains));
    }

    /**
     * Returns whether a policy may contain {@code http} and {@code ws} for this machine, for development.
     * @return the value, by default {@code false}
     */
    public boolean localDomains() {
        return this.values.localDomains;
    }

    /**
     * Returns a copy with the given value.
     * @param localDomains whether a policy may contain {@code http} and {@code ws} for this machine, for development
     * @return the copy
     */
    public McpAppSettings withLocalDomains(boolean localDomains) {
        return with(draft -> draft.localDomains = localDomains);
    }

    /**
     * Returns the permissions that are granted to documents that request them.
     * @return the value, by default none
     */
    public Set<McpAppPermission> permissions() {
        return this.values.permissions;
    }

    /**
     * Returns a copy with the given value.
     * @param permissions permissions that are granted to documents that request them
     * @return the copy
     */
    public McpAppSettings withPermissions(Set<McpAppPermission> permissions) {
        return with(draft -> draft.permissions = Set.copyOf(permissions));
    }

    /**
     * Returns the hashes of the only documents that are shown, as {@link McpAppDocument#sha256}; empty for any.
     * @return the value, by default empty
     */
    public Set<String> allowedHashes() {
        return this.values.allowedHashes;
    }

    /**
     * Returns a copy with the given value.
     * @param allowedHashes hashes of the only documents that are shown, as {@link McpAppDocument#sha256}; empty for any
     * @return the copy
     */
    public McpAppSettings withAllowedHashes(Set<String> allowedHashes) {
        return with(draft -> draft.allowedHashes = Set.copyOf(allowedHashes));
    }

    /**
     * Returns the hashes of documents that are not shown.
     * @return the value, by default empty
     */
    public Set<String> blockedHashes() {
        return this.values.blockedHashes;
    }

    /**
     * Returns a copy with the given value.
     * @param blockedHashes hashes of documents that are not shown
     * @return the copy
     */
    public McpAppSettings withBlockedHashes(Set<String> blockedHashes) {
        return with(draft -> draft.blockedHashes = Set.copyOf(blockedHashes));
    }

    /**
     * Returns the resources that a view may read.
     * @return the value, by default all of its server
     */
    public McpAppResources resources() {
        return this.values.resources;
    }

    /**
     * Returns a copy with the given value.
     * @param resources resources that a view may read
     * @return the copy
     */
    public McpAppSettings withResources(McpAppResources resources) {
        return with(draft -> draft.resources = resources);
    }

    /**
     * Returns the keys of {@code _meta} that a view may send with its calls of tools; everything else is removed.
     * @return the value, by default none
     */
    public Set<String> forwardedMeta() {
        return this.values.forwardedMeta;
    }

    /**
     * Returns a copy with the given value.
     * @param forwardedMeta keys of {@code _meta} that a view may send with its calls of tools; everything else is removed
     * @return the copy
     */
    public McpAppSettings withForwardedMeta(Set<String> forwardedMeta) {
        return with(draft -> draft.forwardedMeta = Set.copyOf(forwardedMeta));
    }

    /**
     * Returns the maximum size of a message of a view in bytes; a larger one closes the view.
     * @return the value, by default 1 MiB
     */
    public int maxMessageSize() {
        return this.values.maxMessageSize;
    }

    /**
     * Returns a copy with the given value.
     * @param maxMessageSize maximum size of a message of a view in bytes; a larger one closes the view
     * @return the copy
     */
    public McpAppSettings withMaxMessageSize(int maxMessageSize) {
        return with(draft -> draft.maxMessageSize = atLeast("maxMessageSize", 1, maxMessageSize));
    }

    /**
     * Returns the maximum number of messages per second of one view; more of them close the view.
     * @return the value, by default 50
     */
    public int maxMessagesPerSecond() {
        return this.values.maxMessagesPerSecond;
    }

    /**
     * Returns a copy with the given value.
     * @param maxMessagesPerSecond maximum number of messages per second of one view; more of them close the view
     * @return the copy
     */
    public McpAppSettings withMaxMessagesPerSecond(int maxMessagesPerSecond) {
        return with(draft -> draft.maxMessagesPerSecond = atLeast("maxMessagesPerSecond", 1, maxMessagesPerSecond));
    }

    /**
     * Returns the maximum number of requests of one view that are in progress; further ones are refused.
     * @return the value, by default 16
     */
    public int maxPendingRequests() {
        return this.values.maxPendingRequests;
    }

    /**
     * Returns a copy with the given value.
     * @param maxPendingRequests maximum number of requests of one view that are in progress; further ones are refused
     * @return the copy
     */
    public McpAppSettings withMaxPendingRequests(int maxPendingRequests) {
        return with(draft -> draft.maxPendingRequests = atLeast("maxPendingRequests", 1, maxPendingRequests));
    }

    /**
     * Returns the maximum number of messages that wait for one view; more of them close the view.
     * @return the value, by default 256
     */
    public int maxQueue() {
        return this.values.maxQueue;
    }

    /**
     * Returns a copy with the given value.
     * @param maxQueue maximum number of messages that wait for one view; more of them close the view
     * @return the copy
     */
    public McpAppSettings withMaxQueue(int maxQueue) {
        return with(draft -> draft.maxQueue = atLeast("maxQueue", 1, maxQueue));
    }

    /**
     * Returns the number of malformed and refused messages after which a view is closed.
     * @return the value, by default 100
     */
    public int maxRefusedMessages() {
        return this.values.maxRefusedMessages;
    }

    /**
     * Returns a copy with the given value.
     * @param maxRefusedMessages number of malformed and refused messages after which a view is closed
     * @return the copy
     */
    public McpAppSettings withMaxRefusedMessages(int maxRefusedMessages) {
        return with(draft -> draft.maxRefusedMessages = atLeast("maxRefusedMessages", 1, maxRefusedMessages));
    }

    /**
     * Returns the maximum number of open views of one client.
     * @return the value, by default 100
     */
    public int maxSessions() {
        return this.values.maxSessions;
    }

    /**
     * Returns a copy with the given value.
     * @param maxSessions maximum number of open views of one client
     * @return the copy
     */
    public McpAppSettings withMaxSessions(int maxSessions) {
        return with(draft -> draft.maxSessions = atLeast("maxSessions", 1, maxSessions));
    }

    /**
     * Returns the time after which a view is closed.
     * @return the value, by default 1 hour
     */
    public Duration timeToLive() {
        return this.values.timeToLive;
    }

    /**
     * Returns a copy with the given value.
     * @param timeToLive time after which a view is closed
     * @return the copy
     */
    public McpAppSettings withTimeToLive(Duration timeToLive) {
        return with(draft -> draft.timeToLive = atLeast("timeToLive", Duration.ofMillis(1), timeToLive));
    }

    /**
     * Returns the maximum time to wait for a view that is asked to end.
     * @return the value, by default 5 seconds
     */
    public Duration teardownTimeout() {
        return this.values.teardownTimeout;
    }

    /**
     * Returns a copy with the given value.
     * @param teardownTimeout maximum time to wait for a view that is asked to end
     * @return the copy
     */
    public McpAppSettings withTeardownTimeout(Duration teardownTimeout) {
        return with(draft -> draft.teardownTimeout = atLeast("teardownTimeout", Duration.ofMillis(1), teardownTimeout));
    }

    /**
     * Returns the maximum length of a message of a view to the conversation, in characters.
     * @return the value, by default 10,000
     */
    public int maxChatLength() {
        return this.values.maxChatLength;
    }

    /**
     * Returns a copy with the given value.
     * @param maxChatLength maximum length of a message of a view to the conversation, in characters
     * @return the copy
     */
    public McpAppSettings withMaxChatLength(int maxChatLength) {
        return with(draft -> draft.maxChatLength = atLeast("maxChatLength", 1, maxChatLength));
    }

    /**
     * Returns the maximum number of such messages per minute.
     * @return the value, by default 6
     */
    public int maxChatPerMinute() {
        return this.values.maxChatPerMinute;
    }

    /**
     * Returns a copy with the given value.
     * @param maxChatPerMinute maximum number of such messages per minute
     * @return the copy
     */
    public McpAppSettings withMaxChatPerMinute(int maxChatPerMinute) {
        return with(draft -> draft.maxChatPerMinute = atLeast("maxChatPerMinute", 1, maxChatPerMinute));
    }

    /**
     * Returns the maximum length of what a view gives models as context, in characters of JSON.
     * @return the value, by default 50,000
     */
    public int maxContextLength() {
        return this.values.maxContextLength;
    }

    /**
     * Returns a copy with the given value.
     * @param maxContextLength maximum length of what a view gives models as context, in characters of JSON
     * @return the copy
     */
    public McpAppSettings withMaxContextLength(int maxContextLength) {
        return with(draft -> draft.maxContextLength = atLeast("maxContextLength", 1, maxContextLength));
    }

    /**
     * Returns the maximum size of all files of one download, in bytes.
     * @return the value, by default 10 MiB
     */
    public int maxDownloadSize() {
        return this.values.maxDownloadSize;
    }

    /**
     * Returns a copy with the given value.
     * @param maxDownloadSize maximum size of all files of one download, in bytes
     * @return the copy
     */
    public McpAppSettings withMaxDownloadSize(int maxDownloadSize) {
        return with(draft -> draft.maxDownloadSize = atLeast("maxDownloadSize", 1, maxDownloadSize));
    }
}
