package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

import io.mcpclient.autoconfigure.Layer.Value;
import io.mcpclient.autoconfigure.McpProperties.Server;
import io.mcpclient.autoconfigure.McpProperties.ServerDefaults;
import io.mcpclient.autoconfigure.McpProperties.Start;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.internal.support.SafeText;
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

/**
 * Maps bound properties to settings, and rejects invalid ones. Error messages name the property, the problem and the remedy,
 * and never quote a value that may be secret.
 *
 * @see "fault A20"
 */
final class ServerSettingsMapper {

    private static final Duration LONGEST = Duration.ofMillis(Integer.MAX_VALUE);

    /** The properties that may contradict others. */
    private static final Map<String, Function<ServerDefaults, @Nullable Object>> CONTRADICTORY =
            Map.of("drain-timeout", ServerDefaults::getDrainTimeout, "protocol", ServerDefaults::getProtocol);

    private final ServerDefaults defaults;

    /** Settings of tools for all servers, which {@code mcp.tools} and {@code mcp.defaults.tools} have. */
    private final McpToolSettings tools;

    ServerSettingsMapper(ServerDefaults defaults) {
        this(defaults, McpToolSettings.defaults());
    }

    private ServerSettingsMapper(ServerDefaults defaults, McpToolSettings tools) {
        this.defaults = defaults;
        this.tools = tools;
    }

    static ServerSettingsMapper of(McpProperties properties) {
        return new ServerSettingsMapper(properties.getDefaults(), new ToolsMapper().approval(properties.getTools()));
    }

    /** Maps all enabled servers, in the order of their names. */
    static Map<String, ServerSettings> map(McpProperties properties) {
        return map(properties, Map.of());
    }

    /**
     * Maps all enabled servers, in the order of their names.
     * @param details connection details that replace addresses, by name of the server
     */
    static Map<String, ServerSettings> map(McpProperties properties, Map<String, McpConnectionDetails> details) {
        ServerSettingsMapper mapper = of(properties);
        Map<String, ServerSettings> settings = new TreeMap<>();
        properties.getServers().forEach((name, server) -> {
            if (mapper.isEnabled(name, server)) {
                settings.put(name, mapper.map(name, server, details.get(name)));
            }
        });
        return Collections.unmodifiableMap(settings);
    }

    /** Returns whether a server is used. Disabled servers are not validated. */
    boolean isEnabled(String name, Server server) {
        return new Layer(name, server, this.defaults)
                .get("enabled", ServerDefaults::getEnabled, true)
                .value();
    }

    /** Returns the settings of a client for which nothing but the defaults is set. */
    McpClientSettings defaults() {
        return unchecked(new Layer("", new Server(), this.defaults));
    }

    /** Returns the settings of a server whose client settings are not from properties. */
    ServerSettings map(String name, McpClientSettings client) {
        Layer layer = new Layer(name, new Server(), this.defaults);
        return new ServerSettings(
                name,
                client,
                null,
                false,
                layer.get("start", ServerDefaults::getStart, Start.EAGER).value(),
                CapabilitiesMapper.offers(layer),
                AuthSettings.OWN_BEANS,
                ToolsMapper.rules(layer));
    }

    ServerSettings map(String name, Server server) {
        return map(name, server, null);
    }

    private ServerSettings map(String name, Server server, @Nullable McpConnectionDetails details) {
        if (!EntryNames.VALID.matcher(name).matches()) {
            throw new McpConfigurationException(
                    SafeText.excerpt(name),
                    "mcp.servers." + SafeText.excerpt(name),
                    "is not a valid server name",
                    "Use letters, digits, '-', '_' and '.'.");
        }
        Layer layer = new Layer(name, server, this.defaults, details);
        McpClientSettings client = client(layer);
        return new ServerSettings(
                name,
                client,
                (client.endpoint() instanceof McpHttpSettings http) ? HttpEndpointMapper.sslBundle(layer, http) : null,
                layer.get("required", ServerDefaults::getRequired, false).value(),
                layer.get("start", ServerDefaults::getStart, Start.EAGER).value(),
                CapabilitiesMapper.offers(layer),
                AuthMapper.map(layer, client.endpoint()),
                ToolsMapper.rules(layer),
                HttpEndpointMapper.service(layer),
                details);
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
        return (layer.details() == null && StringUtils.hasText(layer.server().getCommand()))
                ? ProcessEndpointMapper.map(layer)
                : HttpEndpointMapper.map(layer);
    }

