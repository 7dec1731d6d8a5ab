package io.mcpclient.auth;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

import org.jspecify.annotations.Nullable;

import io.mcpclient.support.net.Loopback;

/** Callback URLs, and the {@code state} that identifies their request. */
final class CallbackUrl {

    private CallbackUrl() {}

    /**
     * Returns the {@code state} of a URL.
     * @param url the URL, untrusted
     * @return the state, or {@code null} if there is none, or more than one
     */
    static @Nullable String state(URI url) {
        String found = null;
        String query = url.getRawQuery();
        for (String pair : (query != null) ? query.split("&") : new String[0]) {
            if (pair.startsWith("state=")) {
                if (found != null) {
                    return null;
                }
                found = decode(pair.substring("state=".length()));
            }
        }
        return found;
    }

    private static @Nullable String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException ex) {
            return null;
        }
    }

    /** Compares in constant time. */
    static boolean isSame(@Nullable String one, @Nullable String other) {
        return one != null
                && other != null
                && MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the URL if it is allowed as a redirect URI (AUTH-37). */
    static URI require(URI url) {
        if (!Loopback.isSafe(url)) {
            throw new IllegalArgumentException("a redirect URI is https, or http on a loopback address");
        }
        if (url.getRawFragment() != null) {
            throw new IllegalArgumentException("a redirect URI has no fragment");
        }
        return url;
    }
}
