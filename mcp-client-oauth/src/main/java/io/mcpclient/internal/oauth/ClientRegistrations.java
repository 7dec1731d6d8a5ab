package io.mcpclient.internal.oauth;

import java.net.URI;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpGrantType;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpTokenAuthMethod;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.support.net.UntrustedHttpClient;
import io.mcpclient.support.store.Digest;
import io.mcpclient.support.store.EncryptedValues;
import io.mcpclient.text.SafeText;
import io.mcpclient.time.TimeSource;

/**
 * The identities of this client at authorization servers. The first matching row applies.
 *
 * <pre>
 * the settings have an id                                      that id, only at its issuer, or at the first one used
 * they have a metadata URL, and the server supports it         that URL; without a user at one issuer only, like an id
 * a user consents, and the server supports registration        the result of a registration, which is stored
 * the grant uses a JWT of the platform                         no identity: the JWT has one; at one issuer only, like an id
 * otherwise                                                    an error that names the setting
 * </pre>
 *
 * Thread-safe. Errors are {@link io.mcpclient.error.McpAuthorizationException}s with remedy.
 *
 * @see "MCP 2026-07-28, basic/authorization/client-registration (AUTH-22 to AUTH-33); WIF-01; fault H19"
 */
final class ClientRegistrations {

    /** Bounds the memory if a server names another authorization server each time. */
    private static final int MAX = 16;

    private final ProtectedServer server;

    private final McpOAuthSettings settings;

    private final UntrustedHttpClient http;

    private final EncryptedValues values;

    private final TimeSource time;

    private final AuthorizationFailures failures;

    private final @Nullable FirstIssuer firstIssuer;

    /** By everything that a registration depends on. */
    private final Map<String, Registrar> registrars = new HashMap<>();

    /** The last one used, by issuer. */
    private final Map<String, Registrar> current = new HashMap<>();

    /** The time of the last reset. Guarded by this. */
    private Instant resetAt = Instant.MIN;

    /** Costs no I/O. */
    ClientRegistrations(
            ProtectedServer server, McpOAuthSettings settings, UntrustedHttpClient http, EncryptedValues values) {
        this.server = server;
        this.settings = settings;
        this.http = http;
        this.values = values;
        this.time = server.time();
        this.failures = new AuthorizationFailures(server.name());
        this.firstIssuer = isBoundToFirstIssuer(settings)
                ? new FirstIssuer(values, server.name(), server.url().toString(), owner(settings))
                : null;
    }

    /**
     * A user who consents sees the authorization server, and a metadata URL is valid at any of them (AUTH-33). Without a user,
     * the credential of the application, of its platform or of a caller is sent.
     */
    private static boolean isBoundToFirstIssuer(McpOAuthSettings settings) {
        return settings.requiredIssuer() == null
                && (settings.clientId() != null || !settings.grant().needsConsent());
    }

    private static String owner(McpOAuthSettings settings) {
        String clientId = settings.clientId();
        return (clientId != null) ? clientId : Objects.toString(settings.clientMetadataUrl(), "");
    }

    /** Returns the identity of this client for a new authorization with the configured scopes. */
    Mono<ClientIdentity> at(AuthorizationServer server) {
        return at(server, this.settings.scopes());
    }

    /**
     * Returns the identity of this client for a new authorization.
     * @param server the authorization server
     * @param scopes scopes that are going to be requested there
     * @return its identity there, registered if necessary; one registration at a time. Its id is empty if none is needed
     */
    Mono<ClientIdentity> at(AuthorizationServer server, List<String> scopes) {
        return identity(server, registrar -> registrar.registration(scopes));
    }

    /**
     * Returns the identity that tokens were obtained with. Registers nothing.
     * @param server the authorization server
     * @param clientId id of the identity
     * @return the identity; empty if this client has another one now, or the registration is lost
     */
    Mono<ClientIdentity> of(AuthorizationServer server, String clientId) {
        return identity(server, registrar -> registrar.of(clientId))
                .filter(client -> client.clientId().equals(clientId));
    }

