package io.mcpclient.autoconfigure.security;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.security.oauth2.core.user.DefaultOAuth2User;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.auth.AuthorizedRequest;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.auth.HttpRefusal;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.spring.McpClientCustomizer;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.ScriptedHttpServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The principal of Spring Security as a bean, and what becomes of it on the wire. */
@Timeout(60)
class McpIdentityAutoConfigurationTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final int CALLS = 300;

    /** What precedes the name in credentials; a token that is an ordinary word would be masked in all texts of this JVM. */
    private static final String CREDENTIALS = "Bearer token-of-";

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(McpIdentityAutoConfiguration.class));

    @Test
    void resolverIsConfiguredByDefault() {
        this.runner.run(context -> assertThat(context)
                .getBean(McpPrincipalResolver.class)
                .isInstanceOf(SecurityContextPrincipalResolver.class));
    }

    @Test
    void customResolverReplacesTheDefault() {
        McpPrincipalResolver own = () -> Mono.just(McpPrincipal.of("own"));
        this.runner.withBean("own", McpPrincipalResolver.class, () -> own).run(context -> assertThat(context)
                .getBean(McpPrincipalResolver.class)
                .isSameAs(own));
    }

    @Test
    void resolverIsAbsentWhenClientsAreDisabled() {
        this.runner.withPropertyValues("mcp.enabled=false").run(context -> assertThat(context)
                .doesNotHaveBean(McpPrincipalResolver.class));
    }

    @Test
    void resolverIsAbsentWithoutSpringSecurity() {
        this.runner
                .withClassLoader(new FilteredClassLoader("org.springframework.security"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(McpPrincipalResolver.class));
    }

    private static Authentication formLogIn(String name) {
        return UsernamePasswordAuthenticationToken.authenticated(name, "", List.of());
    }

    private static Authentication openIdLogIn(String issuer, String subject, String registration) {
        OidcIdToken token = OidcIdToken.withTokenValue("id-token-of-" + issuer)
                .issuer(issuer)
                .subject(subject)
                .build();
        return new OAuth2AuthenticationToken(new DefaultOidcUser(List.of(), token), List.of(), registration);
    }

    private static Authentication oauthLogIn(String registration, String id) {
        return new OAuth2AuthenticationToken(
                new DefaultOAuth2User(List.of(), Map.of("id", id), "id"), List.of(), registration);
    }

    private static McpPrincipal resolved(McpPrincipalResolver resolver, Authentication user) {
        return Objects.requireNonNull(resolver.resolve()
                .contextWrite(ReactiveSecurityContextHolder.withAuthentication(user))
                .block(LIMIT));
    }

    // fault H26: an identifier is unique at its identity provider, and names at form log-in are often of the user's
    // choice
    @Test
    void usersOfSeveralIdentityProvidersAreSeveralPrincipals() {
        this.runner.run(context -> {
            McpPrincipalResolver resolver = context.getBean(McpPrincipalResolver.class);
            List<McpPrincipal> principals = Stream.of(
                            openIdLogIn("https://login.corp.example", "1001", "corp"),
                            openIdLogIn("https://login.partner.example", "1001", "partner"),
                            oauthLogIn("github", "1001"),
                            oauthLogIn("gitlab", "1001"),
                            formLogIn("1001"),
                            formLogIn("https://login.corp.example 1001"),
                            formLogIn("registration:github 1001"),
                            formLogIn("user: registration:github 1001"),
                            formLogIn("application"),
                            formLogIn("user application"),
                            formLogIn("user: application"))
                    .map(user -> resolved(resolver, user))
                    .toList();

            assertThat(principals).doesNotHaveDuplicates().noneMatch(McpPrincipal::isApplication);
            assertThat(principals.subList(0, 5))
                    .extracting(McpPrincipal::name)
                    .containsExactly(
                            "https://login.corp.example 1001",
                            "https://login.partner.example 1001",
                            "registration:github 1001",
                            "registration:gitlab 1001",
                            "1001");
            assertThat(principals.subList(0, 5))
                    .extracting(McpPrincipal::loginName)
                    .containsOnly("1001");
        });
    }

    private static Authentication user(int call) {
        return UsernamePasswordAuthenticationToken.authenticated((call % 2 == 0) ? "alice" : "bob", "", List.of());
    }

    private static HttpAuthorization credentials(ProtectedServer server) {
        return new HttpAuthorization() {
            @Override
            public Mono<HttpCredentials> authorize(AuthorizedRequest request) {
                String name = server.principal().get().name();
                return Mono.just(new HttpCredentials(Map.of("Authorization", CREDENTIALS + name), null));
            }

            @Override
            public Mono<HttpCredentials> reauthorize(
                    AuthorizedRequest request, HttpCredentials refused, HttpRefusal refusal) {
                return Mono.empty();
            }
        };
    }

    // faults G13, H26: regardless of the thread that starts the application or adds a server
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void clientsAreConnectedOnBehalfOfTheApplication(boolean required) {
        try (ScriptedHttpServer server = ScriptedHttpServer.modern()) {
            this.runner
                    .withConfiguration(AutoConfigurations.of(McpClientAutoConfiguration.class))
                    .withBean(
                            McpClientCustomizer.class,
                            () -> (name, builder) -> builder.authorization(
                                            McpIdentityAutoConfigurationTests::credentials)
                                    .principals(() -> Mono.just(McpPrincipal.of("alice"))))
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(), "mcp.servers.weather.required=" + required)
                    .run(context -> {
                        McpClient client = context.getBean(McpClients.class).get("weather");
                        await().atMost(LIMIT).until(() -> client.status().isConnected());
                        assertThat(client.status().principalConnections()).isZero();
                    });
            assertThat(server.requests()).isNotEmpty().allSatisfy(request -> assertThat(request.header("Authorization"))
                    .isEqualTo(CREDENTIALS + "application"));
        }
    }

    private void withClient(boolean legacy, BiConsumer<McpClient, ScriptedHttpServer> test) {
        this.runner.run(context -> {
            try (ScriptedHttpServer server = legacy ? ScriptedHttpServer.legacy() : ScriptedHttpServer.modern();
                    McpClient client = McpClient.builder("weather")
                            .url(server.url())
                            .protocol(protocol -> protocol.withEra(legacy ? McpProtocol.LEGACY : McpProtocol.MODERN))
                            .authorization(McpIdentityAutoConfigurationTests::credentials)
                            .principals(context.getBean(McpPrincipalResolver.class))
                            .timeouts(timeouts -> timeouts.withRequest(LIMIT))
                            .build()) {
                test.accept(client, server);
                assertThat(server.requests("tools/call"))
                        .hasSize(CALLS)
                        .allSatisfy(McpIdentityAutoConfigurationTests::assertOfItsUser);
            }
        });
    }

    private static void assertOfItsUser(RecordedRequest request) {
        String user = request.json().at("/params/arguments/user").asString("");
        assertThat(request.header("Authorization")).isEqualTo(CREDENTIALS + user);
    }

    // faults G13, H26: sixteen threads of a servlet container, whose users change with every request
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void callsOfThreadsAreMadeOnBehalfOfTheirUsers(boolean legacy) {
        withClient(legacy, (client, server) -> {
            ExecutorService threads = Executors.newFixedThreadPool(16);
            CountDownLatch start = new CountDownLatch(1);
            try {
                List<Future<?>> calls = new ArrayList<>();
                for (int i = 0; i < CALLS; i++) {
                    Authentication user = user(i);
                    calls.add(threads.submit(() -> {
                        start.await();
                        SecurityContextHolder.setContext(new SecurityContextImpl(user));
                        try {
                            return client.callTool("echo", Map.of("user", user.getName()));
                        } finally {
                            SecurityContextHolder.clearContext();
                        }
                    }));
                }
                start.countDown();
                for (Future<?> call : calls) {
                    assertThat(call.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS))
                            .isNotNull();
                }
            } catch (Exception ex) {
                throw new AssertionError(ex);
            } finally {
                threads.shutdownNow();
            }
        });
    }

    // the same in a reactive application, where threads belong to no user
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void callsOfSubscribersAreMadeOnBehalfOfTheirUsers(boolean legacy) {
        withClient(legacy, (client, server) -> assertThat(Flux.range(0, CALLS)
                        .flatMap(
                                i -> client.reactive()
                                        .callTool("echo", Map.of("user", user(i).getName()))
                                        .subscribeOn(Schedulers.parallel())
                                        .contextWrite(ReactiveSecurityContextHolder.withAuthentication(user(i))),
                                16)
                        .count()
                        .block(LIMIT))
                .isEqualTo(CALLS));
    }
}
