package io.mcpclient.autoconfigure.properties;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

import io.mcpclient.settings.McpStderrMode;

import static java.util.Objects.requireNonNullElse;

/**
 * Settings of one server, {@code mcp.servers.<name>}, or of all servers, {@code mcp.defaults}, which have no address. Binding only;
 * {@code null} means not set.
 *
 * @param url URL of the server, http or https, without credentials; lb://service/path for a service of Spring Cloud; or
 *     unix:///run/server.sock#/mcp.
 * @param command Program of the server, started as a child process: a path, or a name to look up in PATH.
 * @param args Arguments of the program. Never passed through a shell.
 * @param card URL of the server card that has the URL of the server, instead of url and command.
 * @param domain Domain whose catalog offers the server, instead of url and command. With several servers, the one whose identifier ends
 *     with the name of this one.
 * @param registry Entry of the registry for the server, instead of url and command, such as com.example/orders@1.4.0.
 * @param inputs Values for the inputs of the card or the registry entry, by name. They override mcp.inputs.
 * @param secretsOrigin Origin that may get the secret inputs, such as https://mcp.example.com. Defaults to that of the card.
 * @param consent Digest of what the card or the registry entry may lead to: other commands and addresses are refused. Required for commands.
 * @param inheritCredentials Whether the credentials in mcp.defaults (auth, headers, env, inherit-env, ssl) and credentials beans
 *     for all servers apply. Defaults to true for a configured server, false for one that is added or replaced at run time.
 * @param transport Transport to the server.
 * @param protocol Protocol to use: auto, modern, legacy, or a single protocol revision.
 * @param enabled Whether the server is used. A disabled server contributes nothing and is not validated.
 * @param required Whether application startup waits for the server and fails without it.
 * @param start When to connect for the first time. Required servers are always connected at startup.
 * @param connectTimeout Timeout of connecting, including the handshake. Defaults to 60s for a server with a command, 10s for
 *     others.
 * @param requestTimeout Timeout of an operation, including connecting.
 * @param requestTimeoutMax Maximum duration of a request whose timeout is extended by progress or by requests of the server for
 *     input.
 * @param shutdownTimeout Timeout of ending the session and releasing its resources.
 * @param drainTimeout Part of the shutdown timeout reserved for in-flight calls to complete. Defaults to half of the shutdown
 *     timeout.
 * @param keepAlive Interval of keep-alive pings to a connected server.
 * @param maxMessageSize Maximum size of a message from the server.
 * @param maxMessageNodes Maximum number of JSON nodes (brackets, names and values) in a message from the server, and in a list.
 * @param maxPages Maximum number of pages of a list.
 * @param maxListItems Maximum number of items in a list.
 * @param maxListSize Maximum total size of the items in a list.
 * @param maxDefinitionSize Maximum size of the definition of a tool, prompt, resource or resource template. Larger ones are
 *     omitted.
 * @param maxToolsSize Maximum total size of the definitions of the server's tools. Tools beyond it are omitted.
 * @param cacheEnabled Whether to cache lists and resource contents for the time that the server specifies.
 * @param cookiesEnabled Whether to store cookies of an HTTP server in memory and return them to it.
 * @param http2Enabled Whether to use HTTP/2: negotiated with https, always with http.
 * @param maxConcurrentRequests Maximum number of concurrent requests to the server. Further requests are queued.
 * @param maxQueuedRequests Maximum number of queued requests. Further requests are rejected.
 * @param acquireTimeout Maximum time that a request waits in the queue. Defaults to the connect timeout.
 * @param responseTimeout Timeout of receiving the status and the headers of an HTTP response. By default, only the timeout of the
 *     request applies.
 * @param maxInboundRequests Maximum number of requests from the server that are handled concurrently.
 * @param maxInputRounds Maximum number of times that an operation is sent again because the server requests input.
 * @param capabilities Capabilities offered to the server.
 * @param sampling Limits of sampling for the server.
 * @param roots Directories and files that the server may work on, as file URIs.
 * @param logLevel Minimum level of log messages requested from the server. They are also written to the application's log.
 * @param tools Tools of the server.
 * @param headers Headers of every HTTP request, such as credentials. Added to those of mcp.defaults.
 * @param env Environment variables of the process, such as credentials. Added to those of mcp.defaults.
 * @param inheritEnv Names of the environment variables that the process inherits from the application; all others are withheld.
 *     Defaults to PATH and HOME; on Windows, to the variables that programs require.
 * @param workingDirectory Working directory of the process.
 * @param stderr Handling of the standard error of the process.
 * @param ssl Trust and keys for TLS.
 * @param proxy Proxy.
 * @param publicAddressesOnly Whether to refuse connections to loopback, private, link-local and other addresses that are not
 *     public.
 * @param reconnect Intervals between reconnection attempts in the background.
 * @param auth Type of authorization of requests.
 * @param retry Retries of failed calls.
 * @param circuitBreaker Circuit breaker, which rejects calls after consecutive failures.
 */
