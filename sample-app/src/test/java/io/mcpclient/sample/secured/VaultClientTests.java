package io.mcpclient.sample.secured;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.McpClient;
import io.mcpclient.auth.McpAuthorizationPrompt;
import io.mcpclient.auth.McpAuthorizationRequest;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.sample.secured.Browser.Page;
import io.mcpclient.sample.secured.authorization.AuthorizationServer;
import io.mcpclient.schema.Tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The client at Spring's authorization server, in a program whose user answers at once: no page of ours is in between. */
@VaultTest
@Timeout(120)
class VaultClientTests {

    @LocalServerPort
    private int port;

    @Autowired
    private AuthorizationServer authorizationServer;

    private final User user = new User();

    private McpClient client;

    @BeforeEach
    void createClient() {
        this.client = McpClient.builder("vault")
                .url("http://127.0.0.1:" + this.port + "/servers/vault/mcp")
                .oauth(McpOAuthSettings.builder()
                        .clientName("Tests")
                        .prompt(this.user)
                        .build())
                .build();
    }

    @AfterEach
    void disposeClient() {
        this.client.session().dispose();
    }

    @Test
    void theClientDiscoversTheServerAndPromptsTheUserOnce() {
        assertThat(this.client.listTools()).extracting(Tool::name).containsExactly("read_notes", "write_note");
        assertThat(read()).contains("third flowerpot");
        assertThat(this.user.asked).hasValue(1);
    }

    @Test
    void anExpiredTokenIsRenewedWithoutTheUser() {
        read();
        int before = this.authorizationServer.ledger().refreshes();
        this.authorizationServer.expireAccessTokens();
        assertThat(read()).contains("third flowerpot");
        this.authorizationServer.expireAccessTokens();
        assertThat(read()).contains("third flowerpot");
        assertThat(this.authorizationServer.ledger().refreshes()).isEqualTo(before + 2);
        assertThat(this.user.asked).hasValue(1);
    }

    @Test
    void whenAccessWasRevokedTheUserIsPromptedAgain() {
        read();
        this.authorizationServer.revokeGrants();
        assertThat(read()).contains("third flowerpot");
        assertThat(this.user.asked).hasValue(2);
    }

    @Test
    void logoutRevokesTheTokens() {
        read();
        int valid = this.authorizationServer.validTokens();
        this.client.session().logout();
        assertThat(this.authorizationServer.validTokens()).isEqualTo(valid - 1);
        assertThat(read()).contains("third flowerpot");
        assertThat(this.user.asked).hasValue(2);
    }

    @Test
    void aToolThatRequiresAnotherScopeStepsUp() {
        read();
        assertThat(this.client
                        .callTool("write_note", Map.of("text", "Hello"))
                        .content()
                        .toString())
                .contains("The vault has");
        assertThat(this.user.asked).hasValue(2);
        assertThat(read()).contains("Hello");
        assertThat(this.user.asked).hasValue(2);
    }

    @Test
    void deniedConsentIsReportedAsTheReason() {
        this.user.agrees = false;
        assertThatThrownBy(this::read)
                .isInstanceOf(McpAuthorizationException.class)
                .hasMessageContainingAll("\"vault\"", "access_denied");
    }

    private String read() {
        return this.client.callTool("read_notes", Map.of()).content().toString();
    }

    /** Logs in, and agrees or does not. */
    private static final class User implements McpAuthorizationPrompt {

        private static final String CALLBACK = "http://127.0.0.1:1/callback";

        private final Browser browser =
                new Browser(address -> address.toString().startsWith(CALLBACK));

        private final AtomicInteger asked = new AtomicInteger();

        private volatile boolean agrees = true;

        @Override
        public Mono<URI> prompt(McpAuthorizationRequest request) {
            this.asked.incrementAndGet();
            return Mono.fromCallable(() -> answer(request.url().toString())).subscribeOn(Schedulers.boundedElastic());
        }

        /** What was agreed to before is not asked again. */
        private URI answer(String url) {
            Page page = this.browser.open(url);
            if (page.has("Log in")) {
                page = this.browser.submit(page, 0, Map.of("username", "ada", "password", "engine"));
            }
            return page.has("Do you agree?")
                    ? this.browser.submit(page, this.agrees ? 0 : 1, Map.of()).address()
                    : page.address();
        }

        @Override
        public URI redirectUri() {
            return URI.create(CALLBACK);
        }
    }
}
