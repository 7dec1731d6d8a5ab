package io.mcpclient;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.testkit.BadRequestServer;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.SelfSignedKey;
import io.mcpclient.transport.McpHttpClients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

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
        return serve(new HttpsConfigurator(key.keeping()));
    }

    private int serve(HttpsConfigurator tls) throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.setHttpsConfigurator(tls);
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
            McpException failure = catchThrowableOfType(McpException.class, client.session()::connect);
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
    void certificateOfAnUnknownIssuerIsRejected() throws Exception {
        int port = serve(SelfSignedKey.of(this.directory, "localhost"));
        assertTlsFailure(failure(builder("https://localhost:" + port + "/mcp")), port);
    }

    private WeakReference<SSLContext> triedOnce(int port, SelfSignedKey key, McpHttpClients shared) throws Exception {
        SSLContext trusting = key.trusting();
        try (McpClient client = builder("https://localhost:" + port + "/mcp")
                .httpClients(shared)
                .http(http -> http.withSslContext(trusting))
                .build()) {
            assertThat(catchThrowableOfType(McpException.class, client.session()::connect))
                    .hasMessageContaining("HTTP 405");
        }
        return new WeakReference<>(trusting);
    }

    // fault G12: an SSL bundle that is renewed every hour has another context, with its key, every hour
    @Test
    void certificatesOfAClosedClientAreNotRetained() throws Exception {
        McpHttpClients shared = McpHttpClients.create();
        SelfSignedKey key = SelfSignedKey.of(this.directory, "localhost");

        WeakReference<SSLContext> tls = triedOnce(serve(key), key, shared);

        assertThat(this.served.get()).isPositive();
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            System.gc();
            return tls.get() == null;
        });
        assertThat(shared).isNotNull();
    }

    @Test
    void certificateOfAnotherHostIsRejected() throws Exception {
        SelfSignedKey key = SelfSignedKey.of(this.directory, "elsewhere.example");
        SSLContext trusting = key.trusting();
        int port = serve(key);
        assertTlsFailure(
                failure(builder("https://localhost:" + port + "/mcp").http(http -> http.withSslContext(trusting))),
                port);
    }

    // fault A04: by an authority that is trusted, but too old
    @Test
    void expiredCertificateIsRejected() throws Exception {
        SelfSignedKey key = SelfSignedKey.expired(this.directory);
        SSLContext trusting = key.trusting();
        int port = serve(key);

        McpException failure =
                failure(builder("https://localhost:" + port + "/mcp").http(http -> http.withSslContext(trusting)));

        assertTlsFailure(failure, port);
        assertThat(failure).hasStackTraceContaining("validity check failed");
    }

    @Test
    void serverWithATrustedCertificateIsCalled() throws Exception {
        SelfSignedKey key = SelfSignedKey.of(this.directory, "localhost");
        SSLContext trusting = key.trusting();
        int port = serve(key);

        McpException failure =
                failure(builder("https://localhost:" + port + "/mcp").http(http -> http.withSslContext(trusting)));

        assertThat(failure.problem()).contains("HTTP 405");
        assertThat(this.served.get()).isPositive();
    }

    // fault A04: with TLS 1.3 the refusal takes the place of the first response, or the connection is gone before it is
    // read
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void missingClientCertificateIsReported(String version) throws Exception {
        SelfSignedKey key = SelfSignedKey.of(this.directory, "localhost");
        int port = serve(new HttpsConfigurator(key.keepingAndTrusting()) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters tls = getSSLContext().getDefaultSSLParameters();
                tls.setNeedClientAuth(true);
                tls.setProtocols(new String[] {version});
                parameters.setSSLParameters(tls);
            }
        });

        McpException failure =
                failure(builder("https://localhost:" + port + "/mcp").http(http -> http.withSslContext(trusting(key))));

        assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        assertThat(failure)
                .hasMessageContaining("client certificate")
                .hasMessageContaining("mcp.servers.vault.ssl.bundle");
        assertThat(this.served).hasValue(0);
    }

    private static SSLContext trusting(SelfSignedKey key) {
        try {
            return key.trusting();
        } catch (GeneralSecurityException | IOException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Test
    void httpsUrlIsNeverDowngradedToPlainHttp() {
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
    void plainHttpServerAtAnHttpsUrlIsReported() {
        try (BadRequestServer plain = new BadRequestServer()) {
            McpException failure = failure(builder("https://localhost:" + plain.port() + "/mcp"));

            assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(failure.problem())
                    .contains("https://localhost:" + plain.port())
                    .contains("speaks HTTP without TLS at this port");
            assertThat(failure.remedy()).isEqualTo("Use http in the url, or correct its port.");
        }
    }

    // a page without a status line, as Python's server sends it; and another protocol
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<!DOCTYPE HTML> | speaks HTTP without TLS at this port",
                "SSH-2.0-OpenSSH | does not speak TLS at this port: it sent \"SSH-2.0-OpenSSH\"",
            })
    void serverThatDoesNotSpeakTlsIsReported(String answer, String problem) {
        try (BadRequestServer plain = new BadRequestServer(answer + "\r\n\r\n")) {
            McpException failure = failure(builder("https://localhost:" + plain.port() + "/mcp"));

            assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(failure.problem()).contains(problem);
        }
    }

    @Test
    void plainHttpRequestToATlsPortFails() throws Exception {
        int port = serve(SelfSignedKey.of(this.directory, "localhost"));

        McpException failure = failure(builder("http://localhost:" + port + "/mcp"));

        assertThat(failure.serverName()).isEqualTo("vault");
        assertThat(this.served).hasValue(0);
    }
}
