package io.mcpclient.console.internal.web;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/** Compares origins, as browsers write them, with hosts of requests, to which some proxies add the port that the scheme implies. */
final class Hosts {

    private Hosts() {}

    /**
     * Returns whether an origin has a certain host and port.
     * @param origin scheme, host and, if it is not the default one, port
     * @param host host with an optional port, without one that of the scheme
     */
    static boolean isAt(@Nullable String origin, @Nullable String host) {
        String address = String.valueOf(origin).toLowerCase(Locale.ROOT);
        int start = address.indexOf("://") + 3;
        if (start < 3 || host == null) {
            return false; // the origin of a page without one is "null"
        }
        String port = address.startsWith("https:") ? ":443" : ":80";
        return without(port, address.substring(start)).equals(without(port, host.toLowerCase(Locale.ROOT)));
    }

    private static String without(String port, String host) {
        return host.endsWith(port) ? host.substring(0, host.length() - port.length()) : host;
    }
}
