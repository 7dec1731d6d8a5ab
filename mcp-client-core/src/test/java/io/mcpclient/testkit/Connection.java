package io.mcpclient.testkit;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * One connection of a client. A thread reads, and so notices at any time that the client hung up; another
 * one answers, and may take as long as its script says.
 */
final class Connection {

    /** A request and how to answer it. */
    record Job(RecordedRequest request, Function<RecordedRequest, Reply> reply) {}

    private static final byte[] CRLF = ascii("\r\n");
    private static final byte[] LAST_CHUNK = ascii("0\r\n\r\n");
    private static final Duration GATE_LIMIT = Duration.ofSeconds(30);

    private final ScriptedHttpServer server;
    private final Socket socket;
    private final int number;
    private final BlockingQueue<Job> jobs = new LinkedBlockingQueue<>();
    private final CountDownLatch gone = new CountDownLatch(1);
    /** Requests in their order whose reply is not complete. */
    private final Queue<RecordedRequest> pending = new ConcurrentLinkedQueue<>();

    private final Thread reading;
    private final Thread answering;
    private volatile boolean closedHere;
    private @Nullable OutputStream out;

    Connection(ScriptedHttpServer server, Socket socket, int number) {
        this.server = server;
        this.socket = socket;
        this.number = number;
        this.reading = thread("reads", this::read);
        this.answering = thread("answers", this::answer);
    }

    int number() {
        return this.number;
    }

    /** The requests whose reply is not complete. */
    List<RecordedRequest> pending() {
        return List.copyOf(this.pending);
    }

    void start() {
        this.reading.start();
        this.answering.start();
    }

    void close() {
        this.closedHere = true;
        closeQuietly(this.socket);
    }

