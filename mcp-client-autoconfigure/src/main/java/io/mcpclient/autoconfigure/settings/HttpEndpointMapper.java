package io.mcpclient.autoconfigure.settings;

import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.util.StringUtils;

import io.mcpclient.autoconfigure.files.ReservedHeaders;
import io.mcpclient.autoconfigure.properties.AuthProperties;
import io.mcpclient.autoconfigure.properties.ServerProperties;
import io.mcpclient.autoconfigure.properties.ServerProperties.Proxy;
import io.mcpclient.autoconfigure.properties.ServerProperties.Transport;
import io.mcpclient.autoconfigure.settings.Layer.Value;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.settings.McpHttpTransportType;
import io.mcpclient.spring.McpConnectionDetails;
import io.mcpclient.support.net.Loopback;
import io.mcpclient.support.net.McpNetworkPolicy;
import io.mcpclient.text.SafeText;

/** Maps the settings of a server that has a URL. */
final class HttpEndpointMapper {

    private HttpEndpointMapper() {}

    static McpHttpSettings map(Layer layer) {
        McpConnectionDetails details = layer.details();
        if (details == null) {
            refuseProcess(layer);
        }
        McpHttpSettings server = ofUrl(layer);
        if (server.socket() != null) {
            refuseNetwork(layer);
        }
        McpHttpSettings http = restricted(server, layer)
                .withTransport(transport(layer))
                .withProxy((server.socket() == null) ? ProxyMapper.map(layer) : null)
                .withCookies(layer.get("cookies-enabled", ServerProperties::cookiesEnabled, false)
                        .value())
                .withHttp2(layer.get("http2-enabled", ServerProperties::http2Enabled, false)
                        .value());
        if (layer.planned() instanceof McpHttpSettings planned) {
            http = http.withHeaders(headers(layer, planned));
        }
        NamedValues.refuseLists(layer, "headers", ServerProperties::headers, "header", "X-Tenant");
        http = add(
                http,
                layer.name(),
                "mcp.defaults.headers.",
                layer.defaults("headers").headers());
        http = add(
                http, layer.name(), layer.property("headers."), layer.server().headers());
        return (details != null)
                ? add(http, layer.name(), "the header of the connection details ", details.headers())
                : http;
    }

