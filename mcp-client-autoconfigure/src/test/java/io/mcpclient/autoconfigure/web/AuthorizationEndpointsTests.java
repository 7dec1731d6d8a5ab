package io.mcpclient.autoconfigure.web;

import java.io.IOException;
import java.net.CookieManager;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.codec.autoconfigure.CodecsAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.server.reactive.context.AnnotationConfigReactiveWebServerApplicationContext;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.boot.webflux.autoconfigure.HttpHandlerAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.auth.McpAuthorizationPrompt;
import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.auth.McpAuthorizations;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.autoconfigure.auth.McpAuthEndpoints;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.spring.McpServer;

import static org.assertj.core.api.Assertions.assertThat;

/** What a browser goes through, at a real Tomcat and at a real Netty. */
@Timeout(60)
class AuthorizationEndpointsTests {

    private static final String CALLBACK = "/mcp/oauth/callback";

    private final AtomicReference<McpPrincipal> current = new AtomicReference<>(McpPrincipal.of("alice"));

    private final Sinks.Empty<Void> outcome = Sinks.empty();

    private final AtomicReference<URI> answer = new AtomicReference<>();

    private final HttpClient browser = browser();

    /** Web servers. */
    enum Stack {
        TOMCAT,
        NETTY
    }

    /** What a test does with a running application. */
    private interface Scene {

        void play(ApplicationContext context, String origin) throws Exception;
    }

    private static HttpClient browser() {
        return HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    }

