package io.mcpclient.autoconfigure;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.mcpclient.autoconfigure.Layer.Value;
import io.mcpclient.autoconfigure.McpProperties.Capabilities;
import io.mcpclient.autoconfigure.McpProperties.LogLevel;
import io.mcpclient.autoconfigure.McpProperties.Offer;
import io.mcpclient.autoconfigure.McpProperties.ServerDefaults;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.Root;

/** Maps the capabilities offered to a server and the log level requested from it. */
final class CapabilitiesMapper {

    private CapabilitiesMapper() {}

    static ServerSettings.Offers offers(Layer layer) {
        return new ServerSettings.Offers(
                isOffered(layer, "sampling", Capabilities::getSampling),
                isOffered(layer, "elicitation", Capabilities::getElicitation),
                isOffered(layer, "roots", Capabilities::getRoots),
                isOffered(layer, "tasks", Capabilities::getTasks),
                roots(layer));
    }

    private static boolean isOffered(Layer layer, String capability, Function<Capabilities, @Nullable Offer> getter) {
        return layer.get("capabilities." + capability, settings -> getter.apply(settings.getCapabilities()), Offer.AUTO)
                        .value()
                != Offer.OFF;
    }

    static @Nullable LoggingLevel logLevel(Layer layer) {
        Value<LogLevel> level = layer.find("log-level", ServerDefaults::getLogLevel);
        return (level != null) ? new LoggingLevel(level.value().name().toLowerCase(Locale.ROOT)) : null;
    }

    private static List<Root> roots(Layer layer) {
        Value<List<String>> uris = layer.get("roots", ServerDefaults::getRoots, List.of());
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
