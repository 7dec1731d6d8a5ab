package io.mcpclient.autoconfigure;

import java.net.URI;
import java.util.Locale;
import java.util.regex.Pattern;

/** Tells what is on this machine by its name or number alone. Asks no name server. */
final class LoopbackHost {

    private static final Pattern NUMBER = Pattern.compile("127(\\.\\d{1,3}){3}");

    private LoopbackHost() {}

    static boolean isNamedBy(URI url) {
        String host = String.valueOf(url.getHost()).toLowerCase(Locale.ROOT);
        return host.equals("localhost")
                || host.endsWith(".localhost")
                || host.equals("[::1]")
                || NUMBER.matcher(host).matches();
    }

    /** Tells whether what is sent there can be read on the way. */
    static boolean isCleartext(URI url) {
        return !"https".equalsIgnoreCase(url.getScheme()) && !isNamedBy(url);
    }
}
