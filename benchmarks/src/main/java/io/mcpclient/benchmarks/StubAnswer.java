package io.mcpclient.benchmarks;

import java.nio.ByteBuffer;

/** An HTTP response with gaps for the id and the progress token: the bytes around them. */
final class StubAnswer {

    private static final String ENVELOPE = "{\"jsonrpc\":\"2.0\",\"id\":";
    private static final byte[] NEXT_LINE = RawJson.ascii("\r\n");
    private static final byte[] HEADER_END = RawJson.ascii("\r\n\r\n");
    private static final int LAST_CHUNK_LENGTH = "\r\n0\r\n\r\n".length();

    private static final byte[] BEFORE_TOKEN =
            RawJson.ascii("event: message\ndata: " + StubResults.beforeProgressToken());
    private static final byte[][] AFTER_TOKEN = new byte[Workload.PROGRESS_EVENTS][];

    static {
        for (int i = 0; i < AFTER_TOKEN.length; i++) {
            AFTER_TOKEN[i] = RawJson.ascii(StubResults.afterProgressToken(i + 1) + "\n\n");
        }
    }

    private final byte[] head;
    private final boolean chunked;
    private final boolean progress;
    private final byte[] beforeId;
    private final ByteBuffer afterId;

    private StubAnswer(byte[] head, boolean chunked, boolean progress, byte[] beforeId, ByteBuffer afterId) {
        this.head = head;
        this.chunked = chunked;
        this.progress = progress;
        this.beforeId = beforeId;
        this.afterId = afterId;
    }

    static StubAnswer json(String status, String headers, String rest) {
        return new StubAnswer(
                RawJson.ascii(
                        "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\n" + headers + "Content-Length: "),
                false,
                false,
                RawJson.ascii(ENVELOPE),
                direct("," + rest));
    }

    static StubAnswer json(String rest) {
        return json("200 OK", "", rest);
    }

    /** The response to the call of a workload. */
    static StubAnswer of(Workload workload) {
        String rest = StubResults.call(workload);
        return workload.framing() == Workload.Framing.SSE
                ? event(rest, workload.operation() == Operation.CALL_WITH_PROGRESS)
                : json(rest);
    }

    private static StubAnswer event(String rest, boolean progress) {
        return new StubAnswer(
                RawJson.ascii(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"),
                true,
                progress,
                RawJson.ascii("event: message\ndata: " + ENVELOPE),
                direct("," + rest + "\n\n" + "\r\n0\r\n\r\n"));
    }

    private static ByteBuffer direct(String text) {
        byte[] bytes = RawJson.ascii(text);
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    /** Writes everything up to and including the id. */
    void start(ByteBuffer out, byte[] request) {
        byte[] id = RawJson.scalar(request, RawJson.ID);
        int length = this.beforeId.length + id.length + this.afterId.remaining();
        out.put(this.head);
        if (this.progress) {
            progress(out, RawJson.scalar(request, RawJson.PROGRESS_TOKEN));
        }
        if (this.chunked) {
            out.put(RawJson.ascii(Integer.toHexString(length - LAST_CHUNK_LENGTH)))
                    .put(NEXT_LINE);
        } else {
            out.put(RawJson.ascii(Integer.toString(length))).put(HEADER_END);
        }
        out.put(this.beforeId).put(id);
    }

    /** Writes one event in its own chunk for each notification. */
    private static void progress(ByteBuffer out, byte[] token) {
        for (int i = 0; i < Workload.PROGRESS_EVENTS; i++) {
            int length = BEFORE_TOKEN.length + token.length + AFTER_TOKEN[i].length;
            out.put(RawJson.ascii(Integer.toHexString(length))).put(NEXT_LINE);
            out.put(BEFORE_TOKEN).put(token).put(AFTER_TOKEN[i]).put(NEXT_LINE);
        }
    }

    /** Returns what follows the id. */
    ByteBuffer rest() {
        return this.afterId.duplicate();
    }
}