    private Mono<ClientIdentity> identity(
            AuthorizationServer server, Function<Registrar, Mono<RegistrationStore.Registration>> registration) {
        return Mono.defer(() -> {
            URI redirectUri = RedirectUri.of(this.settings, this.failures);
            String clientId = this.settings.clientId();
            if (clientId != null) {
                return bound(server, "auth.client-id")
                        .map(issuer -> configured(server, clientId, this.settings.clientSecret(), redirectUri));
            }
            URI document = this.settings.clientMetadataUrl();
            if (document != null && server.isClientMetadataDocumentSupported()) {
                return bound(server, "auth.client-metadata-url")
                        .map(issuer -> documented(server, document, redirectUri));
            }
            if (this.settings.grant().needsConsent() && server.registrationEndpoint() != null) {
                return registered(server, redirectUri, registration);
            }
            if (this.settings.grant() == McpGrantType.JWT_BEARER) {
                return bound(server, "the platform's JWT")
                        .map(issuer -> new ClientIdentity(issuer, "", null, McpTokenAuthMethod.NONE, null, false));
            }
            return Mono.error(unknown(server));
        });
    }

    /**
     * Returns the issuer if the credential belongs to it.
     * @param what name of the credential, for messages
     */
    private Mono<String> bound(AuthorizationServer server, String what) {
        FirstIssuer first = this.firstIssuer;
        String required = this.settings.requiredIssuer();
        if (first == null) {
            return Mono.just(checked(server, Objects.requireNonNullElse(required, server.issuer()), what));
        }
        return first.of(server.issuer())
                .onErrorMap(error -> this.failures.settings(
                        "the token store is unavailable, so it is unknown at which authorization server " + what
                                + " was used before",
                        "Set auth.issuer, or make the store available."))
                .map(known -> checked(server, known, what));
    }

    private String checked(AuthorizationServer server, String owner, String what) {
        if (!AuthorizationServer.isSame(owner, server.issuer())) {
            throw this.failures.settings(
                    what + " belongs to " + SafeText.excerpt(owner) + ", and was not sent to "
                            + SafeText.excerpt(server.issuer()),
                    "If the server has moved, set auth.issuer to the new one, and auth.client-id to the id"
                            + " of this client there.");
        }
        return owner;
    }

    private ClientIdentity configured(
            AuthorizationServer server, String clientId, @Nullable Supplier<String> secret, @Nullable URI redirectUri) {
        return new ClientIdentity(
                server.issuer(),
                clientId,
                (secret != null) ? this.failures.secret("auth.client-secret", secret) : null,
                method(server, secret != null),
                redirectUri,
                false);
    }

    private ClientIdentity documented(AuthorizationServer server, URI document, @Nullable URI redirectUri) {
        String problem =
                MetadataUrlRule.problem(document, Objects.requireNonNullElse(server.tokenEndpoint(), document));
        if (problem != null) {
            throw this.failures.settings(
                    "auth.client-metadata-url " + problem, "Set it to an https URL with a path, or leave it out.");
        }
        return new ClientIdentity(
                server.issuer(), document.toString(), null, method(server, false), redirectUri, false);
    }

    private McpTokenAuthMethod method(AuthorizationServer server, boolean hasSecret) {
        boolean hasKey = this.settings.privateKey() != null;
        McpTokenAuthMethod method = MethodChoice.choose(
                this.settings.tokenAuthMethod(), null, server.tokenAuthMethods(), hasKey, hasSecret);
        if (method == null) {
            throw this.failures.settings(
                    "the authorization server accepts "
                            + SafeText.excerpt(server.tokenAuthMethods().toString())
                            + " at its token endpoint, and this client has credentials for none of these",
                    "Set auth.client-secret or auth.private-key, or auth.token-auth-method to a method that works anyway.");
        }
        String algorithm = this.settings.signingAlgorithm();
        if (method == McpTokenAuthMethod.PRIVATE_KEY_JWT
                && algorithm != null
                && !server.tokenAuthAlgorithms().isEmpty()
                && !server.tokenAuthAlgorithms().contains(algorithm)) {
            throw this.failures.settings(
                    "the authorization server does not accept assertions signed with " + SafeText.excerpt(algorithm)
                            + ", but with "
                            + SafeText.excerpt(server.tokenAuthAlgorithms().toString()),
                    "Set auth.signing-algorithm to one of these, and auth.private-key to a key for it.");
        }
        return method;
    }

