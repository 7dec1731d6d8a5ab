package io.mcpclient.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.util.unit.DataSize;

import io.mcpclient.operation.McpToolPinning;
import io.mcpclient.operation.OutputValidation;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.transport.stdio.StderrMode;

/**
 * Properties of the clients for MCP servers. Only binds: what a combination of values means, and whether it makes
 * sense, is decided where the properties are mapped to settings. {@code null} means not set, so that settings of a
 * server can be laid over those of all servers. A property that does not exist in one of the groups fails the start; see
 * {@link KnownProperties} for those of the application.
 */
@ConfigurationProperties(prefix = "mcp", ignoreUnknownFields = false)
public class McpProperties {

    /** Whether clients for MCP servers are configured. */
    private boolean enabled = true;

    /** What servers are told about the application. */
    private final ClientInfo clientInfo = new ClientInfo();

    /** Settings of all servers that do not say otherwise. */
    private final ServerDefaults defaults = new ServerDefaults();

    /** Servers by name. */
    private Map<String, Server> servers = new LinkedHashMap<>();

    /** Number of servers that are connected at the same time when the application starts. */
    private int maxConcurrentConnects = 16;

    /** Names of tools in the registry. */
    private final Tools tools = new Tools();

    /** Observation of the clients. */
    @NestedConfigurationProperty
    private final ObservationProperties observation = new ObservationProperties();

    /** Health of the servers. */
    @NestedConfigurationProperty
    private final HealthProperties health = new HealthProperties();

    /** What is remembered about servers, and where. */
    @NestedConfigurationProperty
    private final SessionProperties session = new SessionProperties();

    /** What users and authorization servers see of this application. */
    @NestedConfigurationProperty
    private final McpAuthProperties auth = new McpAuthProperties();

