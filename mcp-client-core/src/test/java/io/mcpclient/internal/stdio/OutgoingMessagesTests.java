package io.mcpclient.internal.stdio;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.NonBlocking;

import io.mcpclient.internal.support.PresentRead;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(30)
class OutgoingMessagesTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    private final AtomicInteger flushes = new AtomicInteger();

    private final AtomicReference<@Nullable Thread> writer = new AtomicReference<>();

    private final OutgoingMessages messages = new OutgoingMessages(1_000, () -> {});

    /** A thread that reads from a process. */
    private static final class Reader extends Thread implements NonBlocking {

        Reader(Runnable read) {
            super(read);
        }
    }

    private CompletableFuture<Void> write(String... lines) {
        return Flux.fromIterable(List.of(lines))
                .map(line -> new OutgoingMessages.Message(line.getBytes(StandardCharsets.UTF_8)))
                .flatMap(this.messages::write)
                .then()
                .toFuture();
    }

    private void connect() {
        this.messages.connect(new ByteArrayOutputStream() {

            @Override
            public synchronized void write(byte[] bytes, int offset, int length) {
                OutgoingMessagesTests.this.written.write(bytes, offset, length);
            }

            @Override
            public synchronized void write(int octet) {
                OutgoingMessagesTests.this.written.write(octet);
            }

            @Override
            public void flush() {
                OutgoingMessagesTests.this.flushes.incrementAndGet();
                OutgoingMessagesTests.this.writer.set(Thread.currentThread());
            }
        });
    }

    // STD-04: each message is a line, in order, with one wake-up and one flush for those that follow one read
    @Test
    void messagesOfOneReadAreWrittenTogether() throws Exception {
        connect();
        CompletableFuture<CompletableFuture<Void>> read = new CompletableFuture<>();
        Thread reader =
                new Reader(() -> PresentRead.handle(() -> read.complete(write("{\"a\":1}", "{\"b\":2}", "{\"c\":3}"))));

        reader.start();

        assertThat(read.thenCompose(all -> all)).succeedsWithin(SOON);
        assertThat(this.written.toString(StandardCharsets.UTF_8)).isEqualTo("{\"a\":1}\n{\"b\":2}\n{\"c\":3}\n");
        assertThat(this.flushes).hasValue(1);
        reader.join(SOON.toMillis());
    }

    @Test
    void messageOfAnotherThreadIsWrittenAtOnce() {
        connect();

        assertThat(write("{}")).succeedsWithin(SOON);

        assertThat(this.written.toString(StandardCharsets.UTF_8)).isEqualTo("{}\n");
    }

    // A pipe holds at least 4096 bytes: beyond those that the server has not read for certain, a write could block its
    // thread.
    @Test
    void messageThatThePipeMayNotHoldIsWrittenByAnotherThread() {
        connect();

        assertThat(write(2_000)).isSameAs(Thread.currentThread());
        assertThat(write(2_094)).isSameAs(Thread.currentThread());
        assertThat(write(0)).isNotNull().isNotSameAs(Thread.currentThread());
    }

    @Test
    void responseMakesRoomForWhatWasWrittenUpToItsRequest() {
        connect();
        OutgoingMessages.Message first = message(2_000);
        OutgoingMessages.Message second = message(2_000);
        write(first);
        write(second);

        this.messages.onResponse(second);
        this.messages.onResponse(first);

        assertThat(write(4_095)).isSameAs(Thread.currentThread());
        assertThat(write(0)).isNotNull().isNotSameAs(Thread.currentThread());
    }

    private static OutgoingMessages.Message message(int size) {
        return new OutgoingMessages.Message(new byte[size]);
    }

    private @Nullable Thread write(int size) {
        return write(message(size));
    }

    /** Returns the thread that has written a message. */
    private @Nullable Thread write(OutgoingMessages.Message message) {
        this.writer.set(null);
        assertThat(this.messages.write(message).toFuture()).succeedsWithin(SOON);
        return this.writer.get();
    }
}
