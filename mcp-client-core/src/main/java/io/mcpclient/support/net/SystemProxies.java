package io.mcpclient.support.net;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.settings.McpHttpProxy;
import io.mcpclient.text.SafeText;

/**
 * The proxies of the Java runtime, which depend on the URL: {@code http.proxyHost}, {@code https.proxyHost}, {@code
 * http.nonProxyHosts}, {@code socksProxyHost} and others, or a {@link ProxySelector} of the application.
 *
 * @see <a href="https://docs.oracle.com/en/java/javase/17/core/java-networking.html">Java Networking and Proxies</a>
 */
public final class SystemProxies {

    private SystemProxies() {}

    /**
     * Returns the proxy for a URL.
     * @param configured the configured proxy, {@code null} for none
     * @param url an absolute URL with a host
     * @return the configured proxy, or the proxy of the Java runtime for this URL if that is configured; {@code null} for none
     */
    public static @Nullable McpHttpProxy resolved(@Nullable McpHttpProxy configured, URI url) {
        return (configured != null && configured.type() == McpHttpProxy.Type.SYSTEM)
                ? ofRuntime(url, configured)
                : configured;
    }

    private static @Nullable McpHttpProxy ofRuntime(URI url, McpHttpProxy configured) {
        ProxySelector selector = ProxySelector.getDefault();
        List<Proxy> proxies = (selector != null) ? selector.select(url) : List.of();
        if (proxies.isEmpty() || !(proxies.get(0).address() instanceof InetSocketAddress address)) {
            return null;
        }
        boolean isSocks = proxies.get(0).type() == Proxy.Type.SOCKS;
        boolean isSocks4 = isSocks && "4".equals(System.getProperty("socksProxyVersion"));
        return new McpHttpProxy(
                isSocks4 ? McpHttpProxy.Type.SOCKS4 : isSocks ? McpHttpProxy.Type.SOCKS5 : McpHttpProxy.Type.HTTP,
                address.getHostString(),
                address.getPort(),
                configured.username(),
                isSocks4 ? null : configured.password());
    }

    /**
     * Returns a sentence about a proxy that a client without one does not use, for a failure to connect.
     * @param url URL that was not reached
     * @return the sentence, {@code null} if the environment has no proxy for the URL
     */
    public static @Nullable String unused(URI url) {
        return unused(url, System.getenv());
    }

    static @Nullable String unused(URI url, Map<String, String> environment) {
        McpHttpProxy ofRuntime = ofRuntime(url, McpHttpProxy.system());
        if (ofRuntime != null) {
            return "The Java runtime has the proxy " + SafeText.excerpt(ofRuntime.address())
                    + " for this URL, which is not used: set proxy.type to system.";
        }
        String variable = url.getScheme().toUpperCase(Locale.ROOT) + "_PROXY";
        String host = url.getHost();
        boolean isSet = environment.containsKey(variable) || environment.containsKey(variable.toLowerCase(Locale.ROOT));
        return (isSet && !Loopback.isHost(host) && !isExcluded(host, environment))
                ? "The environment variable " + variable
                        + " is set, which is not used: set proxy.host and proxy.port if a proxy is needed."
                : null;
    }

    private static boolean isExcluded(String host, Map<String, String> environment) {
        String hosts = environment.getOrDefault("NO_PROXY", environment.getOrDefault("no_proxy", ""));
        return Arrays.stream(hosts.split("[,\\s]+", -1))
                .map(name -> name.replaceFirst("^\\*?\\.", ""))
                .anyMatch(name -> !name.isEmpty() && (host.equals(name) || host.endsWith("." + name)));
    }
}
