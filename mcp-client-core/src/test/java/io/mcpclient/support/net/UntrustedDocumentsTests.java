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

import io.mcpclient.support.net.UntrustedDocuments.Access;
import io.mcpclient.support.net.UntrustedDocuments.Limits;
import io.mcpclient.support.net.UntrustedDocuments.RefusedException;
import io.mcpclient.support.net.UntrustedDocuments.Response;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.time.TimeSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

@Timeout(60)
class UntrustedDocumentsTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final Limits LIMITS = new Limits(LIMIT, 64, 2);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedHttpServer server = new ScriptedHttpServer();

    @AfterEach
    void close() {
        this.server.close();
    }

    private Response read(boolean publicOnly, Set<URI> trusted, String path) {
        Access access = new Access(this.server.uri(), publicOnly, trusted, null, null, Duration.ofSeconds(5));
        UntrustedDocuments documents = UntrustedDocuments.create(access, TimeSource.system());
        try {
            URI url = this.server.uri().resolve(path);
            Response response = documents
                    .get(url, Map.of("Accept", "application/json"), LIMITS)
                    .block(LIMIT.multipliedBy(2));
            assertThat(response).isNotNull();
            return response;
        } finally {
            documents.close();
        }
    }

    private Throwable failure(boolean publicOnly, Set<URI> trusted) {
        return Exceptions.unwrap(catchThrowable(() -> read(publicOnly, trusted, "/a")));
    }

    @Test
    void documentOfATrustedOriginIsReadWithItsStatusAndHeaders() {
        this.server.on("GET").path("/a").reply(Reply.json(404, "{\"a\":1}").withHeader("ETag", "\"1\""));

        Response response = read(true, Set.of(this.server.uri()), "/a");

        assertThat(response.status()).isEqualTo(404);
        assertThat(response.headers()).containsEntry("etag", "\"1\"");
        assertThat(new String(response.body(), StandardCharsets.UTF_8)).isEqualTo("{\"a\":1}");
        assertThat(response).hasToString("Response[status=404]");
    }

    @Test
    void addressOfThisMachineIsRefusedUnlessItsOriginIsTrusted() {
        assertThat(failure(true, Set.of())).isInstanceOf(RefusedException.class).hasMessageContaining("refused");
        assertThat(this.server.connectionsAccepted()).isZero();
    }

    @Test
    void redirectToAnotherAddressOfThisMachineIsRefused() {
        this.server.on("GET").path("/a").reply(Reply.redirect(302, "http://127.0.0.1:1/secret"));

        assertThat(failure(true, Set.of(this.server.uri())))
                .isInstanceOf(RefusedException.class)
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
        assertThatThrownBy(() -> UntrustedDocuments.check(url, "url", Set.of()))
                .isInstanceOf(RefusedException.class)
                .hasMessageStartingWith("url is refused: ")
                .hasMessageContaining(reason);
    }

    @Test
    void urlOfAPublicServerOrATrustedOriginIsReturned() throws Exception {
        assertThat(UntrustedDocuments.check("https://example.com/mcp", "url", Set.of()))
                .isEqualTo(URI.create("https://example.com/mcp"));
        assertThat(UntrustedDocuments.check(
                        "http://localhost:8080/mcp", "url", Set.of(URI.create("http://localhost:8080"))))
                .isEqualTo(URI.create("http://localhost:8080/mcp"));
    }
}
