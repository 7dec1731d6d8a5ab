package io.mcpclient.internal.session;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.settings.McpSessionSettings;
import io.mcpclient.store.InMemoryMcpSessionStore;
import io.mcpclient.store.McpSessionStore;
import io.mcpclient.store.McpStoredValue;
import io.mcpclient.time.TimeSource;

/** A store in memory that fails, hangs, lags and returns wrong values as scripted, and records its requests. Thread-safe. */
public final class FaultyStore implements McpSessionStore {

    private static final long LONGEST_HANG_SECONDS = 30;

    private final InMemoryMcpSessionStore store = new InMemoryMcpSessionStore();

    private final List<String> uses = new CopyOnWriteArrayList<>();

    private final AtomicInteger inside = new AtomicInteger();

    private final AtomicInteger mostInside = new AtomicInteger();

    private volatile boolean failing;

    private volatile @Nullable CountDownLatch hang;

    private volatile UnaryOperator<@Nullable McpStoredValue> lie = UnaryOperator.identity();

    /** Writes and reads once, so that what is loaded with the first use does not count as slowness of a store. */
    public static void warmUp() {
        SessionMemory memory = new SessionMemory(
                McpSessionSettings.of(new InMemoryMcpSessionStore()),
                new ServerIdentity("warm-up", "nowhere", ServerIdentity.APPLICATION, "AUTO"),
                new JsonCodec(JsonLimits.DEFAULT),
                TimeSource.system());
        memory.keep(new RememberedServer(
                1,
                RememberedServer.LEGACY,
                "",
                null,
                "2025-11-25",
                "s",
                Instant.EPOCH,
                Implementation.of("warm-up", "1"),
                ServerCapabilities.none(),
                null));
        memory.tools().keep(List.of());
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> memory.recall()
                                .onErrorComplete()
                                .blockOptional(Duration.ofSeconds(5))
                                .isPresent()
                        && memory.tools()
                                .load()
                                .blockOptional(Duration.ofSeconds(5))
                                .isPresent());
    }

    /** Everything fails from now on, or not any more. */
    public void failing(boolean failing) {
        this.failing = failing;
    }

    /** Everything hangs from now on, until {@link #release}, half a minute at most. */
    public void hang() {
        this.hang = new CountDownLatch(1);
    }

    /** Ends all hanging. */
    public void release() {
        CountDownLatch present = this.hang;
        this.hang = null;
        if (present != null) {
            present.countDown();
        }
    }

    /** Changes what is loaded from now on. */
    public void lying(UnaryOperator<@Nullable McpStoredValue> lie) {
        this.lie = lie;
    }

    /** What was asked for so far, as {@code load key}, {@code replace key version}, {@code remove key version}. */
    public List<String> uses() {
        return List.copyOf(this.uses);
    }

    /** Those uses that begin so. */
    public List<String> uses(String prefix) {
        return this.uses.stream().filter(use -> use.startsWith(prefix)).toList();
    }

    /** How many threads were in here at the same time at most. */
    public int mostInside() {
        return this.mostInside.get();
    }

    /** The keys that were ever used, without those with a suffix. */
    public List<String> keys() {
        return this.uses.stream()
                .map(use -> use.split(" ")[1])
                .filter(key -> !key.endsWith(":tools") && !key.endsWith(":lease"))
                .distinct()
                .toList();
    }

    /** What is there, whatever is the matter with the store. */
    public @Nullable McpStoredValue present(String key) {
        return this.store.load(key);
    }

    /** Puts something there, whatever is the matter with the store. */
    public void put(String key, McpStoredValue value) {
        McpStoredValue present = this.store.load(key);
        this.store.replace(key, (present != null) ? present.version() : 0, value, Duration.ofHours(1));
    }

    private void suffer(String use) {
        this.uses.add(use);
        this.mostInside.accumulateAndGet(this.inside.incrementAndGet(), Math::max);
        try {
            CountDownLatch present = this.hang;
            if (present != null && !present.await(LONGEST_HANG_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("never released");
            }
        } catch (InterruptedException ex) {
            throw new IllegalStateException("interrupted", ex);
        } finally {
            this.inside.decrementAndGet();
        }
        if (this.failing) {
            throw new IllegalStateException("cannot reach store://user:secret-password@host");
        }
    }

    @Override
    public @Nullable McpStoredValue load(String key) {
        suffer("load " + key);
        return this.lie.apply(this.store.load(key));
    }

    @Override
    public boolean replace(String key, long expectedVersion, McpStoredValue value, Duration timeToLive) {
        suffer("replace " + key + " " + expectedVersion);
        return this.store.replace(key, expectedVersion, value, timeToLive);
    }

    @Override
    public boolean remove(String key, long expectedVersion) {
        suffer("remove " + key + " " + expectedVersion);
        return this.store.remove(key, expectedVersion);
    }
}
