package io.mcpclient.net;

import java.net.URI;
import java.util.Locale;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Tells what is on this machine by its name or number alone. Asks no name server: where a name leads is another matter, see
 * {@link McpNetworkPolicy}.
 *
 * @see "RFC 6761, section 6.3; AUTH-21, AUTH-37; fault H25"
 */
public final class Loopback {

    private static final Pattern NUMBER = Pattern.compile("127(\\.\\d{1,3}){3}");

    private Loopback() {}

    /**
     * Tells whether a host is this machine.
     * @param host host of a URI, IPv6 in brackets, or {@code null}
     * @return whether it is {@code localhost} or below it, in 127/8, or {@code ::1}
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
     * Tells whether nobody on the way can read what is sent to a URL.
     * @param url absolute URL
     * @return whether it is {@code https}, or {@code http} on this machine
     */
    public static boolean isSafe(URI url) {
        return url.getHost() != null
                && ("https".equalsIgnoreCase(url.getScheme())
                        || ("http".equalsIgnoreCase(url.getScheme()) && isHost(url.getHost())));
    }
}
