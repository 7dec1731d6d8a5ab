package io.mcpclient.autoconfigure.web;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;

import org.springframework.http.ResponseCookie;

import io.mcpclient.autoconfigure.auth.McpAuthEndpoints;

/**
 * Cookie that binds one authorization to one browser. It is created for each start of an authorization, so that a planted
 * cookie has no effect, and named after the {@code state}, so that concurrent authorizations do not collide. It is sent to
 * the callback only.
 *
 * @see "AUTH-38; fault H14"
 */
record BrowserCookie(McpAuthEndpoints endpoints) {

    private static final SecureRandom RANDOM = new SecureRandom();

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    static String secret() {
        byte[] bytes = new byte[32];
        RANDOM.nextBytes(bytes);
        return ENCODER.encodeToString(bytes);
    }

    /**
     * The {@code state} is a secret, so its name is not the state itself. The prefix makes browsers reject a cookie of this
     * name that was set without TLS.
     */
    String name(String state) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(state.getBytes(StandardCharsets.UTF_8));
            return (isSecure() ? "__Secure-" : "") + "mcp-auth-"
                    + ENCODER.encodeToString(hash).substring(0, 16);
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }

    ResponseCookie set(String state, String secret, Duration age) {
        return cookie(state, secret, age);
    }

    ResponseCookie remove(String state) {
        return cookie(state, "", Duration.ZERO);
    }

    private boolean isSecure() {
        return this.endpoints.callback().getScheme().equals("https");
    }

    private ResponseCookie cookie(String state, String value, Duration age) {
        URI callback = this.endpoints.callback();
        return ResponseCookie.from(name(state), value)
                .httpOnly(true)
                .secure(isSecure())
                .sameSite("Lax")
                .path(callback.getRawPath())
                .maxAge(age)
                .build();
    }
}
