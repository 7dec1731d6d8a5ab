package io.mcpclient.auth;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What goes with one HTTP request. {@code toString} shows no values.
 *
 * @param headers names and values; empty if there is nothing yet
 * @param trail what the authorization wants to remember of this request until it is over; no concern of the transport
 */
public record HttpCredentials(
        Map<String, String> headers, @Nullable Object trail) {

    /** Nothing at all. */
    public static final HttpCredentials NONE = new HttpCredentials(Map.of(), null);

    @Override
    public String toString() {
        return "HttpCredentials[headers=" + this.headers.keySet() + "]";
    }
}
