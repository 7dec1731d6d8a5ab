package io.mcpclient.internal.http;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The parser of event streams, which only its own package can use: bytes in pieces as they arrive, without a connection. */
@State(Scope.Thread)
public class EventStreamBenchmark {

    private static final int PIECE = 16 * 1024;

    private static final String PROGRESS = """
            event: message
            data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":3,"total":10}}

            """;

    private final byte[] large = utf8("event: message\ndata: \"" + "the quick brown fox ".repeat(52_000) + "\"\n\n");
    private final byte[] small = utf8(PROGRESS.repeat(10));
    private final Bytes received = new Bytes();
    private final EventStreamParser parser = new EventStreamParser(16 << 20, this.received);

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** One event of 1 MB. */
    @Benchmark
    public long largeEvent() {
        return parse(this.large);
    }

    /** Ten events of 110 bytes. */
    @Benchmark
    public long tenEvents() {
        return parse(this.small);
    }

    private long parse(byte[] stream) {
        for (int i = 0; i < stream.length; i += PIECE) {
            this.parser.feed(stream, i, Math.min(PIECE, stream.length - i));
        }
        return this.received.count;
    }

    private static final class Bytes implements EventStreamParser.Listener {

        private long count;

        @Override
        public void onEvent(
                @Nullable String name,
                byte[] data,
                int offset,
                int length,
                @Nullable String lastEventId,
                boolean ownId) {
            this.count += length;
        }

        @Override
        public void onRetry(long millis) {}
    }
}
