package io.mcpclient.counterparts.oauth;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configuration.OAuth2AuthorizationServerConfiguration;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2AuthorizationServerConfigurer;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientRegistrationAuthenticationProvider;
import org.springframework.security.oauth2.server.authorization.client.InMemoryRegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.converter.OAuth2ClientRegistrationRegisteredClientConverter;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.settings.ClientSettings;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/**
 * What Spring Authorization Server is made of here: with its own pages, open registration, and clients that were there before.
 * What it does not do by itself is in {@link Audience} alone.
 */
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
class Authority {

    static final String USER = "ada";

    static final String PASSWORD = "correct horse";

    static final List<String> SCOPES = List.of("mcp:read", "mcp:write");

    static final String MACHINE = "machine";

    static final String SECRET = "p+w:d %&";

    static final String SIGNER = "signer";

    static final ECKey SIGNING_KEY = ecKey();

    private static final String KEYS_OF_SIGNER = "/keys-of-signer";

    @Bean
    TomcatServletWebServerFactory webServer() {
        TomcatServletWebServerFactory factory = new TomcatServletWebServerFactory(0);
        factory.setAddress(InetAddress.getLoopbackAddress());
        return factory;
    }

    @Bean
    UserDetailsService users() {
        return new InMemoryUserDetailsManager(
                User.withUsername(USER).password("{noop}" + PASSWORD).build());
    }

    @Bean
    TokenRequests tokenRequests() {
        return new TokenRequests();
    }

    @Bean
    FilterRegistrationBean<TokenRequests> countedTokenRequests(TokenRequests requests) {
        FilterRegistrationBean<TokenRequests> registration = new FilterRegistrationBean<>(requests);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    @Bean
    AuthorizationServerSettings settings() {
        return AuthorizationServerSettings.builder().build();
    }

    @Bean
    JWKSource<SecurityContext> keys() {
        return new ImmutableJWKSet<>(new JWKSet(rsaKey()));
    }

    @Bean
    JwtDecoder ownTokens(JWKSource<SecurityContext> keys) {
        return OAuth2AuthorizationServerConfiguration.jwtDecoder(keys);
    }

    @Bean
    Audience audience() {
        return new Audience();
    }

    /** For whatever is no page of the server itself; without a servlet for all paths, its filters would see nothing. */
    @Bean
    ServletRegistrationBean<HttpServlet> pages() {
        return new ServletRegistrationBean<>(new Pages(), "/");
    }

    @Bean
    Clients clients() {
        return new Clients();
    }

    /** Clients in memory, which may be reset. */
    static final class Clients implements RegisteredClientRepository {

        private volatile InMemoryRegisteredClientRepository known = configured();

        /** Where the keys of the other configured client are is known when the port is. */
        private static InMemoryRegisteredClientRepository configured() {
            return new InMemoryRegisteredClientRepository(machine(MACHINE)
                    .clientSecret("{noop}" + SECRET)
                    .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                    .build());
        }

        /** Forgets all clients but the first configured one. */
        void reset() {
            this.known = configured();
        }

        @Override
        public void save(RegisteredClient client) {
            this.known.save(client);
        }

        @Override
        public @Nullable RegisteredClient findById(String id) {
            return this.known.findById(id);
        }

        @Override
        public @Nullable RegisteredClient findByClientId(String clientId) {
            return this.known.findByClientId(clientId);
        }
    }

    static RegisteredClient signer(String issuer) {
        return machine(SIGNER)
                .clientAuthenticationMethod(ClientAuthenticationMethod.PRIVATE_KEY_JWT)
                .clientSettings(ClientSettings.builder()
                        .jwkSetUrl(issuer + KEYS_OF_SIGNER)
                        .tokenEndpointAuthenticationSigningAlgorithm(SignatureAlgorithm.ES256)
                        .build())
                .build();
    }

    private static RegisteredClient.Builder machine(String clientId) {
        return RegisteredClient.withId(UUID.randomUUID().toString())
                .clientId(clientId)
                .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
                .scopes(scopes -> scopes.addAll(SCOPES));
    }

    @Bean
    SecurityFilterChain security(HttpSecurity http) throws Exception {
        return http.with(
                        new OAuth2AuthorizationServerConfigurer(),
                        server -> server.clientRegistrationEndpoint(endpoint ->
                                endpoint.openRegistrationAllowed(true).authenticationProviders(withScopes())))
                .authorizeHttpRequests(requests -> requests.requestMatchers(HttpMethod.POST, "/oauth2/register")
                        .permitAll()
                        .requestMatchers(HttpMethod.GET, KEYS_OF_SIGNER)
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .formLogin(Customizer.withDefaults())
                .build();
    }

    /** Registered clients may have all scopes, and get another refresh token each time; all else is as the server wants it. */
    private static Consumer<List<AuthenticationProvider>> withScopes() {
        OAuth2ClientRegistrationRegisteredClientConverter converter =
                new OAuth2ClientRegistrationRegisteredClientConverter();
        converter.setTokenSettingsCustomizer(tokens -> tokens.reuseRefreshTokens(false));
        return providers -> providers.forEach(provider -> {
            if (provider instanceof OAuth2ClientRegistrationAuthenticationProvider registrations) {
                registrations.setRegisteredClientConverter(
                        registration -> RegisteredClient.from(converter.convert(registration))
                                .scopes(scopes -> scopes.addAll(SCOPES))
                                .build());
            }
        });
    }

    private static RSAKey rsaKey() {
        try {
            return new RSAKeyGenerator(2048).keyID("key-1").generate();
        } catch (JOSEException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static ECKey ecKey() {
        try {
            return new ECKeyGenerator(Curve.P_256).keyID("signer-1").generate();
        } catch (JOSEException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** Has the keys of {@link #SIGNER}, and nothing else. */
    static final class Pages extends HttpServlet {

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (!request.getServletPath().equals(KEYS_OF_SIGNER)) {
                response.sendError(HttpServletResponse.SC_NOT_FOUND);
                return;
            }
            response.setContentType("application/json");
            response.getWriter().write(new JWKSet(SIGNING_KEY.toPublicJWK()).toString());
        }
    }

    /** Issues tokens for the resource that was asked for, and for as long as a test wants. */
    static final class Audience implements OAuth2TokenCustomizer<JwtEncodingContext> {

        private volatile Duration lifetime = Duration.ofMinutes(5);

        void lifetime(Duration lifetime) {
            this.lifetime = lifetime;
        }

        @Override
        public void customize(JwtEncodingContext context) {
            String resource = Resources.of(context);
            if (resource != null) {
                context.getClaims().audience(List.of(resource));
            }
            context.getClaims().expiresAt(Instant.now().plus(this.lifetime));
        }
    }
}
