package io.mcpclient.internal.oauth.token;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** The last nonce of each server, for a bounded number of servers. Thread-safe. */
final class ServerNonces {

    /** A client has one server and few authorization servers: more of them indicate an attack. */
    private static final int MAX_ORIGINS = 16;

    private static final int MAX_LENGTH = 1024;

    private final Map<String, String> byOrigin = new LinkedHashMap<>() {

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MAX_ORIGINS;
        }
    };

    @Nullable
    String of(URI url) {
        synchronized (this.byOrigin) {
            return this.byOrigin.isEmpty() ? null : this.byOrigin.get(origin(url));
        }
    }

    boolean adopt(URI url, @Nullable String nonce) {
        if (nonce == null || !isNonce(nonce)) {
            return false;
        }
        synchronized (this.byOrigin) {
            return !nonce.equals(this.byOrigin.put(origin(url), nonce));
        }
    }

    private static boolean isNonce(String text) {
        return !text.isEmpty() && text.length() <= MAX_LENGTH && text.chars().allMatch(OAuthText::isNqchar);
    }

    private static String origin(URI url) {
        String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
        int standard = scheme.equals("https") ? 443 : 80;
        int port = (url.getPort() == -1) ? standard : url.getPort();
        return scheme + "://" + String.valueOf(url.getHost()).toLowerCase(Locale.ROOT) + ":" + port;
    }
}
