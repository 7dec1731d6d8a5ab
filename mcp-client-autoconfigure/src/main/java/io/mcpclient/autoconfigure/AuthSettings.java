package io.mcpclient.autoconfigure;

import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpCredentials;
import io.mcpclient.autoconfigure.Layer.Value;
import io.mcpclient.oauth.McpGrantType;
import io.mcpclient.oauth.McpOAuthSettings;

/**
 * How the requests to one server are authorized, as far as properties say so. {@code toString} shows no secret.
 *
 * @param type type and where it comes from, or {@code null} if none was set: then beans may have a say
 * @param scheme what to do
 * @param allowCleartext whether credentials may travel unencrypted
 * @param perPrincipal on behalf of which principals the server is called, {@code null} if not configured
 */
record AuthSettings(
        @Nullable Value<AuthProperties.Type> type,
        Scheme scheme,
        boolean allowCleartext,
        @Nullable Value<AuthProperties.PerPrincipal> perPrincipal) {

    /** Nothing was said. */
    static final AuthSettings UNSET = new AuthSettings(null, new None(), false, null);

    /** What to do. */
    sealed interface Scheme permits None, Simple, OAuth, Registration {}

    /** No credentials, or those of a bean. */
    record None() implements Scheme {}

    /** Credentials that are given. */
    record Simple(McpCredentials credentials) implements Scheme {

        @Override
        public String toString() {
            return "Simple[]";
        }
    }

    /**
     * Tokens that this client obtains.
     *
     * @param grant how it does
     * @param settings puts everything that properties say on a draft
     * @param needsAssertions whether somebody has to say who the application or the user is, and no property does
     * @param redirectUri whether properties say where browsers are sent back to
     * @param sslBundle name of the SSL bundle for authorization servers, or {@code null}
     */
    record OAuth(
            McpGrantType grant,
            Consumer<McpOAuthSettings.Draft> settings,
            boolean needsAssertions,
            boolean redirectUri,
            @Nullable Value<String> sslBundle)
            implements Scheme {}

    /** Tokens that a client registration of Spring Security obtains. */
    record Registration(Value<String> id) implements Scheme {}
}
