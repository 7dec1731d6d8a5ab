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

import io.mcpclient.net.Loopback;
import io.mcpclient.net.McpNetworkPolicy;

/**
 * What a user has to see of an address before they agree to visit it. Show the whole {@link #url()}, set the
 * {@link #host()} off from the rest, and show the {@link #warnings()}. Immutable. Nothing is resolved or fetched.
 *
 * <pre>{@code
 * McpUrlPreview preview = McpUrlPreview.of(params.url());
 * boolean consent = ui.confirm(context.serverName(), params.message(), preview.url(), preview.host(), preview.warnings());
 * }</pre>
 *
 * @param url the whole address as the server sent it
 * @param host its host as the browser will look it up: lower case, in ASCII, names of other scripts in Punycode, IPv6 in
 *     brackets
 * @param warnings what is suspicious about it, empty for most addresses
 * @see "MCP 2025-11-25, client/elicitation, Safe URL Handling (ELI-07, ELI-21, ELI-23, ELI-33); fault I08"
 */
public record McpUrlPreview(String url, String host, Set<Warning> warnings) {

    /** Longer than what a user can look over. */
    private static final int LONG = 512;

    /** Names that lead to somewhere in the network of the user. */
    private static final List<String> LOCAL_NAMES =
            List.of(".local", ".internal", ".intranet", ".lan", ".home.arpa", ".corp");

    /** A host, and a port; {@link URI} itself knows neither underscores nor other scripts in names. */
    private static final Pattern AUTHORITY = Pattern.compile("([\\p{L}\\p{M}\\p{N}._-]+)(?::\\d{0,5})?");

    /** What browsers may read as a number: the last label begins with a digit. */
    private static final Pattern NUMBER = Pattern.compile("(?:.*\\.)?\\d[^.]*\\.?");

    /** What is suspicious about an address. */
    public enum Warning {

        /** The host has letters beyond ASCII, which may look like others, written out or as Punycode. */
        FOREIGN_LETTERS,

        /** The host is a number and no name, so that nobody can tell whose it is. */
        NUMERIC_HOST,

        /** It leads to the machine of the user, where programs take orders from their browser. */
        THIS_MACHINE,

        /** It leads to no host of the internet, by its number or its name, but perhaps to one in the network of the user. */
        PRIVATE_NETWORK,

        /** It is longer than 512 characters, which may hide what matters. */
        LONG_ADDRESS
    }

    /** Creates a preview. */
    public McpUrlPreview {
        warnings = Set.copyOf(warnings);
    }

    /** Whether the host may be taken for another one: it has letters beyond ASCII or Punycode, or is a number and no name. */
    public boolean isAmbiguous() {
        return this.warnings.contains(Warning.FOREIGN_LETTERS) || this.warnings.contains(Warning.NUMERIC_HOST);
    }

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
        return new McpUrlPreview(url, host, warnings(url, written, host));
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

    /** A name without a dot is known in one network alone. */
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
