package io.mcpclient.autoconfigure.settings;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.mcpclient.autoconfigure.files.EntryNames;
import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.autoconfigure.properties.ServerProperties;
import io.mcpclient.autoconfigure.properties.ServerProperties.Start;
import io.mcpclient.autoconfigure.settings.Layer.Value;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.settings.McpCircuitBreakerSettings;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.settings.McpEndpointSettings;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.settings.McpLimitSettings;
import io.mcpclient.settings.McpListSettings;
import io.mcpclient.settings.McpReconnectSettings;
import io.mcpclient.settings.McpRetrySettings;
import io.mcpclient.settings.McpSamplingSettings;
import io.mcpclient.settings.McpTimeoutSettings;
import io.mcpclient.settings.McpToolSettings;
import io.mcpclient.spring.McpConnectionDetails;
import io.mcpclient.text.SafeText;

/**
 * Maps bound properties to settings, and rejects invalid ones. Error messages name the property, the problem and the remedy,
 * and never quote a value that may be secret.
 *
 * @see "fault A20"
 */
public final class ServerSettingsMapper {

    private static final String APPROVAL = "tools.approval";

    private static final Duration LONGEST = Duration.ofMillis(Integer.MAX_VALUE);

    /** The properties that may contradict others. */
    private static final Map<String, Function<ServerProperties, @Nullable Object>> CONTRADICTORY =
            Map.of("drain-timeout", ServerProperties::drainTimeout, "protocol", ServerProperties::protocol);

    private final ServerProperties defaults;

    private final ServerProperties application;

    /** Settings of tools for all servers, which {@code mcp.tools} and {@code mcp.defaults.tools} have. */
    private final McpToolSettings tools;

    /**
     * Creates a mapper that knows the defaults alone.
     * @param defaults {@code mcp.defaults}
     */
    public ServerSettingsMapper(ServerProperties defaults) {
        this(defaults, ServerProperties.NONE, McpToolSettings.defaults());
    }

    private ServerSettingsMapper(ServerProperties defaults, ServerProperties application, McpToolSettings tools) {
        this.defaults = defaults;
        this.application = application;
        this.tools = tools;
    }

    /**
     * Creates a mapper.
     * @param properties properties with the defaults and the settings of tools
     * @param application settings of the application's HTTP for all servers, beside the defaults
     * @return the mapper
     * @throws McpConfigurationException if a setting of approvals is not valid
     */
    public static ServerSettingsMapper of(McpProperties properties, ServerProperties application) {
        return new ServerSettingsMapper(
                properties.defaults(), application, new ToolsMapper().approval(properties.tools()));
    }

    /**
     * Maps all enabled servers, in the order of their names.
     * @param servers properties by name
     * @param details connection details that replace addresses, by name of the server
     * @return the settings by name
     * @throws McpConfigurationException for the first server that is not valid
     */
    public Map<String, ServerSettings> map(
            Map<String, ServerProperties> servers, Map<String, McpConnectionDetails> details) {
        Map<String, ServerSettings> settings = new TreeMap<>();
        servers.forEach((name, server) -> {
            if (isEnabled(name, server)) {
                settings.put(name, map(name, server, details.get(name)));
            }
        });
        return Collections.unmodifiableMap(settings);
    }

    /**
     * Returns whether a server is used. Disabled servers are not validated.
     * @param name name of the server
     * @param server its properties
     * @return whether it, or else the defaults, are enabled
     */
    public boolean isEnabled(String name, ServerProperties server) {
        return layer(name, server, null)
                .get("enabled", ServerProperties::enabled, true)
                .value();
    }

    /**
     * Returns the settings of a client for which nothing but the defaults is set.
     * @return the settings, without an endpoint
     */
    public McpClientSettings defaults() {
        return unchecked(layer("", ServerProperties.NONE, null));
    }

    private Layer layer(String name, ServerProperties server, @Nullable McpConnectionDetails details) {
        return new Layer(name, server, this.defaults, this.application, details, null);
    }

