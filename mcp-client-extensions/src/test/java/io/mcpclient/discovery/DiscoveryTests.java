package io.mcpclient.discovery;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.test.StepVerifier;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.TlsFront;

import static io.mcpclient.discovery.CardJson.card;
import static io.mcpclient.discovery.CardJson.catalog;
import static io.mcpclient.discovery.CardJson.entry;
import static io.mcpclient.discovery.CardJson.nested;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A domain with correct catalogs and cards. */
@Timeout(60)
class DiscoveryTests {

    static final String CATALOG = "/.well-known/ai-catalog.json";

    static final String ARD = "/.well-known/ard.json";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedHttpServer server = new ScriptedHttpServer();

    private final String origin = "http://127.0.0.1:" + this.server.port();

    private final McpDiscovery discovery =
            McpDiscovery.create(McpDiscoverySettings.defaults().withTrustedOrigins(Set.of(URI.create(this.origin))));

    @AfterEach
    void close() {
        this.server.close();
    }

    static Reply.Whole catalogReply(String body) {
        return Reply.status(200, McpCatalog.MEDIA_TYPE, body);
    }

    private void serve(String path, String body) {
        this.server.on("GET").path(path).reply(catalogReply(body));
    }

    private void noArd() {
        this.server.on("GET").path(ARD).reply(Reply.status(404));
    }

    private String cardEntry(String identifier, String path, String more) {
        return entry(identifier, "'url': '" + this.origin + path + "'" + (more.isEmpty() ? "" : ", " + more));
    }

    // CRD-01, CRD-04, CRD-10
    @Test
    void serversOfBothCatalogsOfADomainAreFoundWithoutReadingTheirCards() {
        serve(
                CATALOG,
                catalog(
                        cardEntry("urn:air:127.0.0.1:mcp:orders", "/orders/server-card", "'displayName': 'Orders'"),
                        CardJson.json(
                                "{'identifier': 'x', 'type': 'application/a2a-agent-card+json', 'url': 'https://a.example/'}")));
        serve(
                ARD,
                catalog(
                        cardEntry("urn:air:127.0.0.1:mcp:orders", "/orders/server-card", ""),
                        cardEntry("urn:air:127.0.0.1:mcp:stock", "/stock/server-card", "")));

        McpDiscoveryResult result = this.discovery.discover(this.origin);

        assertThat(result.problems()).isEmpty();
        assertThat(result.candidates())
                .extracting(McpServerCandidate::displayName)
                .containsExactly("Orders", "stock");
        McpServerCandidate orders = result.candidates().get(0);
        assertThat(orders.publisherDomain()).isEqualTo("127.0.0.1");
        assertThat(orders.cardUrl()).isEqualTo(URI.create(this.origin + "/orders/server-card"));
        assertThat(orders.card()).isNull();
        assertThat(orders.warnings()).isEmpty();
        assertThat(this.server.requests()).hasSize(2).allSatisfy(request -> {
            assertThat(request.header("accept")).isEqualTo("application/ai-catalog+json, application/json");
            assertThat(request.headers().keySet()).doesNotContain("authorization", "cookie");
        });
    }

    // CRD-02, CRD-03, CRD-04, CRD-25: the card is read when it is asked for, and its server is not contacted
    @Test
    void cardOfACandidateIsReadOnDemand() {
        serve(CATALOG, catalog(cardEntry("orders", "/anywhere", "")));
        noArd();
        this.server
                .on("GET")
                .path("/anywhere")
                .reply(Reply.status(
                        200,
                        "application/mcp-server-card+json; charset=utf-8",
                        card("'title': 'Orders', 'x-unknown': {'a': 1}, 'icons': [{'src': '" + this.origin
                                + "/icon.png'}], 'remotes': [{'type': 'streamable-http', 'url': '" + this.origin
                                + "/mcp'}]"),
                        "ETag",
                        "\"7\""));

        McpServerCandidate candidate =
                this.discovery.discover(this.origin).candidates().get(0);
        McpCardDocument document = this.discovery.card(candidate);

        assertThat(document.card().name()).isEqualTo("example.shop/orders");
        assertThat(document.card().title()).isEqualTo("Orders");
        assertThat(document.card().json()).containsKey("x-unknown");
        assertThat(document.etag()).isEqualTo("\"7\"");
        assertThat(document.url()).isEqualTo(URI.create(this.origin + "/anywhere"));
        // CRD-A10, CRD-25: neither the icon nor the server
        assertThat(this.server.requests()).hasSize(3);
        assertThat(this.server.requests().get(2).header("accept"))
                .isEqualTo("application/mcp-server-card+json, application/json");
    }

    // CRD-03
    @Test
    void cardNextToAKnownServerIsReadOrReportedAsMissing() {
        this.server.on("GET").path("/mcp/server-card").reply(Reply.json(200, card("")));
        this.server.on("GET").path("/other/server-card").reply(Reply.status(404));

        assertThat(this.discovery.cardOfServer(URI.create(this.origin + "/mcp")))
                .hasValueSatisfying(
                        document -> assertThat(document.card().version()).isEqualTo("3.0.1"));
        assertThat(this.discovery.cardOfServer(URI.create(this.origin + "/other")))
                .isEmpty();
    }

