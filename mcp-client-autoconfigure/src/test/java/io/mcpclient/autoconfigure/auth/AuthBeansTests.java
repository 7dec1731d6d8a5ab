package io.mcpclient.autoconfigure.auth;

import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.auth.AuthorizedRequest;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.auth.HttpRefusal;
import io.mcpclient.auth.HttpRequestSigner;
import io.mcpclient.auth.McpAssertionSource;
import io.mcpclient.auth.McpAuthorizationPrompt;
import io.mcpclient.auth.McpCredentials;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.McpToolApproval;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.spring.McpServer;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Beans that have a say in how a server is authorized, and what happens without them. */
@Timeout(60)
class AuthBeansTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withPropertyValues(
                    "mcp.servers.weather.url=http://localhost:1/mcp",
                    "mcp.servers.weather.start=lazy",
                    "mcp.servers.other.url=http://localhost:1/mcp",
                    "mcp.servers.other.enabled=false");

    @Test
    void whenOAuthLibraryIsAbsentThenTheErrorNamesIt() {
        this.runner
                .withClassLoader(new FilteredClassLoader("com.nimbusds"))
                .withPropertyValues("mcp.servers.weather.auth.type=oauth2")
                .run(context ->
                        assertThat(failure(context, "auth.type").remedy()).contains("com.nimbusds:oauth2-oidc-sdk"));
    }

    // The line to change is where the value is
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            oauth2 | pkce | assumed
            oauth2 | resource | never
            oauth2 | authorization-parameters.state | x
            oauth2 | grant | token-exchange
            bearer | token | caf\u00e9
            """)
    void whenAnInvalidValueIsThatOfAllServersThenTheErrorNamesIt(String type, String key, String value) {
        ApplicationContextRunner prompting = this.runner
                .withBean(McpAuthorizationPrompt.class, () -> request -> Mono.never())
                .withPropertyValues(
                        "mcp.defaults.auth.redirect-uri=https://app.example.com/callback",
                        "mcp.defaults.auth.issuer=" + (key.equals("grant") ? "https://auth.example.com" : ""));
        String own = "mcp.servers.weather.auth.";
        String shared = "mcp.defaults.auth.";
        prompting
                .withPropertyValues(shared + "type=" + type, shared + key + "=" + value)
                .run(context -> failureAt(context, shared + key));
        prompting
                .withPropertyValues(own + "type=" + type, own + key + "=" + value)
                .run(context -> failureAt(context, own + key));
    }

    @Test
    void whenOAuthLibraryIsAbsentThenServersWithoutOAuthStart() {
        this.runner
                .withClassLoader(new FilteredClassLoader("com.nimbusds"))
                .withPropertyValues("mcp.servers.weather.auth.type=bearer", "mcp.servers.weather.auth.token=a")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void whenUsersCannotBePromptedThenTheStartFails() {
        this.runner.withPropertyValues("mcp.servers.weather.auth.type=oauth2").run(context -> assertThat(
                        failure(context, "auth.grant").remedy())
                .contains("McpAuthorizationPrompt")
                .contains("mcp.auth.prompt"));
    }

    // errors of the core name the property of the server here
    @Test
    void whenRedirectUriIsMissingForAPromptThenThePropertyIsNamed() {
        ApplicationContextRunner prompting = this.runner
                .withPropertyValues("mcp.servers.weather.auth.type=oauth2")
                .withBean(McpAuthorizationPrompt.class, () -> request -> Mono.never());
        prompting.run(context -> failure(context, "auth.redirect-uri"));
        prompting
                .withPropertyValues("mcp.servers.weather.auth.redirect-uri=https://app.example.com/callback")
                .run(context -> assertThat(context).hasNotFailed().hasBean("weatherMcpClient"));
    }

    // WIF-01
    @Test
    void whenAssertionSourceIsMissingThenTheStartFails() {
        this.runner
                .withPropertyValues(
                        "mcp.servers.weather.auth.type=oauth2",
                        "mcp.servers.weather.auth.grant=jwt-bearer",
                        "mcp.servers.weather.auth.issuer=https://auth.example.com")
                .run(context ->
                        assertThat(failure(context, "auth.assertion").remedy()).contains("McpAssertionSource"));
    }

    // WIF-04
    @Test
    void whenABeanProvidesTheAssertionThenTheStartSucceeds() {
        this.runner
                .withPropertyValues(
                        "mcp.servers.weather.auth.type=oauth2",
                        "mcp.servers.weather.auth.grant=jwt-bearer",
                        "mcp.servers.weather.auth.issuer=https://auth.example.com")
                .withBean(McpAssertionSource.class, () -> request -> Mono.just("a.b.c"))
                .run(context -> assertThat(context).hasNotFailed());
    }

    // EMA-10: users may bring their ID token along
    @Test
    void whenPrincipalsAreResolvedThenTheyMayProvideTheAssertion() {
        ApplicationContextRunner enterprise = this.runner.withPropertyValues(
                "mcp.servers.weather.auth.type=oauth2",
                "mcp.servers.weather.auth.grant=enterprise-managed",
                "mcp.servers.weather.auth.client-id=a",
                "mcp.servers.weather.auth.client-secret=b",
                "mcp.servers.weather.auth.issuer=https://auth.example.com",
                "mcp.servers.weather.auth.identity-provider.token-endpoint=https://idp.example.com/token",
                "mcp.servers.weather.auth.identity-provider.client-id=c");
        enterprise.run(context -> failure(context, "auth.assertion"));
        enterprise.withBean(McpPrincipalResolver.class, () -> Mono::empty).run(context -> assertThat(context)
                .hasNotFailed());
    }

    @Test
    void whenThereIsNoResolverThenTokenExchangeFailsTheStart() {
        ApplicationContextRunner exchange = this.runner.withPropertyValues(
                "mcp.servers.weather.auth.type=oauth2",
                "mcp.servers.weather.auth.grant=token-exchange",
                "mcp.servers.weather.auth.client-id=a",
                "mcp.servers.weather.auth.client-secret=b",
                "mcp.servers.weather.auth.issuer=https://auth.example.com");
        exchange.run(context -> failure(context, "auth.grant"));
        exchange.withBean(McpPrincipalResolver.class, () -> Mono::empty)
                .withPropertyValues("mcp.servers.weather.auth.per-principal=false")
                .run(context -> failure(context, "auth.grant"));
        exchange.withBean(McpPrincipalResolver.class, () -> Mono::empty)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void whenThereIsNoResolverThenPerPrincipalFailsTheStart() {
        this.runner
                .withPropertyValues("mcp.servers.weather.auth.per-principal=true")
                .run(context -> assertThat(
                                failure(context, "auth.per-principal").remedy())
                        .contains("McpPrincipalResolver"));
    }

    // H26: a user who got lost on the way to another thread is not the application
    @ParameterizedTest
    @CsvSource({
        "authorization-code, '', true",
        "authorization-code, required, true",
        "authorization-code, true, false",
        "authorization-code, false, false",
        "token-exchange, '', true",
        "token-exchange, true, false",
        "client-credentials, '', false",
        "client-credentials, required, true",
    })
    void whenGrantRequiresAUserThenACallWithoutAUserIsRejected(String grant, String perPrincipal, boolean refused) {
        try (ScriptedHttpServer server = ScriptedHttpServer.modern()) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(),
                            "mcp.servers.weather.start=lazy",
                            // The first call of a JVM loads the classes of OAuth, which takes long on a busy machine.
                            "mcp.servers.weather.connect-timeout=60s",
                            "mcp.servers.weather.request-timeout=60s",
                            "mcp.servers.weather.auth.type=oauth2",
                            "mcp.servers.weather.auth.grant=" + grant,
                            "mcp.servers.weather.auth.client-id=a",
                            "mcp.servers.weather.auth.client-secret=b",
                            "mcp.servers.weather.auth.issuer=https://auth.example.com",
                            grant.equals("authorization-code")
                                    ? "mcp.servers.weather.auth.redirect-uri=https://app.example.com/callback"
                                    : "a=b",
                            perPrincipal.isEmpty() ? "a=b" : "mcp.servers.weather.auth.per-principal=" + perPrincipal)
                    .withBean(McpAuthorizationPrompt.class, () -> request -> Mono.never())
                    .withBean(McpPrincipalResolver.class, () -> Mono::empty)
                    .run(context -> {
                        McpClient client = context.getBean(McpClients.class).get("weather");
                        if (!refused) {
                            assertThat(client.callTool("echo", Map.of())).isNotNull();
                            return;
                        }
                        assertThatExceptionOfType(McpAuthorizationException.class)
                                .isThrownBy(() -> client.callTool("echo", Map.of()))
                                .withMessageContaining("\"weather\"")
                                .withMessageContaining("auth.per-principal")
                                .matches(failure ->
                                        failure.reason() == McpAuthorizationException.Reason.PRINCIPAL_REQUIRED);
                        assertThat(server.requests()).isEmpty();
                        assertThat(client.callTool("echo", Map.of(), McpCallOptions.asApplication()))
                                .isNotNull();
                    });
        }
    }

    // all callers have the same credentials there, or none: several resolvers do not matter, unless callers approve
    // calls
    @Test
    void whenCredentialsAreSharedThenSeveralResolversAreAmbiguousOnlyForApproval() {
        for (String type : new String[] {"none", "bearer"}) {
            this.runner
                    .withUserConfiguration(TwoResolvers.class)
                    .withPropertyValues(
                            "mcp.servers.weather.auth.type=" + type,
                            type.equals("bearer") ? "mcp.servers.weather.auth.token=a" : "a=b")
                    .run(context -> assertThat(context).hasNotFailed());
        }
        this.runner
                .withUserConfiguration(TwoResolvers.class)
                .withPropertyValues("mcp.tools.approval=all")
                .withBean(McpToolApproval.class, () -> request -> McpToolApprovalDecision.approve())
                .run(context -> assertThat(
                                failure(context, "auth.per-principal").problem())
                        .contains("\"first\", \"second\""));
    }

    @Test
    void whenThereAreSeveralBeansForOnePurposeThenOneMustBeAssigned() {
        ApplicationContextRunner perUser =
                this.runner.withPropertyValues("mcp.servers.weather.auth.per-principal=true");
        perUser.withUserConfiguration(TwoResolvers.class).run(context -> assertThat(
                        failure(context, "auth.per-principal").problem())
                .contains("\"first\", \"second\""));
        perUser.withUserConfiguration(TwoResolvers.class, OwnResolver.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void whenRegistrationIdIsSetThenSpringSecurityIsRequired() {
        this.runner
                .withPropertyValues(
                        "mcp.servers.weather.auth.type=oauth2", "mcp.servers.weather.auth.registration-id=github")
                .run(context -> assertThat(
                                failure(context, "auth.registration-id").remedy())
                        .contains("spring-boot-starter-security-oauth2-client")
                        .contains("spring.security.oauth2.client.registration.github"));
    }

    @Test
    void whenRegistrationIdIsSetThenTheOAuthLibraryIsNotRequired() {
        AtomicReference<String> asked = new AtomicReference<>();
        McpRegistrationAuthorizations registrations = (server, id) -> {
            asked.set(server + " " + id);
            return protectedServer -> new Nothing();
        };
        this.runner
                .withClassLoader(new FilteredClassLoader("com.nimbusds"))
                .withPropertyValues(
                        "mcp.servers.weather.auth.type=oauth2", "mcp.servers.weather.auth.registration-id=github")
                .withBean(McpRegistrationAuthorizations.class, () -> registrations)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(asked).hasValue("weather github");
                });
    }

    // AUTH-01: beans and properties, and their precedence
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
                    -,      -,      -
                    shared, -,      shared
                    own,    -,      own
                    both,   -,      own
                    shared, bearer, Bearer property
                    shared, none,   -
                    """)
    void whenBeansAndPropertiesHaveCredentialsThenTheMostSpecificAreSent(
            @Nullable String beans, @Nullable String type, @Nullable String sent) throws Exception {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            ApplicationContextRunner asked = this.runner.withPropertyValues(
                    "mcp.servers.weather.url=" + server.url(), "mcp.servers.weather.protocol=modern");
            if (beans != null) {
                asked = asked.withUserConfiguration(
                        switch (beans) {
                            case "shared" -> new Class<?>[] {SharedCredentials.class};
                            case "own" -> new Class<?>[] {OwnCredentials.class};
                            default -> new Class<?>[] {SharedCredentials.class, OwnCredentials.class};
                        });
            }
            if (type != null) {
                asked = asked.withPropertyValues("mcp.servers.weather.auth.type=" + type);
            }
            if ("bearer".equals(type)) {
                asked = asked.withPropertyValues("mcp.servers.weather.auth.token=property");
            }
            asked.run(context -> {
                context.getBean(McpClient.class).listTools();
                assertThat(server.requests()).isNotEmpty().allSatisfy(request -> assertThat(
                                request.header("Authorization"))
                        .isEqualTo(sent));
            });
        }
    }

    // H31
    @Test
    void whenBeanIsForAServerThenPropertiesMayNotConfigureTheSame() {
        this.runner
                .withUserConfiguration(OwnCredentials.class)
                .withPropertyValues("mcp.servers.weather.auth.type=bearer", "mcp.servers.weather.auth.token=a")
                .run(context ->
                        assertThat(failure(context, "auth.type").problem()).contains("ownCredentials"));
        this.runner
                .withUserConfiguration(OwnCredentials.class)
                .withPropertyValues("mcp.servers.weather.headers.Authorization=a")
                .run(context -> assertThat(
                                failure(context, "headers.Authorization").problem())
                        .contains("ownCredentials"));
    }

    // H31: a server that has its header already is not for the bean of all
    @Test
    void whenServerHasAnAuthorizationHeaderThenTheSharedBeanIsNotUsed() {
        this.runner
                .withUserConfiguration(SharedCredentials.class)
                .withPropertyValues("mcp.servers.weather.headers.Authorization=a")
                .run(context -> assertThat(context).hasNotFailed());
    }

    // H25
    @Test
    void whenConnectionIsCleartextThenCredentialsOfBeansAreRejected() {
        ApplicationContextRunner cleartext = this.runner
                .withUserConfiguration(SharedCredentials.class)
                .withPropertyValues("mcp.servers.weather.url=http://example.com/mcp");
        cleartext.run(context -> assertThat(failure(context, "url").remedy()).contains("auth.allow-cleartext=true"));
        cleartext
                .withPropertyValues("mcp.servers.weather.auth.allow-cleartext=true")
                .run(context -> assertThat(context).hasNotFailed());
    }

    // H26: the bean receives the principal of the call
    @Test
    void whenCallsAreMadeOnBehalfOfUsersThenTheBeanReceivesThePrincipal() throws Exception {
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(), "mcp.servers.weather.protocol=modern")
                    .withBean(McpPrincipalResolver.class, () -> () -> Mono.just(McpPrincipal.of("alice")))
                    .withBean(
                            McpCredentials.class,
                            () -> request -> Mono.just(
                                    Map.of("Authorization", request.principal().name())))
                    .run(context -> {
                        context.getBean(McpClient.class).listTools();
                        assertThat(server.requests()).isNotEmpty().allSatisfy(request -> assertThat(
                                        request.header("Authorization"))
                                .isEqualTo("alice"));
                    });
        }
    }

    // the declared type of the bean does not tell that it signs requests
    @Test
    void whenTheBeanIsASignerThenRequestsAreSigned() throws Exception {
        HttpRequestSigner signer =
                request -> Mono.just(Map.of("X-Signature", request.method() + " " + (request.body() != null)));
        try (ScriptedModernServer server = ScriptedHttpServer.modern()) {
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(), "mcp.servers.weather.protocol=modern")
                    .withBean(McpCredentials.class, () -> signer)
                    .run(context -> {
                        context.getBean(McpClient.class).listTools();
                        assertThat(server.requests()).isNotEmpty().allSatisfy(request -> assertThat(
                                        request.header("X-Signature"))
                                .isEqualTo("POST true"));
                    });
        }
    }

    private static McpConfigurationException failure(AssertableApplicationContext context, String key) {
        return failureAt(context, "mcp.servers.weather." + key);
    }

    private static McpConfigurationException failureAt(AssertableApplicationContext context, String property) {
        assertThat(context).hasFailed();
        for (Throwable cause = context.getStartupFailure(); cause != null; cause = cause.getCause()) {
            if (cause instanceof McpConfigurationException failure) {
                assertThat(failure.property()).isEqualTo(property);
                return failure;
            }
        }
        throw new AssertionError("no McpConfigurationException", context.getStartupFailure());
    }

    /** Authorizes nothing. */
    private static final class Nothing implements HttpAuthorization {

        @Override
        public Mono<HttpCredentials> authorize(AuthorizedRequest request) {
            return Mono.just(HttpCredentials.NONE);
        }

        @Override
        public Mono<HttpCredentials> reauthorize(
                AuthorizedRequest request, HttpCredentials refused, HttpRefusal refusal) {
            return Mono.empty();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SharedCredentials {

        @Bean
        McpCredentials sharedCredentials() {
            return request -> Mono.just(Map.of("Authorization", "shared"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnCredentials {

        @Bean
        @McpServer("weather")
        McpCredentials ownCredentials() {
            return request -> Mono.just(Map.of("Authorization", "own"));
        }

        @Bean
        @McpServer("other")
        McpCredentials credentialsOfAnother() {
            return request -> Mono.just(Map.of("Authorization", "of another"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoResolvers {

        @Bean
        McpPrincipalResolver first() {
            return Mono::empty;
        }

        @Bean
        McpPrincipalResolver second() {
            return Mono::empty;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnResolver {

        @Bean
        @McpServer("weather")
        McpPrincipalResolver own() {
            return Mono::empty;
        }
    }
}
