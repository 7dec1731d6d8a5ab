package io.mcpclient.autoconfigure.settings;

import java.util.Locale;

import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

import io.mcpclient.autoconfigure.properties.ServerProperties.Proxy;
import io.mcpclient.autoconfigure.settings.Layer.Value;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.settings.McpHttpProxy;

/**
 * Maps the proxy of a server. Its host overrides that all servers use the proxies of the Java runtime, or none; its type {@code none}
 * overrides the proxy of all servers.
 */
final class ProxyMapper {

    private static final String ADDRESS_REMEDY = "Set proxy.host and proxy.port for a proxy, or neither.";

    private static final String CREDENTIALS_REMEDY =
            "Set proxy.username and proxy.password for a proxy that requires credentials, or neither.";

    private ProxyMapper() {}

    static @Nullable McpHttpProxy map(Layer layer) {
        Proxy.Type type = type(layer);
        if (type == Proxy.Type.NONE || type == Proxy.Type.SYSTEM) {
            refuseAddress(layer, type);
            return (type == Proxy.Type.SYSTEM) ? system(layer) : null;
        }
        Value<String> host =
                layer.find("proxy.host", settings -> text(settings.proxy().host()));
        Value<Integer> port =
                layer.find("proxy.port", settings -> settings.proxy().port());
        Value<String> username =
                layer.find("proxy.username", settings -> text(settings.proxy().username()));
        Value<String> password =
                layer.find("proxy.password", settings -> text(settings.proxy().password()));
        boolean isTyped = type != Proxy.Type.HTTP;
        if (host == null && port == null && username == null && password == null && !isTyped) {
            return null;
        }
        if (host == null) {
            String other = isTyped ? "type" : (port != null) ? "port" : (username != null) ? "username" : "password";
            throw missing(layer, "proxy.host", "proxy." + other, ADDRESS_REMEDY);
        }
        if (port == null) {
            throw missing(layer, "proxy.port", "proxy.host", ADDRESS_REMEDY);
        }
        if (username != null && password == null && type != Proxy.Type.SOCKS4) {
            throw missing(layer, "proxy.password", "proxy.username", CREDENTIALS_REMEDY);
        }
        if (username == null && password != null) {
            throw missing(layer, "proxy.username", "proxy.password", CREDENTIALS_REMEDY);
        }
        try {
            return new McpHttpProxy(
                    McpHttpProxy.Type.valueOf(type.name()),
                    host.value(),
                    port.value(),
                    (username != null) ? username.value() : null,
                    (password != null) ? password.value() : null);
        } catch (McpConfigurationException ex) {
            throw located(ex, layer, host, port, username, password);
        }
    }

    private static McpConfigurationException located(
            McpConfigurationException ex,
            Layer layer,
            Value<String> host,
            Value<Integer> port,
            @Nullable Value<String> username,
            @Nullable Value<String> password) {
        Value<?> origin =
                switch (ex.property()) {
                    case "proxy.host" -> host;
                    case "proxy.username" -> username;
                    case "proxy.password" -> password;
                    default -> port;
                };
        return ex.at(layer.name(), (origin != null) ? origin.property() : port.property());
    }

    private static Proxy.Type type(Layer layer) {
        Proxy.Type type = layer.get("proxy.type", settings -> settings.proxy().type(), Proxy.Type.HTTP)
                .value();
        Proxy own = layer.server().proxy();
        boolean isOverridden = (type == Proxy.Type.SYSTEM || type == Proxy.Type.NONE)
                && own.type() == null
                && text(own.host()) != null;
        return isOverridden ? Proxy.Type.HTTP : type;
    }

    private static void refuseAddress(Layer layer, Proxy.Type type) {
        Proxy own = layer.server().proxy();
        layer.refuse(
                "proxy.host",
                text(own.host()) != null || own.port() != null,
                "is set together with proxy.type=" + type.name().toLowerCase(Locale.ROOT),
                "Remove proxy.host and proxy.port, or proxy.type.");
    }

    private static McpHttpProxy system(Layer layer) {
        Value<String> username =
                layer.find("proxy.username", settings -> text(settings.proxy().username()));
        Value<String> password =
                layer.find("proxy.password", settings -> text(settings.proxy().password()));
        try {
            return new McpHttpProxy(
                    McpHttpProxy.Type.SYSTEM,
                    "",
                    0,
                    (username != null) ? username.value() : null,
                    (password != null) ? password.value() : null);
        } catch (McpConfigurationException ex) {
            throw ex.at(layer.name(), layer.property("proxy.username"));
        }
    }

    /** An empty value, such as that of a placeholder with an empty default, counts as not set. */
    private static @Nullable String text(@Nullable String value) {
        return StringUtils.hasText(value) ? value : null;
    }

    private static McpConfigurationException missing(Layer layer, String key, String other, String remedy) {
        return new McpConfigurationException(
                layer.name(), layer.property(key), "is missing, while " + other + " is set", remedy);
    }
}
