package io.mcpclient.internal.session;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.schema.Tool;
import io.mcpclient.settings.McpSessionScope;
import io.mcpclient.settings.McpSessionSettings;
import io.mcpclient.store.McpStoreEncryptor;
import io.mcpclient.store.McpStoreStatus;
import io.mcpclient.store.McpStoredValue;
import io.mcpclient.testkit.Slow;
import io.mcpclient.testkit.Timed;
import io.mcpclient.testkit.VirtualTime;
import io.mcpclient.time.TimeSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** What a client remembers, in front of stores that fail, hang and lie. */
@Timeout(60)
@Slow
class SessionMemoryTests {

    private static final Duration LIMIT = Duration.ofSeconds(15);

    private static final ServerIdentity WEATHER =
            ServerIdentity.ofUrl("weather", "AUTO", "https://example.com/mcp", Map.of(), "AUTO");

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private final FaultyStore store = new FaultyStore();

    private final SessionMemory memory = memory(null);

    @AfterEach
    void release() {
        this.store.release();
    }

    private SessionMemory memory(@Nullable McpStoreEncryptor encryptor) {
        McpSessionSettings settings =
                McpSessionSettings.of(this.store).withInstanceId("i1").withEncryptor(encryptor);
        return new SessionMemory(settings, WEATHER, CODEC, TimeSource.system());
    }

    private SessionMemory timed(VirtualTime time) {
        return new SessionMemory(McpSessionSettings.of(this.store).withInstanceId("i1"), WEATHER, CODEC, time);
    }

    /** How long one use may take, before and after the store has answered. */
    private static final Set<Duration> USE_LIMITS = Set.of(Duration.ofSeconds(2), Duration.ofMillis(500));

