package io.mcpclient.discovery;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.test.StepVerifier;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;

import static io.mcpclient.discovery.CardJson.npm;
import static io.mcpclient.discovery.CardJson.registryEntry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Registries that follow the API v0.1. */
@Timeout(60)
class RegistryClientTests {

    static final String SERVERS = "/api/v0.1/servers";

    static final String ORDERS = SERVERS + "/com.example%2Forders/versions/";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest().secrets("s3cret-of-registry");

    private final ScriptedHttpServer server = new ScriptedHttpServer();

    private final ScriptedHttpServer second = new ScriptedHttpServer();

    private final McpRegistryClient client =
            McpRegistryClient.create(McpRegistrySettings.of(source("corp", this.server)));

    private final McpRegistryClient both = McpRegistryClient.create(
            McpRegistrySettings.of(source("corp", this.server), source("public", this.second)));

    @AfterEach
    void close() {
        this.server.close();
        this.second.close();
    }

    static McpRegistrySource source(String name, ScriptedHttpServer server) {
        return McpRegistrySource.of(name, URI.create("http://127.0.0.1:" + server.port() + "/api/"));
    }

    static String page(String cursor, String... entries) {
        return CardJson.json("{'servers': [" + String.join(", ", entries) + "], 'metadata': {'count': " + entries.length
                + (cursor == null ? "" : ", 'nextCursor': '" + cursor + "'") + "}}");
    }

    private static String entry(String name, String status) {
        return registryEntry(name, "1.4.0", "", status);
    }

    private static String query(RecordedRequest request) {
        return request.path().substring(request.path().indexOf('?') + 1);
    }

    // REG-02, REG-05, REG-31
    @Test
    void serversAreListedPageByPageWithoutInactiveOnes() {
        this.server
                .on("GET")
                .path(SERVERS)
                .reply(Reply.json(
                        200,
                        page(
                                "a:b/c d&e",
                                entry("com.example/one", "active"),
                                entry("com.example/old", "deprecated"),
                                entry("com.example/gone", "deleted"),
                                "{}")));
        this.server.on("GET").path(SERVERS).reply(Reply.json(200, page("", entry("com.example/two", ""))));

        List<McpRegistryEntry> entries = this.client.search(
                McpRegistryQuery.of("exam ple+").withUpdatedSince(Instant.parse("2026-10-01T00:00:00Z")));

        assertThat(entries).extracting(McpRegistryEntry::name).containsExactly("com.example/one", "com.example/two");
        assertThat(query(this.server.requests().get(0)))
                .isEqualTo("search=exam%20ple%2B&version=latest&updated_since=2026-10-01T00%3A00%3A00Z&limit=100");
        assertThat(query(this.server.requests().get(1))).endsWith("&cursor=a%3Ab%2Fc%20d%26e");
    }

    // REG-31, REG-32: what is not requested is not read
    @Test
    void followingPageIsReadOnlyIfItsEntriesAreRequested() {
        this.server
                .on("GET")
                .path(SERVERS)
                .reply(Reply.json(
                        200, page("next", entry("com.example/one", "active"), entry("com.example/two", "active"))));

        StepVerifier.create(this.client.reactive().search(McpRegistryQuery.all().withLimit(2)))
                .expectNextCount(2)
                .verifyComplete();
        assertThat(this.server.requests()).hasSize(1);
        assertThat(query(this.server.requests().get(0))).isEqualTo("version=latest&limit=2");
    }

    // REG-31
    @Test
    void pageHasItsCursorAndTheReasonsForOmittedEntries() {
        this.server
                .on("GET")
                .path(SERVERS)
                .reply(Reply.json(200, page("next", entry("com.example/one", "active"), entry("no-slash", "active"))));

        McpRegistryPage page = this.client.page(McpRegistryQuery.all().withIncludeInactive(true), "cursor");

        assertThat(page.nextCursor()).isEqualTo("next");
        assertThat(page.entries()).hasSize(1);
        assertThat(page.problems()).singleElement().satisfies(problem -> assertThat(problem)
                .contains("server.name"));
        assertThat(query(this.server.requests().get(0))).contains("include_deleted=true", "cursor=cursor");
    }

