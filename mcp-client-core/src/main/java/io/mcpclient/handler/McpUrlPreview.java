package io.mcpclient.handler;

import java.net.IDN;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.support.net.Loopback;
import io.mcpclient.support.net.McpNetworkPolicy;

/**
 * Preview of a URL for the user's consent to visit it. Show the complete {@link #url()}, highlight the {@link #host()}, and
 * show the {@link #warnings()}. Immutable. Nothing is resolved or fetched.
 *
 * <pre>{@code
 * McpUrlPreview preview = McpUrlPreview.of(params.url());
 * boolean consent = ui.confirm(context.serverName(), params.message(), preview.url(), preview.host(), preview.warnings());
 * }</pre>
 *
 * @param url the complete URL as sent by the server
 * @param host its host as resolved by the browser: lower case, in ASCII, internationalized names in Punycode, IPv6 in
 *     brackets
 * @param warnings suspicious properties, empty for most URLs
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation">MCP: Elicitation</a>
 */
public record McpUrlPreview(String url, String host, Set<Warning> warnings) {

    /** Too long for a user to review. */
    private static final int LONG = 512;

    /** Suffixes of names in the user's network. */
    private static final List<String> LOCAL_NAMES =
            List.of(".local", ".internal", ".intranet", ".lan", ".home.arpa", ".corp");

    /** A host and a port; {@link URI} itself supports neither underscores nor non-ASCII letters in names. */
    private static final Pattern AUTHORITY = Pattern.compile("([\\p{L}\\p{M}\\p{N}._-]+)(?::\\d{0,5})?");

    /** Hosts that browsers may parse as a number: the last label begins with a digit. */
    private static final Pattern NUMBER = Pattern.compile("(?:.*\\.)?\\d[^.]*\\.?");

    /** Suspicious property of a URL. */
    public enum Warning {

        /** The host has non-ASCII letters, possibly as Punycode, which may look like other letters. */
        FOREIGN_LETTERS,

        /** The host is numeric instead of a name, so that its owner cannot be recognized. */
        NUMERIC_HOST,

        /** The host is the user's own machine, whose programs may accept requests from the browser. */
        THIS_MACHINE,

        /** The host's address or name is not public; it may belong to the user's network. */
        PRIVATE_NETWORK,

        /** The URL is longer than 512 characters, which may hide relevant parts. */
        LONG_ADDRESS
    }

    /** Creates a preview. */
    public McpUrlPreview {
        warnings = Set.copyOf(warnings);
    }

    /** Returns whether the host may be mistaken for another one: it has non-ASCII letters or Punycode, or is numeric. */
    public boolean isAmbiguous() {
        return this.warnings.contains(Warning.FOREIGN_LETTERS) || this.warnings.contains(Warning.NUMERIC_HOST);
    }

    /**
     * Parses a URL, and rejects URLs that no user should visit.
     * @param url the URL, untrusted
     * @return the preview
     * @throws IllegalArgumentException if it is not an {@code http} or {@code https} URL with a host, has user information
     *     or invisible characters, or is plain {@code http} to another machine; the message does not contain the URL
     */
    public static McpUrlPreview of(String url) {
        if (!url.codePoints().allMatch(McpUrlPreview::isVisible)) {
            throw new IllegalArgumentException("the URL has invisible characters");
        }
        URI uri = parsed(url);
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        if (!scheme.equals("https") && !scheme.equals("http")) {
            throw new IllegalArgumentException("the URL is neither https nor http");
        }
        String authority = uri.getRawAuthority();
        if (authority != null && authority.indexOf('@') >= 0) {
            throw new IllegalArgumentException("the URL has user information");
        }
        String written = writtenHost(uri);
        if (written == null) {
            throw new IllegalArgumentException("the URL has no valid host");
        }
        String host = ascii(written);
        if (scheme.equals("http") && !Loopback.isHost(host)) {
            throw new IllegalArgumentException("the URL is plain http to another machine");
        }
        return new McpUrlPreview(url, host, warnings(url, written, host));
    }

    private static URI parsed(String url) {
        try {
            return new URI(url);
        } catch (URISyntaxException ex) {
            throw new IllegalArgumentException("the URL is malformed");
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
            throw new IllegalArgumentException("the URL has no valid host");
        }
    }

    private static Set<Warning> warnings(String url, String written, String host) {
        Set<Warning> warnings = EnumSet.noneOf(Warning.class);
        if (!written.chars().allMatch(c -> c < 0x80) || host.startsWith("xn--") || host.contains(".xn--")) {
            warnings.add(Warning.FOREIGN_LETTERS);
        }
        if (Loopback.isHost(host)) {
            warnings.add(Warning.THIS_MACHINE);
        } else if (host.startsWith("[") || NUMBER.matcher(host).matches()) {
            warnings.add(Warning.NUMERIC_HOST);
        }
        if (!Loopback.isHost(host) && (McpNetworkPolicy.isInside(host) || isLocalName(host))) {
            warnings.add(Warning.PRIVATE_NETWORK);
        }
        if (url.length() > LONG) {
            warnings.add(Warning.LONG_ADDRESS);
        }
        return warnings;
    }

    /** A name without a dot is valid only within one network. */
    private static boolean isLocalName(String host) {
        String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        boolean isNumber = host.startsWith("[") || NUMBER.matcher(host).matches();
        return !isNumber && (name.indexOf('.') < 0 || LOCAL_NAMES.stream().anyMatch(name::endsWith));
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