    /** Lets the pause pass that begins when the store has failed: the limits of its uses end with them. */
    private static void passPause(VirtualTime time) {
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> time.pending().size() == 1
                        && !USE_LIMITS.contains(time.pending().get(0)));
        time.advance(time.pending().get(0));
    }

    private static RememberedServer server(long generation) {
        return new RememberedServer(
                generation,
                RememberedServer.LEGACY,
                "because",
                Instant.ofEpochMilli(1),
                "2025-11-25",
                "session-" + generation,
                Instant.ofEpochMilli(2),
                null,
                ServerCapabilities.none(),
                null);
    }

    private static <T> @Nullable T await(Mono<T> mono) {
        return mono.block(LIMIT);
    }

    private void keep(long generation) {
        keep(this.memory, generation);
    }

    private void keep(SessionMemory memory, long generation) {
        memory.keep(server(generation));
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> !this.store.keys().isEmpty()
                        && this.store.present(key()) != null
                        && this.store.present(key()).version() == generation);
    }

    /** What needs to be loaded once must not count as slowness of a store. */
    @BeforeAll
    static void warmUp() {
        FaultyStore.warmUp();
    }

    private void awaitPresent() {
        Awaitility.await().atMost(LIMIT).until(() -> !this.store.keys().isEmpty() && this.store.present(key()) != null);
    }

    private String key() {
        return this.store.keys().get(0);
    }

    @Test
    void recallWhenNothingIsRememberedIsEmpty() {
        assertThat(await(this.memory.recall())).isNull();
        assertThat(this.memory.status().available()).isTrue();
    }

    @Test
    void recallAfterARestartReturnsTheStoredValue() {
        keep(5);

        assertThat(await(memory(null).recall())).isEqualTo(server(5));
        assertThat(this.store.present(key()).version()).isEqualTo(5);
    }

    // J12: generations only grow
    @Test
    void keepDoesNotReplaceANewerGeneration() {
        keep(5);
        SessionMemory late = memory(null);

        late.keep(server(4));
        await(late.settled());
        this.memory.keep(server(3));
        await(this.memory.settled());

        assertThat(await(this.memory.recall())).isEqualTo(server(5));
    }

    @Test
    void forgetRemovesOnlyThatGeneration() {
        keep(5);
        this.memory.remove(4);
        await(this.memory.settled());
        assertThat(await(this.memory.recall())).isEqualTo(server(5));

        this.memory.remove(5);
        Awaitility.await().atMost(LIMIT).until(() -> this.store.present(key()) == null);
    }

    // J05
    @Test
    void replaceWhenAnotherInstanceWasFasterReportsIt() {
        assertThat(await(this.memory.replace(0, server(5)))).isTrue();
        assertThat(await(memory(null).replace(0, server(6)))).isFalse();
        assertThat(await(memory(null).replace(5, server(7)))).isTrue();
        assertThat(await(this.memory.recall())).isEqualTo(server(7));
    }

    // J15
    @Test
    void leaseIsExclusiveUntilReleased() {
        SessionMemory other = memory(null);

        assertThat(await(this.memory.lease().take())).isTrue();
        assertThat(await(other.lease().take())).isFalse();
        other.lease().release(); // another instance's lease
        assertThat(await(other.lease().take())).isFalse();

        this.memory.lease().release();
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> Boolean.TRUE.equals(await(other.lease().take())));
    }

    // J15: the store was unavailable when the lease should have been released
    @Test
    void unreleasedLeaseCanBeTakenAgainByItsHolder() {
        assertThat(await(this.memory.lease().take())).isTrue();

        assertThat(await(this.memory.lease().take())).isTrue();
        assertThat(await(memory(null).lease().take())).isFalse();
    }

    // J01
    @Test
    void recallWhenTheStoreIsDownFailsAtOnceAndIsReported() {
        this.store.failing(true);

        assertThat(await(this.memory.recall().onErrorReturn(server(99)))).isEqualTo(server(99));

        McpStoreStatus status = this.memory.status();
        assertThat(status.available()).isFalse();
        assertThat(status.failures()).isEqualTo(1);
        assertThat(status.problem()).contains("IllegalStateException").doesNotContain("secret", "host");
        Instant since = status.since();

        await(this.memory.recall().onErrorComplete());
        assertThat(this.memory.status().failures()).isEqualTo(2);
        assertThat(this.memory.status().since()).isEqualTo(since);

        this.store.failing(false);
        await(this.memory.recall());
        assertThat(this.memory.status().available()).isTrue();
        assertThat(this.memory.status().problem()).isNull();
        assertThat(this.memory.status().failures()).isEqualTo(2);
    }

    // J02: a write that failed is made up for, and the last value wins
    @Test
    void keepWhenTheStoreIsDownWritesTheLatestValueLater() {
        VirtualTime time = new VirtualTime();
        SessionMemory memory = timed(time);
        this.store.failing(true);
        for (long generation = 5; generation <= 7; generation++) {
            memory.keep(server(generation));
            await(memory.settled());
        }
        Awaitility.await().atMost(LIMIT).until(() -> !memory.status().available());
        assertThat(memory.status().available()).isFalse();

        this.store.failing(false);
        passPause(time);

        awaitPresent();
        assertThat(await(memory.recall())).isEqualTo(server(7));
        assertThat(this.store.uses("replace")).hasSize(1);
        assertThat(memory.status().available()).isTrue();
    }

    // J02
    @Test
    void forgetWhenTheStoreIsDownRemovesTheValueLater() {
        keep(5);
        VirtualTime time = new VirtualTime();
        SessionMemory memory = timed(time);
        this.store.failing(true);
        memory.remove(5);
        await(memory.settled());

        this.store.failing(false);
        passPause(time);

        Awaitility.await().atMost(LIMIT).until(() -> this.store.present(key()) == null);
    }

    // J02: half a second, one thread, whatever is asked of a store that has answered before
    @Test
    @Timed
    void hangingStoreTimesOutAfterHalfASecondAndUsesOneThread() {
        await(this.memory.recall());
        this.store.hang();
        long began = System.nanoTime();

        List<Mono<RememberedServer>> recalls = new ArrayList<>();
        IntStream.range(0, 20).forEach(n -> recalls.add(this.memory.recall().onErrorComplete()));
        this.memory.keep(server(5));
        this.memory.tools().keep(List.of());
        await(Mono.when(recalls));
        await(this.memory.settled());

        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isBetween(Duration.ofMillis(490), Duration.ofSeconds(5));
        assertThat(this.store.uses()).hasSize(2);
        assertThat(this.memory.status().problem()).isEqualTo("no response within 500 ms");

        this.store.release();
        awaitPresent();
        assertThat(this.store.mostInside()).isEqualTo(1);
        assertThat(await(this.memory.recall())).isEqualTo(server(5));
    }

    // J02: first connections are slow; that does not make the first answer fail
    @Test
    void firstOperationHasALongerTimeout() {
        this.store.hang();
        long began = System.nanoTime();

        assertThat(await(this.memory.recall().hasElement().onErrorReturn(false)))
                .isFalse();

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(1900));
        assertThat(this.memory.status().problem()).isEqualTo("no response within 2000 ms");
        this.store.release();
    }

    // J02: one that is slow, but not too slow, is no failure
    @Test
    void operationThatWaitsForAnotherOneSucceeds() throws Exception {
        this.store.hang();
        CountDownLatch both = new CountDownLatch(2);
        this.memory.recall().doFinally(end -> both.countDown()).subscribe();
        this.memory.recall().doFinally(end -> both.countDown()).subscribe();
        Awaitility.await().atMost(LIMIT).until(() -> this.store.uses().size() == 1);

        this.store.release();

        assertThat(both.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(this.memory.status().failures()).isZero();
    }

    // J07
    @Test
    void recallWhenTheValueIsMalformedDiscardsIt() {
        keep(5);
        for (String garbage : List.of("", "x".repeat(10_000_000), "{\"format\":1}", "\r\n\u0000")) {
            this.store.put(key(), new McpStoredValue(6, garbage));

            assertThat(await(this.memory.recall())).isNull();
            assertThat(this.store.present(key())).isNull();
        }
        assertThat(this.memory.status().available()).isTrue();
    }

    // J04: moved there from another key
    @Test
    void recallWhenTheValueIsThatOfAnotherServerDiscardsIt() {
        keep(5);
        ServerIdentity moved = ServerIdentity.ofUrl("weather", "AUTO", "https://example.org/mcp", Map.of(), "AUTO");
        SessionMemory other = new SessionMemory(
                McpSessionSettings.of(this.store).withInstanceId("i1"), moved, CODEC, TimeSource.system());
        assertThat(await(other.recall())).isNull();
        String foreign = this.store.keys().get(1);
        this.store.put(foreign, this.store.present(key()));

        assertThat(await(other.recall())).isNull();
        assertThat(this.store.present(foreign)).isNull();
        assertThat(await(this.memory.recall())).isEqualTo(server(5));
    }

    // J11: the other one may need it
    @Test
    void recallWhenTheFormatIsUnknownLeavesTheValueThere() {
        keep(5);
        McpStoredValue newer = new McpStoredValue(6, "{\"format\":2,\"all\":\"new\"}");
        this.store.put(key(), newer);

        assertThat(await(this.memory.recall())).isNull();
        assertThat(this.store.present(key())).isEqualTo(newer);
    }

    /** Turns letters around, and notices what was changed by its first and last letter. */
    private static final McpStoreEncryptor REVERSING = new McpStoreEncryptor() {
        @Override
        public String encrypt(String text) {
            return "A"
                    + Base64.getEncoder()
                            .encodeToString(
                                    new StringBuilder(text).reverse().toString().getBytes()) + "Z";
        }

        @Override
        public String decrypt(String encrypted) {
            if (!encrypted.startsWith("A") || !encrypted.endsWith("Z")) {
                throw new IllegalStateException("changed");
            }
            String text = new String(Base64.getDecoder().decode(encrypted.substring(1, encrypted.length() - 1)));
            return new StringBuilder(text).reverse().toString();
        }
    };

    @Test
    void encryptedValueIsReadableOnlyWithTheSameEncryptor() {
        SessionMemory encrypted = memory(REVERSING);
        keep(encrypted, 5);

        assertThat(this.store.present(key()).text()).startsWith("A").doesNotContain("session");
        assertThat(await(memory(REVERSING).recall())).isEqualTo(server(5));
        assertThat(await(this.memory.recall())).isNull();
        assertThat(this.store.present(key())).isNull();
    }

    // J07
    @Test
    void encryptedValueThatWasChangedIsDiscarded() {
        SessionMemory encrypted = memory(REVERSING);
        keep(encrypted, 5);
        String text = this.store.present(key()).text();
        this.store.put(key(), new McpStoredValue(6, "B" + text.substring(1)));

        assertThat(await(encrypted.recall())).isNull();
        assertThat(this.store.present(key())).isNull();
    }

    @Test
    void failingEncryptorIsReportedLikeAFailingStore() {
        SessionMemory encrypted = memory(new McpStoreEncryptor() {
            @Override
            public String encrypt(String text) {
                throw new UnsupportedOperationException("no key: secret");
            }

            @Override
            public String decrypt(String text) {
                throw new UnsupportedOperationException("no key: secret");
            }
        });
        encrypted.keep(server(5));
        Awaitility.await().atMost(LIMIT).until(() -> !encrypted.status().available());

        assertThat(encrypted.status().problem())
                .contains("UnsupportedOperation")
                .doesNotContain("secret");
    }

    private static Tool tool(String description) {
        return CODEC.convert(
                Map.of("name", "echo", "description", description, "inputSchema", Map.of("type", "object")),
                Tool.class);
    }

    private @Nullable List<Tool> tools() {
        return await(memory(null).tools().load());
    }

    // J13
    @Test
    void toolsAreRestoredAfterARestart() {
        List<Tool> tools = List.of(tool("one"));
        this.memory.tools().keep(tools);

        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(tools()).isEqualTo(tools));
        assertThat(await(this.memory.recall())).isNull();
    }

    // a larger catalogue is not kept, and what was there before does not hold any more
    @Test
    void toolsThatExceedTheSizeLimitAreNotStored() {
        this.memory.tools().keep(List.of(tool("one")));
        Awaitility.await().atMost(LIMIT).until(() -> tools() != null);

        this.memory.tools().keep(List.of(tool("x".repeat(300_000))));

        Awaitility.await().atMost(LIMIT).until(() -> tools() == null);
    }

    // J01
    @Test
    void toolsWhenTheStoreIsDownAreNull() {
        this.store.failing(true);

        assertThat(tools()).isNull();
    }

    @Test
    void invalidSettingsAreRejected() {
        McpSessionSettings settings = McpSessionSettings.of(this.store);

        assertThat(settings.timeToLive()).isEqualTo(Duration.ofHours(24));
        assertThat(settings.scope()).isEqualTo(McpSessionScope.INSTANCE);
        assertThat(settings.isKeptOnShutdown()).isFalse();
        assertThat(settings.instanceId()).isNotBlank();
        assertThatIllegalArgumentException().isThrownBy(() -> settings.withInstanceId(" "));
        assertThatIllegalArgumentException().isThrownBy(() -> settings.withInstanceId("x".repeat(201)));
        assertThatIllegalArgumentException().isThrownBy(() -> settings.withTimeToLive(Duration.ZERO));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.withTimeToLive(Duration.ofSeconds(Long.MAX_VALUE)));
    }
}