    /**
     * Returns the settings of a server whose client settings are not from properties.
     * @param name name of the server
     * @param client settings of its client
     * @return the settings
     */
    public ServerSettings map(String name, McpClientSettings client) {
        Layer layer = layer(name, ServerProperties.NONE, null);
        return new ServerSettings(
                name,
                client,
                null,
                false,
                layer.get("start", ServerProperties::start, Start.EAGER).value(),
                CapabilitiesMapper.offers(layer),
                AuthSettings.OWN_BEANS,
                ToolsMapper.rules(layer),
                (client.tools().approval() == defaults().tools().approval()) ? approval(layer) : APPROVAL,
                null,
                null,
                null,
                null);
    }

    private static String approval(Layer layer) {
        Value<?> value = layer.find(APPROVAL, settings -> settings.tools().approval());
        return (value != null) ? value.property() : ToolsMapper.APPROVAL;
    }

    /**
     * Maps a server.
     * @param name name of the server
     * @param server its properties
     * @return the settings
     * @throws McpConfigurationException if a property is not valid
     */
    public ServerSettings map(String name, ServerProperties server) {
        return map(name, server, null);
    }

    private ServerSettings map(String name, ServerProperties server, @Nullable McpConnectionDetails details) {
        if (name.equals("0")) {
            throw new McpConfigurationException(
                    "",
                    "mcp.servers[0]",
                    "is an element of a list, but servers have names",
                    "Write the name of each server instead, such as mcp.servers.weather.url.");
        }
        if (!EntryNames.VALID.matcher(name).matches()) {
            throw new McpConfigurationException(
                    SafeText.excerpt(name),
                    "mcp.servers." + SafeText.excerpt(name),
                    "is not a valid server name",
                    "Use letters, digits, '-', '_' and '.'.");
        }
        Layer layer = layer(name, server, details);
        ServerLookup lookup = (details == null) ? ServerLookup.of(layer) : null;
        return (lookup != null)
                ? settings(layer.withPlanned(lookup.assumed()), lookup, null)
                : settings(layer, null, null);
    }

    /**
     * Maps a server whose endpoint was found.
     * @param name name of the server
     * @param lookup the lookup
     * @param found what was found
     * @return the settings
     * @throws McpConfigurationException if a property does not fit what was found
     */
    public ServerSettings map(String name, ServerLookup lookup, FoundServer found) {
        Layer layer = layer(name, lookup.server(), null).withPlanned(found.endpoint());
        return settings(layer, lookup, found);
    }

    private ServerSettings settings(Layer layer, @Nullable ServerLookup lookup, @Nullable FoundServer found) {
        String name = layer.name();
        McpClientSettings client = client(layer);
        if (found != null) {
            client = client.withProtocol(client.protocol().withClaimedRevisions(found.protocolVersions()));
        }
        return new ServerSettings(
                name,
                client,
                (client.endpoint() instanceof McpHttpSettings http) ? HttpEndpointMapper.sslBundle(layer, http) : null,
                layer.get("required", ServerProperties::required, false).value(),
                layer.get("start", ServerProperties::start, Start.EAGER).value(),
                CapabilitiesMapper.offers(layer),
                AuthMapper.map(layer, client.endpoint()),
                ToolsMapper.rules(layer),
                approval(layer),
                HttpEndpointMapper.service(layer),
                layer.details(),
                lookup,
                found);
    }

    private McpClientSettings unchecked(Layer layer) {
        McpClientSettings defaults = McpClientSettings.defaults();
        return defaults.withProtocol(CapabilitiesMapper.protocol(layer, defaults.protocol()))
                .withTimeouts(timeouts(layer, defaults.timeouts()))
                .withLimits(limits(layer, defaults.limits()))
                .withLists(lists(layer, defaults.lists()))
                .withTools(tools(layer, this.tools))
                .withSampling(sampling(layer, defaults.sampling()))
                .withRetry(retry(layer, defaults.retry()))
                .withCircuitBreaker(circuitBreaker(layer, defaults.circuitBreaker()))
                .withReconnect(reconnect(layer, defaults.reconnect()));
    }

