package io.mcpclient.support.net;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;

import io.netty.util.NetUtil;
import org.jspecify.annotations.Nullable;

/**
 * Strict parser for untrusted URLs: rejects anything that two parsers could interpret differently, and anything that a shell
 * would treat as a command.
 *
 * @see "SEC-03, SEC-10, SEC-12; faults H07, H12"
 */
final class UrlSyntax {

    private static final int MAX_LENGTH = 2048;

    /** Characters that need no quotes in any shell; brackets are those of IPv6. */
    private static final Pattern CHARACTERS = Pattern.compile("[A-Za-z0-9._~:/?#\\[\\]@%&=+,-]*");

    private static final Pattern PATH = Pattern.compile("[A-Za-z0-9._~:/@%=+,-]*");

    private static final Pattern QUERY = Pattern.compile("[A-Za-z0-9._~:/?@%&=+,-]*");

    private static final Pattern ENCODED_CONTROL = Pattern.compile("%(?:[01][0-9A-Fa-f]|7[Ff])");

    /** The last label starts with a digit. */
    private static final Pattern NUMBER = Pattern.compile("(?:.*\\.)?[0-9][^.]*\\.?");

    private UrlSyntax() {}

    /**
     * Parses a URL.
     * @param url the URL
     * @param what description of the URL for the message
     * @return the URL: {@code http} or {@code https}, with a host
     * @throws ForbiddenUrlException if it is anything else; the message does not repeat it
     */
    static URI parse(String url, String what) {
        String problem = (url.length() > MAX_LENGTH) ? "it is too long" : charactersProblem(url);
        URI parsed = (problem == null) ? parsed(url) : null;
        if (parsed == null) {
            throw forbidden(what, (problem != null) ? problem : "it is not a valid URL");
        }
        problem = problem(parsed);
        if (problem != null) {
            throw forbidden(what, problem);
        }
        return parsed;
    }

    static ForbiddenUrlException forbidden(String what, String problem) {
        return new ForbiddenUrlException(what + " is refused: " + problem);
    }

    private static @Nullable String charactersProblem(String url) {
        return CHARACTERS.matcher(url).matches()
                ? null
                : "it contains characters that are not allowed in a URL or not safe in a shell";
    }

    private static @Nullable URI parsed(String url) {
        try {
            return new URI(url);
        } catch (URISyntaxException ex) {
            return null;
        }
    }

    private static @Nullable String problem(URI url) {
        String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
        if (!scheme.equals("https") && !scheme.equals("http")) {
            return "its scheme is neither https nor http";
        }
        String authority = url.getRawAuthority();
        if (authority != null && authority.indexOf('@') >= 0) {
            return "it contains user information";
        }
        if (url.getHost() == null || !isUnambiguous(url.getHost())) {
            return "it has no valid host";
        }
        if (String.valueOf(authority).endsWith(":") || url.getPort() == 0 || url.getPort() > 0xffff) {
            return "it has no valid port";
        }
        if (url.getRawFragment() != null) {
            return "it has a fragment";
        }
        return isHarmless(url) ? null : "it contains characters that are not allowed in a URL or not safe in a shell";
    }

    private static boolean isHarmless(URI url) {
        String path = String.valueOf(url.getRawPath());
        String query = String.valueOf(url.getRawQuery());
        return PATH.matcher(path).matches()
                && QUERY.matcher(query).matches()
                && !ENCODED_CONTROL.matcher(path + "?" + query).find();
    }

    /**
     * Accepts IPv4 in four decimal numbers, and IPv6 without a zone. Names do not end in a number: browsers and operating
     * systems interpret such names as addresses, each in its own way.
     */
    private static boolean isUnambiguous(String host) {
        if (host.startsWith("[")) {
            return host.indexOf('%') < 0 && literal(host) != null;
        }
        InetAddress address = literal(host);
        return (address != null)
                ? address.getHostAddress().equals(host)
                : !NUMBER.matcher(host).matches();
    }

    /** Returns the address of an address literal, {@code null} for names. Performs no name resolution. */
    static @Nullable InetAddress literal(String host) {
        try {
            if (host.indexOf(':') >= 0) {
                // in brackets, the Java runtime accepts only an address literal
                return InetAddress.getByName(host.startsWith("[") ? host : "[" + host + "]");
            }
            byte[] address = NetUtil.createByteArrayFromIpAddressString(host);
            return (address != null) ? InetAddress.getByAddress(address) : null;
        } catch (UnknownHostException ex) {
            return null;
        }
    }

    /** Whether a host is this machine by its name or address literal; resolved addresses are checked elsewhere. */
    static boolean isLoopback(String host) {
        InetAddress literal = literal(host);
        if (literal != null) {
            return AddressClass.of(literal) == AddressClass.LOOPBACK;
        }
        String name = host.toLowerCase(Locale.ROOT);
        return name.equals("localhost") || name.endsWith(".localhost");
    }
}
