package io.mcpclient.autoconfigure;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClientBuilder;
import io.mcpclient.autoconfigure.Layer.Value;
import io.mcpclient.error.SafeText;
import io.mcpclient.net.HttpProxy;
import io.mcpclient.operation.McpToolPinning;
import io.mcpclient.operation.OutputValidation;
import io.mcpclient.protocol.McpProtocol;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.schema.Root;
import io.mcpclient.transport.http.HttpTransportType;
import io.mcpclient.transport.stdio.StdioTransportSettings;

/**
 * Settings of one enabled server: complete, checked, immutable. {@code toString} shows no values of headers or variables
 * and no arguments of commands.
 *
 * @param name name of the server
 * @param endpoint where it is and how to get there
 * @param protocol what of the protocol to speak
 * @param required whether the application waits for it and fails without it
 * @param start when to connect for the first time
 * @param timeouts limits in time
 * @param limits limits in number and size
 * @param offers what the server may ask of the application
 * @param sampling how much it may ask of a language model
 * @param logLevel least severe level of log messages wanted from the server, or {@code null} if none was asked for
 * @param outputValidation what happens when a tool breaks its output schema
 * @param pinning what happens when a tool is not defined as it was approved
 * @param reconnect pauses between attempts
 * @param caching whether results are kept, or {@code null} to let the client decide
 * @param calls when calls are repeated, held back and given up
 * @param auth how requests are authorized
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

    /** Where a server is. */
    sealed interface Endpoint permits HttpEndpoint, ProcessEndpoint {

        /** Key of the property that it comes from. */
        String key();

        /** Describes where the server is, without what may be secret: user information, queries and arguments. */
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
     * What of the protocol to speak.
     *
     * @param era the era, or that it is found out
     * @param revision the only revision of it to accept, or {@code null} to negotiate
     */
    record Protocol(McpProtocol era, @Nullable ProtocolRevision revision) {

        void applyTo(McpClientBuilder builder) {
            builder.protocol(this.era);
            if (this.revision != null) {
                builder.revision(this.revision);
            }
        }
    }

    /** The last one is an interval: {@code null} to ask for no signs of life. */
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
     * What the server may ask for, provided that there is something to answer with.
     *
     * @param sampling whether it may ask for a language model
     * @param elicitation whether it may ask the user
     * @param roots whether it may ask for roots
     * @param tasks whether it may answer a call with a task, for which nothing more is needed
     * @param listedRoots roots to answer with where no bean does
     */
    record Offers(boolean sampling, boolean elicitation, boolean roots, boolean tasks, List<Root> listedRoots) {}

    record Sampling(int maxRequestsPerMinute, int maxTokens) {}

    record Reconnect(Duration initialInterval, double multiplier, Duration maxInterval) {}

    /** Whether the application connects it, instead of its first user. A required server is waited for anyway. */
    boolean startsEagerly() {
        return this.required || this.start == McpProperties.Start.EAGER;
    }

    /** Describes in one line where the server is and when it will be connected. */
    String announcement() {
        return this.endpoint.where() + ", " + when();
    }

    private String when() {
        if (this.required) {
            return "application startup waits for it";
        }
        return startsEagerly() ? "connecting in the background" : "connects on first use";
    }

    /** Carries everything but the SSL bundle over. */
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
