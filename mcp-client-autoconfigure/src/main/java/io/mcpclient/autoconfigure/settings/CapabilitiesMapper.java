package io.mcpclient.autoconfigure.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import io.mcpclient.autoconfigure.properties.ServerProperties;
import io.mcpclient.autoconfigure.properties.ServerProperties.Capabilities;
import io.mcpclient.autoconfigure.properties.ServerProperties.Offer;
import io.mcpclient.autoconfigure.settings.Layer.Value;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.schema.Root;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.settings.McpProtocolSettings;
import io.mcpclient.text.SafeText;

/** Maps what the client speaks and the capabilities it offers to a server. */
final class CapabilitiesMapper {

    private CapabilitiesMapper() {}

    static ServerSettings.Offers offers(Layer layer) {
        return new ServerSettings.Offers(
                Capabilities.NAMES.stream()
                        .filter(name -> !isOffered(layer, name))
                        .collect(Collectors.toUnmodifiableSet()),
                roots(layer));
    }

    private static boolean isOffered(Layer layer, String capability) {
        return layer.get(
                                "capabilities." + capability,
                                settings -> settings.capabilities().offer(capability),
                                Offer.AUTO)
                        .value()
                != Offer.OFF;
    }

    static McpProtocolSettings protocol(Layer layer, McpProtocolSettings defaults) {
        return layer.over(defaults)
                .set("protocol", ServerProperties::protocol, CapabilitiesMapper::spoken)
                .set(
                        "log-level",
                        ServerProperties::logLevel,
                        (settings, level) -> settings.withLogLevel(
                                new LoggingLevel(level.name().toLowerCase(Locale.ROOT))))
                .set("cache-enabled", ServerProperties::cacheEnabled, McpProtocolSettings::withCaching)
                .settings()
                .withTasks(isOffered(layer, "tasks"));
    }

    /** Maps a keyword for an era, or the revision itself. */
    private static McpProtocolSettings spoken(McpProtocolSettings settings, String protocol) {
        String word = protocol.trim();
        for (McpProtocol era : McpProtocol.values()) {
            if (word.equalsIgnoreCase(era.name())) {
                return settings.withEra(era);
            }
        }
        return settings.withRevision(ProtocolRevision.of(word)
                .orElseThrow(() -> new McpConfigurationException(
                        "",
                        "protocol",
                        "is \"" + SafeText.excerpt(word) + "\", which is not a known protocol",
                        "Use auto, modern, legacy, or one of " + List.of(ProtocolRevision.values()) + ".")));
    }

    private static List<Root> roots(Layer layer) {
        Value<List<String>> uris = layer.get("roots", ServerProperties::roots, List.of());
        List<Root> roots = new ArrayList<>();
        for (String uri : uris.value()) {
            Value<String> one = new Value<>(uris.server(), uris.property() + "[" + roots.size() + "]", uri.trim());
            one.check(CapabilitiesMapper::isFile, "is not a file URI", "Use a URI such as file:///srv/data.");
            roots.add(Root.of(one.value()));
        }
        return List.copyOf(roots);
    }

    /** The form that servers expect: {@code file:///…}, without a query or fragment (ROOT-03). */
    private static boolean isFile(String text) {
        try {
            URI uri = new URI(text);
            return text.startsWith("file:///") && uri.getQuery() == null && uri.getFragment() == null;
        } catch (URISyntaxException ex) {
            return false;
        }
    }
}