    /** Returns whether both threads have ended. */
    boolean join(long deadlineNanos) throws InterruptedException {
        for (Thread thread : List.of(this.reading, this.answering)) {
            long left = deadlineNanos - System.nanoTime();
            TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, left));
        }
        return !this.reading.isAlive() && !this.answering.isAlive();
    }

    private Thread thread(String purpose, Runnable task) {
        Thread thread = new Thread(task, "scripted-http-" + this.server.port() + "-" + this.number + "-" + purpose);
        thread.setDaemon(true);
        return thread;
    }

    private void read() {
        RecordedRequest last = null;
        try {
            this.socket.setTcpNoDelay(true);
            HttpRequestReader reader = new HttpRequestReader(this.socket.getInputStream(), this.number);
            for (RecordedRequest next = reader.next(); next != null; next = reader.next()) {
                last = next;
                this.pending.add(next);
                this.jobs.add(new Job(next, this.server.arrived(next)));
            }
        } catch (HttpRequestReader.MalformedRequestException malformed) {
            this.server.fail("connection " + this.number + ": " + malformed.getMessage());
        } catch (IOException hungUp) {
            // as good as an end in order: the client is gone, or we are
        } finally {
            boolean abandoned = !this.pending.isEmpty() && !this.closedHere;
            this.gone.countDown();
            this.answering.interrupt();
            closeQuietly(this.socket);
            this.server.ended(this, abandoned ? last : null);
        }
    }

    private void answer() {
        try {
            while (this.gone.getCount() > 0) {
                Job job = this.jobs.take();
                perform(job.reply().apply(job.request()), job.request());
            }
        } catch (InterruptedException | IOException hungUp) {
            // the reading thread reports it
        } catch (RuntimeException | Error brokenScript) {
            this.server.fail("connection " + this.number + ": the script failed with " + brokenScript);
            this.closedHere = true;
        } finally {
            closeQuietly(this.socket);
        }
    }

    private void perform(Reply reply, RecordedRequest request) throws IOException, InterruptedException {
        if (reply instanceof Reply.Held held) {
            pass(held.gate(), request);
            perform(held.reply(), request);
        } else if (reply instanceof Reply.Whole whole) {
            performWhole(whole, request);
        } else if (reply instanceof Reply.Streamed streamed) {
            performStreamed(streamed, request);
        }
    }

    private void performWhole(Reply.Whole reply, RecordedRequest request) throws IOException {
        byte[] body = filled(reply.body(), request);
        String framing = reply.status() == 204 || reply.status() == 304 ? "" : "Content-Length: " + body.length;
        byte[] head = head(reply.status(), reply.headers(), framing, request);
        answered();
        write(head);
        write(body);
        flush();
        if (wantsClose(request) || "close".equalsIgnoreCase(reply.header("Connection"))) {
            close();
        }
    }

    private void performStreamed(Reply.Streamed reply, RecordedRequest request)
            throws IOException, InterruptedException {
        Reply.Head head = reply.head();
        boolean chunked = head != null;
        if (head != null) {
            write(head(head.status(), head.headers(), "Transfer-Encoding: chunked", request));
        }
        Reply.Ending ending = reply.ending();
        for (Reply.Step step : reply.steps()) {
            performStep(step, chunked, request);
            Reply.Ending decided =
                    step instanceof Reply.Follow follow ? follow.feed().ending() : null;
            ending = decided == null ? ending : decided;
        }
        switch (ending) {
            case END -> end(chunked, request);
            case HANG -> {
                flush();
                this.gone.await();
            }
            case CLOSE -> {
                answered();
                flush();
                close();
            }
            case RESET -> {
                answered();
                flush();
                this.socket.setSoLinger(true, 0);
                close();
            }
        }
    }

    private void end(boolean chunked, RecordedRequest request) throws IOException {
        answered();
        if (chunked) {
            write(LAST_CHUNK);
        }
        flush();
        if (!chunked || wantsClose(request)) {
            close();
        }
    }

    private void performStep(Reply.Step step, boolean chunked, RecordedRequest request)
            throws IOException, InterruptedException {
        if (step instanceof Reply.Text text) {
            writePart(filled(text.text(), request), chunked);
        } else if (step instanceof Reply.Bytes bytes) {
            writePart(bytes.bytes(), chunked);
        } else if (step instanceof Reply.Pause pause) {
            pause(pause.duration());
        } else if (step instanceof Reply.Wait wait) {
            pass(wait.gate(), request);
        } else if (step instanceof Reply.Trickle trickle) {
            for (byte next : filled(trickle.text(), request)) {
                writePart(new byte[] {next}, chunked);
                pause(trickle.perByte());
            }
        } else if (step instanceof Reply.Follow follow) {
            flush();
            for (String event = follow.feed().next();
                    event != null;
                    event = follow.feed().next()) {
                writePart(filled(event + "\n\n", request), chunked);
                flush();
            }
        } else if (step instanceof Reply.Endless endless) {
            byte[] text = filled(endless.text(), request);
            while (this.gone.getCount() > 0) {
                writePart(text, chunked);
            }
        }
    }

    private void pass(ReleaseCondition gate, RecordedRequest request) throws IOException, InterruptedException {
        flush();
        if (!gate.await(GATE_LIMIT)) {
            this.server.fail("the test never released the reply to " + request);
        }
    }

    private void pause(Duration duration) throws IOException, InterruptedException {
        flush();
        this.gone.await(duration.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Called before the last bytes leave, since a client may well hang up as soon as it has them. */
    private void answered() {
        this.pending.poll();
    }

    private void writePart(byte[] bytes, boolean chunked) throws IOException {
        write(chunked ? chunk(bytes) : bytes);
    }

    /** No chunk for no bytes, since that would end the body. */
    private static byte[] chunk(byte[] bytes) {
        return bytes.length == 0 ? bytes : joined(ascii(Integer.toHexString(bytes.length) + "\r\n"), bytes, CRLF);
    }

    /** What belongs together leaves together: it is sent before the next wait and at the end. */
    private void write(byte[] bytes) throws IOException {
        output().write(bytes);
    }

    private OutputStream output() throws IOException {
        OutputStream current = this.out;
        if (current == null) {
            current = new BufferedOutputStream(this.socket.getOutputStream(), 64 * 1024);
            this.out = current;
        }
        return current;
    }

    private void flush() throws IOException {
        output().flush();
    }

    private static byte[] head(int status, List<Reply.Header> headers, String framing, RecordedRequest request) {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Scripted\r\n");
        for (Reply.Header header : headers) {
            head.append(header.name()).append(": ").append(header.value()).append("\r\n");
        }
        if (!framing.isEmpty()) {
            head.append(framing).append("\r\n");
        }
        if (wantsClose(request)) {
            head.append("Connection: close\r\n");
        }
        return head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static boolean wantsClose(RecordedRequest request) {
        return "close".equalsIgnoreCase(request.header("Connection"));
    }

    /** A text with the request's id in its places. */
    private static byte[] filled(String text, RecordedRequest request) {
        return text.replace("$id", String.valueOf(request.rpcId())).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static void closeQuietly(@Nullable AutoCloseable closeable) {
        try {
            if (closeable != null) {
                closeable.close();
            }
        } catch (Exception alreadyGone) {
            // nothing is left to be done about it
        }
    }
}
