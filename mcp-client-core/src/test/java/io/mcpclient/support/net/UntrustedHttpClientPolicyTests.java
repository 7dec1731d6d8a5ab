package io.mcpclient.support.net;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.Exceptions;

import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

@Timeout(60)
class UntrustedHttpClientPolicyTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final UntrustedHttpClient.Limits LIMITS = new UntrustedHttpClient.Limits(LIMIT, 64, 2);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedHttpServer server = new ScriptedHttpServer();

    @AfterEach
    void close() {
        this.server.close();
    }

    private UntrustedHttpClient.Answer read(boolean publicOnly, Set<URI> trusted, String path) {
        URI home = this.server.uri();
        McpNetworkPolicy policy =
                publicOnly ? McpNetworkPolicy.ofPublic(home, trusted) : McpNetworkPolicy.of(home, trusted);
        UntrustedHttpClient http = new UntrustedHttpClient(policy, Duration.ofSeconds(5));
        try {
            UntrustedHttpClient.Answer response = http.send(
                            "GET", home.resolve(path), Map.of("Accept", "application/json"), null, LIMITS)
                    .block(LIMIT.multipliedBy(2));
            assertThat(response).isNotNull();
            return response;
        } finally {
            http.close();
        }
    }

    private Throwable failure(boolean publicOnly, Set<URI> trusted) {
        return Exceptions.unwrap(catchThrowable(() -> read(publicOnly, trusted, "/a")));
    }

    @Test
    void documentOfATrustedOriginIsReadWithItsStatusAndHeaders() {
        this.server.on("GET").path("/a").reply(Reply.json(404, "{\"a\":1}").withHeader("ETag", "\"1\""));

        UntrustedHttpClient.Answer response = read(true, Set.of(this.server.uri()), "/a");

        assertThat(response.status()).isEqualTo(404);
        assertThat(response.headers()).containsEntry("etag", "\"1\"");
        assertThat(new String(response.body(), StandardCharsets.UTF_8)).isEqualTo("{\"a\":1}");
        assertThat(response).hasToString("Answer[status=404]");
    }

    @Test
    void addressOfThisMachineIsRefusedUnlessItsOriginIsTrusted() {
        assertThat(failure(true, Set.of()))
                .isInstanceOf(ForbiddenUrlException.class)
                .hasMessageContaining("refused");
        assertThat(this.server.connectionsAccepted()).isZero();
    }

    @Test
    void redirectToAnotherAddressOfThisMachineIsRefused() {
        this.server.on("GET").path("/a").reply(Reply.redirect(302, "http://127.0.0.1:1/secret"));

        assertThat(failure(true, Set.of(this.server.uri())))
                .isInstanceOf(ForbiddenUrlException.class)
                .hasMessageContaining("redirect is refused");
    }

    @Test
    void responseOverTheLimitFailsWithoutItsContent() {
        this.server.on("GET").path("/a").reply(Reply.json(200, "x".repeat(65)));

        assertThat(failure(false, Set.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("larger than 64 bytes");
    }

    @ParameterizedTest
    @CsvSource({
        "http://example.com/mcp, plain http",
        "http://localhost:8080/mcp, plain http",
        "https://127.0.0.1/mcp, loopback",
        "https://10.1.2.3/mcp, private",
        "https://169.254.169.254/latest, link-local",
        "https://user@example.com/mcp, user information",
        "ftp://example.com/mcp, scheme",
        "https://example.com/{tenant}, not allowed in a URL"
    })
    void urlOfAServerThatIsNotPublicIsRefusedWithTheReason(String url, String reason) {
        assertThatThrownBy(() -> McpNetworkPolicy.checkServer(url, "url", Set.of()))
                .isInstanceOf(ForbiddenUrlException.class)
                .hasMessageStartingWith("url is refused: ")
                .hasMessageContaining(reason);
    }

    @Test
    void urlOfAPublicServerOrATrustedOriginIsReturned() {
        assertThat(McpNetworkPolicy.checkServer("https://example.com/mcp", "url", Set.of()))
                .isEqualTo(URI.create("https://example.com/mcp"));
        assertThat(McpNetworkPolicy.checkServer(
                        "http://localhost:8080/mcp", "url", Set.of(URI.create("http://localhost:8080"))))
                .isEqualTo(URI.create("http://localhost:8080/mcp"));
    }
}