    /** Returns the headers that were looked up. Credentials of the application replace those. */
    private static Map<String, String> headers(Layer layer, McpHttpSettings planned) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(planned.headers());
        Value<AuthProperties.Type> auth =
                layer.find("auth.type", settings -> settings.auth().type());
        if (auth != null && auth.value() != AuthProperties.Type.NONE) {
            headers.remove(HttpHeaders.AUTHORIZATION);
        }
        return headers;
    }

    private static McpHttpTransportType transport(Layer layer) {
        Value<Transport> transport = layer.get("transport", ServerProperties::transport, Transport.AUTO);
        return switch (transport.value()) {
            case AUTO ->
                (layer.planned() instanceof McpHttpSettings planned) ? planned.transport() : McpHttpTransportType.AUTO;
            case STREAMABLE_HTTP -> McpHttpTransportType.STREAMABLE_HTTP;
            case SSE -> McpHttpTransportType.SSE;
            case STDIO -> {
                if (layer.details() != null) {
                    yield McpHttpTransportType.AUTO;
                }
                throw transport.invalid("is stdio, but there is no command", "Set command.");
            }
        };
    }

    /** Settings of all servers may be meant for other servers; settings of this server are deliberate. */
    private static void refuseProcess(Layer layer) {
        ServerProperties server = layer.server();
        layer.refuse("args", server.args() != null, "is set, but there is no command", "Remove it, or set command.");
        layer.refuse("env", !server.env().isEmpty(), "is set, but there is no command", "Remove it, or set command.");
        layer.refuse(
                "inherit-env",
                server.inheritEnv() != null,
                "is set, but there is no command",
                "Remove it, or set command.");
        layer.refuse(
                "working-directory",
                server.workingDirectory() != null,
                "is set, but there is no command",
                "Remove it, or set command.");
        layer.refuse(
                "stderr", server.stderr() != null, "is set, but there is no command", "Remove it, or set command.");
    }

    /** There is no network on the way to a Unix domain socket. */
    private static void refuseNetwork(Layer layer) {
        String problem = "is set, but the url is a Unix domain socket";
        Proxy proxy = layer.server().proxy();
        layer.refuse("ssl.bundle", text(layer.server().ssl().bundle()) != null, problem, "Remove it.");
        layer.refuse("proxy.type", proxy.type() != null, problem, "Remove it.");
        layer.refuse("proxy.host", text(proxy.host()) != null || proxy.port() != null, problem, "Remove it.");
    }

    /** Returns the service of a URL that Spring Cloud resolves, or {@code null}. */
    static @Nullable ServiceUrl service(Layer layer) {
        Value<String> url = url(layer);
        return (url != null && !layer.isProcess() && layer.planned() == null) ? ServiceUrl.of(url.value()) : null;
    }

    private static @Nullable Value<String> url(Layer layer) {
        if (layer.planned() instanceof McpHttpSettings planned) {
            return new Value<>(
                    layer.name(), "the url that was looked up", planned.url().toString());
        }
        McpConnectionDetails details = layer.details();
        if (details != null) {
            return new Value<>(layer.name(), "the url of the connection details", String.valueOf(details.url()));
        }
        String url = layer.server().url();
        return (url != null) ? new Value<>(layer.name(), layer.property("url"), url.trim()) : null;
    }

    private static McpHttpSettings ofUrl(Layer layer) {
        Value<String> value = url(layer);
        if (value == null) {
            throw new Value<>(layer.name(), layer.property("url"), "")
                    .invalid(
                            "is missing",
                            "Set url, command, card, domain or registry, or remove or disable the server.");
        }
        value.check(text -> !text.isEmpty(), "is empty", "Use a URL such as https://example.com/mcp.");
        try {
            ServiceUrl service = service(layer);
            return (service != null) ? McpHttpSettings.of(service.url()) : McpHttpSettings.of(value.value());
        } catch (McpConfigurationException ex) {
            throw ex.at(value.server(), value.property());
        }
    }

    /** Names are checked for each connection, when they are resolved. */
    private static McpHttpSettings restricted(McpHttpSettings http, Layer layer) {
        Value<Boolean> publicOnly = layer.get("public-addresses-only", ServerProperties::publicAddressesOnly, false);
        String host = http.url().getHost().replaceAll("\\.$", "");
        if (publicOnly.value() && (McpNetworkPolicy.isInside(host) || Loopback.isHost(host))) {
            throw new McpConfigurationException(
                    layer.name(),
                    layer.property("url"),
                    "has an address that is not public, and " + publicOnly.property() + " is true",
                    "Use a server with a public address, or set the property to false for this server.");
        }
        boolean isPlanned = layer.planned() instanceof McpHttpSettings planned && planned.publicAddressesOnly();
        return http.withPublicAddressesOnly(publicOnly.value() || isPlanned);
    }

    /** Headers of the server are added to those of all servers; names are case-insensitive. */
    private static McpHttpSettings add(McpHttpSettings http, String server, String prefix, Map<String, String> more) {
        McpHttpSettings all = http;
        for (Map.Entry<String, String> header : more.entrySet()) {
            if (ReservedHeaders.contains(header.getKey())) {
                throw new McpConfigurationException(
                        server,
                        prefix + SafeText.excerpt(header.getKey()),
                        "is a header that the client sets itself",
                        "Remove it.");
            }
            try {
                all = all.withHeader(header.getKey(), header.getValue());
            } catch (McpConfigurationException ex) {
                throw ex.at(server, prefix + SafeText.excerpt(header.getKey()));
            }
        }
        return all;
    }

    static @Nullable Value<String> sslBundle(Layer layer, McpHttpSettings http) {
        return (http.socket() != null)
                ? null
                : layer.find("ssl.bundle", settings -> text(settings.ssl().bundle()));
    }

    /** An empty value, such as that of a placeholder with an empty default, counts as not set. */
    private static @Nullable String text(@Nullable String value) {
        return StringUtils.hasText(value) ? value : null;
    }
}
