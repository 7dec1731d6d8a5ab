package io.mcpclient.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.text.Explanation;
import io.mcpclient.text.HeaderSyntax;
import io.mcpclient.text.HostNames;
import io.mcpclient.text.KnownSecrets;
import io.mcpclient.text.SafeText;

import static java.util.Objects.requireNonNullElse;

/**
 * A server that is reached by HTTP. Immutable; {@code toString} shows no header values.
 *
 * @param url endpoint of the server, or its event stream with HTTP+SSE; absolute, {@code http} or {@code https}, without
 *     credentials. For a server at a Unix domain socket, such as {@code unix:///run/server.sock#/mcp}, it is the URL of the requests:
 *     {@code http://localhost/mcp}
 * @param transport the HTTP transport; detected by default
 * @param headers headers of every request, by name, which is not case-sensitive; values are never logged
 * @param cookies whether cookies of the server are stored, in memory and for this client only, and returned to it, for load
 *     balancers with cookie-based affinity. A configured {@code Cookie} header takes precedence
 * @param http2 whether HTTP/2 is used: with {@code https} if the server agrees to it, and HTTP/1.1 otherwise; with {@code http}
 *     always, because there is no negotiation (prior knowledge, RFC 9113, section 3.3)
 * @param sslContext trust and key material for TLS with the server, {@code null} for that of the Java runtime. Does not apply
 *     to authorization servers: see {@link io.mcpclient.auth.McpOAuthSettings#sslContext()}
 * @param proxy HTTP proxy for the server and for its authorization servers, {@code null} for none
 * @param publicAddressesOnly whether connections to loopback, private, link-local and other non-public addresses are refused, for
 *     URLs from users. Checked for each connection, after name resolution; a proxy resolves names itself, and they are not checked
 * @param socket file of the Unix domain socket that the server listens on, {@code null} for a server with a host. Replaced by that of
 *     a {@code url} with the scheme {@code unix}. Such a server has neither TLS nor a proxy
 */
