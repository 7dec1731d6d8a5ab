package io.mcpclient.auth;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.net.HeaderSyntax;

/**
 * What goes with one HTTP request. Whoever made it, no header in it can smuggle a second one. {@code toString} shows no
 * values.
 *
 * @param headers names and values; empty if there is nothing yet
 * @param trail what the authorization wants to remember of this request until it is over; no concern of the transport
 */
public record HttpCredentials(
        Map<String, String> headers, @Nullable Object trail) {

    /** Nothing at all. */
    public static final HttpCredentials NONE = new HttpCredentials(Map.of(), null);

    /**
     * Creates credentials.
     * @throws IllegalArgumentException if a header is illegal; the message never holds its value
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
