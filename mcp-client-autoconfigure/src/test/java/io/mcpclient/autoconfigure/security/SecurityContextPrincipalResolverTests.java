package io.mcpclient.autoconfigure.security;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.oauth2.core.DefaultOAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.core.OAuth2AccessToken;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthentication;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpSubjectToken;

import static org.assertj.core.api.Assertions.assertThat;

// faults G13, H26: the current principal according to Spring Security
@Timeout(30)
class SecurityContextPrincipalResolverTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final SecurityContextPrincipalResolver resolver =
            new SecurityContextPrincipalResolver(new OAuth2Principals());

    @AfterEach
    void clear() {
        SecurityContextHolder.clearContext();
    }

    private static Authentication user(String name) {
        return UsernamePasswordAuthenticationToken.authenticated(name, "secret", List.of());
    }

    private static void signIn(@Nullable Authentication authentication) {
        SecurityContextHolder.setContext(new SecurityContextImpl(authentication));
    }

    private @Nullable McpPrincipal resolved() {
        return this.resolver.resolve().block(LIMIT);
    }

    @Test
    void userOfTheThreadIsThePrincipal() {
        signIn(user("alice"));

        assertThat(resolved()).isEqualTo(McpPrincipal.of("alice"));
        assertThat(resolved()).extracting(McpPrincipal::token).isNull();
    }

    @Test
    void userOfTheReactorContextTakesPrecedenceOverThatOfTheThread() {
        signIn(user("alice"));

        assertThat(this.resolver
                        .resolve()
                        .contextWrite(ReactiveSecurityContextHolder.withAuthentication(user("bob")))
                        .block(LIMIT))
                .isEqualTo(McpPrincipal.of("bob"));
    }

    @Test
    void missingAnonymousOrUnauthenticatedUserResolvesToNoPrincipal() {
        assertThat(resolved()).isNull();
        signIn(null);
        assertThat(resolved()).isNull();
        signIn(new AnonymousAuthenticationToken("key", "anonymousUser", AuthorityUtils.createAuthorityList("ANY")));
        assertThat(resolved()).isNull();
        signIn(UsernamePasswordAuthenticationToken.unauthenticated("alice", "secret"));
        assertThat(resolved()).isNull();
    }

    // a token of a service may have no subject
    @Test
    void userWithoutANameResolvesToNoPrincipal() {
        Jwt nameless = Jwt.withTokenValue("token")
                .header("alg", "none")
                .claim("scope", "read")
                .build();
        signIn(new JwtAuthenticationToken(nameless, List.of()));

        assertThat(resolved()).isNull();
    }

    @Test
    void anonymousReactorContextDoesNotFallBackToTheThread() {
        signIn(user("alice"));
        Authentication anonymous =
                new AnonymousAuthenticationToken("key", "anonymousUser", AuthorityUtils.createAuthorityList("ANY"));

        assertThat(this.resolver
                        .resolve()
                        .contextWrite(ReactiveSecurityContextHolder.withAuthentication(anonymous))
                        .block(LIMIT))
                .isNull();
    }

    // the security context of a reactive application may be loaded somewhere else, where another user is at home
    @Test
    void userOfTheThreadThatLoadsTheContextIsIgnored() {
        Mono<McpPrincipal> resolved = this.resolver
                .resolve()
                .contextWrite(ReactiveSecurityContextHolder.withSecurityContext(
                        Mono.fromRunnable(() -> signIn(user("mallory")))
                                .subscribeOn(Schedulers.boundedElastic())
                                .then(Mono.empty())));
        signIn(user("alice"));

        assertThat(resolved.block(LIMIT)).isEqualTo(McpPrincipal.of("alice"));
    }

    @Test
    void userNamedLikeTheApplicationIsADifferentPrincipal() {
        signIn(user(McpPrincipal.APPLICATION.name()));

        assertThat(resolved()).isNotNull().satisfies(principal -> assertThat(principal.isApplication())
                .isFalse());
    }

    private static Jwt jwt(String issuer) {
        return Jwt.withTokenValue("jwt-of-alice")
                .header("alg", "none")
                .issuer(issuer)
                .subject("alice")
                .build();
    }

    // RFC 7519, section 4.1.2: a subject is unique within its issuer, and nowhere else
    @Test
    void userWithAJwtIsQualifiedByItsIssuerAndProvidesTheToken() {
        signIn(new JwtAuthenticationToken(jwt("https://one.example"), List.of()));
        McpPrincipal one = resolved();
        signIn(new JwtAuthenticationToken(jwt("https://two.example"), List.of()));
        McpPrincipal two = resolved();

        assertThat(one).isNotNull().isNotEqualTo(two);
        assertThat(one.name()).isEqualTo("https://one.example alice");
        assertThat(one.token()).isEqualTo(new McpSubjectToken("jwt-of-alice", McpSubjectToken.ACCESS_TOKEN));
        assertThat(one.toString()).doesNotContain("jwt-of-alice");
    }

    @Test
    void userWithAnOpaqueTokenProvidesIt() {
        OAuth2AccessToken token = new OAuth2AccessToken(
                OAuth2AccessToken.TokenType.BEARER, "opaque", Instant.EPOCH, Instant.EPOCH.plusSeconds(60));
        signIn(new BearerTokenAuthentication(
                new DefaultOAuth2AuthenticatedPrincipal("alice", Map.of("iss", "https://one.example"), List.of()),
                token,
                List.of()));

        assertThat(resolved())
                .isEqualTo(McpPrincipal.of("https://one.example alice"))
                .extracting(McpPrincipal::token)
                .isEqualTo(new McpSubjectToken("opaque", McpSubjectToken.ACCESS_TOKEN));
    }

    @Test
    void userWithOpenIdConnectProvidesTheIdToken() {
        OidcIdToken token = OidcIdToken.withTokenValue("id-token")
                .issuer("https://one.example")
                .subject("alice")
                .build();
        DefaultOidcUser user = new DefaultOidcUser(List.of(), token);
        signIn(new TestingAuthenticationToken(user, "", List.of()));

        assertThat(resolved())
                .isEqualTo(McpPrincipal.of("https://one.example alice"))
                .extracting(McpPrincipal::token)
                .isEqualTo(new McpSubjectToken("id-token", McpSubjectToken.ID_TOKEN));
    }
}
