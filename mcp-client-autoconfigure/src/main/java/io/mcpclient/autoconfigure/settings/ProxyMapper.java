package io.mcpclient.autoconfigure.settings;

import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

import io.mcpclient.autoconfigure.properties.ServerProperties.Proxy;
import io.mcpclient.autoconfigure.settings.Layer.Value;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.settings.McpHttpProxy;

/** Maps the proxy of a server. */
final class ProxyMapper {

    private static final String ADDRESS_REMEDY = "Set proxy.host and proxy.port for a proxy, or neither.";

    private static final String CREDENTIALS_REMEDY =
            "Set proxy.username and proxy.password for a proxy that requires credentials, or neither.";

    private ProxyMapper() {}

    static @Nullable McpHttpProxy map(Layer layer) {
        Value<McpHttpProxy.Type> type = proxyType(layer);
        if (type.value() == McpHttpProxy.Type.SYSTEM) {
            return systemProxy(layer, type);
        }
        Value<String> host =
                layer.find("proxy.host", settings -> text(settings.proxy().host()));
        Value<Integer> port =
                layer.find("proxy.port", settings -> settings.proxy().port());
        Value<String> username =
                layer.find("proxy.username", settings -> text(settings.proxy().username()));
        Value<String> password =
                layer.find("proxy.password", settings -> text(settings.proxy().password()));
        boolean isTyped = type.value() != McpHttpProxy.Type.HTTP;
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
        if (username != null && password == null && type.value() != McpHttpProxy.Type.SOCKS4) {
            throw missing(layer, "proxy.password", "proxy.username", CREDENTIALS_REMEDY);
        }
        if (username == null && password != null) {
            throw missing(layer, "proxy.username", "proxy.password", CREDENTIALS_REMEDY);
        }
        try {
            return new McpHttpProxy(
                    type.value(),
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

    /** A proxy of the server itself overrides that all servers use those of the Java runtime. */
    private static Value<McpHttpProxy.Type> proxyType(Layer layer) {
        Value<McpHttpProxy.Type> type =
                layer.get("proxy.type", settings -> settings.proxy().type(), McpHttpProxy.Type.HTTP);
        boolean isOverridden = type.value() == McpHttpProxy.Type.SYSTEM
                && layer.server().proxy().type() == null
                && text(layer.server().proxy().host()) != null;
        return isOverridden ? new Value<>(type.server(), type.property(), McpHttpProxy.Type.HTTP) : type;
    }

    private static McpHttpProxy systemProxy(Layer layer, Value<McpHttpProxy.Type> type) {
        Proxy own = layer.server().proxy();
        layer.refuse(
                "proxy.host",
                text(own.host()) != null || own.port() != null,
                "is set together with proxy.type=system",
                "Remove proxy.host and proxy.port, or proxy.type.");
        Value<String> username =
                layer.find("proxy.username", settings -> text(settings.proxy().username()));
        Value<String> password =
                layer.find("proxy.password", settings -> text(settings.proxy().password()));
        try {
            return new McpHttpProxy(
                    type.value(),
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
