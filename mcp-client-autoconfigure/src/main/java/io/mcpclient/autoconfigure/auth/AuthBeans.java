package io.mcpclient.autoconfigure.auth;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClientBuilder;
import io.mcpclient.auth.HttpRequestSigner;
import io.mcpclient.auth.McpAssertionSource;
import io.mcpclient.auth.McpAuthorizationPrompt;
import io.mcpclient.auth.McpCredentials;
import io.mcpclient.auth.McpGrantType;
import io.mcpclient.auth.McpOAuthProvider;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.autoconfigure.beans.ServerBeans;
import io.mcpclient.autoconfigure.beans.SslContexts;
import io.mcpclient.autoconfigure.properties.AuthProperties.PerPrincipal;
import io.mcpclient.autoconfigure.properties.AuthProperties.Type;
import io.mcpclient.autoconfigure.settings.AuthMapper;
import io.mcpclient.autoconfigure.settings.AuthSettings;
import io.mcpclient.autoconfigure.settings.Layer.Value;
import io.mcpclient.autoconfigure.settings.ServerSettings;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.settings.McpApprovalPolicy;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.spring.McpOAuthCustomizer;

/**
 * Configures the authorization of a client's requests from properties and beans. A bean for the server takes precedence over
 * one for all servers. Beans are looked up on first use because they may depend on clients.
 *
 * <pre>
 *  auth.type   bean McpCredentials     credentials of
 *  set         none, or for all        the properties
 *  set         for this server         none: startup fails
 *  not set     for this server         the bean
 *  not set     for all                 the bean, unless headers.Authorization is set
 * </pre>
 *
 * @see "AUTH-01; faults H25, H31"
 */
public final class AuthBeans {

    private static final String AUTH = "auth.";

    static final String NIMBUS = "com.nimbusds.oauth2.sdk.TokenRequest";

    /** With a user grant, a call that has lost its user must not become a call of the application. */
    private static final Map<McpGrantType, PerPrincipal> BY_GRANT = Map.of(
            McpGrantType.AUTHORIZATION_CODE, PerPrincipal.REQUIRED,
            McpGrantType.DEVICE_CODE, PerPrincipal.REQUIRED,
            McpGrantType.TOKEN_EXCHANGE, PerPrincipal.REQUIRED,
            McpGrantType.ENTERPRISE_MANAGED, PerPrincipal.TRUE);

    private final ServerBeans beans;

    private final String clientName;

    private final SslContexts sslContexts;

    /**
     * Creates a source of authorizations.
     * @param beans beans of the application
     * @param clientName default client name
     * @param sslContexts trust and keys for authorization servers
     */
    public AuthBeans(ServerBeans beans, String clientName, SslContexts sslContexts) {
        this.beans = beans;
        this.clientName = clientName;
        this.sslContexts = sslContexts;
    }

    /** Gives the authorization for a server to the builder of its client. */
    public void applyTo(ServerSettings settings, McpClientBuilder builder) {
        McpHttpSettings endpoint = settings.http();
        if (endpoint == null) {
            applyPrincipals(settings, PerPrincipal.FALSE, builder);
            return;
        }
        AuthSettings auth = settings.auth();
        @Nullable McpCredentials credentials = credentials(settings, endpoint);
        PerPrincipal perPrincipal = perPrincipal(auth, credentials != null);
        boolean hasPrincipals = applyPrincipals(settings, perPrincipal, builder);
        if (auth.allowCleartext()) {
            builder.allowCleartextCredentials();
        }
        if (credentials != null) {
            builder.credentials(credentials);
        } else if (auth.scheme() instanceof AuthSettings.Simple simple) {
            builder.credentials(simple.credentials());
        } else if (auth.scheme() instanceof AuthSettings.OAuth oauth) {
            builder.oauth(oauth(settings, oauth, hasPrincipals));
        } else if (auth.scheme() instanceof AuthSettings.Registration registration) {
            builder.authorization(registrations(registration.id())
                    .authorization(settings.name(), registration.id().value()));
        }
    }

    /** Returns whether each principal has a session and credentials of its own. */
    private boolean applyPrincipals(ServerSettings settings, PerPrincipal perPrincipal, McpClientBuilder builder) {
        @Nullable McpPrincipalResolver principals = principals(settings, perPrincipal);
        if (principals == null) {
            return false;
        }
        builder.principals(principals);
        builder.principalSettings(principal -> principal
                .withRequired(perPrincipal == PerPrincipal.REQUIRED)
                .withSharedConnection(perPrincipal == PerPrincipal.FALSE));
        return perPrincipal != PerPrincipal.FALSE;
    }