    // AUTH-38, SEC-09, SEC-13, H14
    @ParameterizedTest
    @EnumSource
    void whenUserConsentsThenTheRequestIsCompletedOnce(Stack stack) {
        run(stack, (context, origin) -> {
            ask(context, McpPrincipal.of("alice"));

            HttpResponse<String> begun = get(this.browser, origin + link(context));
            assertThat(begun.statusCode()).isEqualTo(302);
            assertThat(begun.headers().firstValue("Location"))
                    .hasValue("https://auth.example.com/authorize?state=secret-state");
            assertThat(begun.headers().firstValue("Set-Cookie")).hasValueSatisfying(cookie -> assertThat(cookie)
                    .startsWith("mcp-auth-")
                    .contains("HttpOnly", "SameSite=Lax", "Path=" + CALLBACK)
                    .doesNotContain("Secure", "secret-state"));
            assertThat(this.answer).hasNullValue();

            this.outcome.tryEmitEmpty();
            HttpResponse<String> done = get(this.browser, origin + CALLBACK + "?code=c&state=secret-state");
            assertThat(done.statusCode()).isEqualTo(200);
            assertThat(done.body()).contains("&quot;weather&quot;").doesNotContain("secret-state", "code=c");
            assertThat(this.answer)
                    .hasValue(URI.create("http://localhost:9" + CALLBACK + "?code=c&state=secret-state"));
            assertThat(done.headers().firstValue("Cache-Control")).hasValue("no-store");
            assertThat(done.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
            assertThat(done.headers().firstValue("Content-Security-Policy"))
                    .hasValue("default-src 'none'; frame-ancestors 'none'");
            assertThat(done.headers().firstValue("Set-Cookie"))
                    .hasValueSatisfying(cookie -> assertThat(cookie).contains("Max-Age=0"));

            assertThat(get(this.browser, origin + CALLBACK + "?code=c&state=secret-state")
                            .statusCode())
                    .isEqualTo(410);
            assertThat(get(this.browser, origin + link("id")).statusCode()).isEqualTo(410);
        });
    }

    // H14: the answer is good in the browser that has begun, and nowhere else
    @ParameterizedTest
    @EnumSource
    void whenCallbackComesFromAnotherBrowserThenTheRequestRemainsPending(Stack stack) {
        run(stack, (context, origin) -> {
            ask(context, McpPrincipal.of("alice"));
            get(this.browser, origin + link(context));

            HttpResponse<String> stolen = get(browser(), origin + CALLBACK + "?code=c&state=secret-state");

            assertThat(stolen.statusCode()).isEqualTo(400);
            assertThat(this.answer).hasNullValue();
            assertThat(context.getBean(McpAuthorizations.class).pending()).hasSize(1);
        });
    }

    // AUTH-38, H14: no user authorizes in place of another one
    @ParameterizedTest
    @EnumSource
    void whenAnotherUserOpensTheLinkThenTheyAreRejected(Stack stack) {
        run(stack, (context, origin) -> {
            ask(context, McpPrincipal.of("alice"));
            this.current.set(McpPrincipal.of("mallory"));
            assertThat(get(this.browser, origin + link(context)).statusCode()).isEqualTo(403);

            this.current.set(McpPrincipal.of("alice"));
            get(this.browser, origin + link(context));
            this.current.set(McpPrincipal.of("mallory"));
            assertThat(get(this.browser, origin + CALLBACK + "?code=c&state=secret-state")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(this.answer).hasNullValue();
            assertThat(context.getBean(McpAuthorizations.class).pending()).hasSize(1);
        });
    }

    // H26: the users of one server are resolved in another way than those of this one
    @ParameterizedTest
    @EnumSource
    void whenAnotherServerHasItsOwnUsersThenThoseOfThisServerAreAdmitted(Stack stack) {
        run(stack, (context, origin) -> {
            ((GenericApplicationContext) context).registerBean(ArchiveUsers.class);
            ask(context, McpPrincipal.of("alice"));

            assertThat(get(this.browser, origin + link(context)).statusCode()).isEqualTo(302);

            this.current.set(McpPrincipal.of("mallory"));
            assertThat(get(this.browser, origin + link(context)).statusCode()).isEqualTo(403);
        });
    }

    /** Users of another server. */
    @McpServer("archive")
    static final class ArchiveUsers implements McpPrincipalResolver {

        @Override
        public Mono<McpPrincipal> resolve() {
            return Mono.just(McpPrincipal.of("alice"));
        }
    }

    // H14
    @ParameterizedTest
    @CsvSource({
        "TOMCAT, ?code=c&state=another",
        "NETTY, ?code=c&state=another",
        "TOMCAT, ?code=c",
        "NETTY, ?code=c",
        "TOMCAT, ''",
        "NETTY, ''",
        "TOMCAT, ?state=secret-state&state=secret-state",
        "NETTY, ?state=secret-state&state=secret-state",
        "NETTY, ?code=%ZZ&state=another",
    })
    void whenCallbackMatchesNoRequestThenItIsIgnored(Stack stack, String query) {
        run(stack, (context, origin) -> {
            ask(context, McpPrincipal.of("alice"));
            get(this.browser, origin + link(context));
            assertThat(raw(origin, CALLBACK + query)).isEqualTo(400);
            assertThat(this.answer).hasNullValue();
        });
    }

    // H20: an error text may come from others
    @ParameterizedTest
    @EnumSource
    void whenFlowFailsThenTheErrorIsShownAsEscapedText(Stack stack) {
        run(stack, (context, origin) -> {
            ask(context, McpPrincipal.of("alice"));
            get(this.browser, origin + link(context));
            this.outcome.tryEmitError(new McpAuthorizationException(
                    McpErrorDetails.of("weather", "authorization", McpOutcome.NOT_SENT, "it said <script>x</script>"),
                    401,
                    null,
                    List.of()));
            HttpResponse<String> failed = get(this.browser, origin + CALLBACK + "?error=x&state=secret-state");
            assertThat(failed.statusCode()).isEqualTo(400);
            assertThat(failed.body()).contains("&lt;script&gt;").doesNotContain("<script>");
        });
    }

    @ParameterizedTest
    @EnumSource
    void whenTheRequestIsForTheApplicationThenAnyPermittedUserCanAuthorizeIt(Stack stack) {
        run(stack, (context, origin) -> {
            ask(context, McpPrincipal.APPLICATION);
            get(this.browser, origin + link(context));
            this.outcome.tryEmitEmpty();
            assertThat(get(this.browser, origin + CALLBACK + "?code=c&state=secret-state")
                            .statusCode())
                    .isEqualTo(200);
        });
    }

    // AUTH-25
    @ParameterizedTest
    @EnumSource
    void whenBaseUrlIsSetThenClientMetadataIsPublished(Stack stack) {
        run(
                stack,
                (context, origin) -> {
                    HttpResponse<String> response = get(this.browser, origin + "/mcp/oauth/client-metadata.json");
                    assertThat(response.headers().firstValue("Content-Type"))
                            .hasValueSatisfying(type -> assertThat(type).startsWith("application/json"));
                    JsonNode document = JsonMapper.builder().build().readTree(response.body());
                    assertThat(document.get("client_id").asString())
                            .isEqualTo(String.valueOf(
                                    context.getBean(McpAuthEndpoints.class).clientMetadata()))
                            .isEqualTo("http://localhost:9/mcp/oauth/client-metadata.json");
                    assertThat(document.get("client_name").asString()).isEqualTo("Weather App");
                    assertThat(document.get("redirect_uris").toString())
                            .isEqualTo("[\"http://localhost:9/mcp/oauth/callback\"]");
                    assertThat(document.get("grant_types").toString())
                            .isEqualTo("[\"authorization_code\",\"refresh_token\"]");
                    assertThat(document.get("token_endpoint_auth_method").asString())
                            .isEqualTo("none");
                },
                "mcp.auth.client-metadata.client-name=Weather App");
    }

    @ParameterizedTest
    @EnumSource
    void whenClientMetadataIsDisabledThenThereIsNone(Stack stack) {
        run(
                stack,
                (context, origin) -> assertThat(get(this.browser, origin + "/mcp/oauth/client-metadata.json")
                                .statusCode())
                        .isEqualTo(404),
                "mcp.auth.client-metadata.enabled=false");
    }

    @Test
    void whenBaseUrlIsHttpsThenCookiesAreSecure() {
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(McpAuthorizationWebAutoConfiguration.class))
                .withPropertyValues("mcp.auth.prompt=web", "mcp.auth.base-url=https://app.example.com/base")
                .run(context -> assertThat(new BrowserCookie(context.getBean(McpAuthEndpoints.class))
                                .set("state", "value", Duration.ofMinutes(1))
                                .toString())
                        .startsWith("__Secure-mcp-auth-")
                        .contains("; Secure", "; Path=/base" + CALLBACK));
    }

    @ParameterizedTest
    @CsvSource({
        "mcp.enabled=true, false",
        "mcp.servers.a.auth.type=oauth2, true",
        "mcp.servers.my-calendar.auth.type=oauth2, true",
        "mcp.servers.GitHub.auth.type=oauth2, true",
        "mcp.servers.my_files.auth.type=oauth2, true",
        "mcp.servers[My-Files].auth.type=oauth2, true",
        "mcp.servers.my-calendar.auth.type=bearer, false",
        "mcp.servers.a.auth.type=bearer, false",
        "mcp.defaults.auth.type=oauth2, true",
        "mcp.auth.prompt=web, true",
    })
    void whenNoServerRequiresUsersThenThereAreNoEndpoints(String property, boolean expected) {
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(McpAuthorizationWebAutoConfiguration.class))
                .withPropertyValues("mcp.servers.a.url=http://localhost/mcp", "mcp.servers.b.auth.scopes=x")
                .withPropertyValues(property)
                .run(context -> assertThat(context.getBeanNamesForType(McpAuthorizations.class))
                        .hasSize(expected ? 1 : 0));
    }

