package io.mcpclient.support.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

import javax.net.ssl.SSLContext;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.Exceptions;

import io.mcpclient.support.net.UntrustedHttpClient.Answer;
import io.mcpclient.support.net.UntrustedHttpClient.Limits;
import io.mcpclient.testkit.BadRequestServer;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.SelfSignedKey;
import io.mcpclient.time.TimeSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** An address that was looked at is still the one of the name in the certificate: SEC-02, SEC-04; H07, A04. */
@Timeout(120)
class UntrustedHttpClientTlsTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final Limits LIMITS = new Limits(LIMIT, 1024, 3);

    @TempDir
    private static Path directory;

    private static SSLContext keys;

    private static SSLContext trust;

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private HttpsServer server;

    private volatile @Nullable String location;

    @BeforeAll
    static void createKey() throws Exception {
        SelfSignedKey key = SelfSignedKey.of(directory, "app.localhost");
        keys = key.keeping();
        trust = key.trusting();
    }

    @AfterAll
    static void forgetKey() {
        keys = null;
        trust = null;
    }

    @BeforeEach
    void start() throws IOException {
        this.server = HttpsServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 50);
        this.server.setHttpsConfigurator(new HttpsConfigurator(keys));
        this.server.createContext("/", exchange -> {
            try (exchange) {
                String to = this.location;
                if (to != null) {
                    exchange.getResponseHeaders().set("Location", to);
                }
                exchange.sendResponseHeaders((to != null) ? 302 : 204, -1);
            }
        });
        this.server.start();
    }

    @AfterEach
    void stop() {
        this.server.stop(0);
    }

    private Answer get(String host, @Nullable SSLContext sslContext) {
        return get(host, this.server.getAddress().getPort(), sslContext);
    }

    private static Answer get(String host, int port, @Nullable SSLContext sslContext) {
        UntrustedHttpClient http = new UntrustedHttpClient(
                McpNetworkPolicy.of(URI.create("http://localhost:1"), Set.of()),
                new UntrustedHttpClient.Tls(null, sslContext),
                Duration.ofSeconds(10),
                null,
                UntrustedHttpClientTests.knowing(Map.of("app.localhost", "127.0.0.1", "other.localhost", "127.0.0.1")),
                TimeSource.system());
        try {
            URI url = URI.create("https://" + host + ":" + port + "/");
            Answer answer = http.send("GET", url, Map.of(), null, LIMITS).block(LIMIT);
            assertThat(answer).isNotNull();
            return answer;
        } finally {
            http.close();
        }
    }

    private Throwable failure(String host, @Nullable SSLContext sslContext) {
        return Exceptions.unwrap(catchThrowable(() -> get(host, sslContext)));
    }

    @Test
    void hostNameInTheCertificateIsAccepted() {
        assertThat(get("app.localhost", trust).status()).isEqualTo(204);
    }

    @Test
    void hostNameNotInTheCertificateIsRejected() {
        for (String host : new String[] {"other.localhost", "127.0.0.1"}) {
            assertThat(failure(host, trust))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("TLS failed with " + host + ":"
                            + this.server.getAddress().getPort() + ": ");
        }
    }

    @Test
    void untrustedCertificateFailsTheRequest() {
        assertThat(failure("app.localhost", null))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("TLS failed with app.localhost:");
    }

    @Test
    void plainHttpServerAtAnHttpsUrlIsReported() {
        try (BadRequestServer plain = new BadRequestServer()) {
            assertThat(Exceptions.unwrap(catchThrowable(() -> get("app.localhost", plain.port(), trust))))
                    .isInstanceOf(IOException.class)
                    .hasMessage("app.localhost:" + plain.port() + " speaks HTTP without TLS at this port");
        }
    }

    // SEC-04: what began encrypted stays so
    @Test
    void redirectToPlainHttpIsNotFollowed() {
        try (ScriptedHttpServer plain = new ScriptedHttpServer()) {
            this.location = "http://127.0.0.1:" + plain.port() + "/";

            assertThat(failure("app.localhost", trust))
                    .isInstanceOf(ForbiddenUrlException.class)
                    .hasMessage("redirect is refused: it redirects from https to http");
            assertThat(plain.connectionsAccepted()).isZero();
        }
    }
}