    private static McpTimeoutSettings timeouts(Layer layer, McpTimeoutSettings defaults) {
        return layer.over(defaults)
                .set("connect-timeout", ServerDefaults::getConnectTimeout, McpTimeoutSettings::withConnect)
                .set("response-timeout", ServerDefaults::getResponseTimeout, McpTimeoutSettings::withResponse)
                .set("request-timeout", ServerDefaults::getRequestTimeout, McpTimeoutSettings::withRequest)
                .set("request-timeout-max", ServerDefaults::getRequestTimeoutMax, McpTimeoutSettings::withRequestMax)
                .set("shutdown-timeout", ServerDefaults::getShutdownTimeout, McpTimeoutSettings::withShutdown)
                .set("drain-timeout", ServerDefaults::getDrainTimeout, McpTimeoutSettings::withDrain)
                .set("acquire-timeout", ServerDefaults::getAcquireTimeout, McpTimeoutSettings::withAcquire)
                .set("keep-alive", ServerDefaults::getKeepAlive, ServerSettingsMapper::keepAlive)
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
                .size("max-message-size", ServerDefaults::getMaxMessageSize, McpLimitSettings::withMaxMessageSize)
                .set("max-message-nodes", ServerDefaults::getMaxMessageNodes, McpLimitSettings::withMaxMessageNodes)
                .set(
                        "max-concurrent-requests",
                        ServerDefaults::getMaxConcurrentRequests,
                        McpLimitSettings::withMaxConcurrentRequests)
                .set(
                        "max-queued-requests",
                        ServerDefaults::getMaxQueuedRequests,
                        McpLimitSettings::withMaxQueuedRequests)
                .set(
                        "max-inbound-requests",
                        ServerDefaults::getMaxInboundRequests,
                        McpLimitSettings::withMaxInboundRequests)
                .set("max-input-rounds", ServerDefaults::getMaxInputRounds, McpLimitSettings::withMaxInputRounds)
                .settings();
    }

    private static McpListSettings lists(Layer layer, McpListSettings defaults) {
        return layer.over(defaults)
                .set("max-pages", ServerDefaults::getMaxPages, McpListSettings::withMaxPages)
                .set("max-list-items", ServerDefaults::getMaxListItems, McpListSettings::withMaxItems)
                .size("max-list-size", ServerDefaults::getMaxListSize, McpListSettings::withMaxSize)
                .size(
                        "max-definition-size",
                        ServerDefaults::getMaxDefinitionSize,
                        McpListSettings::withMaxDefinitionSize)
                .size("max-tools-size", ServerDefaults::getMaxToolsSize, McpListSettings::withMaxToolsSize)
                .settings();
    }

    private static McpToolSettings tools(Layer layer, McpToolSettings defaults) {
        return layer.over(defaults)
                .set(
                        "tools.output-validation",
                        settings -> settings.getTools().outputValidation(),
                        McpToolSettings::withOutputValidation)
                .set("tools.pinning", settings -> settings.getTools().pinning(), McpToolSettings::withPinning)
                .set("tools.approval", settings -> settings.getTools().approval(), McpToolSettings::withApproval)
                .settings();
    }

    private static McpSamplingSettings sampling(Layer layer, McpSamplingSettings defaults) {
        return layer.over(defaults)
                .set(
                        "sampling.max-requests-per-minute",
                        settings -> settings.getSampling().maxRequestsPerMinute(),
                        McpSamplingSettings::withMaxRequestsPerMinute)
                .set(
                        "sampling.max-tokens",
                        settings -> settings.getSampling().maxTokens(),
                        McpSamplingSettings::withMaxTokens)
                .settings();
    }

    private static McpRetrySettings retry(Layer layer, McpRetrySettings defaults) {
        return layer.over(defaults)
                .set(
                        "retry.max-attempts",
                        settings -> settings.getRetry().getMaxAttempts(),
                        McpRetrySettings::withMaxAttempts)
                .set(
                        "retry.initial-interval",
                        settings -> settings.getRetry().getInitialInterval(),
                        McpRetrySettings::withInitialInterval)
                .set(
                        "retry.multiplier",
                        settings -> settings.getRetry().getMultiplier(),
                        McpRetrySettings::withMultiplier)
                .set(
                        "retry.max-interval",
                        settings -> settings.getRetry().getMaxInterval(),
                        McpRetrySettings::withMaxInterval)
                .set(
                        "retry.trust-annotations",
                        settings -> settings.getRetry().getTrustAnnotations(),
                        McpRetrySettings::withTrustAnnotations)
                .settings();
    }

    private static McpCircuitBreakerSettings circuitBreaker(Layer layer, McpCircuitBreakerSettings defaults) {
        return layer.over(defaults)
                .set(
                        "circuit-breaker.enabled",
                        settings -> settings.getCircuitBreaker().getEnabled(),
                        McpCircuitBreakerSettings::withEnabled)
                .set(
                        "circuit-breaker.failure-threshold",
                        settings -> settings.getCircuitBreaker().getFailureThreshold(),
                        McpCircuitBreakerSettings::withFailureThreshold)
                .set(
                        "circuit-breaker.open-duration",
                        settings -> settings.getCircuitBreaker().getOpenDuration(),
                        McpCircuitBreakerSettings::withOpenDuration)
                .settings();
    }

    private static McpReconnectSettings reconnect(Layer layer, McpReconnectSettings defaults) {
        return layer.over(defaults)
                .set(
                        "reconnect.initial-interval",
                        settings -> settings.getReconnect().initialInterval(),
                        McpReconnectSettings::withInitialInterval)
                .set(
                        "reconnect.multiplier",
                        settings -> settings.getReconnect().multiplier(),
                        McpReconnectSettings::withMultiplier)
                .set(
                        "reconnect.max-interval",
                        settings -> settings.getReconnect().maxInterval(),
                        McpReconnectSettings::withMaxInterval)
                .settings();
    }
}
