package io.mcpclient.settings;

import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.ProtocolRevision;

/**
 * Protocol of the client: eras, revisions, and what it tells servers about itself. Immutable.
 *
 * @param era era of the protocol; detected by default
 * @param revision the only accepted revision, {@code null} to negotiate
 * @param clientInfo name and version of the client, sent to servers
 * @param tasks whether servers of 2026-07-28 may turn tool calls into tasks, with the extension {@code io.modelcontextprotocol/tasks};
 *     {@code callTool} then waits for the end of the task. Tasks of 2025-11-25 are available regardless, since the client requests each of them
 * @param logLevel minimum level of log messages to request from servers that support logging, in each session; {@code null} if the server
 *     decides
 * @param caching whether lists and contents of resources are cached according to the server's {@code ttlMs} and {@code cacheScope}, at most one
 *     hour. {@code null} for the default: yes, except for clients with a customized {@code WebClient}, whose requests might be sent on behalf
 *     of different users without the client's knowledge. If users are distinguished by headers of the calls, or if there is only one user, it can be set
 *     nevertheless. Has no effect in revisions before 2026-07-28, whose results have no cache hints
 * @param claimedRevisions revisions that the server supports according to somebody else, such as a server card; empty if unknown. If all
 *     known ones are handshake revisions, the first attempt is a handshake; a wrong claim costs one request, and nothing else
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning">MCP: Versioning</a>
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging">MCP: Logging</a>
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching">MCP: Caching</a>
 */
public record McpProtocolSettings(
        McpProtocol era,
        @Nullable ProtocolRevision revision,
        Implementation clientInfo,
        boolean tasks,
        @Nullable LoggingLevel logLevel,
        @Nullable Boolean caching,
        List<String> claimedRevisions) {

    private static final McpProtocolSettings DEFAULTS = new McpProtocolSettings(
            McpProtocol.AUTO, null, Implementation.of("mcp-client", version()), true, null, null, List.of());

    /**
     * Checks the values.
     * @throws McpConfigurationException if one is out of its range; it names the property
     */
    public McpProtocolSettings {
        claimedRevisions = List.copyOf(claimedRevisions);
        if (logLevel != null && !logLevel.isKnown()) {
            throw SettingChecks.invalid(
                    "log-level", "is not a log level of the protocol", "Use a level from debug to emergency.");
        }
    }

    /**
     * Returns the defaults: the era is detected, tasks are offered, the server decides about log messages.
     * @return the settings
     */
    public static McpProtocolSettings defaults() {
        return DEFAULTS;
    }

    /**
     * Returns a copy with the given value.
     * @param clientInfo name and version of the client, sent to servers
     * @return the copy
     */
    public McpProtocolSettings withClientInfo(Implementation clientInfo) {
        return new McpProtocolSettings(
                this.era, this.revision, clientInfo, this.tasks, this.logLevel, this.caching, this.claimedRevisions);
    }

    /**
     * Returns a copy with the given value.
     * @param tasks whether servers of 2026-07-28 may turn tool calls into tasks, with the extension {@code io.modelcontextprotocol/tasks};
     *     {@code callTool} then waits for the end of the task. Tasks of 2025-11-25 are available regardless, since the client requests each of them
     * @return the copy
     */
    public McpProtocolSettings withTasks(boolean tasks) {
        return new McpProtocolSettings(
                this.era, this.revision, this.clientInfo, tasks, this.logLevel, this.caching, this.claimedRevisions);
    }

    /**
     * Returns a copy with the given value.
     * @param logLevel minimum level of log messages to request from servers that support logging, in each session; {@code null} if the server
     *     decides
     * @return the copy
     */
    public McpProtocolSettings withLogLevel(@Nullable LoggingLevel logLevel) {
        return new McpProtocolSettings(
                this.era, this.revision, this.clientInfo, this.tasks, logLevel, this.caching, this.claimedRevisions);
    }

    /**
     * Returns a copy with the given value.
     * @param caching whether lists and contents of resources are cached according to the server's {@code ttlMs} and {@code cacheScope}, at most one
     *     hour. {@code null} for the default: yes, except for clients with a customized {@code WebClient}, whose requests might be sent on behalf
     *     of different users without the client's knowledge. If users are distinguished by headers of the calls, or if there is only one user, it can be set
     *     nevertheless. Has no effect in revisions before 2026-07-28, whose results have no cache hints
     * @return the copy
     */
    public McpProtocolSettings withCaching(@Nullable Boolean caching) {
        return new McpProtocolSettings(
                this.era, this.revision, this.clientInfo, this.tasks, this.logLevel, caching, this.claimedRevisions);
    }

    /**
     * Returns a copy with the given value.
     * @param claimedRevisions revisions that the server supports according to somebody else; a hint for the first attempt
     * @return the copy
     */
    public McpProtocolSettings withClaimedRevisions(List<String> claimedRevisions) {
        return new McpProtocolSettings(
                this.era, this.revision, this.clientInfo, this.tasks, this.logLevel, this.caching, claimedRevisions);
    }

    /**
     * Returns whether the claimed revisions lead to a handshake first.
     * @return whether all known ones are handshake revisions, and there is at least one
     */
    public boolean claimsHandshake() {
        List<ProtocolRevision> known = this.claimedRevisions.stream()
                .flatMap(claimed -> ProtocolRevision.of(claimed).stream())
                .toList();
        return !known.isEmpty() && known.stream().allMatch(ProtocolRevision::hasHandshake);
    }

    /**
     * Returns a copy with the given era, and with negotiation of the revision.
     * @param era era of the protocol
     * @return the copy
     */
    public McpProtocolSettings withEra(McpProtocol era) {
        return new McpProtocolSettings(
                era, null, this.clientInfo, this.tasks, this.logLevel, this.caching, this.claimedRevisions);
    }

    /**
     * Returns the revisions that may be used with the server.
     * @return the pinned revision alone, or else all revisions of the era, latest first
     */
    public List<ProtocolRevision> acceptedRevisions() {
        if (this.revision != null) {
            return List.of(this.revision);
        }
        return switch (this.era) {
            case MODERN -> ProtocolRevision.statelessRevisions();
            case LEGACY -> ProtocolRevision.handshakeRevisions();
            case AUTO ->
                Stream.concat(
                                ProtocolRevision.statelessRevisions().stream(),
                                ProtocolRevision.handshakeRevisions().stream())
                        .toList();
        };
    }

    /**
     * Returns a copy with the given revision, and its era.
     * @param revision the only accepted revision
     * @return the copy
     */
    public McpProtocolSettings withRevision(ProtocolRevision revision) {
        return new McpProtocolSettings(
                revision.hasHandshake() ? McpProtocol.LEGACY : McpProtocol.MODERN,
                revision,
                this.clientInfo,
                this.tasks,
                this.logLevel,
                this.caching,
                this.claimedRevisions);
    }

    /**
     * Returns the name of the accepted protocol.
     * @return the only accepted revision as on the wire, or else the name of the era
     */
    public String spoken() {
        return (this.revision != null) ? this.revision.wireValue() : this.era.name();
    }

    private static String version() {
        String version = McpProtocolSettings.class.getPackage().getImplementationVersion();
        return (version != null) ? version : "development";
    }
}
