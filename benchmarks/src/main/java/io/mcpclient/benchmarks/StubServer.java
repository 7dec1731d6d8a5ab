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
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
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

    private static final byte[] METHOD = ascii("\"method\"");
    private static final byte[] ID = ascii("\"id\"");
    private static final byte[] NAME = ascii("\"name\"");
    private static final byte[] HEADER_END = ascii("\r\n\r\n");

    private static final String SESSION = "Mcp-Session-Id: 6f1c3a52-9f0e-4a58-9a1b-0c6a5f6d7e21\r\n";
    private static final byte[] ACCEPTED = ascii("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
    private static final byte[] OK = ascii("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    private static final byte[] NOT_ALLOWED =
            ascii("HTTP/1.1 405 Method Not Allowed\r\nAllow: POST, DELETE\r\nContent-Length: 0\r\n\r\n");

    private final Map<String, Answer> answers = new HashMap<>();
    private final Map<String, Answer> toolAnswers = new HashMap<>();
    private final Answer unknownMethod;
    private final Answer unknownTool;

    private final ByteBuffer in = ByteBuffer.allocateDirect(1 << 16);
    private final ByteBuffer out = ByteBuffer.allocateDirect(1 << 16);
    private final AtomicLong requests = new AtomicLong();

    /**
     * Creates a server.
     * @param tools number of tools that are listed, or 0 for those of the workloads
     */
    StubServer(int tools) {
        this.answers.put("initialize", Answer.json("200 OK", SESSION, """
                        "result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},\
                        "serverInfo":{"name":"stub","version":"1"}}}"""));
        this.answers.put("server/discover", Answer.json("200 OK", "", """
                        "result":{"resultType":"complete","supportedVersions":["2026-07-28"],\
                        "capabilities":{"tools":{}}}}"""));
        this.answers.put("ping", Answer.json("200 OK", "", "\"result\":{}}"));
        StringJoiner list = new StringJoiner(",", "\"result\":{\"tools\":[", "]}}");
        for (int i = 0; i < tools; i++) {
            list.add("""
                    {"name":"tool%d","description":"Reads the records of department %d.",\
                    "inputSchema":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}}""".formatted(i, i));
            this.toolAnswers.put("tool" + i, Answer.json("200 OK", "", """
                            "result":{"content":[{"type":"text","text":"done"}],"isError":false}}"""));
        }
        for (Workload workload : Workload.values()) {
            if (tools == 0) {
                list.add("{\"name\":\"" + workload.key() + "\",\"inputSchema\":{\"type\":\"object\"}}");
            }
            String text = workload.text().replace("\n", "\\n");
            String rest = "\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}],\"isError\":false}}";
            this.toolAnswers.put(
                    workload.key(),
                    workload.framing() == Workload.Framing.SSE ? Answer.event(rest) : Answer.json("200 OK", "", rest));
        }
        this.answers.put("tools/list", Answer.json("200 OK", "", list.toString()));
        this.unknownMethod =
                Answer.json("400 Bad Request", "", "\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}");
        this.unknownTool = Answer.json("200 OK", "", "\"error\":{\"code\":-32602,\"message\":\"Unknown tool\"}}");
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
            selector.select();
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

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static int find(byte[] bytes, int from, int to, byte[] wanted) {
        outer:
        for (int i = from; i <= to - wanted.length; i++) {
            for (int j = 0; j < wanted.length; j++) {
                if (bytes[i + j] != wanted[j]) {
                    continue outer;
                }
            }
            return i;
        }
        return -1;
    }

    /** The start of a member's value, or -1: the first occurrence counts, at whatever depth. */
    private static int value(byte[] body, byte[] quotedName) {
        int at = find(body, 0, body.length, quotedName);
        if (at < 0) {
            return -1;
        }
        int i = at + quotedName.length;
        while (i < body.length && (body[i] == ' ' || body[i] == ':')) {
            i++;
        }
        return i;
    }

    private static @Nullable String string(byte[] body, byte[] quotedName) {
        int start = value(body, quotedName);
        if (start < 0 || body[start] != '"') {
            return null;
        }
        int end = start + 1;
        while (body[end] != '"') {
            end++;
        }
        return new String(body, start + 1, end - start - 1, StandardCharsets.US_ASCII);
    }

    /** Returns the id as in the request, a number or a quoted string. */
    private static byte[] id(byte[] body) {
        int start = value(body, ID);
        if (start < 0) {
            return ascii("null");
        }
        int end = start + 1;
        if (body[start] == '"') {
            while (body[end] != '"') {
                end++;
            }
            end++;
        } else {
            while (body[end] != ',' && body[end] != '}' && body[end] != ' ') {
                end++;
            }
        }
        return Arrays.copyOfRange(body, start, end);
    }

    /** A response with a gap for the id: the bytes before and after it, and their lengths. */
    private static final class Answer {

        private static final String ENVELOPE = "{\"jsonrpc\":\"2.0\",\"id\":";

        private final byte[] head;
        private final boolean chunked;
        private final byte[] beforeId;
        private final ByteBuffer afterId;

        private Answer(byte[] head, boolean chunked, byte[] beforeId, ByteBuffer afterId) {
            this.head = head;
            this.chunked = chunked;
            this.beforeId = beforeId;
            this.afterId = afterId;
        }

        static Answer json(String status, String headers, String rest) {
            return new Answer(
                    ascii("HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\n" + headers
                            + "Content-Length: "),
                    false,
                    ascii(ENVELOPE),
                    direct("," + rest));
        }

        static Answer event(String rest) {
            return new Answer(
                    ascii("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"),
                    true,
                    ascii("event: message\ndata: " + ENVELOPE),
                    direct("," + rest + "\n\n" + "\r\n0\r\n\r\n"));
        }

        private static ByteBuffer direct(String text) {
            byte[] bytes = ascii(text);
            return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
        }

        /** Writes everything up to and including the id. */
        void start(ByteBuffer out, byte[] id) {
            int length = this.beforeId.length + id.length + this.afterId.remaining();
            out.put(this.head);
            if (this.chunked) {
                int behindTheChunk = "\r\n0\r\n\r\n".length();
                out.put(ascii(Integer.toHexString(length - behindTheChunk))).put(ascii("\r\n"));
            } else {
                out.put(ascii(Integer.toString(length))).put(HEADER_END);
            }
            out.put(this.beforeId).put(id);
        }
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
            int headerEnd = find(this.received, start, this.end, HEADER_END);
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
                return chunked(bodyStart);
            }
            if (this.end - bodyStart < length) {
                return -1;
            }
            answer(Arrays.copyOfRange(this.received, bodyStart, bodyStart + length));
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

        private int chunked(int bodyStart) throws IOException {
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
                    answer(Arrays.copyOf(body, length));
                    return at;
                }
            }
        }

        private void answer(byte[] body) throws IOException {
            StubServer.this.requests.incrementAndGet();
            String method = string(body, METHOD);
            if (method == null || method.startsWith("notifications/")) {
                send(ACCEPTED);
                return;
            }
            Answer answer = method.equals("tools/call")
                    ? StubServer.this.toolAnswers.getOrDefault(string(body, NAME), StubServer.this.unknownTool)
                    : StubServer.this.answers.getOrDefault(method, StubServer.this.unknownMethod);
            ByteBuffer out = StubServer.this.out.clear();
            answer.start(out, id(body));
            ByteBuffer rest = answer.afterId.duplicate();
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