public record McpHttpSettings(
        URI url,
        McpHttpTransportType transport,
        Map<String, String> headers,
        boolean cookies,
        boolean http2,
        @Nullable SSLContext sslContext,
        @Nullable McpHttpProxy proxy,
        boolean publicAddressesOnly,
        @Nullable Path socket)
        implements McpEndpointSettings {

    private static final String EXAMPLE = "Use a URL such as https://example.com/mcp.";

    private static final String PORTS = "Use a port from 1 to 65535, or none.";

    /** A host with what is no port: the host of such a URL is {@code null}. */
    private static final Pattern WITH_PORT = Pattern.compile("[^@:\\[\\]]+:[^@\\[\\]]+");

    /**
     * Checks and copies the settings.
     * @throws McpConfigurationException if one of them cannot be used; the message shows no values of headers
     */
    public McpHttpSettings {
        UnixUrl unix = UnixUrl.of(url);
        if (unix != null) {
            url = unix.url();
            socket = unix.socket();
        }
        checkUrl(url);
        if (socket != null) {
            checkSocket(sslContext, proxy, publicAddressesOnly);
        }
        headers = checked(headers);
    }

    /**
     * Creates settings with default values: the transport is detected, no headers, no cookies, HTTP/1.1, no
     * proxy.
     * @param url endpoint of the server
     * @return the settings
     * @throws McpConfigurationException if it is not an absolute HTTP URL
     */
    public static McpHttpSettings of(URI url) {
        return new McpHttpSettings(url, McpHttpTransportType.AUTO, Map.of(), false, false, null, null, false, null);
    }

    /**
     * Creates settings with default values, see {@link #of(URI)}.
     * @param url endpoint of the server
     * @return the settings
     * @throws McpConfigurationException if it is not an absolute HTTP URL
     */
    public static McpHttpSettings of(String url) {
        return of(parsed(url));
    }

    private static URI parsed(String url) {
        try {
            return new URI(url);
        } catch (URISyntaxException ex) {
            throw SettingChecks.invalid("url", "is not a URL: " + ex.getReason(), EXAMPLE);
        }
    }

    private static void checkUrl(URI url) {
        String scheme = (url.getScheme() != null) ? url.getScheme().toLowerCase(Locale.ROOT) : "";
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw SettingChecks.invalid("url", "has no http or https scheme", EXAMPLE);
        }
        Explanation rejection = HostNames.rejection(url);
        if (rejection != null) {
            throw SettingChecks.invalid("url", rejection.problem(), rejection.remedy());
        }
        if (url.getHost() == null
                && WITH_PORT
                        .matcher(requireNonNullElse(url.getRawAuthority(), ""))
                        .matches()) {
            throw SettingChecks.invalid("url", "has an invalid port", PORTS);
        }
        if (url.getHost() == null || url.getHost().isEmpty()) {
            throw SettingChecks.invalid("url", "has no host", EXAMPLE);
        }
        if (url.getUserInfo() != null) {
            throw SettingChecks.invalid("url", "contains credentials", "Put them into headers: URLs appear in logs.");
        }
        if (url.getFragment() != null) {
            throw SettingChecks.invalid("url", "has a fragment", "Remove the # and everything after it.");
        }
        if (url.getPort() == 0 || url.getPort() > 65535) {
            throw SettingChecks.invalid("url", "has an invalid port", PORTS);
        }
    }

    private static void checkSocket(
            @Nullable SSLContext sslContext, @Nullable McpHttpProxy proxy, boolean publicAddressesOnly) {
        String problem = "is set for a Unix domain socket";
        if (sslContext != null) {
            throw SettingChecks.invalid("ssl.bundle", problem, "Remove it: there is no TLS on the way.");
        }
        if (proxy != null) {
            throw SettingChecks.invalid("proxy.host", problem, "Remove it: there is no proxy on the way.");
        }
        if (publicAddressesOnly) {
            throw SettingChecks.invalid(
                    "url",
                    "is a Unix domain socket, which is not public, and public-addresses-only is true",
                    "Use a server with a public address, or set public-addresses-only to false.");
        }
    }

    private static Map<String, String> checked(Map<String, String> headers) {
        if (headers.isEmpty()) {
            return Collections.emptyMap();
        }
        Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, value) -> {
            try {
                HeaderSyntax.check(name, value);
            } catch (IllegalArgumentException ex) {
                throw SettingChecks.invalid(
                        "headers", String.valueOf(ex.getMessage()), "Correct or remove the header.");
            }
            copy.put(name, value);
        });
        return Collections.unmodifiableMap(copy);
    }

    /**
     * Returns a copy with the given URL.
     * @param url endpoint of the server, {@code http}, {@code https} or {@code unix}
     * @return the copy
     */
    public McpHttpSettings withUrl(URI url) {
        return new McpHttpSettings(
                url,
                this.transport,
                this.headers,
                this.cookies,
                this.http2,
                this.sslContext,
                this.proxy,
                this.publicAddressesOnly,
                null);
    }

    /**
     * Returns a copy with the given transport.
     * @param transport the HTTP transport
     * @return the copy
     */
    public McpHttpSettings withTransport(McpHttpTransportType transport) {
        return new McpHttpSettings(
                this.url,
                transport,
                this.headers,
                this.cookies,
                this.http2,
                this.sslContext,
                this.proxy,
                this.publicAddressesOnly,
                this.socket);
    }

    /**
     * Returns a copy with one header more, or with another value of a header.
     * @param name header name
     * @param value header value; never logged
     * @return the copy
     */
    public McpHttpSettings withHeader(String name, String value) {
        Map<String, String> more = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        more.putAll(this.headers);
        more.remove(name); // the new spelling of the name
        more.put(name, value);
        return withHeaders(more);
    }

    /**
     * Returns a copy with the given headers instead of the previous ones.
     * @param headers headers of every request, by name
     * @return the copy
     */
    public McpHttpSettings withHeaders(Map<String, String> headers) {
        return new McpHttpSettings(
                this.url,
                this.transport,
                headers,
                this.cookies,
                this.http2,
                this.sslContext,
                this.proxy,
                this.publicAddressesOnly,
                this.socket);
    }

    /**
     * Returns a copy that stores cookies or ignores them.
     * @param cookies whether to store cookies
     * @return the copy
     */
    public McpHttpSettings withCookies(boolean cookies) {
        return new McpHttpSettings(
                this.url,
                this.transport,
                this.headers,
                cookies,
                this.http2,
                this.sslContext,
                this.proxy,
                this.publicAddressesOnly,
                this.socket);
    }

    /**
     * Returns a copy that uses HTTP/2 or HTTP/1.1.
     * @param http2 whether to use HTTP/2
     * @return the copy
     */
    public McpHttpSettings withHttp2(boolean http2) {
        return new McpHttpSettings(
                this.url,
                this.transport,
                this.headers,
                this.cookies,
                http2,
                this.sslContext,
                this.proxy,
                this.publicAddressesOnly,
                this.socket);
    }

    /**
     * Returns a copy with the given trust and key material.
     * @param sslContext the context, {@code null} for that of the Java runtime
     * @return the copy
     */
    public McpHttpSettings withSslContext(@Nullable SSLContext sslContext) {
        return new McpHttpSettings(
                this.url,
                this.transport,
                this.headers,
                this.cookies,
                this.http2,
                sslContext,
                this.proxy,
                this.publicAddressesOnly,
                this.socket);
    }

    /**
     * Returns a copy with the given proxy.
     * @param proxy the proxy, {@code null} for none
     * @return the copy
     */
    public McpHttpSettings withProxy(@Nullable McpHttpProxy proxy) {
        return new McpHttpSettings(
                this.url,
                this.transport,
                this.headers,
                this.cookies,
                this.http2,
                this.sslContext,
                proxy,
                this.publicAddressesOnly,
                this.socket);
    }

    /**
     * Returns a copy with a proxy that requires no credentials.
     * @param host its host name
     * @param port its port, 1 to 65535
     * @return the copy
     */
    public McpHttpSettings withProxy(String host, int port) {
        return withProxy(new McpHttpProxy(host, port));
    }

    /**
     * Returns a copy that refuses or allows connections to addresses that are not public.
     * @param publicAddressesOnly whether to refuse them
     * @return the copy
     */
    public McpHttpSettings withPublicAddressesOnly(boolean publicAddressesOnly) {
        return new McpHttpSettings(
                this.url,
                this.transport,
                this.headers,
                this.cookies,
                this.http2,
                this.sslContext,
                this.proxy,
                publicAddressesOnly,
                this.socket);
    }

    /**
     * Returns a copy for a server at the given Unix domain socket, with the same URL of requests.
     * @param socket file of the socket, absolute; {@code null} for a server with a host
     * @return the copy
     */
    public McpHttpSettings withSocket(@Nullable Path socket) {
        return new McpHttpSettings(
                this.url,
                this.transport,
                this.headers,
                this.cookies,
                this.http2,
                this.sslContext,
                this.proxy,
                this.publicAddressesOnly,
                socket);
    }

    /**
     * Returns the address of the server as it is shown in messages.
     * @return the URL without its query and with {@code ***} instead of keys in its path, such as {@code https://example.com/mcp} or
     *     {@code unix:///run/server.sock#/mcp}
     */
    public String address() {
        Path file = this.socket;
        return (file != null)
                ? SafeText.excerpt(UnixUrl.text(file, this.url))
                : KnownSecrets.maskKeys(SafeText.address(this.url));
    }

    @Override
    public String toString() {
        String shown = (this.socket != null)
                ? String.valueOf(this.socket)
                : this.url.getScheme() + "://" + this.url.getAuthority();
        return "McpHttpSettings[url=" + shown + ", headers=" + this.headers.keySet() + "]";
    }
}
