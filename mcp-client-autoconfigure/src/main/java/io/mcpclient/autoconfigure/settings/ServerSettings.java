package io.mcpclient.autoconfigure.settings;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.autoconfigure.properties.ServerProperties;
import io.mcpclient.autoconfigure.settings.Layer.Value;
import io.mcpclient.registry.McpServerTools;
import io.mcpclient.schema.Root;
import io.mcpclient.settings.McpApprovalPolicy;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.settings.McpProcessSettings;
import io.mcpclient.spring.McpConnectionDetails;

/**
 * Settings of one enabled server: complete, validated, immutable. {@code toString} shows no values of headers or variables
 * and no arguments of commands.
 *
 * @param name name of the server
 * @param client settings of its client
 * @param sslBundle name of the SSL bundle for the server, or {@code null}
 * @param required whether application startup waits for the server and fails without it
 * @param start when to connect for the first time
 * @param offers capabilities offered to the server
 * @param auth authorization of requests
 * @param tools which of its tools the registry has, and how models see them
 * @param approval property that the policy for approvals of tool calls comes from
 * @param service service whose instances Spring Cloud resolves, or {@code null}
 * @param details connection details that replace the address in the properties, or {@code null}
 * @param lookup where the endpoint is looked up, or {@code null} if it is configured
 * @param found what was found; {@code null} without a lookup, and before: then the endpoint stands for one that is not known yet
 */
public record ServerSettings(
        String name,
        McpClientSettings client,
        @Nullable Value<String> sslBundle,
        boolean required,
        ServerProperties.Start start,
        Offers offers,
        AuthSettings auth,
        McpServerTools tools,
        String approval,
        @Nullable ServiceUrl service,
        @Nullable McpConnectionDetails details,
        @Nullable ServerLookup lookup,
        @Nullable FoundServer found) {

    /** Creates the settings of a server whose address is in its properties, which say nothing about approvals. */
    ServerSettings(
            String name,
            McpClientSettings client,
            @Nullable Value<String> sslBundle,
            boolean required,
            ServerProperties.Start start,
            Offers offers,
            AuthSettings auth,
            McpServerTools tools) {
        this(
                name,
                client,
                sslBundle,
                required,
                start,
                offers,
                auth,
                tools,
                ToolsMapper.APPROVAL,
                null,
                null,
                null,
                null);
    }

    /**
     * Capabilities to offer to the server, provided that there is a handler.
     *
     * @param withheld names of the capabilities that are not offered
     * @param listedRoots roots to return if no bean provides them
     */
    public record Offers(Set<String> withheld, List<Root> listedRoots) {

        /** Whether a capability is offered. */
        public boolean has(String capability) {
            return !this.withheld.contains(capability);
        }
    }

    /**
     * Returns the settings of a server that is reached by HTTP.
     * @return the settings, or {@code null}
     */
    public @Nullable McpHttpSettings http() {
        return (this.client.endpoint() instanceof McpHttpSettings http) ? http : null;
    }

    /**
     * Returns the SSL bundles of the server and its authorization servers.
     * @return the names
     */
    public Set<String> sslBundles() {
        Set<String> names = new TreeSet<>();
        if (this.sslBundle != null) {
            names.add(this.sslBundle.value());
        }
        if (this.auth.scheme() instanceof AuthSettings.OAuth oauth && oauth.sslBundle() != null) {
            names.add(oauth.sslBundle().value());
        }
        return names;
    }

    /**
     * Returns whether the endpoint is not known yet.
     * @return whether it has to be looked up first
     */
    public boolean isAwaited() {
        return this.lookup != null && this.found == null;
    }

    /**
     * Returns the key of the property that the endpoint comes from.
     * @return {@code url}, {@code command}, or the key of the lookup
     */
    public String endpointKey() {
        if (this.lookup != null) {
            return this.lookup.kind().key();
        }
        return (this.client.endpoint() instanceof McpProcessSettings) ? "command" : "url";
    }

    /** Returns whether the endpoint is that of the property, rather than that of a lookup or of connection details. */
    private boolean hasUrl() {
        return this.details == null && endpointKey().equals("url");
    }

    /**
     * Returns the property that a setting comes from which the core rejects together with beans.
     * @param setting its name in the core
     * @return the property, or {@code null} if no property has set it
     */
    public @Nullable String origin(String setting) {
        if (setting.equals("tools.approval") && this.client.tools().approval() != McpApprovalPolicy.NONE) {
            return this.approval;
        }
        return (setting.equals("url") && hasUrl()) ? "mcp.servers." + this.name + ".url" : null;
    }

    /**
     * Returns whether the application connects the server at startup, rather than on first use. Startup always waits for
     * required servers.
     * @return whether it does
     */
    public boolean startsEagerly() {
        return this.required || this.start == ServerProperties.Start.EAGER;
    }

    /**
     * Describes the endpoint and the time of the first connection in one line, without potential secrets: user information,
     * queries and arguments.
     * @param customized description of the endpoint that a customizer has set instead, or {@code null}
     * @param isStarting whether the application starts, and therefore waits for a required server
     * @return the description
     */
    public String announcement(@Nullable String customized, boolean isStarting) {
        return ((customized != null) ? customized : where()) + ", " + when(isStarting);
    }

    private String where() {
        if (this.lookup != null && this.found == null) {
            return this.lookup.description();
        }
        return (this.service != null)
                ? this.service.text()
                : McpClient.builder(this.name).settings(this.client).endpoint();
    }

    private String when(boolean isStarting) {
        if (this.required && isStarting) {
            return "application startup waits for it";
        }
        return startsEagerly() ? "connecting in the background" : "connects on first use";
    }

    /**
     * Applies all settings except the SSL bundle.
     * @param builder builder of the client
     */
    public void applyTo(McpClientBuilder builder) {
        builder.settings(this.client);
        if (this.client.protocol().logLevel() != null) {
            builder.logListener(new ServerLog(this.name));
        }
        if (this.offers.has("roots") && !this.offers.listedRoots().isEmpty()) {
            List<Root> roots = this.offers.listedRoots();
            builder.reactiveRoots(context -> Mono.just(roots));
        }
    }
}