    private Mono<ClientIdentity> registered(
            AuthorizationServer server,
            @Nullable URI redirectUri,
            Function<Registrar, Mono<RegistrationStore.Registration>> registration) {
        RegistrationEndpoint endpoint = RegistrationEndpoint.of(this.http, server, this.settings, redirectUri);
        if (endpoint == null) {
            return Mono.error(unknown(server));
        }
        String binding = Digest.of(List.of(
                endpoint.isLimited() ? "registration with only the configured scopes" : "registration",
                server.issuer(),
                this.server.name(),
                this.server.url().toString(),
                endpoint.body()));
        return registration
                .apply(registrar(server.issuer(), binding, endpoint))
                .map(found -> new ClientIdentity(
                        server.issuer(), found.clientId(), found.secret(), found.method(), redirectUri, true));
    }

    private synchronized Registrar registrar(String issuer, String binding, RegistrationEndpoint endpoint) {
        if (this.registrars.size() >= MAX) {
            this.registrars.clear();
            this.current.clear();
        }
        Registrar registrar = this.registrars.computeIfAbsent(
                binding,
                same -> new Registrar(
                        endpoint, new RegistrationStore(this.values, binding), this.failures, this.time, this.resetAt));
        this.current.put(issuer, registrar);
        return registrar;
    }

    private synchronized @Nullable Registrar current(String issuer) {
        return this.current.get(issuer);
    }

    private RuntimeException unknown(AuthorizationServer server) {
        return this.failures.settings(
                "this client is not registered at " + SafeText.excerpt(server.issuer()) + ", and cannot register there",
                "Register it manually, and set auth.client-id and, if it has one, auth.client-secret"
                        + (server.isClientMetadataDocumentSupported() ? "; or set auth.client-metadata-url." : "."));
    }

    /**
     * Records that the authorization server has issued tokens.
     * @param client identity that they were issued for
     */
    void proven(ClientIdentity client) {
        Registrar registrar = current(client.issuer());
        if (client.isRegistered() && registrar != null) {
            registrar.proven(client.clientId());
        }
    }

    /**
     * Deletes a registration that the authorization server no longer knows.
     * @param refused result of {@link #at} or {@link #of}
     * @return whether another registration is permitted: at once if tokens were issued since the last one, else after a pause
     *     that grows from one minute to ten. {@code false} for a configured identity
     */
    Mono<Boolean> lost(ClientIdentity refused) {
        Registrar registrar = current(refused.issuer());
        return (refused.isRegistered() && registrar != null) ? registrar.lost(refused.clientId()) : Mono.just(false);
    }

    /**
     * Replaces a registration with which the authorization server has refused scopes by one of the other kind: for the scopes that
     * it chooses, or for all that are going to be requested.
     * @param refused result of {@link #at}
     * @return whether another registration is permitted; {@code false} for a configured identity
     */
    Mono<Boolean> limited(ClientIdentity refused) {
        Registrar registrar = current(refused.issuer());
        return (refused.isRegistered() && registrar != null) ? registrar.limited(refused.clientId()) : Mono.just(false);
    }

    /**
     * Lets the next authorization retry after failures: a rejected registration, and one with which a user was sent to the
     * authorization server without returning. It may be lost there, which only the user can see.
     * @param keepsRegistration whether a registration must be kept
     * @return whether a registration was replaced; no error
     */
    Mono<Boolean> reset(boolean keepsRegistration) {
        return Flux.defer(() -> Flux.fromIterable(forgetFailures()))
                .flatMap(registrar -> registrar.reset(keepsRegistration))
                .reduce(false, Boolean::logicalOr);
    }

    private synchronized List<Registrar> forgetFailures() {
        this.resetAt = this.time.instant();
        return List.copyOf(this.registrars.values());
    }
}
