package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

import io.mcpclient.autoconfigure.Layer.Value;
import io.mcpclient.autoconfigure.McpProperties.Server;
import io.mcpclient.autoconfigure.McpProperties.ServerDefaults;
import io.mcpclient.autoconfigure.McpProperties.Start;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.internal.support.SafeText;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.settings.McpToolPinning;
import io.mcpclient.settings.OutputValidation;

/**
 * Maps bound properties to settings, and rejects invalid ones. Error messages name the property, the problem and the remedy,
 * and never quote a value that may be secret.
 *
 * @see "fault A20"
 */
final class ServerSettingsMapper {

    private static final Pattern SERVER_NAME = Pattern.compile("[A-Za-z0-9_.-]+");

    private final ServerDefaults defaults;

    ServerSettingsMapper(ServerDefaults defaults) {
        this.defaults = defaults;
    }

    /** Maps all enabled servers, in the order of their names. */
    static Map<String, ServerSettings> map(McpProperties properties) {
        ServerSettingsMapper mapper = new ServerSettingsMapper(properties.getDefaults());
        Map<String, ServerSettings> settings = new TreeMap<>();
        properties.getServers().forEach((name, server) -> {
            if (mapper.isEnabled(name, server)) {
                settings.put(name, mapper.map(name, server));
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

    private ServerSettings map(String name, Server server) {
        if (!SERVER_NAME.matcher(name).matches()) {
            throw new McpConfigurationException(
                    SafeText.excerpt(name),
                    "mcp.servers." + SafeText.excerpt(name),
                    "is not a valid server name",
                    "Use letters, digits, '-', '_' and '.'.");
        }
        Layer layer = new Layer(name, server, this.defaults);
        ServerSettings.Timeouts timeouts = timeouts(layer);
        ServerSettings.Limits limits = limits(layer);
        ServerSettings.Endpoint endpoint = endpoint(layer, timeouts, limits);
        return new ServerSettings(
                name,
                endpoint,
                protocol(layer),
                layer.get("required", ServerDefaults::getRequired, false).value(),
                layer.get("start", ServerDefaults::getStart, Start.EAGER).value(),
                timeouts,
                limits,
                CapabilitiesMapper.offers(layer),
                new ServerSettings.Sampling(
                        number(
                                layer,
                                "sampling.max-requests-per-minute",
                                settings -> settings.getSampling().getMaxRequestsPerMinute(),
                                60),
                        number(
                                layer,
                                "sampling.max-tokens",
                                settings -> settings.getSampling().getMaxTokens(),
                                16_384)),
                CapabilitiesMapper.logLevel(layer),
                layer.get(
                                "tools.output-validation",
                                settings -> settings.getTools().getOutputValidation(),
                                OutputValidation.FAIL)
                        .value(),
                layer.get("tools.pinning", settings -> settings.getTools().getPinning(), McpToolPinning.OFF)
                        .value(),
                reconnect(layer),
                caching(layer),
                CallPoliciesMapper.map(layer),
                AuthMapper.map(layer, endpoint));
    }

    private static @Nullable Boolean caching(Layer layer) {
        Value<Boolean> enabled = layer.find("cache-enabled", ServerDefaults::getCacheEnabled);
        return (enabled != null) ? enabled.value() : null;
    }

    private static ServerSettings.Endpoint endpoint(
            Layer layer, ServerSettings.Timeouts timeouts, ServerSettings.Limits limits) {
        return StringUtils.hasText(layer.server().getCommand())
                ? ProcessEndpointMapper.map(layer, timeouts, limits)
                : HttpEndpointMapper.map(layer);
    }

    /** Maps a keyword for an era, or the revision itself. */
    private static ServerSettings.Protocol protocol(Layer layer) {
        Value<String> protocol = layer.get("protocol", ServerDefaults::getProtocol, "auto");
        String word = protocol.value().trim();
        for (McpProtocol era : McpProtocol.values()) {
            if (word.equalsIgnoreCase(era.name())) {
                return new ServerSettings.Protocol(era, null);
            }
        }
        ProtocolRevision revision = ProtocolRevision.of(word)
                .orElseThrow(() -> protocol.invalid(
                        "is \"" + SafeText.excerpt(word) + "\", which is not a known protocol",
                        "Use auto, modern, legacy, or one of " + List.of(ProtocolRevision.values()) + "."));
        return new ServerSettings.Protocol(revision.hasHandshake() ? McpProtocol.LEGACY : McpProtocol.MODERN, revision);
    }

    private static ServerSettings.Timeouts timeouts(Layer layer) {
        Duration shutdown =
                duration(layer, "shutdown-timeout", ServerDefaults::getShutdownTimeout, Duration.ofSeconds(5));
        return new ServerSettings.Timeouts(
                duration(layer, "connect-timeout", ServerDefaults::getConnectTimeout, connectTimeout(layer)),
                duration(layer, "request-timeout", ServerDefaults::getRequestTimeout, Duration.ofSeconds(30)),
                duration(layer, "request-timeout-max", ServerDefaults::getRequestTimeoutMax, Duration.ofMinutes(10)),
                shutdown,
                drain(layer, shutdown),
                keepAlive(layer));
    }

    /** The first start of a command may download packages, while a URL responds soon or never. */
    private static Duration connectTimeout(Layer layer) {
        return Duration.ofSeconds(StringUtils.hasText(layer.server().getCommand()) ? 60 : 10);
    }

    /** The drain timeout is a part of the shutdown timeout: some time must remain to end the session. */
    private static Duration drain(Layer layer, Duration shutdown) {
        Value<Duration> drain = layer.get("drain-timeout", ServerDefaults::getDrainTimeout, shutdown.dividedBy(2));
        return drain.check(
                        value -> !value.isNegative() && value.compareTo(shutdown) < 0,
                        "is " + drain.value(),
                        "Use a duration from 0 to less than the shutdown-timeout, " + shutdown.toMillis() + "ms.")
                .value();
    }

    /** Rejects intervals below one second, which would only cause load. */
    private static @Nullable Duration keepAlive(Layer layer) {
        Value<Duration> interval = layer.get("keep-alive", ServerDefaults::getKeepAlive, Duration.ZERO);
        if (interval.value().isZero()) {
            return null;
        }
        return interval.check(
                        value -> value.compareTo(Duration.ofSeconds(1)) >= 0
                                && value.compareTo(Duration.ofMillis(Integer.MAX_VALUE)) <= 0,
                        "is " + interval.value(),
                        "Use a duration from 1s to 24d, for example 30s, or 0 for none.")
                .value();
    }

    private static ServerSettings.Limits limits(Layer layer) {
        Value<Integer> nodes = layer.get("max-message-nodes", ServerDefaults::getMaxMessageNodes, 500_000);
        nodes.check(value -> value >= 1000, "is " + nodes.value(), "Use at least 1000.");
        return new ServerSettings.Limits(
                size(layer, "max-message-size", ServerDefaults::getMaxMessageSize, DataSize.ofMegabytes(16)),
                nodes.value(),
                new ServerSettings.Lists(
                        number(layer, "max-pages", ServerDefaults::getMaxPages, 1000),
                        number(layer, "max-list-items", ServerDefaults::getMaxListItems, 10_000),
                        size(layer, "max-list-size", ServerDefaults::getMaxListSize, DataSize.ofMegabytes(32)),
                        size(
                                layer,
                                "max-definition-size",
                                ServerDefaults::getMaxDefinitionSize,
                                DataSize.ofKilobytes(64)),
                        size(layer, "max-tools-size", ServerDefaults::getMaxToolsSize, DataSize.ofMegabytes(1))),
                number(layer, "max-concurrent-requests", ServerDefaults::getMaxConcurrentRequests, 64),
                number(layer, "max-inbound-requests", ServerDefaults::getMaxInboundRequests, 16),
                number(layer, "max-input-rounds", ServerDefaults::getMaxInputRounds, 10));
    }

    private static int size(
            Layer layer, String key, Function<ServerDefaults, @Nullable DataSize> getter, DataSize builtIn) {
        Value<DataSize> size = layer.get(key, getter, builtIn);
        return Math.toIntExact(size.check(
                        value -> value.toBytes() >= 1024 && value.toBytes() <= Integer.MAX_VALUE,
                        "is " + size.value(),
                        "Use a size from 1KB to 2047MB.")
                .value()
                .toBytes());
    }

    private static ServerSettings.Reconnect reconnect(Layer layer) {
        return new ServerSettings.Reconnect(
                duration(
                        layer,
                        "reconnect.initial-interval",
                        settings -> settings.getReconnect().getInitialInterval(),
                        Duration.ofMillis(500)),
                multiplier(
                        layer,
                        "reconnect.multiplier",
                        settings -> settings.getReconnect().getMultiplier(),
                        2.0),
                duration(
                        layer,
                        "reconnect.max-interval",
                        settings -> settings.getReconnect().getMaxInterval(),
                        Duration.ofSeconds(60)));
    }

    static double multiplier(
            Layer layer, String key, Function<ServerDefaults, @Nullable Double> getter, double builtIn) {
        Value<Double> multiplier = layer.get(key, getter, builtIn);
        return multiplier
                .check(
                        value -> value > 1 && value <= 100,
                        "is " + multiplier.value(),
                        "Use a number above 1 and up to 100.")
                .value();
    }

    static Duration duration(
            Layer layer, String key, Function<ServerDefaults, @Nullable Duration> getter, Duration builtIn) {
        return checked(layer.get(key, getter, builtIn), builtIn.toMillis() + "ms");
    }

    /** Accepts durations up to 24 days, the range of a timer in milliseconds. */
    static Duration checked(Value<Duration> duration, String example) {
        return duration.check(
                        value -> !value.isNegative()
                                && value.compareTo(Duration.ofMillis(1)) >= 0
                                && value.compareTo(Duration.ofMillis(Integer.MAX_VALUE)) <= 0,
                        "is " + duration.value(),
                        "Use a duration from 1ms to 24d, for example " + example + ".")
                .value();
    }

    static int number(Layer layer, String key, Function<ServerDefaults, @Nullable Integer> getter, int builtIn) {
        Value<Integer> number = layer.get(key, getter, builtIn);
        return number.check(value -> value >= 1, "is " + number.value(), "Use at least 1.")
                .value();
    }
}
