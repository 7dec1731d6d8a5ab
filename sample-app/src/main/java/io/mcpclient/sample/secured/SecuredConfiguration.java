package io.mcpclient.sample.secured;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.core.env.Environment;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.security.oauth2.server.resource.introspection.RestClientOpaqueTokenIntrospector;
import org.springframework.web.client.RestClient;

import io.mcpclient.sample.secured.authorization.Arrangement;
import io.mcpclient.sample.secured.authorization.AuthorizationServer;

/**
 * An authorization server, and the filter in front of the server {@code vault}. The two share only addresses and a secret, as
 * if they ran on different hosts. Nothing else in the application requires a token.
 */
@Configuration(proxyBeanMethods = false)
@Profile("secured")
class SecuredConfiguration {

    static final String VAULT = "/servers/vault/mcp";

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @Bean
    Arrangement vaultArrangement(Environment environment) {
        return new Arrangement(
                environment.getRequiredProperty("sample.authorization-server.port", Integer.class),
                URI.create(base(environment) + VAULT),
                List.of(VaultGate.READ, VaultGate.WRITE),
                "vault",
                UUID.randomUUID().toString());
    }

    @Bean(initMethod = "start", destroyMethod = "close")
    AuthorizationServer authorizationServer(Arrangement vaultArrangement) {
        return new AuthorizationServer(vaultArrangement);
    }

    @Bean
    FilterRegistrationBean<VaultGate> vaultGate(Arrangement vaultArrangement, Environment environment) {
        Challenge challenge = new Challenge(base(environment) + VaultMetadataController.PATH);
        FilterRegistrationBean<VaultGate> registration = new FilterRegistrationBean<>(new VaultGate(
                introspector(vaultArrangement), vaultArrangement.resource().toString(), challenge));
        registration.addUrlPatterns("/servers/vault/*");
        return registration;
    }

    private static OpaqueTokenIntrospector introspector(Arrangement arrangement) {
        SimpleClientHttpRequestFactory requests = new SimpleClientHttpRequestFactory();
        requests.setConnectTimeout(PATIENCE);
        requests.setReadTimeout(PATIENCE);
        RestClient client = RestClient.builder()
                .requestFactory(requests)
                .defaultHeaders(headers -> headers.setBasicAuth(arrangement.resourceId(), arrangement.resourceSecret()))
                .build();
        return new RestClientOpaqueTokenIntrospector(arrangement.issuer() + "/oauth2/introspect", client);
    }

    private static String base(Environment environment) {
        return "http://127.0.0.1:" + environment.getProperty("server.port", "8080")
                + environment.getProperty("server.servlet.context-path", "");
    }
}
