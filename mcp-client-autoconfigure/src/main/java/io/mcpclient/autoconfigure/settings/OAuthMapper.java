package io.mcpclient.autoconfigure.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpAuthorizationEndpoints;
import io.mcpclient.auth.McpDPoPMode;
import io.mcpclient.auth.McpGrantType;
import io.mcpclient.auth.McpIdentityProvider;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpTokenAuthMethod;
import io.mcpclient.autoconfigure.properties.AuthProperties;
import io.mcpclient.autoconfigure.properties.AuthProperties.Pkce;
import io.mcpclient.autoconfigure.properties.AuthProperties.Resource;
import io.mcpclient.autoconfigure.properties.AuthProperties.ScopeSelection;
import io.mcpclient.autoconfigure.properties.AuthProperties.TokenType;
import io.mcpclient.autoconfigure.settings.Layer.Value;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.support.net.Loopback;
import io.mcpclient.text.Explanation;
import io.mcpclient.text.HostNames;
import io.mcpclient.text.SafeText;

/**
 * Maps the OAuth settings for {@link AuthMapper}. Requirements of each grant:
 *
 * <pre>
 *  authorization-code   nothing: the client identifies itself
 *  device-code          nothing: the client identifies itself
 *  client-credentials   client-id or client-metadata-url, and client-secret or private-key
 *  enterprise-managed   identity-provider.token-endpoint and .client-id, and an assertion of the user's identity
 *  jwt-bearer           assertion, or a bean that provides it
 *  token-exchange       principals with a token
 * </pre>
 *
 * @see "AUTH-19 to AUTH-31, CC-01, CC-02, EMA-02, EMA-10, WIF-01, DPOP-01"
 */
final class OAuthMapper {

    private static final Pattern SCOPE = Pattern.compile("[\\x21\\x23-\\x5B\\x5D-\\x7E]+");

    private final Layer layer;

    private final McpGrantType grant;

    private OAuthMapper(Layer layer, McpGrantType grant) {
        this.layer = layer;
        this.grant = grant;
    }

    static AuthSettings.Scheme map(Layer layer) {
        Value<String> registration = AuthMapper.text(layer, "registration-id", AuthProperties::registrationId);
        if (registration != null) {
            refuseBeside(layer, registration);
            return new AuthSettings.Registration(registration);
        }
        McpGrantType grant = layer.get(
                        "auth.grant", settings -> settings.auth().grant(), McpGrantType.AUTHORIZATION_CODE)
                .value();
        return new OAuthMapper(layer, grant).map();
    }

    /** Rejects settings that Spring Security configures itself. */
    private static void refuseBeside(Layer layer, Value<String> registration) {
        for (AuthKey key : AuthKey.ALL) {
            layer.refuse(
                    "auth." + key.name(),
                    key != AuthKey.REGISTRATION_ID && key.isSet(layer.server().auth()),
                    "is set together with " + registration.property(),
                    "Keep one of the two: a registration is set up under spring.security.oauth2.client.");
        }
    }

