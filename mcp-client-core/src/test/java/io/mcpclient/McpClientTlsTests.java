package io.mcpclient;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import javax.net.ssl.SSLContext;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.testkit.BadRequestServer;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.SelfSignedKey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Fault A04: what is wrong with the encryption of a server is said, and never worked around. */
@Timeout(120)
class McpClientTlsTests {

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    @TempDir
    private Path directory;

    private final AtomicInteger served = new AtomicInteger();

    private final List<HttpsServer> servers = new ArrayList<>();

    @AfterEach
    void stop() {
        this.servers.forEach(server -> server.stop(0));
    }

    /** Counts what gets through to it, and answers nothing of use. */
    private int serve(SelfSignedKey key) throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(key.keeping()));
        server.createContext("/", exchange -> {
            this.served.incrementAndGet();
            exchange.sendResponseHeaders(405, -1);
            exchange.close();
        });
        server.start();
        this.servers.add(server);
        return server.getAddress().getPort();
    }

    private static McpClientBuilder builder(String url) {
        return McpClient.builder("vault").url(url).timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(20)));
    }

    private McpException failure(McpClientBuilder builder) {
        try (McpClient client = this.invariants.build(builder)) {
            McpException failure = catchThrowableOfType(McpException.class, client::connect);
            assertThat(failure).isInstanceOf(McpInitializationException.class);
            return failure;
        }
    }

    private void assertTlsFailure(McpException failure, int port) {
        assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        assertThat(failure.problem()).contains("TLS failed with https://localhost:" + port);
        assertThat(failure.remedy()).contains("ssl.bundle");
        assertThat(this.served).hasValue(0);
    }

    @Test
    void certificateOfAnUnknownIssuerIsRefused() throws Exception {
        int port = serve(SelfSignedKey.of(this.directory, "localhost"));
        assertTlsFailure(failure(builder("https://localhost:" + port + "/mcp")), port);
    }

    @Test
    void certificateOfAnotherHostIsRefused() throws Exception {
        SelfSignedKey key = SelfSignedKey.of(this.directory, "elsewhere.example");
        SSLContext trusting = key.trusting();
        int port = serve(key);
        assertTlsFailure(
                failure(builder("https://localhost:" + port + "/mcp").http(http -> http.withSslContext(trusting))),
                port);
    }

    // fault A04: by an authority that is trusted, but too old
    @Test
    void certificateThatHasExpiredIsRefused() throws Exception {
        SelfSignedKey key = SelfSignedKey.expired(this.directory);
        SSLContext trusting = key.trusting();
        int port = serve(key);

        McpException failure =
                failure(builder("https://localhost:" + port + "/mcp").http(http -> http.withSslContext(trusting)));

        assertTlsFailure(failure, port);
        assertThat(failure).hasStackTraceContaining("validity check failed");
    }

    @Test
    void certificateThatIsTrustedLetsRequestsThrough() throws Exception {
        SelfSignedKey key = SelfSignedKey.of(this.directory, "localhost");
        SSLContext trusting = key.trusting();
        int port = serve(key);

        McpException failure =
                failure(builder("https://localhost:" + port + "/mcp").http(http -> http.withSslContext(trusting)));

        assertThat(failure.problem()).contains("HTTP 405");
        assertThat(this.served.get()).isPositive();
    }

    @Test
    void serverWithoutTlsIsNotCalledWithoutEncryption() {
        try (ScriptedLegacyServer plain = this.invariants.watch(ScriptedHttpServer.legacy())) {
            plain.withoutVerification();
            McpException failure = failure(builder("https://localhost:" + plain.port() + "/mcp"));

            assertThat(failure.problem())
                    .containsAnyOf(
                            "the server closed the connection", "TLS failed with https://localhost:" + plain.port());
            assertThat(plain.requests()).isEmpty();
        }
    }

    @Test
    void serverThatAnswersTlsWithPlainHttpIsNamed() {
        try (BadRequestServer plain = new BadRequestServer()) {
            McpException failure = failure(builder("https://localhost:" + plain.port() + "/mcp"));

            assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(failure.problem())
                    .contains("https://localhost:" + plain.port())
                    .contains("speaks HTTP without TLS at this port");
            assertThat(failure.remedy()).isEqualTo("Use http in the url, or correct its port.");
        }
    }

    @Test
    void encryptedServerIsNotReachedWithoutEncryption() throws Exception {
        int port = serve(SelfSignedKey.of(this.directory, "localhost"));

        McpException failure = failure(builder("http://localhost:" + port + "/mcp"));

        assertThat(failure.serverName()).isEqualTo("vault");
        assertThat(this.served).hasValue(0);
    }
}
