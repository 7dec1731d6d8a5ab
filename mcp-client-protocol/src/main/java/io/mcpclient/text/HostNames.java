package io.mcpclient.text;

import java.net.IDN;
import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Host names that resolve, but that {@link URI} does not accept, such as names of containers with an underscore. All decisions about
 * origins, addresses and credentials depend on the host, so such URLs are rejected, with the reason.
 *
 * @see "RFC 952; RFC 3986, section 3.2.2"
 */
public final class HostNames {

    /** A name with an optional port; a user name before it may be followed by a password. */
    private static final Pattern NAME = Pattern.compile("([^@:\\[\\]\\s]+)(?::\\d*)?");

    private HostNames() {}

    /**
     * Looks for a name that cannot be part of a URL.
     * @param url a URL
     * @return why its host is rejected, {@code null} if it has a host, or none at all
     */
    public static @Nullable Explanation rejection(URI url) {
        String authority = url.getRawAuthority();
        if (url.getHost() != null || authority == null) {
            return null;
        }
        Matcher name = NAME.matcher(authority);
        if (!name.matches()) {
            return null;
        }
        String host = name.group(1);
        String shown = SafeText.excerpt(host);
        if (host.indexOf('_') >= 0) {
            return new Explanation(
                    "has the host \"" + shown + "\", and an underscore is not allowed in the host of a URL",
                    "Use a name without underscores, such as a network alias of the container, or an address.");
        }
        String ascii = ascii(host);
        if (ascii == null) {
            return new Explanation(
                    "has the host \"" + shown + "\", which is not a valid host name",
                    "Use another name, or an address.");
        }
        return new Explanation(
                "has the host \"" + shown + "\", which is not ASCII", "Use " + SafeText.excerpt(ascii) + " instead.");
    }

    private static @Nullable String ascii(String host) {
        try {
            String ascii = IDN.toASCII(host, IDN.USE_STD3_ASCII_RULES);
            return ascii.equals(host) ? null : ascii;
        } catch (IllegalArgumentException ex) {
            return null;
        }
    }
}
