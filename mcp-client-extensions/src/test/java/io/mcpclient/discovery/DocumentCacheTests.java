package io.mcpclient.discovery;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.VirtualTime;

import static io.mcpclient.discovery.CardJson.card;
import static io.mcpclient.discovery.CardJson.registryEntry;
import static io.mcpclient.discovery.RegistryClientTests.ORDERS;
import static io.mcpclient.discovery.RegistryClientTests.source;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Stored cards and entries, in virtual time. */
@Timeout(60)
class DocumentCacheTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final String NAME = "com.example/orders";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedHttpServer server = new ScriptedHttpServer();

    private final VirtualTime time = new VirtualTime();

    private final URI cardUrl = URI.create("http://127.0.0.1:" + this.server.port() + "/card");

    private final ReactiveMcpDiscovery discovery = new ReactiveMcpDiscovery(
            McpDiscoverySettings.defaults().withTrustedOrigins(Set.of(this.cardUrl)), this.time);

    private final ReactiveMcpRegistryClient registry =
            new ReactiveMcpRegistryClient(McpRegistrySettings.of(source("corp", this.server)), this.time);

    @AfterEach
    void close() {
        this.server.close();
    }

    private static Reply cardReply(String version, String... headers) {
        return Reply.status(200, McpServerCard.MEDIA_TYPE, card("").replace("3.0.1", version), headers);
    }

    private void serveCard(Reply reply) {
        this.server.on("GET").path("/card").reply(reply);
    }

    private String version() {
        return read(this.discovery.card(this.cardUrl)).card().version();
    }

    private McpRegistryEntry entry() {
        return read(this.registry.get(NAME, "latest"));
    }

    private void serveEntry(Reply reply) {
        this.server.on("GET").path(ORDERS + "latest").reply(reply);
    }

    private static <T> T read(Mono<T> mono) {
        T value = mono.block(LIMIT);
        assertThat(value).isNotNull();
        return value;
    }

    // CRD-11, CRD-28
    @Test
    void cardWithoutHeadersIsStoredForAnHour() {
        serveCard(cardReply("1.0.0"));
        serveCard(cardReply("2.0.0"));

        assertThat(version()).isEqualTo("1.0.0");
        this.time.advance(Duration.ofMinutes(59));
        assertThat(version()).isEqualTo("1.0.0");
        this.time.advance(Duration.ofMinutes(2));
        assertThat(version()).isEqualTo("2.0.0");
    }

    // CRD-11
    @Test
    void lifeOfACardEndsAfterADay() {
        serveCard(cardReply("1.0.0", "Cache-Control", "max-age=31536000"));
        serveCard(cardReply("2.0.0"));

        assertThat(version()).isEqualTo("1.0.0");
        this.time.advance(Duration.ofHours(23));
        assertThat(version()).isEqualTo("1.0.0");
        this.time.advance(Duration.ofHours(2));
        assertThat(version()).isEqualTo("2.0.0");
    }

    // CRD-11, REG-06
    @Test
    void expiredCardIsConfirmedByItsEntityTag() {
        serveCard(cardReply("1.0.0", "ETag", "\"v1\"", "Cache-Control", "max-age=60"));
        serveCard(Reply.status(304).withHeader("Cache-Control", "max-age=600"));

        McpCardDocument first = read(this.discovery.card(this.cardUrl));
        this.time.advance(Duration.ofSeconds(61));
        McpCardDocument second = read(this.discovery.card(this.cardUrl));

        assertThat(this.server.requests().get(1).header("if-none-match")).isEqualTo("\"v1\"");
        assertThat(second.card()).isEqualTo(first.card());
        assertThat(second.fetchedAt()).isEqualTo(first.fetchedAt().plusSeconds(61));
        assertThat(second.expiresAt()).isEqualTo(second.fetchedAt().plusSeconds(600));
        assertThat(version()).isEqualTo("1.0.0");
        assertThat(this.server.requests()).hasSize(2);
    }

    // CRD-A11
    @Test
    void entityTagThatIsTooLongIsNotReturned() {
        serveCard(cardReply("1.0.0", "ETag", "\"" + "x".repeat(8000) + "\"", "Cache-Control", "no-cache"));
        serveCard(cardReply("2.0.0"));

        assertThat(version()).isEqualTo("1.0.0");
        assertThat(version()).isEqualTo("2.0.0");
        assertThat(this.server.requests().get(1).headers().keySet()).doesNotContain("if-none-match");
    }

    // CRD-11
    @ParameterizedTest
    @ValueSource(strings = {"no-store", "no-cache", "max-age=0"})
    void cardThatMayNotBeStoredIsReadEachTime(String header) {
        serveCard(cardReply("1.0.0", "Cache-Control", header));
        serveCard(cardReply("2.0.0", "Cache-Control", header));

        assertThat(List.of(version(), version())).containsExactly("1.0.0", "2.0.0");
    }

    // CRD-28
    @Test
    void concurrentLookupsShareOneRequest() {
        CountDownLatch release = new CountDownLatch(1);
        serveCard(cardReply("1.0.0").after(release));

        Mono<List<McpCardDocument>> all = Flux.range(0, 16)
                .flatMap(i -> this.discovery.card(this.cardUrl), 16)
                .collectList();
        CompletableFuture<List<McpCardDocument>> result = all.toFuture();
        this.server.awaitRequests("GET", 1, LIMIT);
        release.countDown();

        assertThat(result).succeedsWithin(LIMIT).satisfies(cards -> assertThat(cards)
                .hasSize(16));
        assertThat(this.server.requests()).hasSize(1);
    }

    // CRD-29: an expired card is not a valid one
    @Test
    void expiredCardIsNotUsedWhileItsServerIsDown() {
        serveCard(cardReply("1.0.0"));
        serveCard(Reply.status(503));

        assertThat(version()).isEqualTo("1.0.0");
        this.time.advance(Duration.ofHours(2));
        assertThatThrownBy(() -> read(this.discovery.card(this.cardUrl))).isInstanceOf(McpConnectionException.class);
    }

    // REG-06
    @Test
    void expiredEntryIsUsedAndMarkedWhileTheRegistryIsDown() {
        serveEntry(Reply.json(200, registryEntry(NAME, "1.4.0", "", "active")));
        serveEntry(Reply.status(502));
        serveEntry(Reply.closeBeforeAnswer());
        serveEntry(Reply.json(200, registryEntry(NAME, "1.5.0", "", "active")));

        assertThat(entry().stale()).isFalse();
        this.time.advance(Duration.ofMinutes(6));
        for (int i = 0; i < 2; i++) {
            McpRegistryEntry stale = entry();
            assertThat(stale.version()).isEqualTo("1.4.0");
            assertThat(stale.stale()).isTrue();
            assertThat(stale.warnings()).singleElement().satisfies(warning -> assertThat(warning)
                    .contains("cache"));
        }
        assertThat(entry().version()).isEqualTo("1.5.0");
    }

    // REG-06
    @Test
    void entryThatTheRegistryRefusesOrForgetsIsNotTakenFromTheCache() {
        serveEntry(Reply.json(200, registryEntry(NAME, "1.4.0", "", "active")));
        serveEntry(Reply.status(403));
        serveEntry(Reply.status(404));
        serveEntry(Reply.status(503));

        assertThat(entry().stale()).isFalse();
        this.time.advance(Duration.ofMinutes(6));
        assertThatThrownBy(this::entry).hasMessageContaining("403");
        assertThatThrownBy(this::entry).hasMessageContaining("no registry has");
        assertThatThrownBy(this::entry).hasMessageContaining("503");
    }

    @Test
    void numberOfStoredCardsIsBounded() {
        this.server.on("GET").always().reply(cardReply("1.0.0"));
        int cards = 300;

        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < cards; i++) {
                read(this.discovery.card(this.cardUrl.resolve("/card" + i)));
            }
        }

        assertThat(this.server.requests()).hasSizeGreaterThan(cards);
        read(this.discovery.card(this.cardUrl.resolve("/card" + (cards - 1))));
        assertThat(this.server.requests()).hasSize(2 * cards);
    }
}
