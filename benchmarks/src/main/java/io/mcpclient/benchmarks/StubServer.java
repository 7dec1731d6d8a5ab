package io.mcpclient.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * An MCP server of revision 2025-11-25 with minimal cost: one thread, one selector, prebuilt responses into which only the
 * request's id is inserted. It supports exactly the requests of MCP clients, and does not parse JSON: it searches the bytes for
 * {@code "method"}, {@code "id"} and {@code "name"}.
 *
 * <p>Listens on a free port of the loopback interface, which it prints, and exits when standard input is closed.
 */
final class StubServer {

    /** How long the handshake of {@code /slow} takes. */
    static final Duration DELAY = Duration.ofMillis(100);

    private static final byte[] HEADER_END = RawJson.ascii("\r\n\r\n");

    private static final String SESSION = "Mcp-Session-Id: 6f1c3a52-9f0e-4a58-9a1b-0c6a5f6d7e21\r\n";
    private static final byte[] ACCEPTED = RawJson.ascii("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
    private static final byte[] OK = RawJson.ascii("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    private static final byte[] NOT_ALLOWED =
            RawJson.ascii("HTTP/1.1 405 Method Not Allowed\r\nAllow: POST, DELETE\r\nContent-Length: 0\r\n\r\n");

    private final Map<String, StubAnswer> answers = new HashMap<>();
    private final Map<String, StubAnswer> toolAnswers = new HashMap<>();
    private final StubAnswer[] pages = new StubAnswer[Workload.PAGES];
    private final StubAnswer unknownMethod = StubAnswer.json("400 Bad Request", "", StubResults.UNKNOWN_METHOD);
    private final StubAnswer unknownTool = StubAnswer.json(StubResults.UNKNOWN_TOOL);

    private final ByteBuffer in = ByteBuffer.allocateDirect(1 << 16);
    private final ByteBuffer out = ByteBuffer.allocateDirect(1 << 16);
    private final AtomicLong requests = new AtomicLong();
    private final Queue<Delayed> delayed = new ArrayDeque<>();

    /**
     * Creates a server.
     * @param tools number of tools that are listed, or 0 for those of the workloads
     */
    StubServer(int tools) {
        this.answers.put("initialize", StubAnswer.json("200 OK", SESSION, StubResults.INITIALIZE));
        this.answers.put("server/discover", StubAnswer.json(StubResults.DISCOVER));
        this.answers.put("ping", StubAnswer.json(StubResults.EMPTY));
        StringJoiner list = new StringJoiner(",", "\"result\":{\"tools\":[", "]}}");
        for (int i = 0; i < tools; i++) {
            list.add("""
                    {"name":"tool%d","description":"Reads the records of department %d.",\
                    "inputSchema":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}}""".formatted(i, i));
            this.toolAnswers.put("tool" + i, StubAnswer.json("""
                            "result":{"content":[{"type":"text","text":"done"}],"isError":false}}"""));
        }
        this.answers.put("tools/list", StubAnswer.json(tools == 0 ? StubResults.tools() : list.toString()));
        for (int i = 0; i < this.pages.length; i++) {
            this.pages[i] = StubAnswer.json(StubResults.page(i));
        }
    }

    public static void main(String[] args) throws IOException {
        StubServer server = new StubServer(args.length > 0 ? Integer.parseInt(args[0]) : 0);
        try (Selector selector = Selector.open();
                ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
            listener.configureBlocking(false);
            listener.register(selector, SelectionKey.OP_ACCEPT);
            System.out.println("port " + ((InetSocketAddress) listener.getLocalAddress()).getPort());
            ParentProcessWatch.listen(line -> {}, server::printCost);
            server.serve(selector, listener);
        }
    }

    /** Prepares the response to a tool when it is first called, because some are large. */
    private StubAnswer answerTo(@Nullable String tool) {
        StubAnswer answer = this.toolAnswers.get(tool);
        if (answer == null) {
            answer = Arrays.stream(Workload.values())
                    .filter(workload -> workload.key().equals(tool))
                    .findFirst()
                    .map(StubAnswer::of)
                    .orElse(this.unknownTool);
            this.toolAnswers.put(String.valueOf(tool), answer);
        }
        return answer;
    }

    private void printCost() {
        var system = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
        System.out.printf(
                Locale.ROOT,
                "%,d requests, %.1f us of CPU per request%n",
                this.requests.get(),
                system.getProcessCpuTime() / 1e3 / Math.max(1, this.requests.get()));
        System.out.flush();
    }

    private void serve(Selector selector, ServerSocketChannel listener) throws IOException {
        while (true) {
            selector.select(millisToNext());
            sendDelayed();
            Iterator<SelectionKey> keys = selector.selectedKeys().iterator();
            while (keys.hasNext()) {
                SelectionKey key = keys.next();
                keys.remove();
                if (key.isAcceptable()) {
                    accept(selector, listener);
                    continue;
                }
                try {
                    Connection connection = (Connection) key.attachment();
                    if (key.isWritable()) {
                        connection.flush();
                    }
                    if (key.isValid() && key.isReadable()) {
                        connection.read();
                    }
                } catch (IOException gone) {
                    key.channel().close();
                }
            }
        }
    }

    /** Returns the time until a response is due, at least 1, or 0 if there is none. */
    private long millisToNext() {
        Delayed next = this.delayed.peek();
        return next == null ? 0 : Math.max(1, (next.due() - System.nanoTime()) / 1_000_000);
    }

    private void sendDelayed() throws IOException {
        Delayed next = this.delayed.peek();
        while (next != null && next.due() - System.nanoTime() <= 0) {
            this.delayed.remove();
            next.connection().sendUnlessGone(next);
            next = this.delayed.peek();
        }
    }

    /** A response in the order of its time, because all are delayed equally. */
    private record Delayed(long due, Connection connection, StubAnswer answer, byte[] request) {}

    private void accept(Selector selector, ServerSocketChannel listener) throws IOException {
        SocketChannel channel = listener.accept();
        if (channel == null) {
            return;
        }
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
        key.attach(new Connection(channel, key));
    }

    private final class Connection {

        private final SocketChannel channel;
        private final SelectionKey key;
        private final Deque<ByteBuffer> unwritten = new ArrayDeque<>();
        private byte[] received = new byte[4096];
        private int end;

        Connection(SocketChannel channel, SelectionKey key) {
            this.channel = channel;
            this.key = key;
        }

        void read() throws IOException {
            ByteBuffer buffer = StubServer.this.in.clear();
            int count = this.channel.read(buffer);
            if (count < 0) {
                this.channel.close();
                return;
            }
            if (this.end + count > this.received.length) {
                this.received = Arrays.copyOf(this.received, Math.max(this.received.length * 2, this.end + count));
            }
            buffer.flip().get(this.received, this.end, count);
            this.end += count;
            int consumed = 0;
            while (consumed < this.end) {
                int next = request(consumed);
                if (next < 0) {
                    break;
                }
                consumed = next;
            }
            System.arraycopy(this.received, consumed, this.received, 0, this.end - consumed);
            this.end -= consumed;
        }

        /** Handles the request that starts here, and returns the start of the next one, or -1 if it is incomplete. */
        private int request(int start) throws IOException {
            int headerEnd = RawJson.find(this.received, start, this.end, HEADER_END);
            if (headerEnd < 0) {
                return -1;
            }
            int bodyStart = headerEnd + HEADER_END.length;
            byte first = this.received[start];
            if (first == 'G') {
                send(NOT_ALLOWED);
                return bodyStart;
            }
            if (first == 'D') {
                send(OK);
                return bodyStart;
            }
            int length = contentLength(start, headerEnd);
            if (length < 0) {
                return chunked(start, bodyStart);
            }
            if (this.end - bodyStart < length) {
                return -1;
            }
            answer(start, Arrays.copyOfRange(this.received, bodyStart, bodyStart + length));
            return bodyStart + length;
        }

        /** Returns the body's length, or -1 if the request has no such header and is therefore chunked. */
        private int contentLength(int start, int headerEnd) {
            byte[] name = {'c', 'o', 'n', 't', 'e', 'n', 't', '-', 'l', 'e', 'n', 'g', 't', 'h', ':'};
            int line = start;
            while (line < headerEnd) {
                int i = 0;
                while (i < name.length && (this.received[line + i] | 0x20) == (name[i] | 0x20)) {
                    i++;
                }
                if (i == name.length) {
                    int length = 0;
                    for (int at = line + i; this.received[at] != '\r'; at++) {
                        if (this.received[at] != ' ') {
                            length = length * 10 + this.received[at] - '0';
                        }
                    }
                    return length;
                }
                while (this.received[line] != '\n') {
                    line++;
                }
                line++;
            }
            return -1;
        }

        private int chunked(int start, int bodyStart) throws IOException {
            byte[] body = new byte[this.end - bodyStart];
            int length = 0;
            int at = bodyStart;
            while (true) {
                int size = 0;
                while (at < this.end && this.received[at] != '\r') {
                    size = size * 16 + Character.digit(this.received[at], 16);
                    at++;
                }
                at += 2;
                if (at + size + 2 > this.end) {
                    return -1;
                }
                System.arraycopy(this.received, at, body, length, size);
                length += size;
                at += size + 2;
                if (size == 0) {
                    answer(start, Arrays.copyOf(body, length));
                    return at;
                }
            }
        }

        private void answer(int start, byte[] body) throws IOException {
            StubServer.this.requests.incrementAndGet();
            String method = RawJson.string(body, RawJson.METHOD);
            if (method == null || method.startsWith("notifications/")) {
                send(ACCEPTED);
                return;
            }
            byte path = this.received[start + "POST /".length()];
            StubAnswer answer = answerTo(method, path, body);
            if (path == 's' && (method.equals("initialize") || method.equals("server/discover"))) {
                StubServer.this.delayed.add(new Delayed(System.nanoTime() + DELAY.toNanos(), this, answer, body));
            } else {
                send(answer, body);
            }
        }

        private StubAnswer answerTo(String method, byte path, byte[] body) {
            if (method.equals("tools/call")) {
                return StubServer.this.answerTo(RawJson.string(body, RawJson.NAME));
            }
            if (method.equals("tools/list") && path == 'l') {
                String cursor = RawJson.string(body, RawJson.CURSOR);
                return StubServer.this.pages[cursor == null ? 0 : Integer.parseInt(cursor)];
            }
            return StubServer.this.answers.getOrDefault(method, StubServer.this.unknownMethod);
        }

        private void sendUnlessGone(Delayed response) throws IOException {
            try {
                send(response.answer(), response.request());
            } catch (IOException gone) {
                this.channel.close();
            }
        }

        private void send(StubAnswer answer, byte[] request) throws IOException {
            ByteBuffer out = StubServer.this.out.clear();
            answer.start(out, request);
            ByteBuffer rest = answer.rest();
            if (rest.remaining() <= out.remaining()) {
                out.put(rest);
            }
            out.flip();
            send(out, rest);
        }

        private void send(byte[] response) throws IOException {
            send(StubServer.this.out.clear().put(response).flip(), ByteBuffer.allocate(0));
        }

        /** The first buffer is shared by all connections, and is copied if the socket cannot accept all of it at once. */
        private void send(ByteBuffer shared, ByteBuffer own) throws IOException {
            if (this.unwritten.isEmpty()) {
                this.channel.write(new ByteBuffer[] {shared, own});
            }
            if (shared.hasRemaining()) {
                this.unwritten.add(
                        ByteBuffer.allocate(shared.remaining()).put(shared).flip());
            }
            if (own.hasRemaining()) {
                this.unwritten.add(own);
            }
            if (!this.unwritten.isEmpty()) {
                this.key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
            }
        }

        void flush() throws IOException {
            ByteBuffer next = this.unwritten.peek();
            while (next != null) {
                this.channel.write(next);
                if (next.hasRemaining()) {
                    return;
                }
                this.unwritten.remove();
                next = this.unwritten.peek();
            }
            this.key.interestOps(SelectionKey.OP_READ);
        }
    }
}
