package io.mcpclient.handler;

import java.net.IDN;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.net.Loopback;

/**
 * What a user has to see of an address before they agree to visit it. Show the whole {@link #url()}, set the
 * {@link #host()} off from the rest, and warn if it {@link #isAmbiguous()}. Immutable. Nothing is resolved or fetched.
 *
 * <pre>{@code
 * McpUrlPreview preview = McpUrlPreview.of(params.url());
 * boolean consent = ui.confirm(context.serverName(), params.message(), preview.url(), preview.host(), preview.isAmbiguous());
 * }</pre>
 *
 * @param url the whole address as the server sent it
 * @param host its host as the browser will look it up: lower case, in ASCII, names of other scripts in Punycode, IPv6 in
 *     brackets
 * @param isAmbiguous whether the host may be taken for another one: it has letters beyond ASCII or Punycode, or is a
 *     number and no name
 * @see "MCP 2025-11-25, client/elicitation, Safe URL Handling (ELI-07, ELI-21, ELI-23, ELI-33)"
 */
public record McpUrlPreview(String url, String host, boolean isAmbiguous) {

    /** A host, and a port; {@link URI} itself knows neither underscores nor other scripts in names. */
    private static final Pattern AUTHORITY = Pattern.compile("([\\p{L}\\p{M}\\p{N}._-]+)(?::\\d{0,5})?");

    /** What browsers may read as a number: the last label begins with a digit. */
    private static final Pattern NUMBER = Pattern.compile("(?:.*\\.)?\\d[^.]*\\.?");

    /**
     * Takes an address apart, and refuses what no user should be sent to.
     * @param url the address, untrusted
     * @return what to show of it
     * @throws IllegalArgumentException if it is no {@code http} or {@code https} address with a host, has user information
     *     or characters that cannot be seen, or is plain {@code http} to another machine; the message does not repeat it
     */
    public static McpUrlPreview of(String url) {
        if (!url.codePoints().allMatch(McpUrlPreview::isVisible)) {
            throw new IllegalArgumentException("the address has characters that cannot be seen");
        }
        URI uri = parsed(url);
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        if (!scheme.equals("https") && !scheme.equals("http")) {
            throw new IllegalArgumentException("the address is neither https nor http");
        }
        String authority = uri.getRawAuthority();
        if (authority != null && authority.indexOf('@') >= 0) {
            throw new IllegalArgumentException("the address has user information");
        }
        String written = writtenHost(uri);
        if (written == null) {
            throw new IllegalArgumentException("the address has no valid host");
        }
        String host = ascii(written);
        if (scheme.equals("http") && !Loopback.isHost(host)) {
            throw new IllegalArgumentException("the address is plain http to another machine");
        }
        return new McpUrlPreview(url, host, isAmbiguous(written, host));
    }

    private static URI parsed(String url) {
        try {
            return new URI(url);
        } catch (URISyntaxException ex) {
            throw new IllegalArgumentException("the address is no valid URL");
        }
    }

    private static @Nullable String writtenHost(URI uri) {
        if (uri.getHost() != null) {
            return uri.getHost();
        }
        Matcher authority = AUTHORITY.matcher(String.valueOf(uri.getRawAuthority()));
        return (uri.getRawAuthority() != null && authority.matches()) ? authority.group(1) : null;
    }

    private static String ascii(String host) {
        try {
            return IDN.toASCII(host).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException ex) {
            throw new IllegalArgumentException("the address has no valid host");
        }
    }

    private static boolean isAmbiguous(String written, String host) {
        return !written.chars().allMatch(c -> c < 0x80)
                || host.startsWith("xn--")
                || host.contains(".xn--")
                || (!Loopback.isHost(host)
                        && (host.startsWith("[") || NUMBER.matcher(host).matches()));
    }

    private static boolean isVisible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SPACE_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
