package io.mcpclient.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * What a {@link ScriptedHttpServer} does with a request. In every text {@code $id} stands for the JSON text
 * of the request's JSON-RPC id, and {@code null} if it has none.
 */
public sealed interface Reply {

    /** A body of the media type {@code application/json}. */
    static Whole json(int status, String body) {
        return status(status, "application/json", body);
    }

    /** The JSON-RPC result for the request, with 200. */
    static Whole result(String json) {
        return json(200, "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":" + json + "}");
    }

    /** A JSON-RPC error for the request, with 200; see {@link #json} for another status. */
    static Whole error(int code, String message) {
        return json(
                200,
                "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":" + code + ",\"message\":\"" + message + "\"}}");
    }

    static Whole accepted() {
        return status(202);
    }

    static Whole status(int status) {
        return new Whole(status, List.of(), "");
    }

    /** @param headers names and values in turn */
    static Whole status(int status, String contentType, String body, String... headers) {
        Whole reply = new Whole(status, List.of(new Header("Content-Type", contentType)), body);
        for (int i = 0; i < headers.length; i += 2) {
            reply = reply.withHeader(headers[i], headers[i + 1]);
        }
        return reply;
    }

    static Whole redirect(int status, String location) {
        return status(status).withHeader("Location", location);
    }

    /** A stream of events, each given with its fields but without the closing blank line. */
    static Streamed sse(String... events) {
        Streamed reply = streamed(200, "text/event-stream");
        for (String event : events) {
            reply = reply.event(event);
        }
        return reply;
    }

    /** The stream that most calls get: one message event with the JSON-RPC result. */
    static Streamed sseResult(String json) {
        return sse("data: {\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":" + json + "}");
    }

    /** Headers and a chunked body, to be filled by the methods of {@link Streamed}. */
    static Streamed streamed(int status, String contentType) {
        return new Streamed(new Head(status, List.of(new Header("Content-Type", contentType))), List.of(), Ending.END);
    }

    /** A body that arrives byte by byte. */
    static Streamed trickle(String contentType, String body, Duration perByte) {
        return streamed(200, contentType).with(new Trickle(body, perByte));
    }

    static Streamed endlessBody(String contentType) {
        return endlessBody(200, contentType, "endless ");
    }

    /** A body that repeats a text until the client hangs up. */
    static Streamed endlessBody(int status, String contentType, String text) {
        return streamed(status, contentType).with(new Endless(text)).thenHang();
    }

    /** These bytes instead of an HTTP response, and then the end of the connection. */
    static Streamed raw(String text) {
        return new Streamed(null, List.of(new Text(text)), Ending.CLOSE);
    }

    /** These bytes instead of an HTTP response, and then the end of the connection. */
    static Streamed raw(byte[] bytes) {
        return new Streamed(null, List.of(new Bytes(bytes.clone())), Ending.CLOSE);
    }

    /** Silence until the client hangs up or the server is closed. */
    static Streamed neverAnswer() {
        return new Streamed(null, List.of(), Ending.HANG);
    }

    /** A reset connection instead of an answer. */
    static Streamed reset() {
        return new Streamed(null, List.of(), Ending.RESET);
    }

    /** A connection that ends in order, but before any answer. */
    static Streamed closeBeforeAnswer() {
        return new Streamed(null, List.of(), Ending.CLOSE);
    }

    /**
     * The same reply with another header.
     * @throws IllegalStateException if the reply has no headers
     */
    Reply withHeader(String name, String value);

    /** The same reply, not before the test opens the latch. */
    default Held after(CountDownLatch latch) {
        return new Held(limit -> latch.await(limit.toNanos(), TimeUnit.NANOSECONDS), this);
    }

    /** The same reply, not before the stage is complete, whether well or not. */
    default Held after(CompletionStage<?> stage) {
        return new Held(gate(stage), this);
    }

