package io.mcpclient.discovery;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RefusedPort;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;

import static io.mcpclient.discovery.CardJson.registryEntry;
import static io.mcpclient.discovery.RegistryClientTests.ORDERS;
import static io.mcpclient.discovery.RegistryClientTests.SERVERS;
import static io.mcpclient.discovery.RegistryClientTests.page;
import static io.mcpclient.discovery.RegistryClientTests.source;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A registry that attacks its reader, or fails. REG-A09. */
@Timeout(60)
class RegistryAbuseTests {

    private static final String NAME = "com.example/orders";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedHttpServer server = new ScriptedHttpServer();

    private final McpRegistrySettings settings = McpRegistrySettings.of(source("corp", this.server));

    private final McpRegistryClient client = McpRegistryClient.create(this.settings);

    @AfterEach
    void close() {
        this.server.close();
    }

    private void serve(String version, Reply reply) {
        this.server.on("GET").path(ORDERS + version).reply(reply);
    }

    private void assertRefused(Reply reply, Reason reason, String message) {
        serve("1.4.0", reply);
        assertThatThrownBy(() -> this.client.get(NAME, "1.4.0"))
                .isInstanceOfSatisfying(McpProtocolException.class, ex -> assertThat(ex.reason())
                        .isEqualTo(reason))
                .hasMessageContaining(message)
                .satisfies(ex -> assertThat(ex.getMessage()).hasSizeLessThan(700));
    }

    // REG-03
    @Test
    void repeatedCursorEndsAListing() {
        this.server
                .on("GET")
                .path(SERVERS)
                .always()
                .reply(Reply.json(200, page("same", registryEntry(NAME, "1.4.0", "", "active"))));

        assertThatThrownBy(() -> this.client.search(McpRegistryQuery.all()))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("repeats a cursor");
        assertThat(this.server.requests()).hasSize(2);
    }

    // REG-03
    @Test
    void endlessPagesAreBounded() {
        AtomicInteger pages = new AtomicInteger();
        this.server
                .on("GET")
                .path(SERVERS)
                .always()
                .reply(request -> Reply.json(200, page("c" + pages.incrementAndGet())));

        assertThatThrownBy(() -> this.client.search(McpRegistryQuery.all()))
                .isInstanceOfSatisfying(McpProtocolException.class, ex -> assertThat(ex.reason())
                        .isEqualTo(Reason.LIMIT))
                .hasMessageContaining("more than 50 pages");
        assertThat(this.server.requests()).hasSize(50);
    }

    // REG-03, REG-32
    @Test
    void entriesOfAListingAreBounded() {
        this.server
                .on("GET")
                .path(SERVERS)
                .reply(Reply.json(
                        200,
                        page(
                                null,
                                registryEntry(NAME, "1.0.0", "", ""),
                                registryEntry(NAME, "1.1.0", "", ""),
                                registryEntry(NAME, "1.2.0", "", ""))));

        assertThatThrownBy(() -> McpRegistryClient.create(this.settings.withMaxEntries(2))
                        .search(McpRegistryQuery.all()))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("more than 2 entries");
    }

    // REG-03
    @Test
    void responseOverTheLimitIsRefused() {
        serve("1.4.0", Reply.endlessBody("application/json"));

        assertThatThrownBy(() -> this.client.get(NAME, "1.4.0"))
                .isInstanceOf(McpConnectionException.class)
                .hasMessageContaining("larger than 1048576 bytes");
    }

    // REG-09
    @Test
    void entryOfAnotherNameOrVersionIsRefused() {
        assertRefused(
                Reply.json(200, registryEntry("com.evil/orders", "1.4.0", "", "active")),
                Reason.SECURITY,
                "has the name com.evil/orders");
        assertRefused(
                Reply.json(200, registryEntry(NAME, "1.5.0", "", "active")), Reason.SECURITY, "has the version 1.5.0");
    }

    @Test
    void versionOfAnotherServerInAVersionListIsRefused() {
        this.server
                .on("GET")
                .path(SERVERS + "/com.example%2Forders/versions")
                .reply(Reply.json(200, page(null, registryEntry("com.evil/orders", "9.0.0", "", "active"))));

        assertThatThrownBy(() -> this.client.versions(NAME))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("has the name com.evil/orders");
    }

    // REG-08
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {"latest", "^1.4.0", "1.4.0 || 2", "*"})
    void serverVersionThatIsNotExactIsMalformed(String version) {
        serve("latest", Reply.json(200, registryEntry(NAME, version, "", "active")));

        assertThatThrownBy(() -> this.client.get(NAME, "latest"))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("server.version");
    }

    // REG-A09
    @Test
    void htmlPageAndMalformedEntriesAreRefused() {
        assertRefused(Reply.status(200, "text/html", "<html>"), Reason.CONTENT_TYPE, "has the content type text/html");
        assertRefused(Reply.json(200, "[]"), Reason.MALFORMED, "is not a JSON object");
        assertRefused(Reply.json(200, "{}"), Reason.MALFORMED, "server is missing");
        assertRefused(
                Reply.json(
                        200,
                        registryEntry(NAME, "1.4.0", "'packages': [{'registryType': 'npm', 'identifier': 'x'}]", "")),
                Reason.MALFORMED,
                "server.packages[0].transport is missing");
    }

    // REG-A09
    @ParameterizedTest
    @ValueSource(
            strings = {"https://169.254.169.254/x", "https://10.0.0.1/x", "http://mcp.example/x", "file:///etc/passwd"})
    void redirectToAnotherNetworkIsRefused(String location) {
        assertRefused(Reply.redirect(302, location), Reason.SECURITY, "redirect is refused");
    }

    // REG-29
    @Test
    void slowRegistryEndsWithTheTimeLimit() {
        McpRegistryClient hasty = McpRegistryClient.create(this.settings.withTimeout(Duration.ofMillis(300)));
        serve("1.4.0", Reply.neverAnswer());

        assertThatThrownBy(() -> hasty.get(NAME, "1.4.0"))
                .isInstanceOf(McpConnectionException.class)
                .hasMessageContaining("within 300 ms");
    }

    private static McpRegistrySource at(RefusedPort port) {
        return McpRegistrySource.of("down", URI.create("http://127.0.0.1:" + port.port() + "/"));
    }

    // REG-29: creating a client needs no registry, and a lookup names the cause
    @Test
    void registryThatIsDownIsAnErrorOfTheLookup() {
        try (RefusedPort port = new RefusedPort()) {
            McpRegistryClient down = McpRegistryClient.create(McpRegistrySettings.of(at(port)));

            assertThatThrownBy(() -> down.get(NAME, "1.4.0"))
                    .isInstanceOf(McpConnectionException.class)
                    .hasMessageContaining("connection refused");
        }
    }

    // REG-30: while one registry is down, it is unknown whether it has the name too
    @Test
    void registryThatIsDownDoesNotMakeAnotherOneTheOnlyOne() {
        try (RefusedPort port = new RefusedPort()) {
            McpRegistryClient both =
                    McpRegistryClient.create(McpRegistrySettings.of(at(port), source("corp", this.server)));

            assertThatThrownBy(() -> both.get(NAME, "1.4.0")).isInstanceOf(McpConnectionException.class);
        }
        assertThat(this.server.requests()).isEmpty();
    }
}