    // CRD-05, CRD-06, CRD-10
    @Test
    void cardInsideAnEntryNeedsNoRequestAndIsValidatedLikeAFetchedOne() {
        serve(
                CATALOG,
                catalog(
                        entry("urn:air:127.0.0.1:mcp:inside", "'data': " + card("'title': 'Inside'")),
                        entry("both", "'url': 'https://a.example/', 'data': " + card("")),
                        entry("none", "'version': '1'"),
                        entry("invalid", "'data': {'name': 'x'}")));
        noArd();

        McpDiscoveryResult result = this.discovery.discover(this.origin);

        assertThat(result.candidates()).singleElement().satisfies(candidate -> assertThat(
                        this.discovery.card(candidate).card().title())
                .isEqualTo(candidate.displayName())
                .isEqualTo("Inside"));
        assertThat(result.problems())
                .hasSize(3)
                .anySatisfy(problem -> assertThat(problem).contains("url and data are both present"))
                .anySatisfy(problem -> assertThat(problem).contains("url and data are both missing"))
                .anySatisfy(problem -> assertThat(problem).contains("the entry invalid"));
    }

    // CRD-07
    @Test
    void nestedCatalogsAreFollowed() {
        serve(
                CATALOG,
                catalog(
                        nested("urn:air:127.0.0.1:catalog:labs", this.origin + "/labs.json"),
                        CardJson.json("{'identifier': 'in', 'mediaType': 'application/ai-catalog+json', 'data': ")
                                + catalog(cardEntry("deep", "/deep", "")) + "}"));
        noArd();
        serve("/labs.json", catalog(cardEntry("labs", "/labs", "")));

        assertThat(this.discovery.discover(this.origin).candidates())
                .extracting(McpServerCandidate::identifier)
                .containsExactly("deep", "labs");
    }

    // CRD-08
    @Test
    void laterMinorVersionIsReadAndAnotherMajorVersionIsRefused() {
        serve(CATALOG, catalog(cardEntry("a", "/a", "'unknown': 1")).replace("1.0", "1.7"));
        serve(ARD, catalog(cardEntry("b", "/b", "")).replace("1.0", "2.0"));

        McpDiscoveryResult result = this.discovery.discover(this.origin);

        assertThat(result.candidates())
                .extracting(McpServerCandidate::identifier)
                .containsExactly("a");
        assertThat(result.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem).contains(ARD).contains("specVersion is 2.0"));
    }

    // CRD-09
    @Test
    void latestEntryOfAnIdentifierIsChosen() {
        serve(
                CATALOG,
                catalog(
                        cardEntry("a", "/a1", "'version': '1.10.0'"),
                        cardEntry("a", "/a2", "'version': '1.9.0', 'updatedAt': '2026-11-01T00:00:00Z'"),
                        cardEntry("b", "/b1", "'updatedAt': '2026-01-01T00:00:00Z'"),
                        cardEntry("b", "/b2", "'updatedAt': '2026-01-01T00:00:00-05:00'")));
        noArd();

        assertThat(this.discovery.discover(this.origin).candidates())
                .extracting(candidate -> candidate.cardUrl().getPath())
                .containsExactly("/a1", "/b2");
    }

    // CRD-26: a label does not identify a server
    @Test
    void twoCardsWithOneNameAreTwoCandidates() {
        serve(
                CATALOG,
                catalog(
                        entry("one", "'data': " + card("'title': 'Same'")),
                        entry("two", "'data': " + card("'title': 'Same'"))));
        noArd();

        assertThat(this.discovery.discover(this.origin).candidates())
                .extracting(McpServerCandidate::identifier)
                .containsExactly("one", "two");
    }

    // CRD-A09
    @Test
    void publisherOfACandidateIsShownAndAForeignOneIsReported() {
        serve(
                CATALOG,
                catalog(
                        cardEntry("urn:air:bank.example:mcp:pay", "/a", "'displayName': 'Pay'"),
                        cardEntry("urn:air:127.0.0.1:mcp:p\u0430y", "/b", "'displayName': 'P\u0430y\u202e'")));
        noArd();

        List<McpServerCandidate> candidates =
                this.discovery.discover(this.origin).candidates();

        assertThat(candidates.get(0).publisherDomain()).isEqualTo("bank.example");
        assertThat(candidates.get(0).warnings())
                .containsExactly("its identifier names bank.example, but it was published by 127.0.0.1");
        assertThat(candidates.get(1).displayName()).isEqualTo("P\u0430y\\u202e");
        assertThat(candidates.get(1).warnings())
                .containsExactly("its name has letters outside of ASCII, which can imitate another name");
    }

    @Test
    void domainWithoutCatalogIsReported() {
        this.server.on("GET").path(CATALOG).reply(Reply.status(404));
        this.server.on("GET").path(ARD).reply(Reply.status(410));

        assertThatThrownBy(() -> this.discovery.discover(this.origin))
                .isInstanceOf(McpRejectedException.class)
                .hasMessageContaining("127.0.0.1")
                .hasMessageContaining("has no catalog");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "https://a.example/path", "https://user@a.example", "a.example?x", "https://"})
    void textThatIsNoDomainIsRefused(String domain) {
        StepVerifier.create(this.discovery.reactive().discover(domain)).verifyErrorSatisfies(error -> assertThat(error)
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining("is not a domain"));
    }

    // CRD-12
    @Test
    void catalogIsReadOverHttpsWithTheCertificatesOfTheSettings(@TempDir Path directory) throws Exception {
        serve(CATALOG, catalog(cardEntry("a", "/a", "")));
        noArd();
        try (TlsFront front = new TlsFront(this.server.port(), directory, "localhost")) {
            McpDiscovery https = McpDiscovery.create(McpDiscoverySettings.defaults()
                    .withTimeout(Duration.ofSeconds(20))
                    .withSslContext(front.trust())
                    .withTrustedOrigins(Set.of(URI.create("https://localhost:" + front.port()))));

            assertThat(https.discover("localhost:" + front.port()).candidates()).hasSize(1);
        }
    }
}
