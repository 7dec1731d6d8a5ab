package io.mcpclient.autoconfigure.settings;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpCredentials;
import io.mcpclient.auth.McpGrantType;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.autoconfigure.properties.AuthProperties;
import io.mcpclient.autoconfigure.settings.Layer.Value;

/**
 * Authorization of the requests to one server, as configured by properties. {@code toString} shows no secret.
 *
 * @param type type and its property, or {@code null} if not set: then beans may apply
 * @param scheme authorization scheme
 * @param allowCleartext whether credentials may be sent unencrypted
 * @param perPrincipal principals on whose behalf the server is called, {@code null} if not configured
 * @param sharedBeans whether beans with credentials for all servers apply
 */
public record AuthSettings(
        @Nullable Value<AuthProperties.Type> type,
        Scheme scheme,
        boolean allowCleartext,
        @Nullable Value<AuthProperties.PerPrincipal> perPrincipal,
        boolean sharedBeans) {

    /** No authorization is configured. */
    public static final AuthSettings UNSET = new AuthSettings(null, new None(), false, null, true);

    /** No authorization is configured, and only beans for this very server apply. */
    public static final AuthSettings OWN_BEANS = new AuthSettings(null, new None(), false, null, false);

    /** Authorization scheme. */
    public sealed interface Scheme permits None, Simple, OAuth, Registration {}

    /** No credentials, or those of a bean. */
    public record None() implements Scheme {}

    /** Configured credentials. */
    public record Simple(McpCredentials credentials) implements Scheme {

        @Override
        public String toString() {
            return "Simple[]";
        }
    }

    /**
     * Tokens that this client obtains.
     *
     * @param grant grant type that obtains the first token
     * @param settings applies all properties to a builder
     * @param needsAssertions whether an assertion of the application's or the user's identity is required and not set by a
     * property
     * @param redirectUri whether properties set the redirect URI
     * @param sslBundle name of the SSL bundle for authorization servers, or {@code null}
     * @param properties returns the property that gives the server a value, from its name after {@code auth.}
     */
    public record OAuth(
            McpGrantType grant,
            Consumer<McpOAuthSettings.Builder> settings,
            boolean needsAssertions,
            boolean redirectUri,
            @Nullable Value<String> sslBundle,
            UnaryOperator<String> properties)
            implements Scheme {}

    /** Tokens that a client registration of Spring Security obtains. */
    public record Registration(Value<String> id) implements Scheme {}
}
