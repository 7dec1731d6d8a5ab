package io.mcpclient.apps.internal;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Checks links that views want to open in the browser of the user. Names are not resolved: the browser does that, elsewhere.
 *
 * <table>
 * <caption>a link</caption>
 * <tr><th>link</th><th>opened</th></tr>
 * <tr><td>{@code https}, {@code http}, with a host name that has a dot</td><td>yes</td></tr>
 * <tr><td>another scheme, no host, user info, more than 2048 characters, control characters or spaces</td><td>no</td></tr>
 * <tr><td>an address literal in any notation, {@code localhost}, a name without a dot, or with an internal ending</td><td>no</td></tr>
 * </table>
 *
 * @see "MCP Apps, open-link (APP-28)"
 */
public final class Links {

    private static final int MAX_LENGTH = 2048;

    /** A last label that begins with a digit: browsers read such hosts as IPv4 addresses, in several notations. */
    private static final Pattern NUMBER = Pattern.compile("(?:.*\\.)?[0-9][^.]*");

    private static final Pattern INTERNAL =
            Pattern.compile(".*\\.(?:localhost|local|internal|intranet|lan|home|corp|test|home\\.arpa)");

    private Links() {}

    /**
     * Returns the URL to open. Its characters are those of ASCII, others are encoded: a user who is asked must not see it mirrored.
     * @param link what the view has sent
     * @return the URL, {@code null} if it must not be opened
     */
    public static @Nullable URI checked(@Nullable Object link) {
        if (!(link instanceof String text) || text.length() > MAX_LENGTH) {
            return null;
        }
        try {
            URI url = new URI(text);
            String scheme = (url.getScheme() != null) ? url.getScheme().toLowerCase(Locale.ROOT) : "";
            boolean isWeb = scheme.equals("https") || scheme.equals("http");
            return (isWeb && url.getRawUserInfo() == null && isPublicName(url.getHost()))
                    ? URI.create(url.toASCIIString())
                    : null;
        } catch (URISyntaxException ex) {
            return null;
        }
    }

    private static boolean isPublicName(@Nullable String host) {
        if (host == null || host.startsWith("[")) {
            return false;
        }
        String name = host.toLowerCase(Locale.ROOT).replaceAll("\\.$", "");
        return name.indexOf('.') > 0
                && !NUMBER.matcher(name).matches()
                && !INTERNAL.matcher(name).matches();
    }
}
