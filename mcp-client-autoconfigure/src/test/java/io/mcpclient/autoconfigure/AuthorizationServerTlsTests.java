package io.mcpclient.autoconfigure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpException;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.SelfSignedKey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** The client certificate of an MCP server is for that server: a host that it names does not see it. */
@Timeout(60)
class AuthorizationServerTlsTests {

    @TempDir
    private static Path directory;

    private static SelfSignedKey key;

    private final Queue<String> certificates = new ConcurrentLinkedQueue<>();

    private final ScriptedHttpServer server = new ScriptedHttpServer();

    private HttpsServer named;

    private ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class));

    @BeforeAll
    static void createKey() throws Exception {
        key = SelfSignedKey.of(directory, "localhost");
        key.writeTo(directory.resolve("key.p12"), directory.resolve("trust.p12"));
    }

    @BeforeEach
    void start() throws Exception {
        this.named = HttpsServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 50);
        this.named.setHttpsConfigurator(new HttpsConfigurator(key.keepingAndTrusting()) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters tls = getSSLContext().getDefaultSSLParameters();
                tls.setWantClientAuth(true);
                parameters.setSSLParameters(tls);
            }
        });
        this.named.createContext("/", this::answer);
        this.named.start();
        String issuer = "https://localhost:" + this.named.getAddress().getPort();
        String resource = "{\"resource\":\"" + this.server.url() + "\",\"authorization_servers\":[\"" + issuer + "\"]}";
        this.server
                .on("GET")
                .path("/.well-known/oauth-protected-resource/mcp")
                .always()
                .reply(Reply.json(200, resource));
        this.server.onAny().always().reply(Reply.status(401, "text/plain", "", "WWW-Authenticate", "Bearer"));
        this.runner = this.runner.withPropertyValues(
                "mcp.servers.payroll.url=" + this.server.url(),
                "mcp.servers.payroll.start=lazy",
                "mcp.servers.payroll.auth.type=oauth2",
                "mcp.servers.payroll.auth.grant=client-credentials",
                "mcp.servers.payroll.auth.client-id=app",
                "mcp.servers.payroll.auth.client-secret=canary-secret-of-the-application",
                "mcp.servers.payroll.auth.issuer=" + issuer,
                "spring.ssl.bundle.jks.corp.keystore.location=file:" + directory.resolve("key.p12"),
                "spring.ssl.bundle.jks.corp.keystore.password=changeit",
                "spring.ssl.bundle.jks.corp.truststore.location=file:" + directory.resolve("trust.p12"),
                "spring.ssl.bundle.jks.corp.truststore.password=changeit");
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            this.certificates.add(certificate((HttpsExchange) exchange));
            exchange.sendResponseHeaders(404, -1);
        }
    }

    private static String certificate(HttpsExchange exchange) {
        try {
            return exchange.getSSLSession().getPeerPrincipal().getName();
        } catch (SSLPeerUnverifiedException ex) {
            return "none";
        }
    }

    @AfterEach
    void stop() {
        this.named.stop(0);
        this.server.close();
    }

    private McpException failure(String... properties) {
        McpException[] failure = new McpException[1];
        this.runner.withPropertyValues(properties).run(context -> {
            McpClient client = context.getBean(McpClient.class);
            failure[0] = catchThrowableOfType(McpException.class, client.session()::connect);
        });
        return failure[0];
    }

    @Test
    void serverBundleIsUsedForTrustWithoutSendingItsClientCertificate() {
        McpException failure = failure("mcp.servers.payroll.ssl.bundle=corp");

        assertThat(failure).hasMessageContaining("authorization server metadata of https://localhost");
        assertThat(this.certificates).isNotEmpty().containsOnly("none");
    }

    @Test
    void authSslBundleIsUsedIncludingItsClientCertificate() {
        failure("mcp.servers.payroll.auth.ssl.bundle=corp");

        assertThat(this.certificates).isNotEmpty().containsOnly("CN=localhost");
    }

    @Test
    void withoutABundleTheDefaultTrustStoreIsUsed() {
        McpException failure = failure();

        assertThat(this.certificates).isEmpty();
        assertThat(failure)
                .hasMessageContaining("TLS failed with localhost")
                .hasMessageContaining("check the certificates of mcp.servers.payroll.auth.ssl.bundle");
    }
}