    private McpClientSettings client(Layer layer) {
        McpEndpointSettings endpoint = endpoint(layer);
        McpClientSettings settings = unchecked(layer).withEndpoint(endpoint);
        try {
            return settings.validated();
        } catch (McpConfigurationException ex) {
            Value<?> origin = layer.find(ex.property(), CONTRADICTORY.getOrDefault(ex.property(), none -> null));
            throw ex.at(layer.name(), (origin != null) ? origin.property() : layer.property(ex.property()));
        }
    }

    private static McpEndpointSettings endpoint(Layer layer) {
        return layer.isProcess() ? ProcessEndpointMapper.map(layer) : HttpEndpointMapper.map(layer);
    }

    private static McpTimeoutSettings timeouts(Layer layer, McpTimeoutSettings defaults) {
        return layer.over(defaults)
                .set("connect-timeout", ServerProperties::connectTimeout, McpTimeoutSettings::withConnect)
                .set("response-timeout", ServerProperties::responseTimeout, McpTimeoutSettings::withResponse)
                .set("request-timeout", ServerProperties::requestTimeout, McpTimeoutSettings::withRequest)
                .set("request-timeout-max", ServerProperties::requestTimeoutMax, McpTimeoutSettings::withRequestMax)
                .set("shutdown-timeout", ServerProperties::shutdownTimeout, McpTimeoutSettings::withShutdown)
                .set("drain-timeout", ServerProperties::drainTimeout, McpTimeoutSettings::withDrain)
                .set("acquire-timeout", ServerProperties::acquireTimeout, McpTimeoutSettings::withAcquire)
                .set("keep-alive", ServerProperties::keepAlive, ServerSettingsMapper::keepAlive)
                .settings();
    }

    /** Zero turns pings off. Rejects intervals below one second, which would only cause load. */
    private static McpTimeoutSettings keepAlive(McpTimeoutSettings settings, Duration interval) {
        if (interval.isZero()) {
            return settings.withKeepAlive(null);
        }
        if (interval.compareTo(Duration.ofSeconds(1)) < 0 || interval.compareTo(LONGEST) > 0) {
            throw new McpConfigurationException(
                    "",
                    "keep-alive",
                    "is " + interval,
                    "Use a duration from 1s to 24d, for example 30s, or 0 for none.");
        }
        return settings.withKeepAlive(interval);
    }

    private static McpLimitSettings limits(Layer layer, McpLimitSettings defaults) {
        return layer.over(defaults)
                .size("max-message-size", ServerProperties::maxMessageSize, McpLimitSettings::withMaxMessageSize)
                .set("max-message-nodes", ServerProperties::maxMessageNodes, McpLimitSettings::withMaxMessageNodes)
                .set(
                        "max-concurrent-requests",
                        ServerProperties::maxConcurrentRequests,
                        McpLimitSettings::withMaxConcurrentRequests)
                .set(
                        "max-queued-requests",
                        ServerProperties::maxQueuedRequests,
                        McpLimitSettings::withMaxQueuedRequests)
                .set(
                        "max-inbound-requests",
                        ServerProperties::maxInboundRequests,
                        McpLimitSettings::withMaxInboundRequests)
                .set("max-input-rounds", ServerProperties::maxInputRounds, McpLimitSettings::withMaxInputRounds)
                .settings();
    }

    private static McpListSettings lists(Layer layer, McpListSettings defaults) {
        return layer.over(defaults)
                .set("max-pages", ServerProperties::maxPages, McpListSettings::withMaxPages)
                .set("max-list-items", ServerProperties::maxListItems, McpListSettings::withMaxItems)
                .size("max-list-size", ServerProperties::maxListSize, McpListSettings::withMaxSize)
                .size(
                        "max-definition-size",
                        ServerProperties::maxDefinitionSize,
                        McpListSettings::withMaxDefinitionSize)
                .size("max-tools-size", ServerProperties::maxToolsSize, McpListSettings::withMaxToolsSize)
                .settings();
    }

