package io.mcpclient.autoconfigure.properties;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.mcpclient.model.McpResultRules;
import io.mcpclient.model.McpSchemaForm;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.settings.McpApprovalPolicy;

/**
 * Properties of the clients for MCP servers, as the application started with them: {@link ConfiguredServers} follows changes of
 * servers. This record only binds values; the mapping to settings interprets and validates combinations. {@code null} means not
 * set, so that a server's settings can override those of all servers. An unknown property in one of the groups fails startup; see
 * {@link KnownProperties} for the application's own properties.
 *
 * @param enabled Whether to configure clients for MCP servers.
 * @param clientInfo Client information sent to servers.
 * @param defaults Default settings for all servers.
 * @param servers Servers by name.
 * @param configLocations Locations of JSON files with more servers, in the format of Claude Desktop, VS Code, Cursor or Gemini CLI.
 * @param configWatch Whether to reload the servers when a file of config-locations changes.
 * @param policy Servers that the application may use.
 * @param inputs Values for the inputs of files in config-locations, server cards and registry entries, by id.
 * @param registry Registry of servers.
 * @param discovery Server cards and catalogs.
 * @param maxConcurrentConnects Maximum number of servers that are connected concurrently when the application starts.
 * @param tools Names of tools in the registry.
 * @param observation Observation of clients.
 * @param http HTTP of all servers.
 * @param health Health of the servers.
 * @param session Storage of sessions.
 * @param auth Authorization endpoints and metadata of the application.
 * @param extensions Extensions of the protocol.
 */
@ConfigurationProperties(prefix = "mcp", ignoreUnknownFields = false)
public record McpProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue ClientInfo clientInfo,
        @NestedConfigurationProperty @DefaultValue ServerProperties defaults,
        @DefaultValue Map<String, ServerProperties> servers,
        @DefaultValue List<String> configLocations,
        boolean configWatch,
        @DefaultValue Policy policy,
        @DefaultValue Map<String, String> inputs,
        @NestedConfigurationProperty @DefaultValue RegistryProperties registry,
        @NestedConfigurationProperty @DefaultValue DiscoveryProperties discovery,
        @DefaultValue("16") int maxConcurrentConnects,
        @DefaultValue Tools tools,
        @NestedConfigurationProperty @DefaultValue ObservationProperties observation,
        @DefaultValue Http http,
        @DefaultValue Health health,
        @NestedConfigurationProperty @DefaultValue SessionProperties session,
        @NestedConfigurationProperty @DefaultValue McpAuthProperties auth,
        @NestedConfigurationProperty @DefaultValue ExtensionProperties extensions) {

    /**
     * Returns the properties of an application that sets none.
     * @return the defaults
     */
    public static McpProperties unset() {
        return new Binder().bindOrCreate("mcp", McpProperties.class);
    }

    /** Without the values, which may be credentials. */
    @Override
    public String toString() {
        return "McpProperties[...]";
    }

    /**
     * Client information sent to servers.
     *
     * @param name Client name sent to servers. Defaults to the name of the application.
     * @param version Client version sent to servers. Defaults to the version of the application.
     * @param title Display name sent to servers.
     * @param websiteUrl URL of the home page sent to servers.
     */
    public record ClientInfo(
            @Nullable String name,
            @Nullable String version,
            @Nullable String title,
            @Nullable String websiteUrl) {}

    /**
     * Servers that the application may use.
     *
     * @param allowedServers Patterns of the only servers that may be used, such as https://*.example.com/mcp or command:npx. Empty
     *     for all.
     * @param deniedServers Patterns of servers that may not be used, even if they are allowed.
     */
    public record Policy(
            @DefaultValue List<String> allowedServers,
            @DefaultValue List<String> deniedServers) {}

    /**
     * HTTP of all servers.
     *
     * @param useApplicationBuilder Whether to use the filters and default headers of the application's WebClient.Builder, and
     *     spring.http.clients.* as defaults.
     */
    public record Http(boolean useApplicationBuilder) {}

    /**
     * Health of the servers.
     *
     * @param optionalServers Health status of an optional server whose last connection attempt failed or whose connection was lost.
     */
    public record Health(@DefaultValue("unknown") OptionalServers optionalServers) {}

    /** Health statuses of a failed optional server. */
    public enum OptionalServers {

        /** Does not affect the overall health. */
        UNKNOWN,

        /** Makes the overall health {@code DOWN}. */
        DOWN
    }

    /**
     * Names of tools in the registry.
     *
     * @param naming When tool names are prefixed with the server's name.
     * @param style How the names of servers and tools are written in names of tools.
     * @param separator Separator between the server's name and the tool's name.
     * @param maxNameLength Maximum length of a name, in characters. Longer names are shortened.
     * @param refreshDebounce Debounce interval of list change notifications before the list is refreshed.
     * @param approval Calls of tools that need approval by an McpToolApproval bean.
     * @param approvalTimeout Maximum time to wait for an approval, which does not count against the deadline of the call.
     * @param maxResultLength Maximum length of a result that a model reads, in characters. Longer results are cut. Unlimited by
     *     default.
     * @param results Parts of a result that a model reads.
     * @param media How images, audio and files in results reach a model.
     * @param overflow Action to take with the rest of a result that is too long for a model.
     * @param cleanResults Whether to remove invisible characters from results that a model reads.
     * @param schemas Form of the input schemas that a model is given.
     * @param coerceArguments Whether to convert arguments of the wrong JSON type, if the schema of the tool allows it and the
     *     conversion is exact.
     * @param openResources Whether a model may read resources by URIs that no server lists and no listed template matches.
     * @param keepUnavailable How long the tools of a server whose connection was lost are still offered to models.
     * @param awaitReady Maximum time that the first prompts wait for servers that have never been connected.
     * @param parallel Whether calls of tools that only read run in parallel if a model makes several at once.
     * @param search Search for tools.
     */
    public record Tools(
            @DefaultValue("on-conflict") McpToolNaming.Prefix naming,
            @DefaultValue("as-sent") McpToolNaming.Style style,
            @DefaultValue("_") String separator,
            @DefaultValue("64") int maxNameLength,
            @DefaultValue("200ms") Duration refreshDebounce,
            @DefaultValue("none") McpApprovalPolicy approval,
            @DefaultValue("5m") Duration approvalTimeout,
            @Nullable Integer maxResultLength,
            @DefaultValue("auto") McpResultRules.Form results,
            @DefaultValue("note") McpResultRules.Media media,
            @DefaultValue("cut") McpResultRules.Overflow overflow,
            boolean cleanResults,
            @DefaultValue("portable") McpSchemaForm schemas,
            @DefaultValue("true") boolean coerceArguments,
            boolean openResources,
            @DefaultValue("10m") Duration keepUnavailable,
            @DefaultValue("5s") Duration awaitReady,
            boolean parallel,
            @DefaultValue Search search) {

        /**
         * Search for tools.
         *
         * @param threshold Number of tools above which a model is offered the most relevant ones and a tool to search. Unlimited by
         *     default.
         * @param relevant Number of tools that a model is offered directly above the threshold.
         */
        public record Search(
                @Nullable Integer threshold,
                @DefaultValue("10") int relevant) {}
    }
}
