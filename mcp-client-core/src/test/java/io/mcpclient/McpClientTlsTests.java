package io.mcpclient;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Fault A04: what is wrong with the encryption of a server is said, and never worked around. */
@Timeout(120)
class McpClientTlsTests {

    private static final char[] PASSWORD = "changeit".toCharArray();

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

    /** A key with a certificate that it has signed itself. */
    private KeyStore key(String host, String start, int days) throws Exception {
        Path store = this.directory.resolve(host + start + ".p12");
        keytool(store, "server", "CN=" + host, start, days, "-ext", "san=dns:" + host);
        return load(store);
    }

    private void keytool(Path store, String alias, String name, String start, int days, String... more)
            throws Exception {
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        List<String> command = new ArrayList<>(List.of(
                keytool,
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                "EC",
                "-dname",
                name,
                "-startdate",
                start,
                "-validity",
                String.valueOf(days),
                "-storetype",
                "PKCS12",
                "-storepass",
                String.valueOf(PASSWORD),
                "-keystore",
                store.toString()));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(this.directory.resolve("keytool.log").toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(() -> log(this.directory.resolve("keytool.log")))
                .isZero();
    }

    private static KeyStore load(Path store) throws Exception {
        KeyStore key = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            key.load(in, PASSWORD);
        }
        return key;
    }

    /** Makes a key of the authority in the store the issuer of a certificate for localhost that ran out last week. */
    private KeyStore expiredKey() throws Exception {
        Path store = this.directory.resolve("expired.p12");
        keytool(store, "ca", "CN=authority", "-20d", 40, "-ext", "bc:c");
        keytool(store, "server", "CN=localhost", "-10d", 3, "-ext", "san=dns:localhost", "-signer", "ca");
        return load(store);
    }

    private static String log(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException ex) {
            return ex.toString();
        }
    }

    private static SSLContext keeping(KeyStore key) throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(key, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    private static SSLContext trusting(KeyStore key) throws GeneralSecurityException, IOException {
        KeyStore certificates = KeyStore.getInstance("PKCS12");
        certificates.load(null, PASSWORD);
        certificates.setCertificateEntry("server", key.getCertificate("server"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(certificates);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    /** Counts what gets through to it, and answers nothing of use. */
    private int serve(KeyStore key) throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(keeping(key)));
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
        return McpClient.builder("vault").url(url).connectTimeout(Duration.ofSeconds(20));
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
    void certificateThatNobodyVouchesForIsRefused() throws Exception {
        int port = serve(key("localhost", "-1d", 10));
        assertTlsFailure(failure(builder("https://localhost:" + port + "/mcp")), port);
    }

    @Test
    void certificateOfAnotherHostIsRefused() throws Exception {
        KeyStore key = key("elsewhere.example", "-1d", 10);
        int port = serve(key);
        assertTlsFailure(failure(builder("https://localhost:" + port + "/mcp").sslContext(trusting(key))), port);
    }

    // fault A04: by an authority that is trusted, but too old
    @Test
    void certificateThatHasExpiredIsRefused() throws Exception {
        KeyStore key = expiredKey();
        KeyStore authority = KeyStore.getInstance("PKCS12");
        authority.load(null, PASSWORD);
        authority.setCertificateEntry("server", key.getCertificate("ca"));
        key.deleteEntry("ca");
        int port = serve(key);

        McpException failure =
                failure(builder("https://localhost:" + port + "/mcp").sslContext(trusting(authority)));

        assertTlsFailure(failure, port);
        assertThat(failure).hasStackTraceContaining("validity check failed");
    }

    @Test
    void certificateThatIsTrustedLetsRequestsThrough() throws Exception {
        KeyStore key = key("localhost", "-1d", 10);
        int port = serve(key);

        McpException failure =
                failure(builder("https://localhost:" + port + "/mcp").sslContext(trusting(key)));

        assertThat(failure.problem()).contains("HTTP 405");
        assertThat(this.served.get()).isPositive();
    }

    @Test
    void plainServerIsNotSpokenToWithoutEncryption() {
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
            assertThat(failure.remedy()).isEqualTo("Write http in the url, or correct its port.");
        }
    }

    @Test
    void encryptedServerIsNotReachedWithoutEncryption() throws Exception {
        int port = serve(key("localhost", "-1d", 10));

        McpException failure = failure(builder("http://localhost:" + port + "/mcp"));

        assertThat(failure.serverName()).isEqualTo("vault");
        assertThat(this.served).hasValue(0);
    }
}