    private static McpToolSettings tools(Layer layer, McpToolSettings defaults) {
        if (!layer.hasAny(ServerProperties::tools)) {
            return defaults;
        }
        return layer.over(defaults)
                .set(
                        "tools.output-validation",
                        settings -> settings.tools().outputValidation(),
                        McpToolSettings::withOutputValidation)
                .set("tools.pinning", settings -> settings.tools().pinning(), McpToolSettings::withPinning)
                .set(APPROVAL, settings -> settings.tools().approval(), McpToolSettings::withApproval)
                .settings();
    }

    private static McpSamplingSettings sampling(Layer layer, McpSamplingSettings defaults) {
        if (!layer.hasAny(ServerProperties::sampling)) {
            return defaults;
        }
        return layer.over(defaults)
                .set(
                        "sampling.max-requests-per-minute",
                        settings -> settings.sampling().maxRequestsPerMinute(),
                        McpSamplingSettings::withMaxRequestsPerMinute)
                .set(
                        "sampling.max-tokens",
                        settings -> settings.sampling().maxTokens(),
                        McpSamplingSettings::withMaxTokens)
                .settings();
    }

    private static McpRetrySettings retry(Layer layer, McpRetrySettings defaults) {
        if (!layer.hasAny(ServerProperties::retry)) {
            return defaults;
        }
        return layer.over(defaults)
                .set(
                        "retry.max-attempts",
                        settings -> settings.retry().maxAttempts(),
                        McpRetrySettings::withMaxAttempts)
                .set(
                        "retry.initial-interval",
                        settings -> settings.retry().initialInterval(),
                        McpRetrySettings::withInitialInterval)
                .set("retry.multiplier", settings -> settings.retry().multiplier(), McpRetrySettings::withMultiplier)
                .set(
                        "retry.max-interval",
                        settings -> settings.retry().maxInterval(),
                        McpRetrySettings::withMaxInterval)
                .set(
                        "retry.trust-annotations",
                        settings -> settings.retry().trustAnnotations(),
                        McpRetrySettings::withTrustAnnotations)
                .settings();
    }

    private static McpCircuitBreakerSettings circuitBreaker(Layer layer, McpCircuitBreakerSettings defaults) {
        if (!layer.hasAny(ServerProperties::circuitBreaker)) {
            return defaults;
        }
        return layer.over(defaults)
                .set(
                        "circuit-breaker.enabled",
                        settings -> settings.circuitBreaker().enabled(),
                        McpCircuitBreakerSettings::withEnabled)
                .set(
                        "circuit-breaker.failure-threshold",
                        settings -> settings.circuitBreaker().failureThreshold(),
                        McpCircuitBreakerSettings::withFailureThreshold)
                .set(
                        "circuit-breaker.open-duration",
                        settings -> settings.circuitBreaker().openDuration(),
                        McpCircuitBreakerSettings::withOpenDuration)
                .settings();
    }

    private static McpReconnectSettings reconnect(Layer layer, McpReconnectSettings defaults) {
        if (!layer.hasAny(ServerProperties::reconnect)) {
            return defaults;
        }
        return layer.over(defaults)
                .set(
                        "reconnect.initial-interval",
                        settings -> settings.reconnect().initialInterval(),
                        McpReconnectSettings::withInitialInterval)
                .set(
                        "reconnect.multiplier",
                        settings -> settings.reconnect().multiplier(),
                        McpReconnectSettings::withMultiplier)
                .set(
                        "reconnect.max-interval",
                        settings -> settings.reconnect().maxInterval(),
                        McpReconnectSettings::withMaxInterval)
                .settings();
    }
}