    private @Nullable McpPrincipalResolver principals(ServerSettings settings, PerPrincipal perPrincipal) {
        if (perPrincipal == PerPrincipal.FALSE && isAmbiguous(settings)) {
            return null;
        }
        Value<PerPrincipal> wanted = settings.auth().perPrincipal();
        String name = choose(settings, "per-principal", McpPrincipalResolver.class);
        if (name == null) {
            if (wanted != null && perPrincipal != PerPrincipal.FALSE) {
                throw wanted.invalid(
                        "is " + perPrincipal.name().toLowerCase(Locale.ROOT)
                                + ", but no bean resolves the current principal",
                        "Define a bean McpPrincipalResolver, or add Spring Security.");
            }
            return null;
        }
        Supplier<McpPrincipalResolver> resolver = late(name, McpPrincipalResolver.class);
        return () -> resolver.get().resolve();
    }

    /** Several resolvers do not matter to a server for which callers need not be distinguished. */
    private boolean isAmbiguous(ServerSettings settings) {
        if (settings.client().tools().approval() != McpApprovalPolicy.NONE) {
            return false;
        }
        try {
            choose(settings, "per-principal", McpPrincipalResolver.class);
            return false;
        } catch (McpConfigurationException ex) {
            return true;
        }
    }

    /** If all callers have the same credentials, a session per caller would be wasteful. */
    private static PerPrincipal perPrincipal(AuthSettings auth, boolean hasCredentialsBean) {
        if (auth.perPrincipal() != null) {
            return auth.perPrincipal().value();
        }
        if (hasCredentialsBean || auth.scheme() instanceof AuthSettings.Registration) {
            return PerPrincipal.TRUE;
        }
        return (auth.scheme() instanceof AuthSettings.OAuth oauth)
                ? BY_GRANT.getOrDefault(oauth.grant(), PerPrincipal.FALSE)
                : PerPrincipal.FALSE;
    }

    private @Nullable McpCredentials credentials(ServerSettings settings, McpHttpSettings endpoint) {
        String name = choose(settings, "type", McpCredentials.class);
        boolean own = name != null && this.beans.isTiedTo(name, settings.name());
        if (name == null || !(own || settings.auth().sharedBeans())) {
            return null;
        }
        Value<Type> type = settings.auth().type();
        boolean header = AuthMapper.has(endpoint.headers(), "Authorization");
        if (own && type != null) {
            throw type.invalid(
                    "is set, but the bean \"" + name + "\" also provides credentials", "Keep one of the two.");
        }
        if (own && header) {
            throw new McpConfigurationException(
                    settings.name(),
                    "mcp.servers." + settings.name() + ".headers.Authorization",
                    "is set together with the bean \"" + name + "\"",
                    "Keep one of the two.");
        }
        if (type != null || header) {
            return null;
        }
        if (!settings.auth().allowCleartext()) {
            AuthMapper.refuseCleartext(settings.name(), "gets credentials of the bean \"" + name + "\"", endpoint);
        }
        return new LateCredentials(late(name, McpCredentials.class));
    }

