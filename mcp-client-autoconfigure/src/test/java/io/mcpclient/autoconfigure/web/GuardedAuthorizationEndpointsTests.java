package io.mcpclient.autoconfigure.web;

import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.codec.autoconfigure.CodecsAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.server.reactive.context.AnnotationConfigReactiveWebServerApplicationContext;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.boot.webflux.autoconfigure.HttpHandlerAutoConfiguration;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;
import reactor.core.publisher.Sinks;

import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.auth.McpAuthorizations;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.autoconfigure.auth.McpAuthorizationGuard;
import io.mcpclient.autoconfigure.security.McpAuthorizationGuardAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/** Who may authorize the application itself, with the real filters of Spring Security at a real Tomcat and a real Netty. */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class GuardedAuthorizationEndpointsTests {

    private static final String CALLBACK = "/mcp/oauth/callback?code=c&state=secret-state";

    private static final String BEGIN = "/mcp/oauth/authorize/id";

    private final Sinks.Empty<Void> outcome = Sinks.empty();

    private final HttpClient browser =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

    /** Web servers. */
    enum Stack {
        TOMCAT,
        NETTY
    }

    /** What a test does with a running application. */
    private interface Scene {

        void play(ApplicationContext context, String origin) throws Exception;
    }

    /** Spring Security permits everything, and authenticates the operator if there are credentials. */
    @Configuration(proxyBeanMethods = false)
    @EnableWebSecurity
    static class ServletSecurity {

        @Bean
        SecurityFilterChain filters(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .httpBasic(Customizer.withDefaults())
                    .build();
        }

        @Bean
        InMemoryUserDetailsManager users() {
            return new InMemoryUserDetailsManager(operator());
        }
    }

    /** The same in a reactive web server. */
    @Configuration(proxyBeanMethods = false)
    @EnableWebFluxSecurity
    static class ReactiveSecurity {

        @Bean
        SecurityWebFilterChain filters(ServerHttpSecurity http) {
            return http.authorizeExchange(exchanges -> exchanges.anyExchange().permitAll())
                    .httpBasic(Customizer.withDefaults())
                    .build();
        }

        @Bean
        MapReactiveUserDetailsService users() {
            return new MapReactiveUserDetailsService(operator());
        }
    }

    private static UserDetails operator() {
        return User.withUsername("operator")
                .password("{noop}secret")
                .roles("OPERATOR")
                .build();
    }

    // H14: otherwise the application would act with the account of a stranger
    @ParameterizedTest
    @EnumSource
    void anonymousVisitorCannotAuthorizeTheApplication(Stack stack) {
        run(stack, (context, origin) -> {
            ask(context);
            HttpResponse<String> refused = get(origin + BEGIN, false);
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.body()).contains("requires a login");

            assertThat(get(origin + BEGIN, true).statusCode()).isEqualTo(302);
            this.outcome.tryEmitEmpty();
            assertThat(get(origin + CALLBACK, false).statusCode()).isEqualTo(403);
            assertThat(context.getBean(McpAuthorizations.class).pending()).hasSize(1);
            assertThat(get(origin + CALLBACK, true).statusCode()).isEqualTo(200);
        });
    }

    @ParameterizedTest
    @EnumSource
    void customGuardOverridesTheDefault(Stack stack) {
        run(
                stack,
                runner -> runner.withBean(McpAuthorizationGuard.class, McpAuthorizationGuard::anyone),
                (context, origin) -> {
                    ask(context);
                    assertThat(get(origin + BEGIN, false).statusCode()).isEqualTo(302);
                });
    }

    @Test
    void routeProtectedBySpringSecurityLogsNoWarning(CapturedOutput output) {
        run(Stack.TOMCAT, (context, origin) -> assertThat(output).doesNotContain("McpAuthorizationGuard"));
    }

    @ParameterizedTest
    @CsvSource({
        "a=b, true",
        "server.address=127.0.0.1, false",
        "server.address=::1, false",
        "server.address=0.0.0.0, true"
    })
    void unprotectedRouteLogsAWarning(String property, boolean warned, CapturedOutput output) {
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        McpAuthorizationGuardAutoConfiguration.class, McpAuthorizationWebAutoConfiguration.class))
                .withPropertyValues("mcp.auth.prompt=web", property)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(McpAuthorizationGuard.class));
        String warning = "/mcp/oauth/authorize/{id} is accessible to anyone who knows the link";
        assertThat(output.toString().contains(warning)).isEqualTo(warned);
    }

    @Test
    void applicationWithoutSpringSecurityStarts() {
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        McpAuthorizationGuardAutoConfiguration.class, McpAuthorizationWebAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader("org.springframework.security"))
                .withPropertyValues("mcp.auth.prompt=web")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(McpAuthorizationGuard.class));
    }

    /** A bean or nothing more. */
    private interface More {

        AbstractApplicationContextRunner<?, ?, ?> to(AbstractApplicationContextRunner<?, ?, ?> runner);
    }

    private void run(Stack stack, Scene scene) {
        run(stack, runner -> runner, scene);
    }

    private void run(Stack stack, More more, Scene scene) {
        AbstractApplicationContextRunner<?, ?, ?> runner = (stack == Stack.TOMCAT)
                ? new WebApplicationContextRunner(AnnotationConfigServletWebServerApplicationContext::new)
                        .withUserConfiguration(ServletSecurity.class)
                        .withConfiguration(AutoConfigurations.of(
                                TomcatServletWebServerAutoConfiguration.class,
                                DispatcherServletAutoConfiguration.class,
                                HttpMessageConvertersAutoConfiguration.class,
                                WebMvcAutoConfiguration.class,
                                McpAuthorizationGuardAutoConfiguration.class,
                                McpAuthorizationWebAutoConfiguration.class))
                : new ReactiveWebApplicationContextRunner(AnnotationConfigReactiveWebServerApplicationContext::new)
                        .withUserConfiguration(ReactiveSecurity.class)
                        .withConfiguration(AutoConfigurations.of(
                                NettyReactiveWebServerAutoConfiguration.class,
                                HttpHandlerAutoConfiguration.class,
                                CodecsAutoConfiguration.class,
                                WebFluxAutoConfiguration.class,
                                McpAuthorizationGuardAutoConfiguration.class,
                                McpAuthorizationWebAutoConfiguration.class));
        more.to(runner.withPropertyValues(
                        "server.port=0", "mcp.auth.prompt=web", "mcp.auth.base-url=http://localhost:9"))
                .run(context -> {
                    assertThat(context.getStartupFailure()).isNull();
                    ApplicationContext running = context.getSourceApplicationContext();
                    int port = ((WebServerApplicationContext) running)
                            .getWebServer()
                            .getPort();
                    scene.play(running, "http://localhost:" + port);
                });
    }

    private void ask(ApplicationContext context) {
        McpAuthorizationRequest request = new McpAuthorizationRequest(
                "id",
                "weather",
                McpPrincipal.APPLICATION,
                "https://auth.example.com",
                List.of("read"),
                URI.create("https://auth.example.com/authorize?state=secret-state"),
                URI.create("http://localhost:9/mcp/oauth/callback"),
                null,
                Instant.now().plusSeconds(60),
                this.outcome.asMono());
        context.getBean(McpAuthorizations.class).prompt(request).subscribe();
    }

    private HttpResponse<String> get(String url, boolean isLoggedIn) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(30));
        if (isLoggedIn) {
            request.header("Authorization", "Basic " + encoded("operator:secret"));
        }
        return this.browser.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String encoded(String credentials) {
        return Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }
}
