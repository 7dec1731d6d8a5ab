package io.mcpclient.sample.secured;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;

import io.mcpclient.sample.SampleApplication;
import io.mcpclient.sample.secured.authorization.AuthorizationServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * All that happens between a user, the console, a protected server and its authorization server: in the order in which somebody
 * would try it, each step upon the one before.
 */
@SpringBootTest(
        classes = SampleApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "sample.authorization-server.port=0",
            "mcp.servers.everyday.enabled=false",
            "mcp.servers.notes.enabled=false",
            "mcp.servers.desk.enabled=false",
            "mcp.servers.travel.enabled=false",
        })
@ActiveProfiles("secured")
@Import(SecuredFlow.Tokens.class)
@DirtiesContext
@Timeout(240)
abstract class SecuredFlow {

    @LocalServerPort
    int port;

    @Autowired
    private AuthorizationServer authorizationServer;

    @Autowired
    private WatchedTokenStore tokens;

    @TestConfiguration
    static class Tokens {

        @Bean
        WatchedTokenStore mcpTokenStore() {
            return new WatchedTokenStore();
        }
    }

    abstract Console open(int port);

    @Test
    void aUserAuthorizesAndCanCallTools() {
        try (Console console = open(this.port)) {
            console.authorize("notes:read");
            assertThat(console.run("read_notes")).contains("third flowerpot");
            assertThat(this.authorizationServer.ledger().registrations()).isEqualTo(1);

            int refreshes = this.authorizationServer.ledger().refreshes();
            console.expire();
            assertThat(console.run("read_notes")).contains("third flowerpot");
            assertThat(this.authorizationServer.ledger().refreshes()).isEqualTo(refreshes + 1);

            console.revoke();
            assertThat(console.run("read_notes")).contains("vault", "a user has to consent in a browser first");
            console.authorize("notes:read");
            assertThat(console.run("read_notes")).contains("third flowerpot");

            assertThat(console.run("write_note", "Hello"))
                    .contains("vault", "a user has to consent in a browser first");
            console.authorize("notes:read notes:write");
            assertThat(console.run("write_note", "Hello")).contains("The vault has 2 notes now.");
            assertThat(console.run("read_notes")).contains("Hello");

            int valid = this.authorizationServer.validTokens();
            showsNoSecret();
            console.logOut();
            assertThat(this.authorizationServer.validTokens()).isEqualTo(valid - 1);
            assertThat(console.run("read_notes")).contains("vault", "a user has to consent in a browser first");
            console.authorize("notes:read");
            assertThat(console.run("read_notes")).contains("Hello");
            assertThat(this.authorizationServer.ledger().registrations()).isEqualTo(1);
            showsNoSecret();
        }
    }

    /** Two tokens for each of four authorizations and refreshes at least, and none of them in anything that is shown (SEC-30). */
    private void showsNoSecret() {
        Set<String> secrets = this.tokens.secrets();
        assertThat(secrets).hasSizeGreaterThanOrEqualTo(8);
        Web web = new Web("http://127.0.0.1:" + this.port);
        List<String> shown = new ArrayList<>(List.of("/api/servers", "/api/tools", "/api/authorizations"));
        shown.addAll(List.of("/actuator/health", "/actuator/info", "/actuator/mcp", "/actuator/prometheus"));
        shown.addAll(List.of("/mcp-console/api/servers", "/mcp-console/api/wire"));
        Web.texts(Web.json(web.get("/actuator/metrics")).get("names"))
                .forEach(name -> shown.add("/actuator/metrics/" + name));
        for (String path : shown) {
            HttpResponse<String> answer = web.get(path, "X-Mcp-Console", "1");
            assertThat(answer.statusCode()).as(path).isEqualTo(200);
            assertThat(secrets).as(path).noneMatch(answer.body()::contains);
        }
    }
}
