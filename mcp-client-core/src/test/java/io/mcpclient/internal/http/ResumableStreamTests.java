package io.mcpclient.internal.http;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import reactor.core.publisher.Flux;

import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.settings.McpHttpTransportType;
import io.mcpclient.testkit.VirtualTime;
import io.mcpclient.transport.McpHttpClients;
import io.mcpclient.transport.TransportProvider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** How often and when a stream is resumed, in virtual time. */
@Timeout(30)
class ResumableStreamTests {

    private final HttpFixture http = new HttpFixture("http://127.0.0.1:1/mcp", McpHttpTransportType.STREAMABLE_HTTP);

    private final VirtualTime time = new VirtualTime();

    private final RecordingStream stream = new RecordingStream(new HttpWire(
            new TransportProvider.Context("weather", this.http.context.codec(), this.http.ignored, this.time),
            this.http.settings,
            McpHttpClients.create(),
            ReceiveBudget.of(1 << 24)));

    @AfterEach
    void close() {
        this.http.close();
    }

    private static Flux<DataBuffer> bytes(String text) {
        return Flux.just(DefaultDataBufferFactory.sharedInstance.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    // HTL-09, faults C01, C10: the pause that the server asks for, or the nearest; what is no number is ignored
    @ParameterizedTest
    @CsvSource({"retry: 700, 700", "retry: 0, 100", "'retry: -1\nretry: 1', 100", "'retry: 100\nretry: abc', 100"})
    void streamIsResumedAfterTheRetryDelayOfTheServer(String retry, long millis) {
        this.stream.next = Flux::never;
        this.stream.read(bytes("id: 1\n" + retry + "\ndata:\n\n"));

        this.time.advance(Duration.ofMillis(millis - 1));
        assertThat(this.stream.legs).isEmpty();
        this.time.advance(Duration.ofMillis(1));
        assertThat(this.stream.legs).containsExactly("1");
    }

    // faults C06, C24
    @Test
    void streamWithoutProgressIsResumedTenTimes() {
        this.stream.next = Flux::empty;
        this.stream.read(bytes("id: 1\nretry: 100\ndata:\n\n"));

        this.time.advance(Duration.ofMillis(99));
        assertThat(this.stream.legs).isEmpty();
        this.time.advance(Duration.ofMillis(1));
        assertThat(this.stream.legs).hasSize(1);
        this.time.advance(Duration.ofMinutes(10));

        assertThat(this.stream.legs).hasSize(10).containsOnly("1");
        assertThat(this.stream.over).isTrue();
    }

    // fault C06: a server that lets its client poll primes each leg with a new id
    @Test
    void streamWithProgressIsResumedWithoutLimit() {
        this.stream.next = () -> bytes("id: " + (this.stream.legs.size() + 1) + "\ndata:\n\n");
        this.stream.read(bytes("id: 1\nretry: 100\ndata:\n\n"));

        this.time.advance(Duration.ofMillis(10_050));

        assertThat(this.stream.legs).hasSize(100).startsWith("1", "2", "3");
        assertThat(this.stream.over).isFalse();
    }

    private Flux<DataBuffer> refused() {
        return Flux.error(new ConnectException("refused"));
    }

    // fault D10
    @Test
    void streamWhoseConnectionsAreRefusedFailsAfterFiveSeconds() {
        this.stream.next = this::refused;
        this.stream.read(bytes("id: 1\nretry: 1000\ndata:\n\n"));
        this.time.advance(Duration.ofSeconds(1));
        assertThat(this.stream.legs).hasSize(1);

        this.time.advance(Duration.ofMillis(4999));
        assertThat(this.stream.over).isFalse();
        this.time.advance(Duration.ofMillis(1));

        assertThat(this.stream.over).isTrue();
        assertThat(this.stream.failure).hasMessageContaining("connection refused");
        assertThat(this.stream.legs).hasSizeGreaterThan(2);
    }

    // fault D10: an answer of any kind, such as 503 of a gateway, is a connection
    @Test
    void streamWithIntermittentConnectionsIsResumedTenTimes() {
        this.stream.next =
                () -> (this.stream.legs.size() % 2 == 0) ? this.refused() : Flux.error(new IOException("reset"));
        this.stream.read(bytes("id: 1\nretry: 1000\ndata:\n\n"));

        this.time.advance(Duration.ofMinutes(10));

        assertThat(this.stream.legs).hasSize(10);
    }

    // fault D10: packets that are dropped
    @Test
    void streamWhoseConnectionAttemptHangsFailsAfterFiveSeconds() {
        this.stream.next = Flux::never;
        this.stream.read(bytes("id: 1\nretry: 1000\ndata:\n\n"));

        this.time.advance(Duration.ofMillis(5999));
        assertThat(this.stream.over).isFalse();
        this.time.advance(Duration.ofMillis(1));

        assertThat(this.stream.over).isTrue();
        assertThat(this.stream.failure).hasMessageContaining("timed out");
    }

    // fault D10: a connection without a response is none of these
    @Test
    void connectedStreamWithoutResponseIsNotTimedOut() {
        this.stream.next = Flux::never;
        this.stream.connects = true;
        this.stream.read(bytes("id: 1\nretry: 1000\ndata:\n\n"));

        this.time.advance(Duration.ofMinutes(10));

        assertThat(this.stream.over).isFalse();
    }

    // fault D10: the server is known to be back
    @Test
    void streamIsResumedAtOnceWhenTheServerBecomesReachable() {
        this.stream.next = this::refused;
        this.stream.read(bytes("id: 1\nretry: 1000\ndata:\n\n"));
        this.stream.onReachable();
        this.time.advance(Duration.ofMillis(999));
        assertThat(this.stream.legs).isEmpty(); // the server has asked for this pause
        this.time.advance(Duration.ofMillis(1));
        assertThat(this.stream.legs).hasSize(1);

        this.stream.next = Flux::never;
        this.stream.connects = true;
        this.stream.onReachable();
        this.stream.onReachable();
        await().atMost(Duration.ofSeconds(10)).until(() -> this.stream.legs.size() == 2);

        this.time.advance(Duration.ofMinutes(10));
        assertThat(this.stream.legs).hasSize(2);
    }

    // fault C24: the same over and over again is nothing new
    @Test
    void streamThatOnlyRepeatsEventsIsResumedTenTimes() {
        this.stream.next = () -> bytes("id: 1\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n\n");
        this.stream.read(this.stream.next.get());

        this.time.advance(Duration.ofMinutes(10));

        assertThat(this.stream.legs).hasSize(10);
        assertThat(this.stream.messages).hasSize(1);
        assertThat(this.stream.over).isTrue();
    }

    @Test
    void cancelledStreamIsNotResumed() {
        this.stream.next = Flux::empty;
        this.stream.read(bytes("id: 1\ndata:\n\n"));

        this.stream.cancel();
        this.time.advance(Duration.ofMinutes(10));

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
        this.time.advance(Duration.ofMinutes(10));
        assertThat(this.stream.legs).isEmpty();
    }

    /** Records the positions from which it is resumed. */
    private static final class RecordingStream extends ResumableStream {

        final List<String> legs = new CopyOnWriteArrayList<>();

        final List<JsonRpcMessage> messages = new ArrayList<>();

        Supplier<Flux<DataBuffer>> next = Flux::never;

        boolean connects;

        boolean over;

        @Nullable
        Throwable failure;

        RecordingStream(HttpWire wire) {
            super(wire, "test", true, Long.MAX_VALUE, id -> null);
        }

        @Override
        Flux<DataBuffer> leg(String lastEventId, Runnable onConnected) {
            this.legs.add(lastEventId);
            if (this.connects) {
                onConnected.run();
            }
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
