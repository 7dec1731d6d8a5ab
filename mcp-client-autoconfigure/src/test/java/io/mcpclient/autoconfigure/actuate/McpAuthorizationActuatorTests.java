package io.mcpclient.autoconfigure.actuate;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.McpClientBuilder;
import io.mcpclient.auth.AuthorizedRequest;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.auth.HttpRefusal;
import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.auth.McpAuthorizations;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.autoconfigure.web.McpAuthorizationWebAutoConfiguration;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.spring.McpClientCustomizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Who is waited for, in the endpoint and in health. */
@Timeout(60)
class McpAuthorizationActuatorTests {

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class,
                    McpClientAutoConfiguration.class,
                    McpAuthorizationWebAutoConfiguration.class,
                    McpEndpointAutoConfiguration.class,
                    McpHealthAutoConfiguration.class))
            .withPropertyValues(
                    "management.endpoints.web.exposure.include=mcp",
                    "mcp.auth.base-url=https://app.example.com/base",
                    "mcp.servers.weather.url=http://localhost:1/mcp",
                    "mcp.servers.weather.start=lazy");

    // I23: neither the state nor the name of a user
    @Test
    void whenAuthorizationIsPendingThenTheEndpointShowsItsStartUrl() {
        this.runner.withPropertyValues("mcp.servers.weather.auth.type=oauth2").run(context -> {
            ask(context, "1", McpPrincipal.of("alice"));
            JsonNode answer = json(context.getBean(McpEndpoint.class).servers());
            assertThat(answer.toString()).doesNotContain("secret-state", "alice", "authorize?");
            JsonNode pending = answer.at("/pendingAuthorizations/0");
            assertThat(pending.at("/id").asString()).isEqualTo("1");
            assertThat(pending.at("/server").asString()).isEqualTo("weather");
            assertThat(pending.at("/principal").asString()).isEqualTo("user");
            assertThat(pending.at("/issuer").asString()).isEqualTo("https://auth.example.com");
            assertThat(pending.at("/scopes/0").asString()).isEqualTo("read");
            assertThat(pending.at("/begin").asString()).isEqualTo("/base/mcp/oauth/authorize/1");
            JsonNode authorization = answer.at("/servers/0/authorization");
            assertThat(authorization.at("/type").asString()).isEqualTo("oauth2");
            assertThat(authorization.at("/grant").asString()).isEqualTo("authorization-code");
            assertThat(authorization.at("/principals").asInt()).isZero();
            assertThat(authorization.at("/pending/0")).isEqualTo(pending);
        });
    }

    @Test
    void whenADeviceCodeIsPendingThenTheEndpointShowsCodeAndUrl() {
        this.runner
                .withPropertyValues(
                        "mcp.servers.weather.auth.type=oauth2", "mcp.servers.weather.auth.grant=device-code")
                .run(context -> {
                    McpAuthorizationRequest request = new McpAuthorizationRequest(
                            "1",
                            "weather",
                            McpPrincipal.APPLICATION,
                            "https://auth.example.com",
                            List.of("read"),
                            URI.create("https://auth.example.com/device"),
                            null,
                            "WDJB-MJHT",
                            Instant.now().plusSeconds(60),
                            Mono.never());
                    context.getBean(McpAuthorizations.class)
                            .promptForCode(request)
                            .subscribe();

                    JsonNode pending =
                            json(context.getBean(McpEndpoint.class).servers()).at("/pendingAuthorizations/0");
                    assertThat(pending.at("/begin").asString()).isEqualTo("https://auth.example.com/device");
                    assertThat(pending.at("/userCode").asString()).isEqualTo("WDJB-MJHT");
                });
    }

    @Test
    void whenCredentialsAreGivenThenOnlyTheirTypeIsShown() {
        this.runner
                .withPropertyValues("mcp.defaults.auth.type=api-key", "mcp.defaults.auth.key=canary")
                .run(context -> {
                    JsonNode answer = json(context.getBean(McpEndpoint.class).servers());
                    assertThat(answer.at("/servers/0/authorization/type").asString())
                            .isEqualTo("api-key");
                    assertThat(answer.at("/servers/0/authorization/grant").isString())
                            .isFalse();
                    assertThat(answer.toString()).doesNotContain("canary");
                });
    }

    @Test
    void whenApplicationWaitsForAUserThenHealthReportsItWithoutTheLink() {
        this.runner
                .withPropertyValues("mcp.auth.prompt=web", "mcp.servers.weather.start=eager")
                .withBean(McpClientCustomizer.class, () -> McpAuthorizationActuatorTests::needUser)
                .run(context -> {
                    ask(context, "1", McpPrincipal.of("alice"));
                    ask(context, "2", McpPrincipal.APPLICATION);
                    await().atMost(Duration.ofSeconds(10))
                            .until(() -> health(context).getDetails().containsKey("authorization"));
                    assertThat(health(context).getStatus()).isEqualTo(Status.UNKNOWN);
                    assertThat(health(context).getDetails())
                            .containsEntry("authorization", "required")
                            .containsEntry("lastError", "a user has to consent")
                            .doesNotContainKey("begin");
                    assertThat(health(context).getDetails().toString()).doesNotContain("/mcp/oauth/authorize");
                });
    }

    @Test
    void whenLogoutIsInvokedThenItIsOnBehalfOfTheApplication() {
        AtomicReference<McpPrincipal> loggedOut = new AtomicReference<>();
        this.runner
                .withPropertyValues("mcp.auth.prompt=web")
                .withBean(McpPrincipalResolver.class, () -> () -> Mono.just(McpPrincipal.of("admin")))
                .withBean(
                        McpClientCustomizer.class,
                        () -> (server, builder) -> builder.authorization(protectedServer -> new Nothing(
                                () -> loggedOut.set(protectedServer.principal().get()))))
                .run(context -> {
                    assertThat(context.getBean(McpEndpoint.class)
                                    .operate("weather", McpEndpoint.Operation.LOGOUT, null, null))
                            .isNotNull();
                    assertThat(loggedOut).hasValue(McpPrincipal.APPLICATION);
                });
    }

    /** Authorizes nothing, and notices who logs out. */
    private record Nothing(Runnable loggedOut) implements HttpAuthorization {

        @Override
        public Mono<HttpCredentials> authorize(AuthorizedRequest request) {
            return Mono.just(HttpCredentials.NONE);
        }

        @Override
        public Mono<HttpCredentials> reauthorize(
                AuthorizedRequest request, HttpCredentials refused, HttpRefusal refusal) {
            return Mono.empty();
        }

        @Override
        public Mono<Void> logout() {
            return Mono.fromRunnable(this.loggedOut);
        }
    }

    private static Health health(ApplicationContext context) {
        CompositeHealthContributor servers = context.getBean("mcpHealthContributor", CompositeHealthContributor.class);
        return ((HealthIndicator) servers.getContributor("weather")).health(true);
    }

    private static void needUser(String server, McpClientBuilder builder) {
        builder.authorization(protectedServer -> new HttpAuthorization() {

            @Override
            public Mono<HttpCredentials> authorize(AuthorizedRequest request) {
                return Mono.error(new McpAuthorizationException(
                        McpErrorDetails.of(server, request.operation(), McpOutcome.NOT_SENT, "a user has to consent")
                                .withRemedy("Ask the user to open /mcp/oauth/authorize/1."),
                        McpAuthorizationException.Reason.INTERACTION_REQUIRED,
                        401,
                        null,
                        List.of(),
                        List.of()));
            }

            @Override
            public Mono<HttpCredentials> reauthorize(
                    AuthorizedRequest request, HttpCredentials refused, HttpRefusal refusal) {
                return Mono.empty();
            }
        });
    }

    private static void ask(ApplicationContext context, String id, McpPrincipal principal) {
        McpAuthorizationRequest request = new McpAuthorizationRequest(
                id,
                "weather",
                principal,
                "https://auth.example.com",
                List.of("read"),
                URI.create("https://auth.example.com/authorize?state=secret-state" + id),
                URI.create("https://app.example.com/base/mcp/oauth/callback"),
                null,
                Instant.now().plusSeconds(60),
                Mono.never());
        context.getBean(McpAuthorizations.class).prompt(request).subscribe();
    }

    private static JsonNode json(Object view) {
        JsonMapper mapper = JsonMapper.builder().build();
        return mapper.readTree(mapper.writeValueAsString(view));
    }
}