    private McpOAuthSettings oauth(ServerSettings settings, AuthSettings.OAuth oauth, boolean hasPrincipals) {
        requireNimbus(settings.auth());
        McpOAuthSettings.Builder oauthBuilder = McpOAuthSettings.builder().clientName(this.clientName);
        String prompt = choose(settings, "grant", McpAuthorizationPrompt.class);
        if (oauth.grant() == McpGrantType.AUTHORIZATION_CODE) {
            if (prompt == null) {
                throw invalid(
                        settings,
                        oauth,
                        "grant",
                        "is authorization-code, but there is no way to prompt a user",
                        "In a web application set mcp.auth.prompt=web, and restart it: pages for users are created at the start"
                                + " only, by default only if a server needs them then. Elsewhere define a bean"
                                + " McpAuthorizationPrompt. Or choose another grant.");
            }
        }
        if (oauth.grant().needsConsent()) {
            oauthBuilder.prompt(new ReportingPrompt(
                    (prompt != null) ? late(prompt, McpAuthorizationPrompt.class) : null, this.beans.events()));
        }
        @Nullable McpAuthEndpoints endpoints = only(McpAuthEndpoints.class);
        if (endpoints != null && oauth.grant() == McpGrantType.AUTHORIZATION_CODE) {
            oauthBuilder.clientMetadataUrl(endpoints.clientMetadata());
        }
        if (oauth.needsAssertions()) {
            oauthBuilder.assertions(assertions(settings, oauth, hasPrincipals));
        }
        if (oauth.grant() == McpGrantType.TOKEN_EXCHANGE && !hasPrincipals) {
            throw invalid(
                    settings,
                    oauth,
                    "grant",
                    "is token-exchange, but there are no principals whose tokens could be exchanged",
                    "Define a bean McpPrincipalResolver, and leave auth.per-principal on.");
        }
        oauthBuilder.sslContext(this.sslContexts.ofAuthorizationServers(oauth, settings));
        oauth.settings().accept(oauthBuilder);
        List<McpOAuthCustomizer> customizers = this.beans.of(McpOAuthCustomizer.class, settings.name());
        customizers.forEach(customizer -> customizer.customize(settings.name(), oauthBuilder));
        return checked(settings.name(), oauth, oauthBuilder.build());
    }

    /** The core names its settings without the prefix of the server, or of all servers. */
    private static McpOAuthSettings checked(String server, AuthSettings.OAuth oauth, McpOAuthSettings settings) {
        try {
            McpOAuthProvider.find(server).check(server, settings);
            return settings;
        } catch (McpConfigurationException ex) {
            throw ex.property().startsWith(AUTH)
                    ? ex.at(server, oauth.properties().apply(ex.property().substring(AUTH.length())))
                    : ex;
        }
    }

    private void requireNimbus(AuthSettings auth) {
        Value<Type> type = auth.type();
        if (type != null && !ClassUtils.isPresent(NIMBUS, this.beans.classLoader())) {
            throw type.invalid(
                    "is oauth2, but the required library is missing",
                    "Add the dependency com.nimbusds:oauth2-oidc-sdk (11.37 or later).");
        }
    }

    /** Users may provide their ID token. */
    private @Nullable McpAssertionSource assertions(
            ServerSettings settings, AuthSettings.OAuth oauth, boolean hasPrincipals) {
        String name = choose(settings, "assertion", McpAssertionSource.class);
        if (name != null) {
            Supplier<McpAssertionSource> source = late(name, McpAssertionSource.class);
            return request -> source.get().assertion(request);
        }
        if (oauth.grant() == McpGrantType.ENTERPRISE_MANAGED && hasPrincipals) {
            return null;
        }
        throw invalid(
                settings,
                oauth,
                "assertion",
                "is missing, while auth.grant is " + AuthMapper.word(oauth.grant()),
                "Set it, or assertion-file, or define a bean McpAssertionSource.");
    }

    private McpRegistrationAuthorizations registrations(Value<String> id) {
        McpRegistrationAuthorizations registrations = only(McpRegistrationAuthorizations.class);
        if (registrations == null) {
            throw id.invalid(
                    "names a client registration of Spring Security, whose OAuth2 client is missing",
                    "Add the dependency org.springframework.boot:spring-boot-starter-security-oauth2-client, and set"
                            + " spring.security.oauth2.client.registration." + id.value() + ".");
        }
        return registrations;
    }

    private <T> @Nullable T only(Class<T> type) {
        return this.beans.beanFactory().getBeanProvider(type).getIfAvailable();
    }

    private @Nullable String choose(ServerSettings settings, String key, Class<?> type) {
        return this.beans.choose(settings.name(), "mcp.servers." + settings.name() + ".auth." + key, type);
    }

    private <T> Supplier<T> late(String name, Class<T> type) {
        return SingletonSupplier.of(() -> this.beans.beanFactory().getBean(name, type));
    }

    private static McpConfigurationException invalid(
            ServerSettings settings, AuthSettings.OAuth oauth, String key, String problem, String remedy) {
        return new McpConfigurationException(settings.name(), oauth.properties().apply(key), problem, remedy);
    }

    /** Credentials whose bean is looked up with the first request. */
    private record LateCredentials(Supplier<McpCredentials> bean) implements McpCredentials {

        @Override
        public Mono<Map<String, String>> headers(Request request) {
            return this.bean.get().headers(request);
        }

        @Override
        public @Nullable HttpRequestSigner signer() {
            return this.bean.get().signer();
        }
    }
}
