package io.mcpclient.autoconfigure;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpGrantType;
import io.mcpclient.autoconfigure.AuthProperties.Type;

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

    static final AuthKey REGISTRATION_ID = oauth("registration-id", AuthProperties::getRegistrationId);

    static final List<AuthKey> ALL = Stream.of(
                    Stream.of(
                            key("token", Type.BEARER, AuthProperties::getToken),
                            key("token-file", Type.BEARER, AuthProperties::getTokenFile),
                            key("username", Type.BASIC, AuthProperties::getUsername),
                            key("password", Type.BASIC, AuthProperties::getPassword),
                            key("password-file", Type.BASIC, AuthProperties::getPasswordFile),
                            key("header", Type.API_KEY, AuthProperties::getHeader),
                            key("key", Type.API_KEY, AuthProperties::getKey),
                            key("key-file", Type.API_KEY, AuthProperties::getKeyFile)),
                    Stream.of(
                            REGISTRATION_ID,
                            oauth("grant", AuthProperties::getGrant),
                            oauth("client-id", AuthProperties::getClientId),
                            oauth("client-secret", AuthProperties::getClientSecret),
                            oauth("client-secret-file", AuthProperties::getClientSecretFile),
                            oauth("issuer", AuthProperties::getIssuer),
                            oauth("client-metadata-url", AuthProperties::getClientMetadataUrl),
                            oauth("redirect-uri", AuthProperties::getRedirectUri, AUTHORIZATION_CODE),
                            oauth("scopes", AuthProperties::getScopes),
                            oauth("token-auth-method", AuthProperties::getTokenAuthMethod),
                            oauth("private-key", AuthProperties::getPrivateKey),
                            oauth("private-key-file", AuthProperties::getPrivateKeyFile),
                            oauth("signing-algorithm", AuthProperties::getSigningAlgorithm),
                            oauth("assertion-audience", AuthProperties::getAssertionAudience),
                            oauth("assertion", AuthProperties::getAssertion, JWT_BEARER, ENTERPRISE_MANAGED),
                            oauth("assertion-file", AuthProperties::getAssertionFile, JWT_BEARER, ENTERPRISE_MANAGED),
                            oauth("dpop", AuthProperties::getDpop),
                            oauth("client-name", AuthProperties::getClientName),
                            oauth("offline-access", AuthProperties::getOfflineAccess),
                            oauth("ssl.bundle", auth -> auth.getSsl().bundle()),
                            oauth("trusted-origins", AuthProperties::getTrustedOrigins),
                            oauth("strict-resource", AuthProperties::getStrictResource),
                            oauth("legacy-fallback", AuthProperties::getLegacyFallback),
                            oauth("prompt-timeout", AuthProperties::getPromptTimeout, AUTHORIZATION_CODE, DEVICE_CODE)),
                    Stream.of(
                            oauth("pkce", AuthProperties::getPkce, AUTHORIZATION_CODE),
                            oauth("resource", AuthProperties::getResource),
                            oauth("token-type", AuthProperties::getTokenType),
                            oauth("metadata-url", AuthProperties::getMetadataUrl),
                            oauth(
                                    "authorization-endpoint",
                                    AuthProperties::getAuthorizationEndpoint,
                                    AUTHORIZATION_CODE),
                            oauth("token-endpoint", AuthProperties::getTokenEndpoint),
                            oauth(
                                    "registration-endpoint",
                                    AuthProperties::getRegistrationEndpoint,
                                    AUTHORIZATION_CODE,
                                    DEVICE_CODE),
                            oauth("revocation-endpoint", AuthProperties::getRevocationEndpoint),
                            oauth(
                                    "device-authorization-endpoint",
                                    AuthProperties::getDeviceAuthorizationEndpoint,
                                    DEVICE_CODE),
                            oauth(
                                    "authorization-parameters",
                                    AuthProperties::getAuthorizationParameters,
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
        return oauth("identity-provider." + name, auth -> getter.apply(auth.getIdentityProvider()), ENTERPRISE_MANAGED);
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
