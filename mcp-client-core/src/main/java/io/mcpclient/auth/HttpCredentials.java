package io.mcpclient.auth;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.text.HeaderSyntax;

/**
 * Credentials of one HTTP request. Headers are validated, so that none can inject another one. {@code toString} shows no
 * values.
 *
 * @param headers names and values; empty if there are none yet
 * @param trail state that the authorization keeps for this request until it ends; opaque to the transport
 */
public record HttpCredentials(
        Map<String, String> headers, @Nullable Object trail) {

    /** No credentials. */
    public static final HttpCredentials NONE = new HttpCredentials(Map.of(), null);

    /**
     * Creates credentials.
     * @throws IllegalArgumentException if a header is illegal; the message never contains its value
     */
    public HttpCredentials {
        headers = Map.copyOf(headers);
        headers.forEach(HttpCredentials::check);
    }

    private static void check(String name, String value) {
        try {
            HeaderSyntax.check(name, value);
        } catch (IllegalArgumentException ex) {
            throw new IllegalArgumentException(
                    (HeaderSyntax.isName(name) ? "the header " + name + " " : "a header ") + ex.getMessage(), ex);
        }
    }

    @Override
    public String toString() {
        return "HttpCredentials[headers=" + this.headers.keySet() + "]";
    }
}