    // REG-02, REG-07
    @Test
    void latestVersionIsResolvedToAnExactOne() {
        this.server
                .on("GET")
                .path(ORDERS + "latest")
                .reply(Reply.json(
                        200, registryEntry("com.example/orders", "1.4.0", "'packages': [" + npm("") + "]", "active")));

        McpRegistryEntry entry = this.client.get("com.example/orders", "latest");

        assertThat(entry.version()).isEqualTo("1.4.0");
        assertThat(entry.latest()).isTrue();
        assertThat(entry.registry()).isEqualTo("corp");
        assertThat(entry.packages()).singleElement().satisfies(each -> assertThat(each.registryType())
                .isEqualTo("npm"));
        assertThat(entry.json()).containsOnlyKeys("server", "_meta");
    }

    // REG-02
    @Test
    void versionIsOneEncodedSegment() {
        this.server
                .on("GET")
                .path(ORDERS + "1.0.0%2Bbuild.7")
                .reply(Reply.json(200, registryEntry("com.example/orders", "1.0.0+build.7", "", "")));

        assertThat(this.client.get("com.example/orders", "1.0.0+build.7").version())
                .isEqualTo("1.0.0+build.7");
    }

    // REG-04
    @Test
    void entryWithoutMetadataIsActive() {
        this.server
                .on("GET")
                .path(ORDERS + "1.4.0")
                .reply(Reply.json(200, registryEntry("com.example/orders", "1.4.0", "", "")));

        McpRegistryEntry entry = this.client.get("com.example/orders", "1.4.0");

        assertThat(entry.active()).isTrue();
        assertThat(entry.latest()).isFalse();
        assertThat(entry.warnings()).isEmpty();
    }

    // REG-05
    @Test
    void deletedVersionIsRefusedAndADeprecatedOneHasAWarning() {
        this.server
                .on("GET")
                .path(ORDERS + "1.0.0")
                .reply(Reply.json(200, registryEntry("com.example/orders", "1.0.0", "", "deleted")));
        this.server
                .on("GET")
                .path(ORDERS + "1.1.0")
                .reply(Reply.json(200, registryEntry("com.example/orders", "1.1.0", "", "deprecated")));

        assertThatThrownBy(() -> this.client.get("com.example/orders", "1.0.0"))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("was deleted: see orders2");
        assertThat(this.client.get("com.example/orders", "1.1.0").warnings())
                .containsExactly("its status is deprecated: see orders2");
    }

    // REG-07
    @Test
    void laterVersionIsReportedAndNotUsed() {
        this.server
                .on("GET")
                .path(ORDERS + "1.4.0")
                .reply(Reply.json(200, registryEntry("com.example/orders", "1.4.0", "", "active")));
        this.server
                .on("GET")
                .path(ORDERS + "latest")
                .reply(Reply.json(200, registryEntry("com.example/orders", "1.10.0", "", "active")));

        McpRegistryEntry current = this.client.get("com.example/orders", "1.4.0");

        assertThat(this.client.newer(current))
                .hasValueSatisfying(latest -> assertThat(latest.version()).isEqualTo("1.10.0"));
        assertThat(this.client.newer(this.client.get("com.example/orders", "latest")))
                .isEmpty();
    }

    // REG-31
    @Test
    void versionsAreListedInTheOrderOfTheRegistry() {
        this.server
                .on("GET")
                .path(SERVERS + "/com.example%2Forders/versions")
                .reply(Reply.json(
                        200,
                        page(
                                null,
                                registryEntry("com.example/orders", "2.0.0", "", "active"),
                                registryEntry("com.example/orders", "1.0.0", "", "deprecated"),
                                registryEntry("com.example/orders", "0.9.0", "", "deleted"))));

        assertThat(this.client.versions("com.example/orders"))
                .extracting(McpRegistryEntry::version)
                .containsExactly("2.0.0", "1.0.0");
    }

    // REG-01
    @Test
    void configuredHeadersAreSentAndShownNowhere() {
        McpRegistrySource source =
                source("corp", this.server).withHeaders(Map.of("Authorization", "Bearer s3cret-of-registry"));
        McpRegistryClient authorized = McpRegistryClient.create(McpRegistrySettings.of(source));
        this.server.on("GET").path(ORDERS + "latest").reply(Reply.status(401));

        assertThatThrownBy(() -> authorized.get("com.example/orders", "latest"))
                .hasMessageContaining("returned status 401. Check the configured headers.");
        assertThat(this.server.requests().get(0).header("authorization")).isEqualTo("Bearer s3cret-of-registry");
        assertThat(source.toString()).doesNotContain("s3cret-of-registry");
    }