    public boolean isEnabled() {
        return this.enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public ClientInfo getClientInfo() {
        return this.clientInfo;
    }

    public ServerDefaults getDefaults() {
        return this.defaults;
    }

    public Map<String, Server> getServers() {
        return this.servers;
    }

    public void setServers(Map<String, Server> servers) {
        this.servers = servers;
    }

    public int getMaxConcurrentConnects() {
        return this.maxConcurrentConnects;
    }

    public void setMaxConcurrentConnects(int maxConcurrentConnects) {
        this.maxConcurrentConnects = maxConcurrentConnects;
    }

    public Tools getTools() {
        return this.tools;
    }

    public ObservationProperties getObservation() {
        return this.observation;
    }

    public HealthProperties getHealth() {
        return this.health;
    }

    public SessionProperties getSession() {
        return this.session;
    }

    public McpAuthProperties getAuth() {
        return this.auth;
    }

    /**
     * Tells whether the application cannot do without a server.
     * @param serverName name of the server
     * @return whether it, or else {@code mcp.defaults}, is marked as required; {@code false} for an unknown server
     */
    public boolean isRequired(String serverName) {
        Server server = this.servers.get(serverName);
        Boolean required = (server != null) ? server.getRequired() : null;
        if (required == null && server != null) {
            required = this.defaults.getRequired();
        }
        return Boolean.TRUE.equals(required);
    }

    /** Transports that a server can be reached by. */
    public enum Transport {

        /** Found out from the other settings. */
        AUTO,

        /** HTTP with one endpoint. */
        STREAMABLE_HTTP,

        /** HTTP with a stream of events, as of revision 2024-11-05. */
        SSE,

        /** Standard input and output of a child process. */
        STDIO
    }

    /** Moments to connect for the first time. */
    public enum Start {

        /** When the application starts, in the background and at the same time as other servers. */
        EAGER,

        /** At the first use. */
        LAZY
    }

    /** When a server may ask something of the application. */
    public enum Offer {

        /** If there is a handler for it, or none is needed. */
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

        /** Conditions that need action at once. */
        ALERT,

        /** The system cannot be used. */
        EMERGENCY
    }

    /** What servers are told about the application. */
    public static class ClientInfo {

        /** Name that servers are told. Defaults to the name of the application. */
        private @Nullable String name;

        /** Version that servers are told. Defaults to the version of the application. */
        private @Nullable String version;

        /** Name for display that servers are told. */
        private @Nullable String title;

        /** Home page that servers are told. */
        private @Nullable String websiteUrl;

        public @Nullable String getName() {
            return this.name;
        }

        public void setName(@Nullable String name) {
            this.name = name;
        }

        public @Nullable String getVersion() {
            return this.version;
        }

        public void setVersion(@Nullable String version) {
            this.version = version;
        }

        public @Nullable String getTitle() {
            return this.title;
        }

        public void setTitle(@Nullable String title) {
            this.title = title;
        }

        public @Nullable String getWebsiteUrl() {
            return this.websiteUrl;
        }

        public void setWebsiteUrl(@Nullable String websiteUrl) {
            this.websiteUrl = websiteUrl;
        }
    }

    /** Settings that one server or all servers can have. */
    public static class ServerDefaults {

        /** Transport that the server is reached by. */
        private @Nullable Transport transport;

        /** Protocol to speak: auto, modern, legacy, or one revision of the protocol. */
        private @Nullable String protocol;

        /** Whether the server is used. A disabled one contributes nothing and is not checked. */
        private @Nullable Boolean enabled;

        /** Whether the start of the application waits for the server and fails without it. */
        private @Nullable Boolean required;

        /** When to connect for the first time. A required server is connected at the start anyway. */
        private @Nullable Start start;

        /** Limit for connecting, handshake included. */
        private @Nullable Duration connectTimeout;

        /** Limit for one operation, connecting included. */
        private @Nullable Duration requestTimeout;

        /** Limit for a request whose time is extended by progress or by questions of the server. */
        private @Nullable Duration requestTimeoutMax;

        /** Limit for ending the session and releasing its resources. */
        private @Nullable Duration shutdownTimeout;

        /** Part of the shutdown timeout in which calls under way are waited for. */
        private @Nullable Duration drainTimeout;

        /** How often a connected server is pinged. */
        private @Nullable Duration keepAlive;

        /** Size that one message of the server may have. */
        private @Nullable DataSize maxMessageSize;

        /** JSON nodes (brackets, names and values) that one message of the server, and one list, may have. */
        private @Nullable Integer maxMessageNodes;

        /** Number of pages that one list may have. */
        private @Nullable Integer maxPages;

        /** Number of items that one list may have. */
        private @Nullable Integer maxListItems;

        /** Size that the items of one list may have together. */
        private @Nullable DataSize maxListSize;

        /** Size that one tool, prompt, resource or resource template may have; larger ones are left out. */
        private @Nullable DataSize maxDefinitionSize;

        /** Size that all tools of the server may have together; those beyond it are left out. */
        private @Nullable DataSize maxToolsSize;

        /** Whether lists and contents of resources are kept for as long as the server says that they hold. */
        private @Nullable Boolean cacheEnabled;

        /** Whether cookies of an HTTP server are kept in memory and given back to it. */
        private @Nullable Boolean cookiesEnabled;

        /** Number of requests that may be at the server at once; more wait for their turn. */
        private @Nullable Integer maxConcurrentRequests;

        /** Number of requests that may wait for their turn; more are refused. */
        private @Nullable Integer maxQueuedRequests;

        /** Limit for waiting for the turn of a request. */
        private @Nullable Duration acquireTimeout;

        /** Limit for the status and the headers of an answer over HTTP. */
        private @Nullable Duration responseTimeout;

        /** Number of requests of the server that are handled at once. */
        private @Nullable Integer maxInboundRequests;

        /** Number of times that one operation is sent again because the server asks for input. */
        private @Nullable Integer maxInputRounds;

        /** What the server may ask of the application. */
        private final Capabilities capabilities = new Capabilities();

        /** How much the server may ask of a language model. */
        private final Sampling sampling = new Sampling();

        /** Directories and files that the server is told it may work on, as file URIs. */
        private @Nullable List<String> roots;

        /** Least severe level of log messages wanted from the server. They are written to the log as well. */
        private @Nullable LogLevel logLevel;

        /** Tools of the server. */
        private final ServerTools tools = new ServerTools();

        /** Headers of every HTTP request, such as credentials. Added to those of mcp.defaults. */
        private Map<String, String> headers = new LinkedHashMap<>();

        /** Environment variables of the process, such as credentials. Added to those of mcp.defaults. */
        private Map<String, String> env = new LinkedHashMap<>();

        /** Names of our environment variables that the process sees; nothing else of our environment reaches it. */
        private @Nullable List<String> inheritEnv;

        /** Directory that the process starts in. */
        private @Nullable Path workingDirectory;

        /** What becomes of the standard error of the process. */
        private @Nullable StderrMode stderr;

        /** Trust and keys for TLS. */
        private final Ssl ssl = new Ssl();

        /** HTTP proxy. */
        private final Proxy proxy = new Proxy();

        /** Pauses between attempts in the background. */
        private final Reconnect reconnect = new Reconnect();

        /** How requests are authorized. */
        @NestedConfigurationProperty
        private final AuthProperties auth = new AuthProperties();

        /** When failed calls are repeated. */
        @NestedConfigurationProperty
        private final RetryProperties retry = new RetryProperties();

        /** When calls are refused because the last ones have failed. */
        @NestedConfigurationProperty
        private final CircuitBreakerProperties circuitBreaker = new CircuitBreakerProperties();

        public @Nullable Transport getTransport() {
            return this.transport;
        }

        public void setTransport(@Nullable Transport transport) {
            this.transport = transport;
        }

        public @Nullable String getProtocol() {
            return this.protocol;
        }

        public void setProtocol(@Nullable String protocol) {
            this.protocol = protocol;
        }

        public @Nullable Boolean getEnabled() {
            return this.enabled;
        }

        public void setEnabled(@Nullable Boolean enabled) {
            this.enabled = enabled;
        }

        public @Nullable Boolean getRequired() {
            return this.required;
        }

        public void setRequired(@Nullable Boolean required) {
            this.required = required;
        }

        public @Nullable Start getStart() {
            return this.start;
        }

        public void setStart(@Nullable Start start) {
            this.start = start;
        }

        public @Nullable Duration getConnectTimeout() {
            return this.connectTimeout;
        }

        public void setConnectTimeout(@Nullable Duration connectTimeout) {
            this.connectTimeout = connectTimeout;
        }

        public @Nullable Duration getRequestTimeout() {
            return this.requestTimeout;
        }

        public void setRequestTimeout(@Nullable Duration requestTimeout) {
            this.requestTimeout = requestTimeout;
        }

        public @Nullable Duration getKeepAlive() {
            return this.keepAlive;
        }

        public void setKeepAlive(@Nullable Duration keepAlive) {
            this.keepAlive = keepAlive;
        }

        public @Nullable Duration getRequestTimeoutMax() {
            return this.requestTimeoutMax;
        }

        public void setRequestTimeoutMax(@Nullable Duration requestTimeoutMax) {
            this.requestTimeoutMax = requestTimeoutMax;
        }

        public @Nullable Duration getShutdownTimeout() {
            return this.shutdownTimeout;
        }

        public void setShutdownTimeout(@Nullable Duration shutdownTimeout) {
            this.shutdownTimeout = shutdownTimeout;
        }

        public @Nullable Duration getDrainTimeout() {
            return this.drainTimeout;
        }

        public void setDrainTimeout(@Nullable Duration drainTimeout) {
            this.drainTimeout = drainTimeout;
        }

        public @Nullable DataSize getMaxMessageSize() {
            return this.maxMessageSize;
        }

        public void setMaxMessageSize(@Nullable DataSize maxMessageSize) {
            this.maxMessageSize = maxMessageSize;
        }

        public @Nullable Integer getMaxMessageNodes() {
            return this.maxMessageNodes;
        }

        public void setMaxMessageNodes(@Nullable Integer maxMessageNodes) {
            this.maxMessageNodes = maxMessageNodes;
        }

        public @Nullable Integer getMaxListItems() {
            return this.maxListItems;
        }

        public void setMaxListItems(@Nullable Integer maxListItems) {
            this.maxListItems = maxListItems;
        }

        public @Nullable DataSize getMaxListSize() {
            return this.maxListSize;
        }

        public void setMaxListSize(@Nullable DataSize maxListSize) {
            this.maxListSize = maxListSize;
        }

        public @Nullable DataSize getMaxDefinitionSize() {
            return this.maxDefinitionSize;
        }

        public void setMaxDefinitionSize(@Nullable DataSize maxDefinitionSize) {
            this.maxDefinitionSize = maxDefinitionSize;
        }

        public @Nullable DataSize getMaxToolsSize() {
            return this.maxToolsSize;
        }

        public void setMaxToolsSize(@Nullable DataSize maxToolsSize) {
            this.maxToolsSize = maxToolsSize;
        }

        public @Nullable Integer getMaxPages() {
            return this.maxPages;
        }

        public void setMaxPages(@Nullable Integer maxPages) {
            this.maxPages = maxPages;
        }

        public @Nullable Boolean getCacheEnabled() {
            return this.cacheEnabled;
        }

        public void setCacheEnabled(@Nullable Boolean cacheEnabled) {
            this.cacheEnabled = cacheEnabled;
        }

        public @Nullable Boolean getCookiesEnabled() {
            return this.cookiesEnabled;
        }

        public void setCookiesEnabled(@Nullable Boolean cookiesEnabled) {
            this.cookiesEnabled = cookiesEnabled;
        }

        public @Nullable Integer getMaxConcurrentRequests() {
            return this.maxConcurrentRequests;
        }

        public void setMaxConcurrentRequests(@Nullable Integer maxConcurrentRequests) {
            this.maxConcurrentRequests = maxConcurrentRequests;
        }

        public @Nullable Integer getMaxQueuedRequests() {
            return this.maxQueuedRequests;
        }

        public void setMaxQueuedRequests(@Nullable Integer maxQueuedRequests) {
            this.maxQueuedRequests = maxQueuedRequests;
        }

        public @Nullable Duration getAcquireTimeout() {
            return this.acquireTimeout;
        }

        public void setAcquireTimeout(@Nullable Duration acquireTimeout) {
            this.acquireTimeout = acquireTimeout;
        }

        public @Nullable Duration getResponseTimeout() {
            return this.responseTimeout;
        }

        public void setResponseTimeout(@Nullable Duration responseTimeout) {
            this.responseTimeout = responseTimeout;
        }

        public @Nullable Integer getMaxInboundRequests() {
            return this.maxInboundRequests;
        }

        public void setMaxInboundRequests(@Nullable Integer maxInboundRequests) {
            this.maxInboundRequests = maxInboundRequests;
        }

        public @Nullable Integer getMaxInputRounds() {
            return this.maxInputRounds;
        }

        public void setMaxInputRounds(@Nullable Integer maxInputRounds) {
            this.maxInputRounds = maxInputRounds;
        }

        public Sampling getSampling() {
            return this.sampling;
        }

        public Capabilities getCapabilities() {
            return this.capabilities;
        }

        public @Nullable List<String> getRoots() {
            return this.roots;
        }

        public void setRoots(@Nullable List<String> roots) {
            this.roots = roots;
        }

        public @Nullable LogLevel getLogLevel() {
            return this.logLevel;
        }

        public void setLogLevel(@Nullable LogLevel logLevel) {
            this.logLevel = logLevel;
        }

        public ServerTools getTools() {
            return this.tools;
        }

        public Map<String, String> getHeaders() {
            return this.headers;
        }

        public void setHeaders(Map<String, String> headers) {
            this.headers = headers;
        }

        public Map<String, String> getEnv() {
            return this.env;
        }

        public void setEnv(Map<String, String> env) {
            this.env = env;
        }

        public @Nullable List<String> getInheritEnv() {
            return this.inheritEnv;
        }

        public void setInheritEnv(@Nullable List<String> inheritEnv) {
            this.inheritEnv = inheritEnv;
        }

        public @Nullable Path getWorkingDirectory() {
            return this.workingDirectory;
        }

        public void setWorkingDirectory(@Nullable Path workingDirectory) {
            this.workingDirectory = workingDirectory;
        }

        public @Nullable StderrMode getStderr() {
            return this.stderr;
        }

        public void setStderr(@Nullable StderrMode stderr) {
            this.stderr = stderr;
        }

        public Ssl getSsl() {
            return this.ssl;
        }

        public Proxy getProxy() {
            return this.proxy;
        }

        public Reconnect getReconnect() {
            return this.reconnect;
        }

        public AuthProperties getAuth() {
            return this.auth;
        }

        public RetryProperties getRetry() {
            return this.retry;
        }

        public CircuitBreakerProperties getCircuitBreaker() {
            return this.circuitBreaker;
        }
    }

    /** Settings of one server. */
    public static class Server extends ServerDefaults {

        /** Address of the server, http or https, without credentials. */
        private @Nullable String url;

        /** Program that is the server: a path, or a name to look up in PATH. Started as a child process. */
        private @Nullable String command;

        /** Arguments of the program, never passed through a shell. */
        private @Nullable List<String> args;

        public @Nullable String getUrl() {
            return this.url;
        }

        public void setUrl(@Nullable String url) {
            this.url = url;
        }

        public @Nullable String getCommand() {
            return this.command;
        }

        public void setCommand(@Nullable String command) {
            this.command = command;
        }

        public @Nullable List<String> getArgs() {
            return this.args;
        }

        public void setArgs(@Nullable List<String> args) {
            this.args = args;
        }
    }

    /** What a server may ask of the application. */
    public static class Capabilities {

        /** When the server may ask for a language model. */
        private @Nullable Offer sampling;

        /** When the server may ask the user for input. */
        private @Nullable Offer elicitation;

        /** When the server may ask which directories and files to work on. */
        private @Nullable Offer roots;

        /** When the server may answer a call of a tool with a task, by the extension for tasks of 2026-07-28. */
        private @Nullable Offer tasks;

        public @Nullable Offer getSampling() {
            return this.sampling;
        }

        public void setSampling(@Nullable Offer sampling) {
            this.sampling = sampling;
        }

        public @Nullable Offer getElicitation() {
            return this.elicitation;
        }

        public void setElicitation(@Nullable Offer elicitation) {
            this.elicitation = elicitation;
        }

        public @Nullable Offer getRoots() {
            return this.roots;
        }

        public void setRoots(@Nullable Offer roots) {
            this.roots = roots;
        }

        public @Nullable Offer getTasks() {
            return this.tasks;
        }

        public void setTasks(@Nullable Offer tasks) {
            this.tasks = tasks;
        }
    }

    /** Sampling for a server. */
    public static class Sampling {

        /** Requests within any minute; what is beyond is refused. */
        private @Nullable Integer maxRequestsPerMinute;

        /** Tokens of one answer: the model is asked for no more. */
        private @Nullable Integer maxTokens;

        public @Nullable Integer getMaxRequestsPerMinute() {
            return this.maxRequestsPerMinute;
        }

        public void setMaxRequestsPerMinute(@Nullable Integer maxRequestsPerMinute) {
            this.maxRequestsPerMinute = maxRequestsPerMinute;
        }

        public @Nullable Integer getMaxTokens() {
            return this.maxTokens;
        }

        public void setMaxTokens(@Nullable Integer maxTokens) {
            this.maxTokens = maxTokens;
        }
    }

    /** Tools of a server. */
    public static class ServerTools {

        /** What happens when the result of a tool breaks the schema that the tool declares for it. */
        private @Nullable OutputValidation outputValidation;

        public @Nullable OutputValidation getOutputValidation() {
            return this.outputValidation;
        }

        public void setOutputValidation(@Nullable OutputValidation outputValidation) {
            this.outputValidation = outputValidation;
        }

        /** What happens when a tool is not defined as it was when it was seen first, or was not there then. */
        private @Nullable McpToolPinning pinning;

        public @Nullable McpToolPinning getPinning() {
            return this.pinning;
        }

        public void setPinning(@Nullable McpToolPinning pinning) {
            this.pinning = pinning;
        }
    }

    /** TLS. */
    public static class Ssl {

        /** Name of the SSL bundle to use. */
        private @Nullable String bundle;

        public @Nullable String getBundle() {
            return this.bundle;
        }

        public void setBundle(@Nullable String bundle) {
            this.bundle = bundle;
        }
    }

    /** HTTP proxy. */
    public static class Proxy {

        /** Host name of the proxy. */
        private @Nullable String host;

        /** Port of the proxy. */
        private @Nullable Integer port;

        /** User name for Basic authentication at the proxy. */
        private @Nullable String username;

        /** Password for Basic authentication at the proxy. */
        private @Nullable String password;

        public @Nullable String getHost() {
            return this.host;
        }

        public void setHost(@Nullable String host) {
            this.host = host;
        }

        public @Nullable Integer getPort() {
            return this.port;
        }

        public void setPort(@Nullable Integer port) {
            this.port = port;
        }

        public @Nullable String getUsername() {
            return this.username;
        }

        public void setUsername(@Nullable String username) {
            this.username = username;
        }

        public @Nullable String getPassword() {
            return this.password;
        }

        public void setPassword(@Nullable String password) {
            this.password = password;
        }
    }

    /** Pauses between attempts. */
    public static class Reconnect {

        /** First pause. */
        private @Nullable Duration initialInterval;

        /** Factor from pause to pause, which also bounds the jitter. */
        private @Nullable Double multiplier;

        /** Longest pause. */
        private @Nullable Duration maxInterval;

        public @Nullable Duration getInitialInterval() {
            return this.initialInterval;
        }

        public void setInitialInterval(@Nullable Duration initialInterval) {
            this.initialInterval = initialInterval;
        }

        public @Nullable Double getMultiplier() {
            return this.multiplier;
        }

        public void setMultiplier(@Nullable Double multiplier) {
            this.multiplier = multiplier;
        }

        public @Nullable Duration getMaxInterval() {
            return this.maxInterval;
        }

        public void setMaxInterval(@Nullable Duration maxInterval) {
            this.maxInterval = maxInterval;
        }
    }

    /** Names of tools in the registry. */
    public static class Tools {

        /** When the name of a tool begins with the name of its server. */
        private McpToolNaming.Prefix naming = McpToolNaming.Prefix.ON_CONFLICT;

        /** Text between the name of the server and the name of the tool. */
        private String separator = "_";

        /** Number of characters that a name may have; longer ones are shortened. */
        private int maxNameLength = 64;

        /** Time that the news of a changed list waits for further ones before the list is fetched again. */
        private Duration refreshDebounce = Duration.ofMillis(200);

        public McpToolNaming.Prefix getNaming() {
            return this.naming;
        }

        public void setNaming(McpToolNaming.Prefix naming) {
            this.naming = naming;
        }

        public String getSeparator() {
            return this.separator;
        }

        public void setSeparator(String separator) {
            this.separator = separator;
        }

        public int getMaxNameLength() {
            return this.maxNameLength;
        }

        public void setMaxNameLength(int maxNameLength) {
            this.maxNameLength = maxNameLength;
        }

        public Duration getRefreshDebounce() {
            return this.refreshDebounce;
        }

        public void setRefreshDebounce(Duration refreshDebounce) {
            this.refreshDebounce = refreshDebounce;
        }
    }
}