    private AuthSettings.OAuth map() {
        refuseOfOtherGrants();
        Supplier<String> secret =
                secret("client-secret", AuthProperties::clientSecret, AuthProperties::clientSecretFile);
        Supplier<String> key = secret("private-key", AuthProperties::privateKey, AuthProperties::privateKeyFile);
        Supplier<String> assertion = secret("assertion", AuthProperties::assertion, AuthProperties::assertionFile);
        Value<String> clientId = text("client-id", AuthProperties::clientId);
        Value<URI> metadataUrl = url("client-metadata-url", AuthProperties::clientMetadataUrl);
        if (metadataUrl != null) {
            metadataUrl.check(
                    url -> url.getPath() != null && url.getPath().length() > 1,
                    "has no path",
                    "Use the URL of the document itself.");
        }
        McpTokenAuthMethod method = method(secret, key);
        Value<URI> redirectUri = url("redirect-uri", AuthProperties::redirectUri);
        checkClient(clientId != null || metadataUrl != null, clientId != null, secret, key);
        McpAuthorizationEndpoints endpoints = endpoints();
        String issuer = issuer(secret != null, endpoints.isConfigured());
        List<String> scopes = scopes();
        boolean areNoScopesAdded = areNoScopesAdded();
        Set<URI> origins = origins();
        McpIdentityProvider provider = (this.grant == McpGrantType.ENTERPRISE_MANAGED) ? identityProvider() : null;
        Duration promptTimeout = promptTimeout();
        String clientName = value(text("client-name", AuthProperties::clientName));
        String algorithm = value(text("signing-algorithm", AuthProperties::signingAlgorithm));
        String audience = value(text("assertion-audience", AuthProperties::assertionAudience));
        McpDPoPMode dpop = get("dpop", AuthProperties::dpop, McpDPoPMode.AUTO);
        boolean offlineAccess = get("offline-access", AuthProperties::offlineAccess, true);
        boolean strictResource = get("strict-resource", AuthProperties::strictResource, false);
        boolean isPkceAssumed = get("pkce", AuthProperties::pkce, Pkce.REQUIRED) == Pkce.ASSUMED;
        boolean isResourceSent = get("resource", AuthProperties::resource, Resource.AUTO) == Resource.AUTO;
        boolean isTypeStrict = get("token-type", AuthProperties::tokenType, TokenType.LENIENT) == TokenType.STRICT;
        Map<String, String> parameters = authorizationParameters();
        boolean legacyFallback = get("legacy-fallback", AuthProperties::legacyFallback, false);
        return new AuthSettings.OAuth(
                this.grant,
                builder -> {
                    builder.grant(this.grant)
                            .clientId(value(clientId))
                            .clientSecret(secret)
                            .issuer(issuer)
                            .scopes(scopes)
                            .configuredScopesOnly(areNoScopesAdded)
                            .tokenAuthMethod(method)
                            .privateKey(key)
                            .signingAlgorithm(algorithm)
                            .assertionAudience(audience)
                            .dpop(dpop)
                            .offlineAccess(offlineAccess)
                            .identityProvider(provider)
                            .promptTimeout(promptTimeout)
                            .trustedOrigins(origins)
                            .strictResource(strictResource)
                            .legacyFallback(legacyFallback)
                            .endpoints(endpoints)
                            .authorizationParameters(parameters)
                            .pkceAssumed(isPkceAssumed)
                            .resourceParameter(isResourceSent)
                            .strictTokenType(isTypeStrict);
                    if (metadataUrl != null) {
                        builder.clientMetadataUrl(metadataUrl.value());
                    }
                    if (redirectUri != null) {
                        builder.redirectUri(redirectUri.value());
                    }
                    if (clientName != null) {
                        builder.clientName(clientName);
                    }
                    if (assertion != null) {
                        builder.assertions(request -> Mono.fromSupplier(assertion));
                    }
                },
                needsAssertions() && assertion == null,
                redirectUri != null,
                text("ssl.bundle", auth -> auth.ssl().bundle()),
                name -> AuthKey.property(this.layer, name));
    }

    /** Without an issuer, the MCP server would choose the recipient of the secret, the assertion or the caller's token. */
    private @Nullable String issuer(boolean hasSecret, boolean isServerConfigured) {
        Value<String> any = text("issuer", AuthProperties::issuer);
        if (any != null && any.value().equals(McpOAuthSettings.ANY_ISSUER)) {
            return any.value();
        }
        Value<URI> issuer = url("issuer", AuthProperties::issuer);
        if (issuer == null && isServerConfigured) {
            return null;
        }
        if (issuer == null && hasSecret) {
            throw missing(
                    "issuer",
                    "while auth.client-secret is set: the MCP server would choose the recipient of the secret");
        }
        if (issuer == null && (this.grant == McpGrantType.JWT_BEARER || this.grant == McpGrantType.TOKEN_EXCHANGE)) {
            throw missing(
                    "issuer",
                    "while auth.grant is " + AuthMapper.word(this.grant)
                            + ": the MCP server would choose the recipient of the token");
        }
        return (issuer != null) ? issuer.value().toString() : null;
    }

    private McpAuthorizationEndpoints endpoints() {
        return new McpAuthorizationEndpoints(
                value(url("metadata-url", AuthProperties::metadataUrl)),
                value(url("authorization-endpoint", AuthProperties::authorizationEndpoint)),
                value(url("token-endpoint", AuthProperties::tokenEndpoint)),
                value(url("registration-endpoint", AuthProperties::registrationEndpoint)),
                value(url("revocation-endpoint", AuthProperties::revocationEndpoint)),
                value(url("device-authorization-endpoint", AuthProperties::deviceAuthorizationEndpoint)));
    }

    private Map<String, String> authorizationParameters() {
        Value<Map<String, String>> parameters = this.layer.find("auth.authorization-parameters", settings -> {
            Map<String, String> own = settings.auth().authorizationParameters();
            return own.isEmpty() ? null : own;
        });
        return (parameters != null) ? parameters.value() : Map.of();
    }