    // REG-01
    @Test
    void clientWithoutRegistryIsAnError() {
        assertThatThrownBy(McpRegistrySettings::of)
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining("registries");
    }

    // REG-30
    @Test
    void registriesAreAskedInOrderAndANameInTwoIsAnErrorUnlessTheRegistryIsNamed() {
        String path = ORDERS + "1.4.0";
        String body = registryEntry("com.example/orders", "1.4.0", "", "active");
        this.server.on("GET").path(path).reply(Reply.json(200, body));
        this.second.on("GET").path(path).reply(Reply.json(200, body));

        assertThatThrownBy(() -> this.both.get("com.example/orders", "1.4.0"))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("is in the registries corp and public. Name the registry.");
        assertThat(this.both
                        .registry("public")
                        .get("com.example/orders", "1.4.0")
                        .registry())
                .isEqualTo("public");
        assertThatThrownBy(() -> this.both.registry("publik"))
                .isInstanceOf(McpRejectedException.class)
                .hasMessageContaining("Did you mean \"public\"?");
    }

    // REG-30
    @Test
    void nameInTheSecondRegistryOnlyIsFound() {
        this.server.on("GET").path(ORDERS + "1.4.0").reply(Reply.json(404, "{\"error\": \"Server not found\"}"));
        this.second
                .on("GET")
                .path(ORDERS + "1.4.0")
                .reply(Reply.json(200, registryEntry("com.example/orders", "1.4.0", "", "active")));

        assertThat(this.both.get("com.example/orders", "1.4.0").registry()).isEqualTo("public");
    }

    @Test
    void unknownServerIsReportedWithItsName() {
        this.server.on("GET").path(ORDERS + "9.9.9").reply(Reply.json(404, "{\"error\": \"Server not found\"}"));

        assertThatThrownBy(() -> this.client.get("com.example/orders", "9.9.9"))
                .isInstanceOf(McpRejectedException.class)
                .hasMessageContaining("no registry has com.example/orders@9.9.9");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "orders",
                "a/b/c",
                "com.example/orders@^1",
                "com.example/orders@",
                "com.example/orders@..",
                "a b/c",
                "../x@1 2"
            })
    void referenceOfAnotherFormIsRefusedWithoutARequest(String reference) {
        assertThatThrownBy(() -> McpServerReference.parse(reference)).isInstanceOf(McpConfigurationException.class);
        assertThat(McpServerReference.parse("com.example/orders"))
                .isEqualTo(new McpServerReference("com.example/orders", "latest"));
        assertThat(McpServerReference.parse("com.example/orders@1.4.0")).hasToString("com.example/orders@1.4.0");
    }

    // REG-15: nothing that an entry names is contacted
    @Test
    void lookupContactsNothingButTheRegistry() {
        String more = "'packages': [" + npm("") + "], 'remotes': [{'type': 'streamable-http', 'url': '"
                + this.second.url() + "'}], 'icons': [{'src': '" + this.second.url() + "'}]";
        this.server
                .on("GET")
                .path(ORDERS + "1.4.0")
                .reply(Reply.json(200, registryEntry("com.example/orders", "1.4.0", more, "active")));

        assertThat(this.client.get("com.example/orders", "1.4.0").remotes()).hasSize(1);
        assertThat(this.second.connectionsAccepted()).isZero();
    }

    // REG-A08
    @Test
    void namespaceThatDoesNotFitTheRepositoryIsAWarning() {
        McpRegistryEntry foreign =
                CardJson.parsedEntry("'repository': {'url': 'https://github.com/evil/orders', 'source': 'github'}");

        assertThat(foreign.warnings()).singleElement().satisfies(warning -> assertThat(warning)
                .contains("its namespace does not appear", "https://github.com/evil/orders"));
        assertThat(CardJson.parsedEntry(
                                "'repository': {'url': 'https://github.com/Example/orders', 'source': 'github'}")
                        .warnings())
                .isEmpty();
        assertThat(foreign.toString()).contains("com.example/orders 1.4.0 in corp");
    }
}
