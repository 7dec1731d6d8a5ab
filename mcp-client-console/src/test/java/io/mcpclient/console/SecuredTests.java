package io.mcpclient.console;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

import io.mcpclient.console.RawHttp.Response;
import io.mcpclient.test.McpTestServer;

import static org.assertj.core.api.Assertions.assertThat;

/** An application with Spring Security, whose rules permit everything to everybody. */
class SecuredTests {

    private static final McpTestServer SERVER = McpTestServer.create("notes");

    /** Of all tests that change neither its settings nor its servers. */
    private static ConsoleApplication permissive;

    private ConsoleApplication application;

    @Configuration(proxyBeanMethods = false)
    static class Permissive {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) {
            return http.authorizeHttpRequests(rules -> rules.anyRequest().permitAll())
                    .httpBasic(Customizer.withDefaults())
                    .csrf(csrf -> csrf.disable())
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(
                    User.withUsername("ada").password("{noop}a").roles("ADMIN").build(),
                    User.withUsername("bob").password("{noop}b").roles("USER").build());
        }
    }

    /** Rules for another part of the application: no filter of Spring Security sees requests of the console. */
    @Configuration(proxyBeanMethods = false)
    static class Elsewhere {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) {
            return http.securityMatcher("/admin/**")
                    .authorizeHttpRequests(rules -> rules.anyRequest().authenticated())
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Unsecured {}

    @BeforeAll
    static void startPermissive() {
        permissive = application(Permissive.class);
    }

    @AfterAll
    static void stopPermissive() {
        permissive.close();
        SERVER.close();
    }

    @AfterEach
    void stop() {
        if (this.application != null) {
            this.application.close();
        }
    }

    private void start(Class<?> security, String... properties) {
        this.application = application(security, properties);
    }

    private static ConsoleApplication application(Class<?> security, String... properties) {
        ConsoleApplication.Builder builder = ConsoleApplication.withConsole()
                .withSpringSecurity()
                .server(SERVER)
                .source(security);
        for (String property : properties) {
            builder.property(property.split("=")[0], property.split("=")[1]);
        }
        return builder.start();
    }

    private static RawHttp as(ConsoleApplication application, String user, String password) {
        byte[] credentials = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return RawHttp.likeThePage(application.port())
                .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials));
    }

    @Test
    void strangerIsRejectedAlthoughTheRulesPermitAll() {
        RawHttp stranger = RawHttp.likeThePage(permissive.port());

        assertThat(stranger.get("/mcp-console/").status()).isEqualTo(401);
        assertThat(stranger.get("/mcp-console/main.js").status()).isEqualTo(401);
        assertThat(stranger.get("/mcp-console/api/servers").status()).isEqualTo(401);
        assertThat(stranger.post("/mcp-console/api/calls", "{}").status()).isEqualTo(401);
        assertThat(stranger.post("/mcp-console/api/events", "").status()).isEqualTo(401);
    }

    @Test
    void requestThatNoFilterOfSpringSecuritySeesIsRejected() {
        start(Elsewhere.class);

        assertThat(RawHttp.likeThePage(this.application.port())
                        .get("/mcp-console/")
                        .status())
                .isEqualTo(401);
    }

    /** As in an application that starts an authorization server, but has no login itself. */
    @Test
    void librariesOfSpringSecurityWithoutItsFilterLeaveTheRulesForThisMachine() {
        start(
                Unsecured.class,
                "spring.autoconfigure.exclude=org.springframework.boot.security.autoconfigure.web.servlet"
                        + ".ServletWebSecurityAutoConfiguration");
        RawHttp page = RawHttp.likeThePage(this.application.port());

        assertThat(page.get("/mcp-console/api/servers").status()).isEqualTo(200);
        assertThat(page.header("Host", "shop.example")
                        .get("/mcp-console/api/servers")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void userIsAcceptedUnderAnyHost() {
        Response response =
                as(permissive, "bob", "b").header("Host", "shop.example").get("/mcp-console/api/servers");

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).contains("\"name\":\"notes\"");
    }

    @Test
    void originIsCheckedForUsers() {
        Response response = as(permissive, "bob", "b")
                .header("Origin", "http://evil.example")
                .post("/mcp-console/api/servers/refresh", "{\"server\":\"notes\"}");

        assertThat(response.status()).isEqualTo(403);
        assertThat(response.body()).contains("Origin");
    }

    private static int refresh(ConsoleApplication application, String host, String origin, String... headers) {
        RawHttp page = as(application, "bob", "b").header("Host", host).header("Origin", origin);
        for (String header : headers) {
            page.header(header.split("=")[0], header.split("=")[1]);
        }
        return page.post("/mcp-console/api/servers/refresh", "{\"server\":\"notes\"}")
                .status();
    }

    @Test
    void portOfTheSchemeMakesNoDifference() {
        assertThat(refresh(permissive, "shop.example", "https://shop.example")).isEqualTo(204);
        assertThat(refresh(permissive, "shop.example:443", "https://shop.example"))
                .isEqualTo(204);
        assertThat(refresh(permissive, "my-shop:80", "http://my-shop")).isEqualTo(204);
        assertThat(refresh(permissive, "shop.example:443", "http://shop.example"))
                .isEqualTo(403);
        assertThat(refresh(permissive, "shop.example:8443", "https://shop.example"))
                .isEqualTo(403);
        assertThat(refresh(permissive, "ll", "null")).isEqualTo(403);
    }

    @Test
    void hostThatAProxyHasReplacedIsTheOneThatItPassesOn() {
        String[] forwarded = {"X-Forwarded-Host=shop.example", "X-Forwarded-Proto=https"};
        assertThat(refresh(permissive, "backend:8080", "https://shop.example", forwarded))
                .isEqualTo(403);

        start(Permissive.class, "server.forward-headers-strategy=framework");

        assertThat(refresh(this.application, "backend:8080", "https://shop.example", forwarded))
                .isEqualTo(204);
        assertThat(refresh(this.application, "backend:8080", "https://evil.example", forwarded))
                .isEqualTo(403);
        Response page = as(this.application, "bob", "b")
                .header("X-Forwarded-Prefix", "/tools")
                .get("/mcp-console");
        assertThat(page.header("Location")).isEqualTo("mcp-console/");
        assertThat(page.header("X-Accel-Buffering")).isEqualTo("no");
    }

    @Test
    void userWithoutTheAuthorityIsRejected() {
        start(Permissive.class, "mcp.console.authority=ROLE_ADMIN");

        assertThat(as(this.application, "bob", "b").get("/mcp-console/").status())
                .isEqualTo(403);
        assertThat(as(this.application, "ada", "a").get("/mcp-console/").status())
                .isEqualTo(200);
    }

    @Test
    void usersCannotAddServers() {
        Response response = as(permissive, "ada", "a")
                .post("/mcp-console/api/servers/add", "{\"name\":\"x\",\"command\":\"true\",\"args\":[]}");

        assertThat(response.status()).isEqualTo(403);
        assertThat(response.body()).contains("mcp.console.add-servers");
    }
}