    private static ReleaseCondition gate(CompletionStage<?> stage) {
        return limit -> {
            try {
                stage.toCompletableFuture().get(limit.toNanos(), TimeUnit.NANOSECONDS);
                return true;
            } catch (ExecutionException completedToo) {
                return true;
            } catch (TimeoutException tooLong) {
                return false;
            }
        };
    }

    record Header(String name, String value) {

        static List<Header> added(List<Header> headers, String name, String value) {
            List<Header> more = new ArrayList<>(headers);
            more.add(new Header(name, value));
            return List.copyOf(more);
        }
    }

    /** A complete answer with its length; the connection stays open. */
    record Whole(int status, List<Header> headers, String body) implements Reply {

        @Override
        public Whole withHeader(String name, String value) {
            return new Whole(this.status, Header.added(this.headers, name, value), this.body);
        }

        @Nullable
        String header(String name) {
            return this.headers.stream()
                    .filter(header -> header.name().equalsIgnoreCase(name))
                    .map(Header::value)
                    .findFirst()
                    .orElse(null);
        }
    }

    record Head(int status, List<Header> headers) {}

    /** An answer in steps, chunked if it has a head, bare bytes otherwise. */
    record Streamed(@Nullable Head head, List<Step> steps, Ending ending) implements Reply {

        /** One event of an event stream; the closing blank line is added. */
        public Streamed event(String event) {
            return chunk(event + "\n\n");
        }

        /** Text as it is, in a chunk of its own. */
        public Streamed chunk(String text) {
            return with(new Text(text));
        }

        public Streamed chunk(byte[] bytes) {
            return with(new Bytes(bytes.clone()));
        }

        public Streamed pause(Duration duration) {
            return with(new Pause(duration));
        }

        /** Goes on when the test opens the latch. */
        public Streamed until(CountDownLatch latch) {
            return with(new Wait(limit -> latch.await(limit.toNanos(), TimeUnit.NANOSECONDS)));
        }

        /** Goes on when the stage is complete. */
        public Streamed until(CompletionStage<?> stage) {
            return with(new Wait(gate(stage)));
        }

        /** Sends the events of a feed until that ends. */
        public Streamed follow(EventFeed feed) {
            return with(new Follow(feed));
        }

        /** Ends the body as HTTP wants it, which is the default. */
        public Streamed thenEnd() {
            return new Streamed(this.head, this.steps, Ending.END);
        }

        /** Leaves the body open. */
        public Streamed thenHang() {
            return new Streamed(this.head, this.steps, Ending.HANG);
        }

        /** Closes the connection without the end of the body. */
        public Streamed thenClose() {
            return new Streamed(this.head, this.steps, Ending.CLOSE);
        }

        /** Resets the connection. */
        public Streamed thenReset() {
            return new Streamed(this.head, this.steps, Ending.RESET);
        }

        @Override
        public Streamed withHeader(String name, String value) {
            if (this.head == null) {
                throw new IllegalStateException("no head to add " + name.toLowerCase(Locale.ROOT) + " to");
            }
            return new Streamed(
                    new Head(this.head.status(), Header.added(this.head.headers(), name, value)),
                    this.steps,
                    this.ending);
        }

        private Streamed with(Step step) {
            List<Step> more = new ArrayList<>(this.steps);
            more.add(step);
            return new Streamed(this.head, List.copyOf(more), this.ending);
        }
    }

    /** Another reply, but later. */
    record Held(ReleaseCondition gate, Reply reply) implements Reply {

        @Override
        public Held withHeader(String name, String value) {
            return new Held(this.gate, this.reply.withHeader(name, value));
        }
    }

    enum Ending {
        END,
        HANG,
        CLOSE,
        RESET
    }

    sealed interface Step {}

    record Text(String text) implements Step {}

    record Bytes(byte[] bytes) implements Step {}

    record Pause(Duration duration) implements Step {}

    record Wait(ReleaseCondition gate) implements Step {}

    record Trickle(String text, Duration perByte) implements Step {}

    record Follow(EventFeed feed) implements Step {}

    record Endless(String text) implements Step {}
}
