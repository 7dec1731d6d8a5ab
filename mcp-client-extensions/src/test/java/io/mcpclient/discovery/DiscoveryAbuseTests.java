package io.mcpclient.discovery;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.discovery.internal.Document;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;

import static io.mcpclient.discovery.CardJson.card;
import static io.mcpclient.discovery.CardJson.catalog;
import static io.mcpclient.discovery.CardJson.entry;
import static io.mcpclient.discovery.CardJson.nested;
import static io.mcpclient.discovery.DiscoveryTests.ARD;
import static io.mcpclient.discovery.DiscoveryTests.CATALOG;
import static io.mcpclient.discovery.DiscoveryTests.catalogReply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/** A domain, a catalog or a card that attacks its reader. */
@Timeout(60)
class DiscoveryAbuseTests {

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedHttpServer server = new ScriptedHttpServer();

    private final ScriptedHttpServer victim = new ScriptedHttpServer();

    private final String origin = "http://127.0.0.1:" + this.server.port();

    private final URI cardUrl = URI.create(this.origin + "/card");

    private final McpDiscoverySettings settings =
            McpDiscoverySettings.defaults().withTrustedOrigins(Set.of(URI.create(this.origin)));

    private final McpDiscovery discovery = McpDiscovery.create(this.settings);

    @AfterEach
    void close() {
        this.server.close();
        this.victim.close();
    }

    private McpException cardFailure(Reply reply) {
        this.server.on("GET").path("/card").reply(reply);
        Throwable failure = catchThrowable(() -> this.discovery.card(this.cardUrl));
        assertThat(failure).isInstanceOf(McpException.class);
        assertThat(failure.getMessage()).hasSizeLessThan(700);
        return (McpException) failure;
    }

    private String victimUrl() {
        return "http://127.0.0.1:" + this.victim.port() + "/secret";
    }

