package io.mcpclient.autoconfigure.settings;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpGrantType;
import io.mcpclient.autoconfigure.properties.AuthProperties;
import io.mcpclient.autoconfigure.properties.AuthProperties.Type;

import static io.mcpclient.auth.McpGrantType.AUTHORIZATION_CODE;
import static io.mcpclient.auth.McpGrantType.DEVICE_CODE;
import static io.mcpclient.auth.McpGrantType.ENTERPRISE_MANAGED;
import static io.mcpclient.auth.McpGrantType.JWT_BEARER;

/**
 * Table that assigns each property of {@code auth} to its type and, for OAuth, to its grants.
 *
 * @param name name after {@code auth.}
 * @param type the only type that the property applies to
 * @param getter reads the property
 * @param grants the grants that the property applies to
 */
record AuthKey(String name, Type type, Function<AuthProperties, @Nullable Object> getter, Set<McpGrantType> grants) {

    static final AuthKey REGISTRATION_ID = oauth("registration-id", AuthProperties::registrationId);

    static final List<AuthKey> ALL = Stream.of(
                    Stream.of(
                            key("token", Type.BEARER, AuthProperties::token),
                            key("token-file", Type.BEARER, AuthProperties::tokenFile),
                            key("username", Type.BASIC, AuthProperties::username),
                            key("password", Type.BASIC, AuthProperties::password),
                            key("password-file", Type.BASIC, AuthProperties::passwordFile),
                            key("header", Type.API_KEY, AuthProperties::header),
                            key("key", Type.API_KEY, AuthProperties::key),
                            key("key-file", Type.API_KEY, AuthProperties::keyFile)),
                    Stream.of(
                            REGISTRATION_ID,
                            oauth("grant", AuthProperties::grant),
                            oauth("client-id", AuthProperties::clientId),
                            oauth("client-secret", AuthProperties::clientSecret),
                            oauth("client-secret-file", AuthProperties::clientSecretFile),
                            oauth("issuer", AuthProperties::issuer),
                            oauth("client-metadata-url", AuthProperties::clientMetadataUrl),
                            oauth("redirect-uri", AuthProperties::redirectUri, AUTHORIZATION_CODE),
                            oauth("scopes", AuthProperties::scopes),
                            oauth("scope-selection", AuthProperties::scopeSelection),
                            oauth("token-auth-method", AuthProperties::tokenAuthMethod),
                            oauth("private-key", AuthProperties::privateKey),
                            oauth("private-key-file", AuthProperties::privateKeyFile),
                            oauth("signing-algorithm", AuthProperties::signingAlgorithm),
                            oauth("assertion-audience", AuthProperties::assertionAudience),
                            oauth("assertion", AuthProperties::assertion, JWT_BEARER, ENTERPRISE_MANAGED),
                            oauth("assertion-file", AuthProperties::assertionFile, JWT_BEARER, ENTERPRISE_MANAGED),
                            oauth("dpop", AuthProperties::dpop),
                            oauth("client-name", AuthProperties::clientName),
                            oauth("offline-access", AuthProperties::offlineAccess),
                            oauth("ssl.bundle", auth -> auth.ssl().bundle()),
                            oauth("trusted-origins", AuthProperties::trustedOrigins),
                            oauth("strict-resource", AuthProperties::strictResource),
                            oauth("legacy-fallback", AuthProperties::legacyFallback),
                            oauth("prompt-timeout", AuthProperties::promptTimeout, AUTHORIZATION_CODE, DEVICE_CODE)),
                    Stream.of(
                            oauth("pkce", AuthProperties::pkce, AUTHORIZATION_CODE),
                            oauth("resource", AuthProperties::resource),
                            oauth("token-type", AuthProperties::tokenType),
                            oauth("metadata-url", AuthProperties::metadataUrl),
                            oauth("authorization-endpoint", AuthProperties::authorizationEndpoint, AUTHORIZATION_CODE),
                            oauth("token-endpoint", AuthProperties::tokenEndpoint),
                            oauth(
                                    "registration-endpoint",
                                    AuthProperties::registrationEndpoint,
                                    AUTHORIZATION_CODE,
                                    DEVICE_CODE),
                            oauth("revocation-endpoint", AuthProperties::revocationEndpoint),
                            oauth(
                                    "device-authorization-endpoint",
                                    AuthProperties::deviceAuthorizationEndpoint,
                                    DEVICE_CODE),
                            oauth(
                                    "authorization-parameters",
                                    AuthProperties::authorizationParameters,
                                    AUTHORIZATION_CODE)),
                    Stream.of(
                            idp("token-endpoint", AuthProperties.IdentityProvider::tokenEndpoint),
                            idp("client-id", AuthProperties.IdentityProvider::clientId),
                            idp("client-secret", AuthProperties.IdentityProvider::clientSecret),
                            idp("client-secret-file", AuthProperties.IdentityProvider::clientSecretFile)))
            .flatMap(keys -> keys)
            .toList();

    private static AuthKey key(String name, Type type, Function<AuthProperties, @Nullable Object> getter) {
        return new AuthKey(name, type, getter, Set.of());
    }

    private static AuthKey oauth(
            String name, Function<AuthProperties, @Nullable Object> getter, McpGrantType... grants) {
        return new AuthKey(
                name,
                Type.OAUTH2,
                getter,
                Set.copyOf(Arrays.asList(grants.length > 0 ? grants : McpGrantType.values())));
    }

    private static AuthKey idp(String name, Function<AuthProperties.IdentityProvider, @Nullable Object> getter) {
        return oauth("identity-provider." + name, auth -> getter.apply(auth.identityProvider()), ENTERPRISE_MANAGED);
    }

    /**
     * Returns the property that gives a server a value: its own or that of all servers, the value itself or its file.
     * @param name name after {@code auth.}; a member of a map follows the name of the map
     * @return the property; that of the server itself if there is no value
     */
    static String property(Layer layer, String name) {
        String own = set(layer.server().auth(), layer.property("auth."), name);
        String any = (own != null) ? own : set(layer.defaults("auth." + name).auth(), "mcp.defaults.auth.", name);
        return (any != null) ? any : layer.property("auth." + name);
    }

    private static @Nullable String set(AuthProperties auth, String prefix, String name) {
        for (AuthKey key : ALL) {
            if (key.isOf(name) && key.isSet(auth)) {
                return prefix + key.name + (name.startsWith(key.name + ".") ? name.substring(key.name.length()) : "");
            }
        }
        return null;
    }

    private boolean isOf(String name) {
        return name.equals(this.name) || this.name.equals(name + "-file") || name.startsWith(this.name + ".");
    }

    /**
     * Returns whether the property has a value. An empty value, such as that of a placeholder with an empty default, counts
     * as not set.
     */
    boolean isSet(AuthProperties auth) {
        Object value = this.getter.apply(auth);
        if (value instanceof String text) {
            return !text.isBlank();
        }
        if (value instanceof Map<?, ?> map) {
            return !map.isEmpty();
        }
        return !(value instanceof Collection<?> list ? list.isEmpty() : value == null);
    }
}
