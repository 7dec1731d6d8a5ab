package io.mcpclient.internal.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongFunction;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;

import io.mcpclient.testkit.VirtualTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class EventStreamReaderTests implements EventStreamReader.Handler, Subscription {

    private static final int MB = 1024 * 1024;

    private final VirtualTime time = new VirtualTime();

    private final LargeMessages large = new LargeMessages("weather");

    private final List<Integer> events = new CopyOnWriteArrayList<>();

    private final List<String> ends = new CopyOnWriteArrayList<>();

    private volatile long requested;

    private volatile boolean cancelled;

    @AfterEach
    void close() {
        this.large.close();
    }

    private EventStreamReader reader(long maxBytes, LongFunction<Duration> rate) {
        EventStreamReader reader = new EventStreamReader(
                this,
                new EventStreamReader.Limits(MB, maxBytes, rate, this.time),
                new ReceiveBudget(MB).lease(),
                this.large);
        reader.onSubscribe(this);
        return reader;
    }

    private static DataBuffer piece(String text) {
        return DefaultDataBufferFactory.sharedInstance.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void nextChunkIsRequestedAfterTheRateLimitDelay() {
        EventStreamReader reader = reader(MB, bytes -> Duration.ofSeconds(bytes > 1000 ? 1 : 0));
        reader.onNext(piece(":small\n"));
        assertThat(this.requested).isEqualTo(2);

        reader.onNext(piece(":" + "x".repeat(1000) + "\n"));

        this.time.advance(Duration.ofMillis(999));
        assertThat(this.requested).isEqualTo(2);
        this.time.advance(Duration.ofMillis(1));
        assertThat(this.requested).isEqualTo(3);
    }

    @Test
    void nothingIsRequestedAfterDispose() {
        EventStreamReader reader = reader(MB, bytes -> Duration.ofSeconds(1));
        reader.onNext(piece(":\n"));

        reader.dispose();
        this.time.advance(Duration.ofSeconds(1));

        assertThat(this.requested).isEqualTo(1);
        assertThat(this.cancelled).isTrue();
    }

    @Test
    void tinyChunksCountMoreThanTheirBytesAgainstTheLimit() {
        EventStreamReader reader = reader(10_000, bytes -> Duration.ZERO);

        for (int n = 0; n < 1000 && this.ends.isEmpty(); n++) {
            reader.onNext(piece(":"));
        }

        assertThat(this.ends).containsExactly("the event stream is longer than 10000 bytes");
        assertThat(this.cancelled).isTrue();
    }

    // The size of an event is counted without the names of its fields.
    @Test
    void chunkWithALargeEventIsParsedBeforeTheEndOfTheStreamIsReported() {
        EventStreamReader reader = reader(MB, bytes -> Duration.ZERO);

        reader.onNext(piece("data:1\n\ndata:" + "x".repeat(65_537) + "\n\ndata:22\n\n"));
        reader.onComplete();

        await().atMost(HttpFixture.SOON).until(() -> !this.ends.isEmpty());
        assertThat(this.events).containsExactly(1, 65_537, 2);
        assertThat(this.ends).containsExactly("null");
    }

    @Override
    public void onEvent(
            @Nullable String name, byte[] data, int offset, int length, @Nullable String lastEventId, boolean ownId) {
        this.events.add(length);
    }

    @Override
    public void onRetry(long millis) {}

    @Override
    public void onEnd(@Nullable Throwable error) {
        this.ends.add(String.valueOf(error != null ? error.getMessage() : null));
    }

    @Override
    public void request(long n) {
        this.requested += n;
    }

    @Override
    public void cancel() {
        this.cancelled = true;
    }
}
