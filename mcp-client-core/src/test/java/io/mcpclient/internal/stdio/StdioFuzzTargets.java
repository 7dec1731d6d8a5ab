package io.mcpclient.internal.stdio;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.slf4j.event.Level;
import reactor.core.publisher.Mono;

import io.mcpclient.fuzz.FuzzTarget;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcRequest;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.transport.ExchangeKind;
import io.mcpclient.transport.ExchangeRequest;
import io.mcpclient.transport.McpIgnoredMessages;
import io.mcpclient.transport.PendingExchanges;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.TransportListener;
import io.mcpclient.transport.TransportProvider;

/** Readers of what processes write. */
public final class StdioFuzzTargets {

    private static final int MAX_LINE = 16 * 1024;

    private static final String LINES = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"name\":\"echo\","
            + "\"inputSchema\":{\"type\":\"object\"}}],\"nextCursor\":\"2\"}}\n";

    /** Warns of the first message of a kind alone. */
    private static final McpIgnoredMessages IGNORED = new McpIgnoredMessages("fuzz");

    private StdioFuzzTargets() {}

    public static List<FuzzTarget> all() {
        return List.of(
                FuzzTarget.of(
                        "stdio-lines",
                        StdioFuzzTargets::readLines,
                        List.of(),
                        LINES,
                        "Listening on stdio\n\uFEFF" + LINES + "\r\n \t\n",
                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\"}}\r\n"
                                + LINES,
                        "[{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"ping\"}," + LINES.strip() + "]\n",
                        "{\"result\":{\"tools\":[]},\"jsonrpc\":\"2.0\",\"id\":1}\n{\"jsonrpc\":\"2.0\",\"id\":1.0,"
                                + "\"error\":{\"code\":-32601,\"message\":\"M\u00fc\"}}\n"),
                FuzzTarget.of(
                        "stderr",
                        StdioFuzzTargets::readStderr,
                        List.of(),
                        "2026-07-28 ERROR cannot open \u00e4 /tmp/x: \u001b[31mdenied\u001b[0m\n",
                        "Traceback (most recent call last):\r\n  File \"a.py\", line 7\n\n"));
    }

    /** Wherever the output is cut into pieces, the messages are the same. */
    private static void readLines(byte[] input) {
        List<String> whole = messages(input, Integer.MAX_VALUE);
        for (int piece : new int[] {1, 13, 4096}) {
            List<String> cut = messages(input, piece);
            if (!cut.equals(whole)) {
                throw new AssertionError("other messages in pieces of " + piece + ": " + cut + ", not " + whole);
            }
        }
    }

    private static List<String> messages(byte[] input, int piece) {
        List<String> messages = new ArrayList<>();
        PendingExchanges pending = new PendingExchanges();
        JsonRpcRequest request = new JsonRpcRequest(JsonRpcId.of(1), "tools/list", null);
        pending.exchange(
                        new ExchangeRequest(request, ListToolsResult.class, Map.of(), ExchangeKind.SINGLE),
                        Mono.empty())
                .subscribe(
                        answer -> messages.add("answer " + answer.message()),
                        error -> messages.add("error " + error.getClass()));
        IncomingLines lines = new IncomingLines(
                new TransportProvider.Context("fuzz", new JsonCodec(JsonLimits.DEFAULT), IGNORED),
                pending,
                new TransportListener() {

                    @Override
                    public void onMessage(ReceivedMessage message) {
                        messages.add(String.valueOf(message.message()));
                    }

                    @Override
                    public void onClosed(Throwable cause) {}
                },
                () -> messages.add("endless"));
        LineSplitter splitter = new LineSplitter(MAX_LINE, lines);
        for (int at = 0; at < input.length; at += piece) {
            splitter.feed(input, at, Math.min(piece, input.length - at));
            if (piece == Integer.MAX_VALUE) {
                break;
            }
        }
        messages.removeIf("endless"::equals); // noticed where a piece ends
        pending.fail(new IllegalStateException("end"));
        return messages;
    }

    private static void readStderr(byte[] input) {
        CapturedLog log = CapturedLog.of("io.mcpclient.stderr.fuzz").alone().open();
        try (log) {
            StderrLog lines = new StderrLog("fuzz", Level.INFO, System::nanoTime, line -> false);
            new LineSplitter(1024, lines).feed(input, 0, input.length);
        }
        for (String line : log.messages()) {
            if (line.chars().anyMatch(c -> c < ' ' || c == 0x7f || c == 0x2028)) {
                throw new AssertionError("a line of the log is not printable: "
                        + new String(line.getBytes(StandardCharsets.US_ASCII), StandardCharsets.US_ASCII));
            }
        }
    }
}
