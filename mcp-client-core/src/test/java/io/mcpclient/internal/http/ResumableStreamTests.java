package io.mcpclient.internal.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import reactor.core.publisher.Flux;
import reactor.test.scheduler.VirtualTimeScheduler;

import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.settings.McpHttpTransportType;
import io.mcpclient.transport.McpHttpClients;

import static org.assertj.core.api.Assertions.assertThat;

/** How often and when a stream is resumed, in virtual time. */
@Timeout(30)
class ResumableStreamTests {

    private final HttpFixture http = new HttpFixture("http://127.0.0.1:1/mcp", McpHttpTransportType.STREAMABLE_HTTP);

    private final RecordingStream stream = new RecordingStream(
            new HttpWire(this.http.context, this.http.settings, McpHttpClients.create(), ReceiveBudget.of(1 << 24)));

    private VirtualTimeScheduler time = VirtualTimeScheduler.create();

    @BeforeEach
    void stopTheClock() {
        this.time = VirtualTimeScheduler.getOrSet();
    }

    @AfterEach
    void startTheClock() {
        VirtualTimeScheduler.reset();
        this.http.close();
    }

    private static Flux<DataBuffer> bytes(String text) {
        return Flux.just(DefaultDataBufferFactory.sharedInstance.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    // faults C06, C24
    @Test
    void streamThatBringsNothingNewIsResumedTenTimes() {
        this.stream.next = Flux::empty;
        this.stream.read(bytes("id: 1\nretry: 100\ndata:\n\n"));

        this.time.advanceTimeBy(Duration.ofMillis(99));
        assertThat(this.stream.legs).isEmpty();
        this.time.advanceTimeBy(Duration.ofMillis(1));
        assertThat(this.stream.legs).hasSize(1);
        this.time.advanceTimeBy(Duration.ofMinutes(10));

        assertThat(this.stream.legs).hasSize(10).containsOnly("1");
        assertThat(this.stream.over).isTrue();
    }

    // fault C06: a server that lets its client poll primes each leg with a new id
    @Test
    void streamThatMovesOnIsResumedForAsLongAsItTakes() {
        this.stream.next = () -> bytes("id: " + (this.stream.legs.size() + 1) + "\ndata:\n\n");
        this.stream.read(bytes("id: 1\nretry: 100\ndata:\n\n"));

        this.time.advanceTimeBy(Duration.ofMillis(10_050));

        assertThat(this.stream.legs).hasSize(100).startsWith("1", "2", "3");
        assertThat(this.stream.over).isFalse();
    }

    // fault C24: the same over and over again is nothing new
    @Test
    void streamThatOnlyRepeatsItselfIsResumedTenTimes() {
        this.stream.next = () -> bytes("id: 1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n\n");
        this.stream.read(this.stream.next.get());

        this.time.advanceTimeBy(Duration.ofMinutes(10));

        assertThat(this.stream.legs).hasSize(10);
        assertThat(this.stream.messages).hasSize(1);
        assertThat(this.stream.over).isTrue();
    }

    @Test
    void cancelledStreamIsNotResumed() {
        this.stream.next = Flux::empty;
        this.stream.read(bytes("id: 1\ndata:\n\n"));

        this.stream.cancel();
        this.time.advanceTimeBy(Duration.ofMinutes(10));

        assertThat(this.stream.legs).isEmpty();
        assertThat(this.stream.over).isFalse();
    }

    // fault G08: the client may be closed in the very moment in which the stream ends
    @Test
    void streamThatEndsWhenTheClientIsClosedCompletesAtOnce() {
        this.stream.wire().failures().onClosed();

        this.stream.read(bytes("id: 1\nretry: 30000\ndata:\n\n"));

        assertThat(this.stream.over).isTrue();
        assertThat(this.stream.failure).hasMessageContaining("the client was closed");
        this.time.advanceTimeBy(Duration.ofMinutes(10));
        assertThat(this.stream.legs).isEmpty();
    }

    /** Records the positions from which it is resumed. */
    private static final class RecordingStream extends ResumableStream {

        final List<String> legs = new ArrayList<>();

        final List<JsonRpcMessage> messages = new ArrayList<>();

        Supplier<Flux<DataBuffer>> next = Flux::never;

        boolean over;

        @Nullable
        Throwable failure;

        RecordingStream(HttpWire wire) {
            super(wire, "test", true, Long.MAX_VALUE, id -> null);
        }

        @Override
        Flux<DataBuffer> leg(String lastEventId) {
            this.legs.add(lastEventId);
            return this.next.get();
        }

        @Override
        void onOver(@Nullable Throwable failure) {
            this.over = true;
            this.failure = failure;
        }

        @Override
        public void onMessage(JsonRpcMessage message, boolean batched) {
            this.messages.add(message);
        }
    }
}