    @ParameterizedTest
    @CsvSource({"mcp.enabled=false", "mcp.auth.prompt=none"})
    void whenItIsSwitchedOffThenThereAreNoEndpoints(String property) {
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(McpAuthorizationWebAutoConfiguration.class))
                .withPropertyValues("mcp.servers.a.auth.type=oauth2", property)
                .run(context -> assertThat(context).doesNotHaveBean(McpAuthorizations.class));
    }

    @Test
    void whenApplicationIsNoWebApplicationThenThereAreNoEndpoints() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(McpAuthorizationWebAutoConfiguration.class))
                .withPropertyValues("mcp.auth.prompt=web")
                .run(context -> assertThat(context).doesNotHaveBean(McpAuthorizations.class));
    }

    @Test
    void whenSpringMvcIsAbsentThenTheApplicationStartsWithoutRoutes() {
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(McpAuthorizationWebAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader("org.springframework.web.servlet.function"))
                .withPropertyValues("mcp.auth.prompt=web")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("mcpAuthorizationRoutes"));
    }

    @Test
    void whenApplicationHasAPromptThenItTakesPrecedence() {
        McpAuthorizationPrompt own = request -> Mono.never();
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(McpAuthorizationWebAutoConfiguration.class))
                .withPropertyValues("mcp.auth.prompt=web")
                .withBean("own", McpAuthorizationPrompt.class, () -> own)
                .run(context -> assertThat(context.getBean(McpAuthorizationPrompt.class))
                        .isSameAs(own));
    }

    private void run(Stack stack, Scene scene, String... more) {
        if (stack == Stack.TOMCAT) {
            play(
                    new WebApplicationContextRunner(AnnotationConfigServletWebServerApplicationContext::new)
                            .withConfiguration(AutoConfigurations.of(
                                    TomcatServletWebServerAutoConfiguration.class,
                                    DispatcherServletAutoConfiguration.class,
                                    HttpMessageConvertersAutoConfiguration.class,
                                    WebMvcAutoConfiguration.class,
                                    McpAuthorizationWebAutoConfiguration.class)),
                    scene,
                    more);
        } else {
            play(
                    new ReactiveWebApplicationContextRunner(AnnotationConfigReactiveWebServerApplicationContext::new)
                            .withConfiguration(AutoConfigurations.of(
                                    NettyReactiveWebServerAutoConfiguration.class,
                                    HttpHandlerAutoConfiguration.class,
                                    CodecsAutoConfiguration.class,
                                    WebFluxAutoConfiguration.class,
                                    McpAuthorizationWebAutoConfiguration.class)),
                    scene,
                    more);
        }
    }

    private <R extends AbstractApplicationContextRunner<R, ?, ?>> void play(R runner, Scene scene, String... more) {
        runner.withPropertyValues("server.port=0", "mcp.auth.prompt=web", "mcp.auth.base-url=http://localhost:9")
                .withPropertyValues(more)
                .withBean(McpPrincipalResolver.class, () -> () -> Mono.fromSupplier(this.current::get))
                .run(context -> {
                    assertThat(context.getStartupFailure()).isNull();
                    ApplicationContext running = context.getSourceApplicationContext();
                    int port = ((WebServerApplicationContext) running)
                            .getWebServer()
                            .getPort();
                    scene.play(running, "http://localhost:" + port);
                });
    }

    /** What the flow of a client does. */
    private void ask(ApplicationContext context, McpPrincipal principal) {
        McpAuthorizationRequest request = new McpAuthorizationRequest(
                "id",
                "weather",
                principal,
                "https://auth.example.com",
                List.of("read"),
                URI.create("https://auth.example.com/authorize?state=secret-state"),
                URI.create("http://localhost:9" + CALLBACK),
                null,
                Instant.now().plusSeconds(60),
                this.outcome.asMono());
        context.getBean(McpAuthorizations.class).prompt(request).subscribe(this.answer::set);
    }

    private static String link(ApplicationContext context) {
        return context.getBean(McpAuthEndpoints.class).begin("id");
    }

    private static String link(String id) {
        return "/mcp/oauth/authorize/" + id;
    }

    private static HttpResponse<String> get(HttpClient client, String url) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(url))
                        .timeout(Duration.ofSeconds(30))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** As a client that checks nothing would send it. */
    private static int raw(String origin, String target) throws IOException {
        URI uri = URI.create(origin);
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream()
                    .write(("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String head = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
            return Integer.parseInt(head.substring(9));
        }
    }
}