    // CRD-12, CRD-13, CRD-A01
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://169.254.169.254/latest",
                "https://10.0.0.1/",
                "https://[::1]/",
                "http://example.com/",
                "victim"
            })
    void redirectToAnAddressThatIsNotPublicIsRefused(String target) {
        String location = target.equals("victim") ? victimUrl() : target;

        McpException failure = cardFailure(Reply.redirect(302, location));

        assertThat(failure).isInstanceOf(McpProtocolException.class).hasMessageContaining("redirect is refused");
        assertThat(((McpProtocolException) failure).reason()).isEqualTo(Reason.SECURITY);
        assertThat(this.victim.connectionsAccepted()).isZero();
    }

    // CRD-13
    @Test
    void redirectsAreBoundedAndCarryNoCookies() {
        this.server
                .on("GET")
                .path("/card")
                .times(6)
                .reply(Reply.redirect(302, "/card").withHeader("Set-Cookie", "a=b"));

        assertThatThrownBy(() -> this.discovery.card(this.cardUrl))
                .isInstanceOf(McpConnectionException.class)
                .hasMessageContaining("more than 5 redirects");
        assertThat(this.server.requests())
                .allSatisfy(request -> assertThat(request.header("cookie")).isNull());
    }

    // CRD-13, CRD-A01
    @Test
    void cardOrCatalogAtAnAddressOfThisMachineIsNotRead() {
        this.server
                .on("GET")
                .path(CATALOG)
                .reply(catalogReply(catalog(
                        entry("a", "'url': '" + victimUrl() + "'"),
                        nested("n", victimUrl()),
                        nested("m", "https://192.168.0.1/catalog.json"),
                        nested("f", "file:///etc/passwd"))));
        this.server.on("GET").path(ARD).reply(Reply.status(404));

        McpDiscoveryResult result = this.discovery.discover(this.origin);

        assertThat(result.problems()).hasSize(3).allSatisfy(problem -> assertThat(problem)
                .contains("was not read"));
        assertThatThrownBy(() -> this.discovery.card(result.candidates().get(0)))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("refused");
        assertThat(this.victim.connectionsAccepted()).isZero();
    }

    // CRD-12
    @Test
    void domainOnThisMachineIsRefusedUnlessItIsTrusted() {
        assertThatThrownBy(() -> McpDiscovery.create().discover(this.origin))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("add its origin to the trusted origins");
        assertThat(this.server.connectionsAccepted()).isZero();
    }

    // CRD-A04
    @Test
    void documentOverTheLimitIsRefusedHoweverItArrives() {
        assertThat(cardFailure(Reply.endlessBody(McpServerCard.MEDIA_TYPE)))
                .hasMessageContaining("larger than 1048576 bytes");
        assertThat(cardFailure(Reply.json(200, "{}").withHeader("Content-Encoding", "gzip")))
                .hasMessageContaining("is compressed");
    }

    // CRD-A04
    @Test
    void slowDocumentEndsWithItsTimeLimit() {
        McpDiscovery hasty = McpDiscovery.create(this.settings.withTimeout(Duration.ofMillis(300)));
        this.server
                .on("GET")
                .path("/card")
                .reply(Reply.trickle(McpServerCard.MEDIA_TYPE, card(""), Duration.ofMillis(50)));

        assertThatThrownBy(() -> hasty.card(this.cardUrl))
                .isInstanceOf(McpConnectionException.class)
                .hasMessageContaining("within 300 ms");
    }

    // CRD-A04
    @Test
    void slowDiscoveryEndsWithItsTimeLimit() {
        McpDiscovery hasty = McpDiscovery.create(this.settings.withTotalTimeout(Duration.ofMillis(300)));
        this.server.on("GET").path(CATALOG).reply(Reply.neverAnswer());

        assertThatThrownBy(() -> hasty.discover(this.origin))
                .isInstanceOf(McpTimeoutException.class)
                .hasMessageContaining("were not read within 300 ms");
    }

    static List<String> malformed() {
        return List.of(
                "[]",
                "{}",
                "not json",
                "{\"a\":".repeat(10_000),
                "{\"name\":\"a/b\",\"name\":\"c/d\"}",
                card("").replace("/v1/", "/v9/"),
                card("").replace("example.shop/orders", "no-slash"),
                card("").replace("example.shop/orders", "a/" + "b".repeat(300)),
                card("").replace("3.0.1", ">=3.0"),
                card("").replace("3.0.1", "latest"),
                card("").replace("Orders of the shop", "x".repeat(101)),
                card("'remotes': {}"),
                card("'remotes': [1]"),
                card("'remotes': [{'type': 'sse'}]"),
                card("'remotes': [{'type': 'sse', 'url': 'https://a', 'headers': [{'value': 'x'}]}]"));
    }

    // CRD-A05
    @ParameterizedTest
    @MethodSource("malformed")
    void malformedCardIsRefusedWithItsAddressAndTheProblem(String body) {
        McpException failure = cardFailure(Reply.status(200, McpServerCard.MEDIA_TYPE, body));

        assertThat(failure).isInstanceOf(McpProtocolException.class).hasMessageContaining(this.cardUrl.toString());
        assertThat(((McpProtocolException) failure).reason()).isEqualTo(Reason.MALFORMED);
    }

    // CRD-04, CRD-A05
    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/html",
                "text/plain",
                "application/xhtml+xml",
                "application/jsonp",
                "text/html; application/json"
            })
    void documentOfAnotherTypeIsRefused(String type) {
        McpException failure = cardFailure(Reply.status(200, type, card("")));

        assertThat(failure).isInstanceOf(McpProtocolException.class).hasMessageContaining("has the content type");
        assertThat(((McpProtocolException) failure).reason()).isEqualTo(Reason.CONTENT_TYPE);
    }

    // CRD-07, CRD-A06
    @Test
    void catalogsThatNameEachOtherAreReadOnce() {
        this.server.on("GET").path(CATALOG).reply(catalogReply(catalog(nested("b", this.origin + "/b"))));
        this.server.on("GET").path(ARD).reply(Reply.status(404));
        this.server
                .on("GET")
                .path("/b")
                .reply(catalogReply(catalog(nested("a", this.origin + CATALOG), nested("b", this.origin + "/./b"))));

        McpDiscoveryResult result = this.discovery.discover(this.origin);

        assertThat(result.problems()).hasSize(2).allSatisfy(problem -> assertThat(problem)
                .contains("more than once"));
        assertThat(this.server.requests()).hasSize(3);
    }

    // CRD-07, CRD-A06
    @Test
    void thousandsOfNestedCatalogsAreBounded() {
        String many = catalog(IntStream.range(0, 10_000)
                .mapToObj(i -> nested("n" + i, this.origin + "/c" + i))
                .toArray(String[]::new));
        this.server.on("GET").path(CATALOG).reply(catalogReply(many));
        this.server.on("GET").optionally().reply(Reply.status(404));

        McpDiscoveryResult result = this.discovery.discover(this.origin);

        assertThat(this.server.requests()).hasSize(20);
        assertThat(result.problems())
                .anySatisfy(problem -> assertThat(problem).contains("10000 entries, of which 1000 were read"))
                .anySatisfy(problem -> assertThat(problem).contains("more than 20 catalogs"));
    }

    // CRD-07
    @Test
    void catalogsAreFollowedToTheFourthLevelOnly() {
        this.server.on("GET").path(CATALOG).reply(catalogReply(catalog(nested("1", this.origin + "/1"))));
        this.server.on("GET").path(ARD).reply(Reply.status(404));
        for (int i = 1; i <= 4; i++) {
            this.server
                    .on("GET")
                    .path("/" + i)
                    .reply(catalogReply(catalog(nested("n" + i, this.origin + "/" + (i + 1)))));
        }

        McpDiscoveryResult result = this.discovery.discover(this.origin);

        assertThat(result.problems()).singleElement().satisfies(problem -> assertThat(problem)
                .contains("4 levels"));
        assertThat(this.server.requests()).hasSize(6);
    }

    // CRD-07
    @Test
    void totalSizeOfAllCatalogsIsBounded() {
        String[] names = IntStream.range(0, 9)
                .mapToObj(i -> nested("n" + i, this.origin + "/n" + i))
                .toArray(String[]::new);
        String padding = "'description': '" + "x".repeat(1_000_000) + "'";
        this.server.on("GET").path(CATALOG).reply(catalogReply(catalog(names)));
        this.server.on("GET").path(ARD).reply(Reply.status(404));
        this.server
                .on("GET")
                .times(9)
                .reply(request -> catalogReply(
                        catalog(entry(request.path().substring(1), "'url': 'https://a.example/', " + padding))));

        McpDiscoveryResult result = this.discovery.discover(this.origin);

        assertThat(result.candidates()).hasSize(8);
        assertThat(result.problems()).singleElement().satisfies(problem -> assertThat(problem)
                .contains("8388608 bytes"));
    }

    // CRD-A09: another domain cannot replace the entry of a publisher
    @Test
    void entryOfThePublisherTakesPrecedenceOverALaterVersionOfAnotherDomain() {
        McpCatalogEntry own = McpCatalogEntry.of(CardJson.members(
                entry("urn:air:shop.example:mcp:pay", "'url': 'https://shop.example/card', 'version': '1.0.0'")));
        McpCatalogEntry foreign = McpCatalogEntry.of(CardJson.members(
                entry("urn:air:shop.example:mcp:pay", "'url': 'https://evil.example/card', 'version': '9.0.0'")));
        List<String> problems = new ArrayList<>();

        assertThat(Candidates.of(
                        List.of(
                                new CatalogWalk.Found(foreign, null, document("https://evil.example/catalog")),
                                new CatalogWalk.Found(own, null, document("https://mcp.shop.example/catalog"))),
                        problems::add))
                .singleElement()
                .satisfies(candidate -> assertThat(candidate.cardUrl()).hasHost("shop.example"));
        assertThat(problems).singleElement().satisfies(problem -> assertThat(problem)
                .contains("is also published by"));
    }

    private static Document document(String url) {
        return new Document(URI.create(url), Map.of(), 0, null, Instant.EPOCH, Instant.EPOCH, false);
    }

    // CRD-A11
    @Test
    void confirmationWithoutAStoredCardIsAnError() {
        assertThat(cardFailure(Reply.status(304))).hasMessageContaining("returned status 304");
    }

    // CRD-29: a failure is an error with its cause, and a later attempt succeeds
    @Test
    void cardThatWasUnreachableIsReadLater() {
        this.server.on("GET").path("/card").reply(Reply.status(503));
        this.server.on("GET").path("/card").reply(Reply.status(200, McpServerCard.MEDIA_TYPE, card("")));

        assertThatThrownBy(() -> this.discovery.card(this.cardUrl))
                .isInstanceOfSatisfying(McpConnectionException.class, ex -> assertThat(ex.status())
                        .isEqualTo(503));
        assertThat(this.discovery.card(this.cardUrl).card().name()).isEqualTo("example.shop/orders");
    }
}