    private boolean needsAssertions() {
        return this.grant == McpGrantType.JWT_BEARER || this.grant == McpGrantType.ENTERPRISE_MANAGED;
    }

    private void refuseOfOtherGrants() {
        for (AuthKey key : AuthKey.ALL) {
            this.layer.refuse(
                    "auth." + key.name(),
                    key.type() == AuthProperties.Type.OAUTH2
                            && !key.grants().contains(this.grant)
                            && key.isSet(this.layer.server().auth()),
                    "is set, but auth.grant is " + AuthMapper.word(this.grant),
                    "Remove it, or change auth.grant.");
        }
    }

    /** A secret proves an identity, so a client id is required. */
    private void checkClient(
            boolean isKnown, boolean hasId, @Nullable Supplier<String> secret, @Nullable Supplier<String> key) {
        if (secret != null && !hasId) {
            throw missing("client-id", "while auth.client-secret is set");
        }
        if (key != null && !isKnown) {
            throw missing("client-id", "while auth.private-key is set");
        }
        if (this.grant == McpGrantType.CLIENT_CREDENTIALS) {
            if (!isKnown) {
                throw missing("client-id", "while auth.grant is client-credentials");
            }
            if (secret == null && key == null) {
                throw missing(
                        "client-secret",
                        "while auth.grant is client-credentials",
                        "Set it, or auth.private-key for a client that authenticates with a key.");
            }
        }
        boolean unused = key == null;
        this.layer.refuse(
                "auth.signing-algorithm",
                unused && own(AuthProperties::signingAlgorithm),
                "is set, but there is no key to sign with",
                "Set auth.private-key, or remove it.");
        this.layer.refuse(
                "auth.assertion-audience",
                unused && own(AuthProperties::assertionAudience),
                "is set, but there is no key to sign with",
                "Set auth.private-key, or remove it.");
    }

    private boolean own(Function<AuthProperties, @Nullable String> getter) {
        String value = getter.apply(this.layer.server().auth());
        return value != null && !value.isBlank();
    }

    private @Nullable McpTokenAuthMethod method(@Nullable Supplier<String> secret, @Nullable Supplier<String> key) {
        Value<McpTokenAuthMethod> method = this.layer.find(
                "auth.token-auth-method", settings -> settings.auth().tokenAuthMethod());
        if (method == null) {
            return null;
        }
        switch (method.value()) {
            case CLIENT_SECRET_BASIC, CLIENT_SECRET_POST ->
                method.check(
                        value -> secret != null,
                        "is " + AuthMapper.word(method.value()) + ", but there is no secret",
                        "Set auth.client-secret.");
            case PRIVATE_KEY_JWT ->
                method.check(value -> key != null, "is private-key-jwt, but there is no key", "Set auth.private-key.");
            case NONE ->
                method.check(
                        value -> secret == null && key == null,
                        "is none, but there is a secret or a key",
                        "Remove it, or the secret and the key.");
        }
        return method.value();
    }

    private McpIdentityProvider identityProvider() {
        Value<URI> endpoint = url("identity-provider.token-endpoint", auth -> auth.identityProvider()
                .tokenEndpoint());
        Value<String> clientId = text(
                "identity-provider.client-id", auth -> auth.identityProvider().clientId());
        if (endpoint == null) {
            throw missing("identity-provider.token-endpoint", "while auth.grant is enterprise-managed");
        }
        if (clientId == null) {
            throw missing("identity-provider.client-id", "while auth.grant is enterprise-managed");
        }
        Supplier<String> secret = secret(
                "identity-provider.client-secret",
                auth -> auth.identityProvider().clientSecret(),
                auth -> auth.identityProvider().clientSecretFile());
        return new McpIdentityProvider(endpoint.value(), clientId.value(), secret);
    }

    private List<String> scopes() {
        Value<List<String>> scopes =
                this.layer.find("auth.scopes", settings -> settings.auth().scopes());
        if (scopes == null) {
            return List.of();
        }
        for (String scope : scopes.value()) {
            scopes.check(
                    value -> SCOPE.matcher(scope).matches(),
                    "contains \"" + SafeText.excerpt(scope) + "\", which is not a scope",
                    "Write each scope as an element of the list, or separate them with commas.");
        }
        return scopes.value();
    }

