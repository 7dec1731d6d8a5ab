package io.mcpclient.autoconfigure;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClientBuilder;
import io.mcpclient.autoconfigure.Layer.Value;
import io.mcpclient.internal.support.SafeText;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.schema.Root;
import io.mcpclient.settings.HttpProxy;
import io.mcpclient.settings.HttpTransportType;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.settings.McpToolPinning;
import io.mcpclient.settings.OutputValidation;
import io.mcpclient.settings.StdioTransportSettings;

/**
 * Settings of one enabled server: complete, validated, immutable. {@code toString} shows no values of headers or variables
 * and no arguments of commands.
 *
 * @param name name of the server
 * @param endpoint URL or command of the server, and the settings to reach it
 * @param protocol era and revision of the protocol
 * @param required whether application startup waits for the server and fails without it
 * @param start when to connect for the first time
 * @param timeouts timeouts
 * @param limits limits of number and size
 * @param offers capabilities offered to the server
 * @param sampling limits of sampling
 * @param logLevel minimum level of log messages requested from the server, or {@code null} if not set
 * @param outputValidation action to take when a result violates the tool's output schema
 * @param pinning action to take when a tool's definition differs from the approved one
 * @param reconnect intervals between reconnection attempts
 * @param caching whether responses are cached, or {@code null} for the client's default
 * @param calls policies for calls: retries, circuit breaker, queue and response timeout
 * @param auth authorization of requests
 */
