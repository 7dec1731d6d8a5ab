package io.mcpclient.internal.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.jspecify.annotations.Nullable;

import io.mcpclient.fuzz.FuzzTarget;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;

/** Readers of what HTTP servers send. */
public final class HttpFuzzTargets {

    private static final int MAX_EVENT = 64 * 1024;

    private static final URI STREAM = URI.create("http://127.0.0.1:8080/api/sse");

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private HttpFuzzTargets() {}

    public static List<FuzzTarget> all() {
        return List.of(
                FuzzTarget.of(
                        "event-stream",
                        HttpFuzzTargets::readStream,
                        List.of(),
                        "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n",
                        "\uFEFFevent: message\nid: 7-1\nretry: 3000\ndata: one\ndata: two\n\n: ping\n\ndata\n\n",
                        "id: 1\ndata:\n\nevent: endpoint\r\ndata: /messages?sessionId=1\r\n\r\nid\rdata: x\r\r",
                        "data: \u00e9\u20ac\uD83D\uDE00\nunknown: field\nretry: soon\n\n\n\n"),
                FuzzTarget.of(
                        "sse-endpoint",
                        HttpFuzzTargets::readEndpoint,
                        List.of(),
                        "/messages?sessionId=1",
                        "http://127.0.0.1:8080/api/messages/#a",
                        "?session=1",
                        "//127.0.0.1:8080/x/../y;a=b",
                        "messages/%2e%2e/x"),
                FuzzTarget.of(
                        "cookie",
                        HttpFuzzTargets::readCookies,
                        List.of(),
                        "route=a1; Path=/; Max-Age=3600; HttpOnly",
                        "a=\"b c\"; Domain=127.0.0.1; Expires=Wed, 21 Oct 2099 07:28:00 GMT; SameSite=Lax",
                        "AWSALB=x+/=; Path=/api; Secure"),
                FuzzTarget.of(
                        "server-words",
                        HttpFuzzTargets::readWords,
                        List.of(),
                        "application/json|{\"error\":{\"message\":\"quota exceeded\"},\"detail\":[1]}",
                        "text/html; charset=utf-8|<html><head><title>502 Bad Gateway</title></head><p>nginx</p></html>",
                        "text/plain|upstream connect error\nor disconnect",
                        "|{\"title\":\"a\",\"error_description\":\"b\"}"));
    }

    /** Wherever the stream is cut into pieces, the events are the same. */
    private static void readStream(byte[] input) {
        List<String> whole = events(input, Integer.MAX_VALUE, Integer.MAX_VALUE);
        SplittableRandom random = new SplittableRandom(input.length);
        for (int most : new int[] {1, 7, 1 + random.nextInt(200)}) {
            List<String> cut = events(input, most, random.nextInt(1, 8));
            if (!cut.equals(whole)) {
                throw new AssertionError("other events in pieces of " + most + ": " + cut + ", not " + whole);
            }
        }
    }

    private static List<String> events(byte[] input, int most, int first) {
        List<String> events = new ArrayList<>();
        EventStreamParser parser = new EventStreamParser(MAX_EVENT, new EventStreamParser.Listener() {

            @Override
            public void onEvent(
                    @Nullable String name,
                    byte[] data,
                    int offset,
                    int length,
                    @Nullable String lastEventId,
                    boolean ownId) {
                String text = new String(data, offset, length, StandardCharsets.ISO_8859_1);
                events.add(name + "|" + text + "|" + lastEventId + "|" + ownId);
            }

            @Override
            public void onRetry(long millis) {
                if (millis < 0) {
                    throw new AssertionError("retry after " + millis);
                }
                events.add("retry " + millis);
            }
        });
        try {
            int at = 0;
            for (int piece = Math.min(first, most); at < input.length; piece = most) {
                int length = Math.min(piece, input.length - at);
                parser.feed(input, at, length);
                at += length;
            }
            if (parser.bufferedBytes() > 3 * MAX_EVENT) {
                throw new AssertionError(parser.bufferedBytes() + " bytes are kept");
            }
            parser.end();
        } catch (EventTooLargeException ex) {
            events.add("too large");
        }
        return events;
    }

    private static void readEndpoint(byte[] input) {
        URI endpoint;
        try {
            endpoint = SseEndpoint.resolve(STREAM, FuzzTarget.text(input));
        } catch (IllegalArgumentException ex) {
            return; // the stream says so in a message of its own
        }
        SseEndpoint.noteOn(STREAM, endpoint);
        if (!SseEndpoint.origin(endpoint).equals(SseEndpoint.origin(STREAM))) {
            throw new AssertionError("leaves the origin: " + endpoint);
        }
    }

    private static void readCookies(byte[] input) {
        CookieStore store = new CookieStore(STREAM, System::nanoTime);
        FuzzTarget.text(input).lines().forEach(store::keep);
        String header = store.header();
        if (header != null && header.chars().anyMatch(c -> c < ' ' || c >= 0x7f)) {
            throw new AssertionError("the header has an illegal character: " + header);
        }
    }

    private static void readWords(byte[] input) {
        String text = FuzzTarget.text(input);
        int divider = text.indexOf('|');
        String type = (divider > 0) ? text.substring(0, divider) : null;
        byte[] body = text.substring(divider + 1).getBytes(StandardCharsets.UTF_8);
        // No more than this is read of a body.
        byte[] beginning = Arrays.copyOf(body, Math.min(body.length, 64 * 1024));
        String words = ServerText.of(CODEC, type, beginning, null);
        if (words != null && words.length() > 3_000) {
            throw new AssertionError("words of " + words.length() + " characters");
        }
    }
}
