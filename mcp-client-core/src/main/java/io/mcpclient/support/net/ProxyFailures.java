package io.mcpclient.support.net;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.net.ssl.SSLException;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.proxy.ProxyConnectException;
import org.jspecify.annotations.Nullable;

import io.mcpclient.settings.McpHttpProxy;
import io.mcpclient.text.Explanation;
import io.mcpclient.text.SafeText;

/**
 * Failures to connect through a proxy, as one table. Each message names the proxy as the cause: the server has not been reached
 * yet.
 *
 * <table>
 * <caption>failures of a client that connects through its proxy only, first match counts</caption>
 * <tr><th>failure</th><th>meaning</th></tr>
 * <tr><td>host name unknown</td><td>{@code proxy.host} is wrong</td></tr>
 * <tr><td>connect timeout; no route; connection refused</td><td>the proxy is not running there</td></tr>
 * <tr><td>407</td><td>the proxy requires credentials, or other ones</td></tr>
 * <tr><td>403, 405</td><td>the proxy does not allow the destination</td></tr>
 * <tr><td>502, 503, 504</td><td>the proxy could not reach the server</td></tr>
 * <tr><td>any other status</td><td>the proxy rejects the connection</td></tr>
 * <tr><td>no valid response to CONNECT</td><td>most likely not an HTTP proxy</td></tr>
 * </table>
 *
 * @see "RFC 9110, section 9.3.6 (CONNECT) and 15.5.8 (407); faults A01 to A03"
 */
public final class ProxyFailures {

    /** Netty provides the status only in the message. */
    private static final Pattern STATUS = Pattern.compile("status: (\\d{3})\\b");

    private static final Pattern SOCKS_STATUS = Pattern.compile("\\bstatus: ([A-Z_]+)");

    private static final Pattern SOCKS_CREDENTIALS = Pattern.compile("authMethod|authStatus|IDENTD");

    private static final String CHECK_RUNTIME =
            "Check that the proxy is running, and the system properties of the Java runtime for"
                    + " proxies, such as https.proxyHost: proxy.type is system.";

    private ProxyFailures() {}

    /**
     * Diagnoses a failure.
     * @param proxy the proxy that the client uses for all requests
     * @param destination host and port behind the proxy, or a URL, printable
     * @param prefix of the properties of the proxy, such as {@code mcp.servers.weather.}; {@code null} for a proxy of the Java runtime
     * @param cause the failure of the request
     * @return the diagnosis, or {@code null} if the failure does not concern the proxy
     */
    public static @Nullable Explanation diagnose(
            McpHttpProxy proxy, String destination, @Nullable String prefix, Throwable cause) {
        return ofConnection(proxy, destination, prefix, beforeTls(cause));
    }

    /** A rejected tunnel fails the TLS handshake that waits for it. */
    private static Throwable beforeTls(Throwable failure) {
        Throwable cause = failure.getCause();
        return (failure instanceof SSLException && cause instanceof ProxyConnectException) ? cause : failure;
    }

    private static @Nullable Explanation ofConnection(
            McpHttpProxy proxy, String destination, @Nullable String prefix, Throwable cause) {
        String name = name(proxy);
        if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
            return new Explanation(
                    "host not found: " + name, (prefix != null) ? "Check " + prefix + "proxy.host." : CHECK_RUNTIME);
        }
        if (cause instanceof ConnectTimeoutException) {
            return new Explanation("connecting to " + name + " timed out", checkAddress(prefix));
        }
        if (cause instanceof NoRouteToHostException) {
            return new Explanation("no route to " + name, checkAddress(prefix));
        }
        if (cause instanceof ProxyConnectException) {
            if (proxy.type() != McpHttpProxy.Type.HTTP) {
                return ofSocks(proxy, destination, prefix, String.valueOf(cause.getMessage()));
            }
            Matcher status = STATUS.matcher(String.valueOf(cause.getMessage()));
            return status.find()
                    ? ofStatus(proxy, destination, prefix, Integer.parseInt(status.group(1)))
                    : new Explanation(name + " does not respond like an HTTP proxy", checkAddress(prefix));
        }
        return (cause instanceof ConnectException)
                ? new Explanation("connection refused by " + name, checkAddress(prefix))
                : null;
    }

    private static Explanation ofSocks(
            McpHttpProxy proxy, String destination, @Nullable String prefix, String message) {
        if (SOCKS_CREDENTIALS.matcher(message).find()) {
            return ofCredentials(proxy, name(proxy) + " rejected the connection: ", prefix);
        }
        Matcher status = SOCKS_STATUS.matcher(message);
        if (!status.find()) {
            return new Explanation(name(proxy) + " does not respond like a SOCKS proxy", checkAddress(prefix));
        }
        String answered = name(proxy) + " responded with " + status.group(1) + ": ";
        return status.group(1).equals("FORBIDDEN")
                ? new Explanation(
                        answered + "it does not allow connections to " + destination,
                        "Ask the operator of the proxy to allow this host and port.")
                : new Explanation(
                        answered + "it cannot reach " + destination,
                        "Check that the server is running, and that the proxy can reach it.");
    }

    private static Explanation ofCredentials(McpHttpProxy proxy, String answered, @Nullable String prefix) {
        String properties = ((prefix != null) ? prefix : "") + "proxy.username and " + ((prefix != null) ? prefix : "")
                + "proxy.password.";
        return (proxy.username() != null)
                ? new Explanation(answered + "it does not accept the credentials", "Check " + properties)
                : new Explanation(answered + "it requires credentials", "Set " + properties);
    }

    /**
     * Diagnoses a status that a proxy sent in place of the server.
     * @param proxy the proxy
     * @param destination host and port behind the proxy, or a URL, printable
     * @param prefix of the properties of the proxy, {@code null} for a proxy of the Java runtime
     * @param status the HTTP status
     * @return the diagnosis
     */
    public static Explanation ofStatus(McpHttpProxy proxy, String destination, @Nullable String prefix, int status) {
        String answered = name(proxy) + " responded with HTTP " + status + ": ";
        return switch (status) {
            case 407 -> ofCredentials(proxy, answered, prefix);
            case 403, 405 ->
                new Explanation(
                        answered + "it does not allow connections to " + destination,
                        "Ask the operator of the proxy to allow this host and port"
                                + ((prefix != null)
                                        ? ", or check " + prefix + "proxy.host and " + prefix + "proxy.port."
                                        : "."));
            case 502, 503, 504 ->
                new Explanation(
                        answered + "it cannot reach " + destination,
                        "Check that the server is running, and that the proxy can reach it.");
            default -> new Explanation(answered + "it did not connect to " + destination, checkAddress(prefix));
        };
    }

    /**
     * Returns the description of a proxy in messages.
     * @param proxy the proxy
     * @return its kind, host and port
     */
    public static String name(McpHttpProxy proxy) {
        return "the proxy " + SafeText.excerpt(proxy.address());
    }

    private static String checkAddress(@Nullable String prefix) {
        return (prefix == null)
                ? CHECK_RUNTIME
                : "Check that the proxy is running, and " + prefix + "proxy.host and " + prefix + "proxy.port.";
    }
}
