package io.mcpclient.autoconfigure.actuate;

import java.io.IOException;
import java.net.CookieManager;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ApplicationContext;

import io.mcpclient.McpClient;
import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.auth.McpAuthorizations;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.autoconfigure.actuate.McpEndpoint.Operation;
import io.mcpclient.autoconfigure.token.McpTokenStoreAutoConfiguration;
import io.mcpclient.autoconfigure.web.McpAuthorizationWebAutoConfiguration;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpAuthorizationException.Reason;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.oauth.ScriptedAuthorizationServer;
import io.mcpclient.testkit.oauth.ScriptedResource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/**
 * An application whose authorization server has lost the clients that registered there: with tokens in a database, a user in
 * a browser, and an operator at the endpoint. Fault H19.
 */
@Timeout(120)
class LostRegistrationTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ScriptedAuthorizationServer issuer = new ScriptedAuthorizationServer();

    private final ScriptedHttpServer server = ScriptedHttpServer.modern();

    private final ScriptedResource resource = ScriptedResource.protect(this.server, this.issuer);

    private final HttpClient browser = HttpClient.newBuilder()
            .cookieHandler(new CookieManager())
            .followRedirects(HttpClient.Redirect.NORMAL)
            .connectTimeout(LIMIT)
            .build();

    private WebApplicationContextRunner runner = new WebApplicationContextRunner();

    private int port;

    @BeforeEach
    void prepare() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.port = free.getLocalPort();
        }
        this.runner = new WebApplicationContextRunner(AnnotationConfigServletWebServerApplicationContext::new)
                .withConfiguration(AutoConfigurations.of(
                        SslAutoConfiguration.class,
                        DataSourceAutoConfiguration.class,
                        TomcatServletWebServerAutoConfiguration.class,
                        DispatcherServletAutoConfiguration.class,
                        HttpMessageConvertersAutoConfiguration.class,
                        WebMvcAutoConfiguration.class,
                        McpTokenStoreAutoConfiguration.class,
                        McpClientAutoConfiguration.class,
                        McpAuthorizationWebAutoConfiguration.class,
                        McpEndpointAutoConfiguration.class))
                .withPropertyValues(
                        "server.port=" + this.port,
                        "server.address=localhost",
                        "management.endpoints.web.exposure.include=mcp",
                        "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                        "mcp.auth.store.type=jdbc",
                        "mcp.auth.store.jdbc.initialize-schema=always",
                        "mcp.auth.store.timeout=20s",
                        "mcp.servers.weather.url=" + this.server.url(),
                        "mcp.servers.weather.protocol=modern",
                        "mcp.servers.weather.start=lazy",
                        "mcp.servers.weather.auth.type=oauth2");
    }

    @AfterEach
    void close() {
        this.server.close();
        this.issuer.close();
    }

    // AUTH-30, fault H19: over a restart, with refresh tokens in the database
    @Test
    void whenTheRefreshIsRefusedAfterARestartThenTheApplicationRegistersAgain() {
        run(this::authorizeAndCall);
        this.issuer.forgetClients();
        this.issuer.expireAll();

        run(this::authorizeAndCall);
        run(context -> call(context));

        assertThat(clientIdsOfPages()).containsExactly("registered-1", "registered-2");
        assertThat(this.issuer.requestsAt("/register")).hasSize(2);
    }

    // fault H19: no refresh tokens, so the user alone sees that the page does not know the client
    @ParameterizedTest
    @EnumSource(names = {"RECONNECT", "LOGOUT"})
    void whenTheErrorIsVisibleOnlyInTheBrowserThenTheOperatorCanReset(Operation operation) {
        this.issuer.withoutRefreshTokens();
        run(this::authorizeAndCall);
        this.issuer.forgetClients();
        this.issuer.expireAll();

        run(context -> {
            assertThat(refusal(context).reason()).isEqualTo(Reason.INTERACTION_REQUIRED);
            assertThat(pending(context).url()).hasParameter("client_id", "registered-1");

            context.getBean(McpEndpoint.class).operate("weather", operation, null, null);

            authorizeAndCall(context);
        });

        assertThat(clientIdsOfPages()).containsExactly("registered-1", "registered-2");
    }

    // fault H19: the policy of the authorization server has changed, also if the application was restarted in between
    @ParameterizedTest
    @EnumSource(names = {"RECONNECT", "LOGOUT"})
    void whenARegistrationWasRejectedThenTheOperatorCanRetryIt(Operation operation) {
        this.issuer.nextAt("/register", ScriptedAuthorizationServer.error(403, "not_trusted"));
        run(context -> {
            assertThat(refusal(context)).hasMessageContaining("not_trusted");
            assertThat(refusal(context)).hasMessageContaining("no new attempt before");
        });

        run(context -> {
            context.getBean(McpEndpoint.class).operate("weather", operation, null, null);
            authorizeAndCall(context);
        });

        assertThat(this.issuer.requestsAt("/register")).hasSize(2);
    }

    // fault H19: a registration that works outlives log-out and reconnect: no user is asked for consent again
    @ParameterizedTest
    @EnumSource(names = {"RECONNECT", "LOGOUT"})
    void whenTheRegistrationIsValidThenItIsRetained(Operation operation) {
        run(context -> {
            authorizeAndCall(context);
            context.getBean(McpEndpoint.class).operate("weather", operation, null, null);
            if (operation == Operation.LOGOUT) {
                authorizeAndCall(context);
            } else {
                call(context);
            }
        });

        assertThat(this.issuer.requestsAt("/register")).hasSize(1);
    }

    @Test
    void whenTheAuthorizationServerRejectsThenTheEndpointShowsTheReason() {
        this.issuer.at(
                "/authorize",
                request -> Reply.redirect(
                        302,
                        request.get("redirect_uri")
                                + "?error=access_denied&error_description=not+in+the+group&state="
                                + request.get("state") + "&iss=" + this.issuer.issuer()));
        run(context -> {
            assertThat(refusal(context).reason()).isEqualTo(Reason.INTERACTION_REQUIRED);
            assertThat(open(context).statusCode()).isEqualTo(400);

            McpEndpoint endpoint = context.getBean(McpEndpoint.class);
            assertThat(endpoint.server("weather").lastErrors())
                    .extracting(RecentErrors.Entry::message)
                    .anyMatch(message -> message.contains("access_denied (not in the group)"));
            await().atMost(LIMIT).untilAsserted(() -> assertThat(
                            context.getBean(McpClient.class).status().lastError())
                    .hasMessageContaining("the last attempt has failed")
                    .hasMessageContaining("access_denied (not in the group)"));
            pending(context);
        });
    }

    private void run(ContextConsumer<ApplicationContext> scene) {
        this.runner.run(context -> {
            assertThat(context).hasNotFailed();
            scene.accept(context);
        });
        assertThat(this.issuer.complaints()).isEmpty();
        assertThat(this.resource.complaints()).isEmpty();
    }

    private static void call(ApplicationContext context) {
        context.getBean(McpClient.class).callTool("echo", Map.of());
    }

    private static McpAuthorizationException refusal(ApplicationContext context) {
        return catchThrowableOfType(McpAuthorizationException.class, () -> call(context));
    }

    private static McpAuthorizationRequest pending(ApplicationContext context) {
        McpAuthorizations authorizations = context.getBean(McpAuthorizations.class);
        return await().atMost(LIMIT)
                .until(authorizations::pending, pending -> pending.size() == 1)
                .get(0);
    }

    /** Calls, lets the user agree, and calls again. */
    private void authorizeAndCall(ApplicationContext context) throws IOException, InterruptedException {
        assertThat(refusal(context).reason()).isEqualTo(Reason.INTERACTION_REQUIRED);
        HttpResponse<String> page = open(context);
        assertThat(page.statusCode()).isEqualTo(200);
        call(context);
    }

    /** Follows the link of the pending request. */
    private HttpResponse<String> open(ApplicationContext context) throws IOException, InterruptedException {
        pending(context);
        String begin = context.getBean(McpEndpoint.class)
                .servers()
                .pendingAuthorizations()
                .get(0)
                .begin();
        return this.browser.send(
                HttpRequest.newBuilder(URI.create("http://localhost:" + this.port + begin))
                        .timeout(LIMIT)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private List<String> clientIdsOfPages() {
        return this.issuer.authorizationRequests().stream()
                .map(asked -> String.valueOf(asked.get("client_id")))
                .toList();
    }
}
