package io.mcpclient.sample.secured.authorization;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configuration.OAuth2AuthorizationServerConfiguration;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2AuthorizationServerConfigurer;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.authorization.InMemoryOAuth2AuthorizationConsentService;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationConsentService;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationServerMetadata;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationProvider;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationValidator;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2ClientRegistrationAuthenticationProvider;
import org.springframework.security.oauth2.server.authorization.client.InMemoryRegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/**
 * Configuration of the authorization server. Not annotated as a configuration, so that the application's component scan does
 * not find it: it belongs only to the context of {@link AuthorizationServer}.
 */
@EnableWebSecurity
class AuthorizationServerConfiguration {

    private static final Duration SESSION = Duration.ofMinutes(30);

    private static final String COOKIE = "AUTHORIZATION-SERVER";

    @Bean
    TomcatServletWebServerFactory webServer(Arrangement arrangement) throws UnknownHostException {
        TomcatServletWebServerFactory factory = new TomcatServletWebServerFactory(arrangement.port());
        factory.setAddress(InetAddress.getByName("localhost"));
        factory.getSettings().getSession().setTimeout(SESSION);
        factory.getSettings().getSession().getCookie().setName(COOKIE);
        return factory;
    }

    @Bean
    FilterRegistrationBean<IssuerInRedirects> issuerInRedirects(Arrangement arrangement) {
        FilterRegistrationBean<IssuerInRedirects> registration =
                new FilterRegistrationBean<>(new IssuerInRedirects(arrangement.issuer()));
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    @Bean
    ServletRegistrationBean<Pages> pages(
            Arrangement arrangement, RegisteredClientRepository clients, OAuth2AuthorizationConsentService consents) {
        return new ServletRegistrationBean<>(new Pages(arrangement, clients, consents), "/");
    }

    @Bean
    UserDetailsService users() {
        return new InMemoryUserDetailsManager(User.withUsername(Pages.USER)
                .password("{noop}" + Pages.PASSWORD)
                .build());
    }

    @Bean
    Ledger ledger() {
        return new Ledger();
    }

    @Bean
    OAuth2AuthorizationConsentService consents() {
        return new InMemoryOAuth2AuthorizationConsentService();
    }

    @Bean
    Grants grants(OAuth2AuthorizationConsentService consents) {
        return new Grants(consents);
    }

    /** The only preregistered client is the protected server, which may introspect tokens and cannot obtain any. */
    @Bean
    RegisteredClientRepository clients(Arrangement arrangement) {
        return new InMemoryRegisteredClientRepository(
                RegisteredClient.withId(UUID.randomUUID().toString())
                        .clientId(arrangement.resourceId())
                        .clientSecret("{noop}" + arrangement.resourceSecret())
                        .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                        .authorizationGrantType(new AuthorizationGrantType("none"))
                        .build());
    }

    @Bean
    Registrations registrations(Arrangement arrangement, Ledger ledger) {
        return new Registrations(arrangement.scopes(), ledger);
    }

    @Bean
    Audience audience(Arrangement arrangement, Ledger ledger) {
        return new Audience(arrangement.resource().toString(), ledger);
    }

    @Bean
    AuthorizationServerSettings settings(Arrangement arrangement) {
        return AuthorizationServerSettings.builder()
                .issuer(arrangement.issuer())
                .build();
    }

    /** Not used for signatures, as tokens are opaque. But the server has a JWK Set endpoint, which should respond. */
    @Bean
    JWKSource<SecurityContext> keys() throws JOSEException {
        return new ImmutableJWKSet<>(new JWKSet(new ECKeyGenerator(Curve.P_256)
                .keyID(UUID.randomUUID().toString())
                .generate()));
    }

    @Bean
    JwtDecoder initialAccessTokens(JWKSource<SecurityContext> keys) {
        return OAuth2AuthorizationServerConfiguration.jwtDecoder(keys);
    }

    @Bean
    SecurityFilterChain security(
            HttpSecurity http, Arrangement arrangement, Registrations registrations, Audience audience) {
        return http.with(new OAuth2AuthorizationServerConfigurer(), server -> server.authorizationEndpoint(
                                endpoint -> endpoint.consentPage(Pages.CONSENT).authenticationProviders(each(audience)))
                        .clientRegistrationEndpoint(endpoint ->
                                endpoint.openRegistrationAllowed(true).authenticationProviders(each(registrations)))
                        .authorizationServerMetadataEndpoint(
                                endpoint -> endpoint.authorizationServerMetadataCustomizer(metadata(arrangement))))
                .authorizeHttpRequests(requests -> requests.requestMatchers(HttpMethod.POST, "/oauth2/register")
                        .permitAll()
                        .requestMatchers(HttpMethod.GET, Pages.LOGIN, Pages.STYLE)
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .formLogin(form -> form.loginPage(Pages.LOGIN))
                .headers(headers -> headers.contentSecurityPolicy(policy -> policy.policyDirectives(Pages.POLICY)))
                .build();
    }

    private static Consumer<List<AuthenticationProvider>> each(Audience audience) {
        return providers -> providers.forEach(provider -> {
            if (provider instanceof OAuth2AuthorizationCodeRequestAuthenticationProvider requests) {
                requests.setAuthenticationValidator(
                        new OAuth2AuthorizationCodeRequestAuthenticationValidator().andThen(audience));
            }
        });
    }

    private static Consumer<List<AuthenticationProvider>> each(Registrations registrations) {
        return providers -> providers.forEach(provider -> {
            if (provider instanceof OAuth2ClientRegistrationAuthenticationProvider requests) {
                requests.setAuthenticationValidator(registrations);
                requests.setRegisteredClientConverter(registrations);
            }
        });
    }

    /** Publishes the metadata that MCP clients require, and only features that clients can use here. */
    private static Consumer<OAuth2AuthorizationServerMetadata.Builder> metadata(Arrangement arrangement) {
        return metadata -> metadata.scopes(scopes -> scopes.addAll(arrangement.scopes()))
                .grantTypes(grants -> grants.retainAll(Registrations.GRANTS))
                .claim("authorization_response_iss_parameter_supported", true);
    }
}