    private boolean areNoScopesAdded() {
        AuthProperties own = this.layer.server().auth();
        this.layer.refuse(
                "auth.scope-selection",
                own.scopeSelection() == ScopeSelection.ADD && !this.grant.needsConsent(),
                "is add, but auth.grant is " + AuthMapper.word(this.grant) + ", which requests only auth.scopes",
                "Remove it, or set it to only.");
        boolean isOnly =
                get("scope-selection", AuthProperties::scopeSelection, ScopeSelection.ADD) == ScopeSelection.ONLY;
        this.layer.refuse(
                "auth.offline-access",
                isOnly && Boolean.TRUE.equals(own.offlineAccess()),
                "is true, but auth.scope-selection is only",
                "Remove it, and add offline_access to auth.scopes.");
        return isOnly;
    }

    private Set<URI> origins() {
        Value<List<String>> origins = this.layer.find(
                "auth.trusted-origins", settings -> settings.auth().trustedOrigins());
        Set<URI> uris = new LinkedHashSet<>();
        if (origins != null) {
            for (String origin : origins.value()) {
                uris.add(uri(
                        new Value<>(origins.server(), origins.property(), origin.trim()),
                        OAuthMapper::isOrigin,
                        "contains a value that is not an origin",
                        "Use an origin such as https://auth.example.com, without a path."));
            }
        }
        return uris;
    }

    private static boolean isOrigin(URI uri) {
        String path = uri.getRawPath();
        return isHttp(uri)
                && uri.getHost() != null
                && uri.getRawUserInfo() == null
                && (path == null || path.isEmpty())
                && uri.getRawQuery() == null
                && uri.getRawFragment() == null;
    }

    private static boolean isHttp(URI uri) {
        return "https".equalsIgnoreCase(uri.getScheme()) || "http".equalsIgnoreCase(uri.getScheme());
    }

    private Duration promptTimeout() {
        Value<Duration> timeout = this.layer.get(
                "auth.prompt-timeout", settings -> settings.auth().promptTimeout(), Duration.ofMinutes(10));
        return timeout.check(
                        value -> value.compareTo(Duration.ofSeconds(1)) >= 0
                                && value.compareTo(Duration.ofHours(1)) <= 0,
                        "is " + timeout.value(),
                        "Use a duration from 1s to 1h, for example 10m.")
                .value();
    }

    private @Nullable Supplier<String> secret(
            String key,
            Function<AuthProperties, @Nullable String> value,
            Function<AuthProperties, @Nullable String> file) {
        return Secret.find(this.layer, key, value, file);
    }

    private @Nullable Value<String> text(String key, Function<AuthProperties, @Nullable String> getter) {
        return AuthMapper.text(this.layer, key, getter);
    }

    private <T> T get(String key, Function<AuthProperties, @Nullable T> getter, T builtIn) {
        return this.layer
                .get("auth." + key, settings -> getter.apply(settings.auth()), builtIn)
                .value();
    }

    private static <T> @Nullable T value(@Nullable Value<T> value) {
        return (value != null) ? value.value() : null;
    }

    /**
     * Accepts only URLs that are encrypted in transit or on this machine.
     * @see "AUTH-41, SEC-10"
     */
    private @Nullable Value<URI> url(String key, Function<AuthProperties, @Nullable String> getter) {
        Value<String> text = text(key, getter);
        if (text == null) {
            return null;
        }
        URI uri = uri(
                text,
                value -> isHttp(value)
                        && value.getHost() != null
                        && value.getRawUserInfo() == null
                        && value.getRawFragment() == null
                        && Loopback.isSafe(value),
                "is not an https URL",
                "Use a URL such as https://auth.example.com/path; http is for this machine only.");
        return new Value<>(text.server(), text.property(), uri);
    }

    private static URI uri(Value<String> text, Predicate<URI> rule, String problem, String remedy) {
        try {
            URI uri = new URI(text.value());
            Explanation rejection = HostNames.rejection(uri);
            if (rejection != null) {
                throw text.invalid(rejection.problem(), rejection.remedy());
            }
            if (rule.test(uri)) {
                return uri;
            }
        } catch (URISyntaxException ex) {
            // its message quotes the value
        }
        throw text.invalid(problem, remedy);
    }

    private McpConfigurationException missing(String key, String because) {
        return missing(key, because, "Set it.");
    }

    private McpConfigurationException missing(String key, String because, String remedy) {
        return new McpConfigurationException(
                this.layer.name(), this.layer.property("auth." + key), "is missing, " + because, remedy);
    }
}
