package io.mcpclient.autoconfigure;

import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.Layer.Value;
import io.mcpclient.autoconfigure.McpProperties.Server;
import io.mcpclient.autoconfigure.McpProperties.ServerDefaults;
import io.mcpclient.autoconfigure.McpProperties.Start;
import io.mcpclient.call.HeaderRules;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.SafeText;
import io.mcpclient.schema.ProtocolRevision;

/**
 * Turns bound properties into settings, and refuses those that make no sense. A complaint names the property, the
 * problem and the remedy, and never quotes a value that may be secret.
 *
 * @see "fault A20"
 */
final class ServerSettingsMapper {

    private static final Pattern SERVER_NAME = Pattern.compile("[A-Za-z0-9_.-]+");

    private final ServerDefaults defaults;

    ServerSettingsMapper(ServerDefaults defaults) {
        this.defaults = defaults;
    }

    /** Maps all servers that are enabled, in the order of their names. */
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

    /** Tells whether a server is used. One that is not may be as wrong as it likes. */
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
                    "is no usable name of a server",
                    "Use letters, digits, '-', '_' and '.'.");
        }
        Layer layer = new Layer(name, server, this.defaults);
        return new ServerSettings(
                name,
                new ServerSettings.Endpoint(url(layer), headers(layer), sslBundle(layer), proxy(layer)),
                revision(layer),
                layer.get("required", ServerDefaults::getRequired, false).value(),
                layer.get("start", ServerDefaults::getStart, Start.EAGER).value(),
                timeouts(layer),
                limits(layer),
                OffersMapper.offers(layer),
                OffersMapper.logLevel(layer),
                reconnect(layer));
    }

    private static URI url(Layer layer) {
        String url = layer.server().getUrl();
        String command = text(layer.server().getCommand());
        Value<String> value = new Value<>(layer.name(), layer.property("url"), (url != null) ? url.trim() : "");
        if (url != null && command != null) {
            throw value.invalid("is set together with " + layer.property("command"), "Keep one of the two.");
        }
        if (command != null) {
            throw new Value<>(layer.name(), layer.property("command"), command)
                    .invalid("is set, but stdio is not part of this version yet", "Use url.");
        }
        if (url == null) {
            throw value.invalid("is missing", "Say where the server is, or remove or disable it.");
        }
        value.check(text -> !text.isEmpty(), "is empty", "Write it like https://example.com/mcp.");
        try {
            McpClient.builder(layer.name()).url(value.value());
        } catch (McpConfigurationException ex) {
            String problem = ex.problem().substring(ex.property().length()).trim();
            throw value.invalid(problem, String.valueOf(ex.remedy()));
        }
        URI uri = URI.create(value.value());
        value.check(
                text -> uri.getPort() != 0 && uri.getPort() <= 65535,
                "has no legal port",
                "Use a port from 1 to 65535, or none.");
        return uri;
    }

    /** Headers of the server are added to those of all servers; names are the same whatever their case. */
    private static Map<String, String> headers(Layer layer) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        add(headers, layer.name(), "mcp.defaults.headers.", layer.defaults().getHeaders());
        add(headers, layer.name(), layer.property("headers."), layer.server().getHeaders());
        return Collections.unmodifiableMap(headers);
    }

    private static void add(Map<String, String> headers, String server, String prefix, Map<String, String> more) {
        more.forEach((header, value) -> {
            try {
                HeaderRules.check(header, value);
            } catch (IllegalArgumentException ex) {
                throw new McpConfigurationException(
                        server,
                        prefix + SafeText.excerpt(header),
                        String.valueOf(ex.getMessage()),
                        "Correct or remove the header.");
            }
            headers.remove(header); // the name as the server spells it
            headers.put(header, value);
        });
    }

    private static ServerSettings.@Nullable SslBundleName sslBundle(Layer layer) {
        Value<String> bundle =
                layer.find("ssl.bundle", settings -> text(settings.getSsl().getBundle()));
        return (bundle != null) ? new ServerSettings.SslBundleName(bundle.property(), bundle.value()) : null;
    }

    private static ServerSettings.@Nullable Proxy proxy(Layer layer) {
        Value<String> host =
                layer.find("proxy.host", settings -> text(settings.getProxy().getHost()));
        Value<Integer> port =
                layer.find("proxy.port", settings -> settings.getProxy().getPort());
        if (host == null && port == null) {
            return null;
        }
        if (port == null) {
            throw missing(layer, "proxy.port", "proxy.host");
        }
        if (host == null) {
            throw missing(layer, "proxy.host", "proxy.port");
        }
        port.check(number -> number >= 1 && number <= 65535, "is " + port.value(), "Use a number from 1 to 65535.");
        return new ServerSettings.Proxy(host.value(), port.value());
    }

    /** An empty value, such as that of a placeholder with an empty default, is none. */
    private static @Nullable String text(@Nullable String value) {
        return StringUtils.hasText(value) ? value : null;
    }

    private static McpConfigurationException missing(Layer layer, String key, String other) {
        return new McpConfigurationException(
                layer.name(),
                layer.property(key),
                "is missing, while " + other + " is set",
                "Set both for a proxy, or none.");
    }

    /** Both {@code auto} and {@code legacy} negotiate: there is one era to speak yet. */
    private static @Nullable ProtocolRevision revision(Layer layer) {
        Value<String> protocol = layer.get("protocol", ServerDefaults::getProtocol, "auto");
        String word = protocol.value().trim();
        if (word.equalsIgnoreCase("auto") || word.equalsIgnoreCase("legacy")) {
            return null;
        }
        String remedy = "Use auto, legacy, or one of " + ProtocolRevision.handshakeRevisions() + ".";
        boolean modern = word.equalsIgnoreCase("modern");
        ProtocolRevision revision = ProtocolRevision.of(word).orElse(null);
        if (modern || (revision != null && !revision.hasHandshake())) {
            throw protocol.invalid(
                    "is \"" + word + "\", but revisions without handshake are not part of this version yet", remedy);
        }
        if (revision == null) {
            throw protocol.invalid("is \"" + SafeText.excerpt(word) + "\", which is no protocol", remedy);
        }
        return revision;
    }

    private static ServerSettings.Timeouts timeouts(Layer layer) {
        return new ServerSettings.Timeouts(
                duration(layer, "connect-timeout", ServerDefaults::getConnectTimeout, Duration.ofSeconds(10)),
                duration(layer, "request-timeout", ServerDefaults::getRequestTimeout, Duration.ofSeconds(30)),
                duration(layer, "request-timeout-max", ServerDefaults::getRequestTimeoutMax, Duration.ofMinutes(10)),
                duration(layer, "shutdown-timeout", ServerDefaults::getShutdownTimeout, Duration.ofSeconds(5)));
    }

    private static ServerSettings.Limits limits(Layer layer) {
        Value<DataSize> size =
                layer.get("max-message-size", ServerDefaults::getMaxMessageSize, DataSize.ofMegabytes(16));
        size.check(
                value -> value.toBytes() >= 1024 && value.toBytes() <= Integer.MAX_VALUE,
                "is " + size.value(),
                "Use a size from 1KB to 2047MB.");
        return new ServerSettings.Limits(
                Math.toIntExact(size.value().toBytes()),
                number(layer, "max-pages", ServerDefaults::getMaxPages, 1000),
                number(layer, "max-concurrent-requests", ServerDefaults::getMaxConcurrentRequests, 64),
                number(layer, "max-inbound-requests", ServerDefaults::getMaxInboundRequests, 16));
    }

    private static ServerSettings.Reconnect reconnect(Layer layer) {
        Value<Double> multiplier = layer.get(
                "reconnect.multiplier", settings -> settings.getReconnect().getMultiplier(), 2.0);
        multiplier.check(
                value -> value > 1 && value <= 100, "is " + multiplier.value(), "Use a number above 1 and up to 100.");
        return new ServerSettings.Reconnect(
                duration(
                        layer,
                        "reconnect.initial-interval",
                        settings -> settings.getReconnect().getInitialInterval(),
                        Duration.ofMillis(500)),
                multiplier.value(),
                duration(
                        layer,
                        "reconnect.max-interval",
                        settings -> settings.getReconnect().getMaxInterval(),
                        Duration.ofSeconds(60)));
    }

    /** Up to 24 days: what a timer counts in milliseconds. */
    private static Duration duration(
            Layer layer, String key, Function<ServerDefaults, @Nullable Duration> getter, Duration builtIn) {
        Value<Duration> duration = layer.get(key, getter, builtIn);
        return duration.check(
                        value -> !value.isNegative()
                                && value.compareTo(Duration.ofMillis(1)) >= 0
                                && value.compareTo(Duration.ofMillis(Integer.MAX_VALUE)) <= 0,
                        "is " + duration.value(),
                        "Use a duration from 1ms to 24d, for example " + builtIn.toMillis() + "ms.")
                .value();
    }

    private static int number(
            Layer layer, String key, Function<ServerDefaults, @Nullable Integer> getter, int builtIn) {
        Value<Integer> number = layer.get(key, getter, builtIn);
        return number.check(value -> value >= 1, "is " + number.value(), "Use at least 1.")
                .value();
    }
}