public record ServerProperties(
        @Nullable String url,
        @Nullable String command,
        @Nullable List<String> args,
        @Nullable String card,
        @Nullable String domain,
        @Nullable String registry,
        Map<String, String> inputs,
        @Nullable String secretsOrigin,
        @Nullable String consent,
        @Nullable Boolean inheritCredentials,
        @Nullable Transport transport,
        @Nullable String protocol,
        @Nullable Boolean enabled,
        @Nullable Boolean required,
        @Nullable Start start,
        @Nullable Duration connectTimeout,
        @Nullable Duration requestTimeout,
        @Nullable Duration requestTimeoutMax,
        @Nullable Duration shutdownTimeout,
        @Nullable Duration drainTimeout,
        @Nullable Duration keepAlive,
        @Nullable DataSize maxMessageSize,
        @Nullable Integer maxMessageNodes,
        @Nullable Integer maxPages,
        @Nullable Integer maxListItems,
        @Nullable DataSize maxListSize,
        @Nullable DataSize maxDefinitionSize,
        @Nullable DataSize maxToolsSize,
        @Nullable Boolean cacheEnabled,
        @Nullable Boolean cookiesEnabled,
        @Nullable Boolean http2Enabled,
        @Nullable Integer maxConcurrentRequests,
        @Nullable Integer maxQueuedRequests,
        @Nullable Duration acquireTimeout,
        @Nullable Duration responseTimeout,
        @Nullable Integer maxInboundRequests,
        @Nullable Integer maxInputRounds,
        Capabilities capabilities,
        Sampling sampling,
        @Nullable List<String> roots,
        @Nullable LogLevel logLevel,
        @NestedConfigurationProperty ServerToolProperties tools,
        Map<String, String> headers,
        Map<String, String> env,
        @Nullable List<String> inheritEnv,
        @Nullable Path workingDirectory,
        @Nullable McpStderrMode stderr,
        Ssl ssl,
        Proxy proxy,
        @Nullable Boolean publicAddressesOnly,
        Reconnect reconnect,
        @NestedConfigurationProperty AuthProperties auth,
        Retry retry,
        CircuitBreaker circuitBreaker) {

    /** A server without settings, or no defaults. */
    public static final ServerProperties NONE = new Binder().bindOrCreate("server", ServerProperties.class);

    /** Keys that a single server has, but not the defaults of all servers. */
    static final Set<String> OF_ONE_SERVER = Set.of(
            "url",
            "command",
            "args",
            "card",
            "domain",
            "registry",
            "inputs",
            "secrets-origin",
            "consent",
            "inherit-credentials");

    /**
     * Creates the properties. Groups of which nothing is set are {@code NONE} and maps are empty, which {@code @DefaultValue} would do as
     * well: but the binder reads all annotations of a constructor for each of its parameters, and this one has more than fifty.
     */
    public ServerProperties {
        secretsOrigin = text(secretsOrigin);
        consent = text(consent);
        protocol = text(protocol);
        inputs = requireNonNullElse(inputs, Map.of());
        capabilities = requireNonNullElse(capabilities, Capabilities.NONE);
        sampling = requireNonNullElse(sampling, Sampling.NONE);
        tools = requireNonNullElse(tools, ServerToolProperties.NONE);
        headers = requireNonNullElse(headers, Map.of());
        env = requireNonNullElse(env, Map.of());
        ssl = requireNonNullElse(ssl, Ssl.NONE);
        proxy = requireNonNullElse(proxy, Proxy.NONE);
        reconnect = requireNonNullElse(reconnect, Reconnect.NONE);
        auth = requireNonNullElse(auth, AuthProperties.NONE);
        retry = requireNonNullElse(retry, Retry.NONE);
        circuitBreaker = requireNonNullElse(circuitBreaker, CircuitBreaker.NONE);
    }

    /** An empty value, such as that of a placeholder with an empty default, counts as not set. */
    private static @Nullable String text(@Nullable String value) {
        return StringUtils.hasText(value) ? value : null;
    }

    /** Without the values, which may be credentials. */
    @Override
    public String toString() {
        return "ServerProperties[...]";
    }

    /** Transports to a server. */
    public enum Transport {

        /** Detected from the other settings and, for a URL, from the server's responses. */
        AUTO,

        /** Streamable HTTP: a single endpoint. */
        STREAMABLE_HTTP,

        /** HTTP+SSE of revision 2024-11-05. */
        SSE,

        /** Standard input and output of a child process. */
        STDIO
    }

    /** Times of the first connection. */
    public enum Start {

        /** At application startup, in the background and concurrently with other servers. */
        EAGER,

        /** On first use. */
        LAZY
    }

    /** Whether a client capability is offered to a server. */
    public enum Offer {

        /** Offered if there is a handler, or if none is needed. */
        AUTO,

        /** Never. */
        OFF
    }

    /** Levels of log messages of servers, least severe first. */
    public enum LogLevel {

        /** Detailed information for debugging. */
        DEBUG,

        /** General information. */
        INFO,

        /** Normal but significant events. */
        NOTICE,

        /** Warnings. */
        WARNING,

        /** Errors. */
        ERROR,

        /** Critical conditions. */
        CRITICAL,

        /** Conditions that require immediate action. */
        ALERT,

        /** The system is unusable. */
        EMERGENCY
    }

    /**
     * Client capabilities offered to a server.
     *
     * @param sampling Whether to offer sampling (requests for a language model) to the server.
     * @param elicitation Whether to offer elicitation (requests for input of the user) to the server.
     * @param roots Whether to offer roots (directories and files to work on) to the server.
     * @param tasks Whether the server may respond to a tool call with a task, with the tasks extension of revision 2026-07-28.
     */
    public record Capabilities(
            @Nullable Offer sampling,
            @Nullable Offer elicitation,
            @Nullable Offer roots,
            @Nullable Offer tasks) {

        static final Capabilities NONE = new Capabilities(null, null, null, null);

        /** Names of the capabilities. */
        public static final Set<String> NAMES = Set.of("sampling", "elicitation", "roots", "tasks");

        /** Returns what is set for a capability. */
        public @Nullable Offer offer(String name) {
            return switch (name) {
                case "sampling" -> this.sampling;
                case "elicitation" -> this.elicitation;
                case "roots" -> this.roots;
                case "tasks" -> this.tasks;
                default -> throw new IllegalArgumentException(name);
            };
        }
    }

    /**
     * Sampling limits of a server.
     *
     * @param maxRequestsPerMinute Maximum number of sampling requests from a server in any minute. Further requests are rejected.
     * @param maxTokens Maximum number of tokens requested from the language model for a sampling request from a server.
     */
    public record Sampling(
            @Nullable Integer maxRequestsPerMinute,
            @Nullable Integer maxTokens) {

        static final Sampling NONE = new Sampling(null, null);
    }

    /**
     * TLS.
     *
     * @param bundle Name of the SSL bundle to use.
     */
    public record Ssl(@Nullable String bundle) {

        static final Ssl NONE = new Ssl(null);
    }

    /**
     * Proxy.
     *
     * @param type Kind of the proxy, http by default; system for the proxies of the Java runtime, such as https.proxyHost; none if a
     *     server is reached without the proxy of all servers.
     * @param host Host name of the proxy.
     * @param port Port of the proxy.
     * @param username User name for the proxy.
     * @param password Password for the proxy.
     */
    public record Proxy(
            @Nullable Type type,
            @Nullable String host,
            @Nullable Integer port,
            @Nullable String username,
            @Nullable String password) {

        static final Proxy NONE = new Proxy(null, null, null, null, null);

        /** Kind of a proxy. */
        public enum Type {
            HTTP,
            SOCKS4,
            SOCKS5,
            SYSTEM,
            NONE
        }

        /** Without the values, which may be credentials. */
        @Override
        public String toString() {
            return "Proxy[...]";
        }
    }

    /**
     * Intervals between reconnection attempts.
     *
     * @param initialInterval Initial interval between reconnection attempts in the background.
     * @param multiplier Multiplier of the interval after each attempt, which also bounds the jitter.
     * @param maxInterval Maximum interval between reconnection attempts in the background.
     */
    public record Reconnect(
            @Nullable Duration initialInterval,
            @Nullable Double multiplier,
            @Nullable Duration maxInterval) {

        static final Reconnect NONE = new Reconnect(null, null, null);
    }

    /**
     * Retries of failed calls.
     *
     * @param maxAttempts Maximum number of attempts of a call, including the first.
     * @param initialInterval Initial interval before a call is retried.
     * @param multiplier Multiplier of the interval after each attempt, which also bounds the jitter.
     * @param maxInterval Maximum interval between retries of a call.
     * @param trustAnnotations Whether to retry tools that the server declares as idempotent or read-only when a response is lost.
     */
    public record Retry(
            @Nullable Integer maxAttempts,
            @Nullable Duration initialInterval,
            @Nullable Double multiplier,
            @Nullable Duration maxInterval,
            @Nullable Boolean trustAnnotations) {

        static final Retry NONE = new Retry(null, null, null, null, null);
    }

    /**
     * Circuit breaker, which rejects calls after consecutive failures.
     *
     * @param enabled Whether to enable the circuit breaker, which rejects calls after consecutive failures.
     * @param failureThreshold Number of consecutive failures after which the circuit breaker opens.
     * @param openDuration Time that the circuit breaker stays open before it lets a trial call through.
     */
    public record CircuitBreaker(
            @Nullable Boolean enabled,
            @Nullable Integer failureThreshold,
            @Nullable Duration openDuration) {

        static final CircuitBreaker NONE = new CircuitBreaker(null, null, null);
    }
}
