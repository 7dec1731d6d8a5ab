package io.mcpclient.benchmarks;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static io.mcpclient.benchmarks.RawJson.ascii;

/** The stub server as a child process of the client: lines on standard input and output. Ends when its input is closed. */
final class StdioStub {

    private static final byte[] ENVELOPE = ascii("{\"jsonrpc\":\"2.0\",\"id\":");

    private final OutputStream out = new FileOutputStream(FileDescriptor.out);
    private final Map<String, byte[]> results = new HashMap<>();

    private StdioStub() {
        this.results.put("initialize", rest(StubResults.INITIALIZE));
        this.results.put("server/discover", rest(StubResults.DISCOVER));
        this.results.put("ping", rest(StubResults.EMPTY));
        this.results.put("tools/list", rest(StubResults.tools()));
    }

    public static void main(String[] args) throws IOException {
        new StdioStub().serve(System.in);
    }

    /** Returns the command that starts this program, with little memory and no optimising compiler. */
    static List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms32m",
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                StdioStub.class.getName());
    }

    private void serve(InputStream in) throws IOException {
        byte[] received = new byte[1 << 16];
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int count = in.read(received);
        while (count >= 0) {
            int start = 0;
            for (int i = 0; i < count; i++) {
                if (received[i] == '\n') {
                    line.write(received, start, i - start);
                    answer(line.toByteArray());
                    line.reset();
                    start = i + 1;
                }
            }
            line.write(received, start, count - start);
            count = in.read(received);
        }
    }

    private void answer(byte[] request) throws IOException {
        String method = RawJson.string(request, RawJson.METHOD);
        if (method == null || method.startsWith("notifications/")) {
            return;
        }
        byte[] rest = method.equals("tools/call")
                ? this.results.computeIfAbsent(
                        "call " + RawJson.string(request, RawJson.NAME),
                        call -> rest(StubResults.call(Workload.of(call.substring("call ".length())))))
                : this.results.getOrDefault(method, rest(StubResults.UNKNOWN_METHOD));
        byte[] id = RawJson.scalar(request, RawJson.ID);
        byte[] response = new byte[ENVELOPE.length + id.length + rest.length];
        System.arraycopy(ENVELOPE, 0, response, 0, ENVELOPE.length);
        System.arraycopy(id, 0, response, ENVELOPE.length, id.length);
        System.arraycopy(rest, 0, response, ENVELOPE.length + id.length, rest.length);
        this.out.write(response);
    }

    private static byte[] rest(String result) {
        return ascii("," + result + "\n");
    }
}
