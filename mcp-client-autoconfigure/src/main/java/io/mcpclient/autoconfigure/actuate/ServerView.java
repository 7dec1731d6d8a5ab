package io.mcpclient.autoconfigure.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import io.mcpclient.handler.McpToolChange;
import io.mcpclient.registry.McpDeclaredTool;
import io.mcpclient.registry.McpToolOrigin;
import io.mcpclient.registry.McpToolUsage;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.schema.ToolAnnotations;
import io.mcpclient.status.McpConnectionStatistics;
import io.mcpclient.status.McpExtensionStatus;
import io.mcpclient.status.McpListReport;
import io.mcpclient.status.McpResilienceStatus;
import io.mcpclient.store.McpStoreStatus;

/**
 * Response of the endpoint about one server. Addresses, headers, session ids and the instructions of servers are omitted.
 *
 * @param name configured name
 * @param state state of its client
 * @param since start of that state
 * @param required whether application startup waits for the server and fails without it
 * @param identity identity on whose behalf it is used; {@code application} for the application itself
 * @param authorization authorization of the server, and pending authorizations of users
 * @param era era of the protocol, {@code null} before the first connection
 * @param eraReason how the era was determined, or {@code null}
 * @param protocolVersion revision of the protocol, or {@code null}
 * @param serverInfo name and version reported by the server, or {@code null}
 * @param capabilities capabilities of the server except its extensions, or {@code null}
 * @param extensions extensions that client or server have declared, at most 50
 * @param sessionAge time since it was connected, {@code null} while it is not connected
 * @param published where its endpoint was found, {@code null} if it is configured
 * @param tools its tools in the registry
 * @param declaredTools its declared tools, compared with its definitions
 * @param toolCost what its tools cost in prompts of models
 * @param toolChanges tools whose definition differs from the approved one, see {@code tools.pinning}
 * @param lists results of its lists, and the omitted items with the reasons
 * @param inFlight in-flight calls
 * @param connection counters of connections
 * @param calls circuit breaker, limit and counters of calls
 * @param sessionStore store for sessions, {@code null} if there is none
 * @param ignoredMessages messages from the server that were ignored
 * @param lastError reason why it is unavailable, or {@code null}
 * @param nextAttempt time of the next connection attempt, or {@code null}
 * @param lastErrors recent failures, the latest first
 */
record ServerView(
        String name,
        String state,
        Instant since,
        boolean required,
        String identity,
        AuthorizationView authorization,
        @Nullable String era,
        @Nullable String eraReason,
        @Nullable String protocolVersion,
        @Nullable ServerInfo serverInfo,
        @Nullable ServerCapabilities capabilities,
        List<ExtensionView> extensions,
        @Nullable Duration sessionAge,
        @Nullable PublishedView published,
        List<ToolView> tools,
        List<McpDeclaredTool> declaredTools,
        ToolCost toolCost,
        List<McpToolChange> toolChanges,
        List<McpListReport> lists,
        int inFlight,
        McpConnectionStatistics connection,
        McpResilienceStatus calls,
        @Nullable McpStoreStatus sessionStore,
        long ignoredMessages,
        @Nullable String lastError,
        @Nullable Instant nextAttempt,
        List<RecentErrors.Entry> lastErrors)
        implements OperationResponseBody {

    /**
     * An extension of the protocol.
     *
     * @param identifier its identifier
     * @param use whether both sides have declared it, or which one
     * @param settings beginning of the settings that the server has declared, as text, or {@code null}
     * @param problem why the declaration of the server does not count, or {@code null}
     */
    record ExtensionView(
            String identifier,
            McpExtensionStatus.Use use,
            @Nullable String settings,
            @Nullable String problem) {}

    /**
     * A tool. The view of a single server contains its definition, that of all servers does not.
     *
     * @param name name in the registry
     * @param originalName name at the server
     * @param title title at the server, or {@code null}
     * @param available whether it can be called at present
     * @param origin where its definition comes from
     * @param description description in the registry, or {@code null}
     * @param inputSchema schema of its arguments, or {@code null}
     * @param outputSchema schema of its structured result, or {@code null}
     * @param annotations annotations of the server, or {@code null}
     * @param cost what the tool costs in prompts of models, {@code null} if it is not meant for models
     * @param omitted members that exceed a limit, or {@code null} for none
     */
    record ToolView(
            String name,
            String originalName,
            @Nullable String title,
            boolean available,
            McpToolOrigin origin,
            @Nullable String description,
            @Nullable JsonObject inputSchema,
            @Nullable JsonObject outputSchema,
            @Nullable ToolAnnotations annotations,
            @Nullable ToolCost cost,
            @Nullable List<String> omitted) {}

    /**
     * What tools cost in prompts. Tokens are estimates.
     *
     * @param definitionCharacters size of the definitions, which each prompt contains that offers the tools
     * @param definitionTokens the same in tokens
     * @param calls calls by models since the start
     * @param resultCharacters size of what models have read of the results of these calls
     * @param resultTokens the same in tokens
     */
    record ToolCost(
            long definitionCharacters, long definitionTokens, long calls, long resultCharacters, long resultTokens) {

        static ToolCost of(List<McpToolUsage> tools) {
            long definitions =
                    tools.stream().mapToLong(McpToolUsage::definitionCharacters).sum();
            long results =
                    tools.stream().mapToLong(McpToolUsage::resultCharacters).sum();
            return new ToolCost(
                    definitions,
                    McpToolUsage.tokens(definitions),
                    tools.stream().mapToLong(McpToolUsage::calls).sum(),
                    results,
                    McpToolUsage.tokens(results));
        }
    }
}