record ServerSettings(
        String name,
        Endpoint endpoint,
        Protocol protocol,
        boolean required,
        McpProperties.Start start,
        Timeouts timeouts,
        Limits limits,
        Offers offers,
        Sampling sampling,
        @Nullable LoggingLevel logLevel,
        OutputValidation outputValidation,
        McpToolPinning pinning,
        Reconnect reconnect,
        @Nullable Boolean caching,
        CallPolicies calls,
        AuthSettings auth) {

    /** Endpoint of a server. */
    sealed interface Endpoint permits HttpEndpoint, ProcessEndpoint {

        /** Returns the key of the property that the endpoint comes from. */
        String key();

        /** Describes the endpoint without potential secrets: user information, queries and arguments. */
        String where();
    }

    record HttpEndpoint(
            URI url,
            HttpTransportType transport,
            Map<String, String> headers,
            @Nullable Value<String> sslBundle,
            @Nullable HttpProxy proxy,
            boolean cookies)
            implements Endpoint {

        @Override
        public String key() {
            return "url";
        }

        @Override
        public String where() {
            return SafeText.address(this.url);
        }

        @Override
        public String toString() {
            return "HttpEndpoint[" + this.url.getHost() + ", headers=" + this.headers.keySet() + "]";
        }

        void applyTo(McpClientBuilder builder) {
            builder.url(this.url).httpTransport(this.transport).cookies(this.cookies);
            this.headers.forEach(builder::header);
            if (this.proxy != null) {
                builder.proxy(this.proxy);
            }
        }
    }

    record ProcessEndpoint(StdioTransportSettings settings) implements Endpoint {

        @Override
        public String key() {
            return "command";
        }

        @Override
        public String where() {
            return "command " + this.settings.command();
        }

        void applyTo(McpClientBuilder builder) {
            builder.command(this.settings.command(), this.settings.args().toArray(String[]::new));
            builder.stdio(process -> process.withEnv(this.settings.env())
                    .withInheritEnv(this.settings.inheritEnv())
                    .withWorkingDirectory(this.settings.workingDirectory())
                    .withStderr(this.settings.stderr()));
        }
    }

    /**
     * Protocol to use.
     *
     * @param era era of the protocol, or automatic detection
     * @param revision the only accepted revision, or {@code null} to negotiate
     */
    record Protocol(McpProtocol era, @Nullable ProtocolRevision revision) {

        void applyTo(McpClientBuilder builder) {
            builder.protocol(this.era);
            if (this.revision != null) {
                builder.revision(this.revision);
            }
        }
    }

    /** Timeouts; the last component is the keep-alive interval, {@code null} for no pings. */
    record Timeouts(
            Duration connect,
            Duration request,
            Duration requestMax,
            Duration shutdown,
            Duration drain,
            @Nullable Duration keepAlive) {}

    record Limits(
            int maxMessageSize,
            int maxMessageNodes,
            Lists lists,
            int maxConcurrentRequests,
            int maxInboundRequests,
            int maxInputRounds) {}

    /** Sizes are in bytes. */
    record Lists(int maxPages, int maxItems, int maxSize, int maxDefinitionSize, int maxToolsSize) {}

    /**
     * Capabilities to offer to the server, provided that there is a handler.
     *
     * @param sampling whether to offer sampling
     * @param elicitation whether to offer elicitation
     * @param roots whether to offer roots
     * @param tasks whether the server may respond to a call with a task; requires no handler
     * @param listedRoots roots to return if no bean provides them
     */
    record Offers(boolean sampling, boolean elicitation, boolean roots, boolean tasks, List<Root> listedRoots) {}

    record Sampling(int maxRequestsPerMinute, int maxTokens) {}

    record Reconnect(Duration initialInterval, double multiplier, Duration maxInterval) {}

    /**
     * Returns whether the application connects the server at startup, rather than on first use. Startup always waits for
     * required servers.
     */
    boolean startsEagerly() {
        return this.required || this.start == McpProperties.Start.EAGER;
    }

    /** Describes the endpoint and the time of the first connection in one line. */
    String announcement() {
        return this.endpoint.where() + ", " + when();
    }

    private String when() {
        if (this.required) {
            return "application startup waits for it";
        }
        return startsEagerly() ? "connecting in the background" : "connects on first use";
    }

    /** Applies all settings except the SSL bundle. */
    void applyTo(McpClientBuilder builder) {
        if (this.endpoint instanceof HttpEndpoint http) {
            http.applyTo(builder);
        } else if (this.endpoint instanceof ProcessEndpoint process) {
            process.applyTo(builder);
        }
        this.protocol.applyTo(builder);
        builder.connectTimeout(this.timeouts.connect());
        builder.requestTimeout(this.timeouts.request());
        builder.requestTimeoutMax(this.timeouts.requestMax());
        if (this.timeouts.keepAlive() != null) {
            builder.keepAlive(this.timeouts.keepAlive());
        }
        builder.shutdownTimeout(this.timeouts.shutdown());
        builder.drainTimeout(this.timeouts.drain());
        builder.maxMessageSize(this.limits.maxMessageSize());
        builder.maxMessageNodes(this.limits.maxMessageNodes());
        builder.maxPages(this.limits.lists().maxPages());
        builder.maxListItems(this.limits.lists().maxItems());
        builder.maxListSize(this.limits.lists().maxSize());
        builder.maxDefinitionSize(this.limits.lists().maxDefinitionSize());
        builder.maxToolsSize(this.limits.lists().maxToolsSize());
        builder.maxConcurrentRequests(this.limits.maxConcurrentRequests());
        builder.maxInboundRequests(this.limits.maxInboundRequests());
        builder.maxInputRounds(this.limits.maxInputRounds());
        builder.outputValidation(this.outputValidation);
        builder.toolPinning(this.pinning);
        if (this.logLevel != null) {
            builder.logLevel(this.logLevel).logListener(new ServerLog(this.name));
        }
        builder.tasks(this.offers.tasks());
        builder.samplingBudget(this.sampling.maxRequestsPerMinute(), this.sampling.maxTokens());
        if (this.offers.roots() && !this.offers.listedRoots().isEmpty()) {
            List<Root> roots = this.offers.listedRoots();
            builder.reactiveRoots(context -> Mono.just(roots));
        }
        builder.reconnect(this.reconnect.initialInterval(), this.reconnect.multiplier(), this.reconnect.maxInterval());
        if (this.caching != null) {
            builder.caching(this.caching);
        }
        this.calls.applyTo(builder);
    }
}
