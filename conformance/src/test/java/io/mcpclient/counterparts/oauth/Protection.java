package io.mcpclient.counterparts.oauth;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import jakarta.servlet.http.HttpServletResponse;

import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.mcp.annotation.McpToolParam;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.AccessDeniedHandler;

/**
 * Servers that want a token of {@link SpringAuthorizationServer}: one of Spring AI for the era of sessions, and one without.
 * Challenges and metadata are those of Spring Security, but that it also says which scope is missing.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableWebSecurity
class Protection {

    @Bean
    Features features() {
        return new Features();
    }

    @Bean
    StatelessServer statelessServer() {
        return new StatelessServer();
    }

    @Bean
    Cutoff cutoff() {
        return new Cutoff();
    }

    @Bean
    JwtDecoder tokens(Environment environment, Cutoff cutoff) {
        String issuer = environment.getRequiredProperty("issuer");
        NimbusJwtDecoder decoder =
                NimbusJwtDecoder.withJwkSetUri(issuer + "/oauth2/jwks").build();
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(
                new JwtTimestampValidator(Duration.ZERO), new JwtIssuerValidator(issuer), cutoff));
        return decoder;
    }

    @Bean
    SecurityFilterChain security(HttpSecurity http, Environment environment) throws Exception {
        return http.csrf(AbstractHttpConfigurer::disable)
                .authorizeHttpRequests(requests -> requests.requestMatchers("/.well-known/**")
                        .permitAll()
                        .requestMatchers(request -> "write".equals(request.getHeader("Mcp-Name")))
                        .hasAuthority("SCOPE_mcp:write")
                        .anyRequest()
                        .hasAuthority("SCOPE_mcp:read"))
                .oauth2ResourceServer(server -> server.jwt(jwt -> {})
                        .dPoP(proofs -> {})
                        .accessDeniedHandler(missing("mcp:write"))
                        .protectedResourceMetadata(metadata -> metadata.protectedResourceMetadataCustomizer(
                                document -> document.authorizationServer(environment.getRequiredProperty("issuer"))
                                        .scope("mcp:read"))))
                .build();
    }

    private static AccessDeniedHandler missing(String scope) {
        return (request, response, denied) -> {
            response.setHeader("WWW-Authenticate", "Bearer error=\"insufficient_scope\", scope=\"" + scope + "\"");
            response.setStatus(HttpServletResponse.SC_FORBIDDEN);
        };
    }

    /** Refuses tokens that are for others, and those that were issued before a test said so. */
    static final class Cutoff implements OAuth2TokenValidator<Jwt> {

        private volatile Instant earliest = Instant.EPOCH;

        private volatile List<String> audiences = List.of();

        void refuseAllIssuedBefore(Instant earliest) {
            this.earliest = earliest;
        }

        void audiences(List<String> audiences) {
            this.audiences = audiences;
        }

        @Override
        public OAuth2TokenValidatorResult validate(Jwt token) {
            boolean isGood = token.getAudience() != null
                    && this.audiences.containsAll(token.getAudience())
                    && token.getIssuedAt() != null
                    && !token.getIssuedAt().isBefore(this.earliest);
            return isGood
                    ? OAuth2TokenValidatorResult.success()
                    : OAuth2TokenValidatorResult.failure(new OAuth2Error("invalid_token", "not valid here", null));
        }
    }

    /** The server of Spring AI. */
    static final class Features {

        @McpTool(name = "read", description = "Echoes a text")
        String read(@McpToolParam String text) {
            return text;
        }
    }
}
