package io.mcpclient.support.net;

import java.net.URI;
import java.util.Locale;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Detects this machine by host name or address literal, without name resolution; for resolved addresses see
 * {@link McpNetworkPolicy}.
 *
 * @see "RFC 6761, section 6.3; AUTH-21, AUTH-37; fault H25"
 */
public final class Loopback {

    private static final Pattern NUMBER = Pattern.compile("127(\\.\\d{1,3}){3}");

    private Loopback() {}

    /**
     * Returns whether a host is this machine.
     * @param host host of a URI, IPv6 in brackets, or {@code null}
     * @return whether it is {@code localhost} or a subdomain of it, in 127/8, or {@code ::1}
     */
    public static boolean isHost(@Nullable String host) {
        if (host == null) {
            return false;
        }
        String name = host.toLowerCase(Locale.ROOT);
        return name.equals("localhost")
                || name.endsWith(".localhost")
                || name.equals("[::1]")
                || NUMBER.matcher(name).matches();
    }

    /**
     * Returns whether data sent to a URL is protected from eavesdropping.
     * @param url absolute URL
     * @return whether it is {@code https}, or {@code http} on this machine
     */
    public static boolean isSafe(URI url) {
        return url.getHost() != null
                && ("https".equalsIgnoreCase(url.getScheme())
                        || ("http".equalsIgnoreCase(url.getScheme()) && isHost(url.getHost())));
    }
}
