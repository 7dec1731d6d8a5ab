package io.mcpclient.internal.http;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class EventStreamParserTests {

    private static final int LIMIT = 64 * 1024;

    private static final String BOM = "\uFEFF";

    record Event(
            @Nullable String name, String data, @Nullable String lastEventId) {}

    record Retry(long millis) {}

    static Stream<Arguments> catalogue() {
        return Stream.of(
                // C04: data without an event line
                stream("data: one\n\n", message("one")),
                stream("data:one\n\n", message("one")),
                stream("data:  two spaces\n\n", message(" two spaces")),
                stream("data:\ttab\n\n", message("\ttab")),
                stream("data: a:b: c\n\n", message("a:b: c")),
                stream("event: endpoint\ndata: /mcp\n\n", new Event("endpoint", "/mcp", null)),
                stream("data: /mcp\nevent: endpoint\n\n", new Event("endpoint", "/mcp", null)),
                stream("event: a\nevent: b\ndata: x\n\n", new Event("b", "x", null)),
                stream("event: a\nevent\ndata: x\n\n", message("x")),
                stream("event: a\ndata: x\n\ndata: y\n\n", new Event("a", "x", null), message("y")),
                stream("event: ping\n\n"),
                // several data lines are joined by LF, whatever ended them
                stream("data: {\ndata: \"a\":1\ndata: }\n\n", message("{\n\"a\":1\n}")),
                stream("data: a\r\ndata: b\rdata: c\n\r\n", message("a\nb\nc")),
                stream("data: a\ndata:\ndata: b\n\n", message("a\n\nb")),
                stream("data\ndata\n\n", message("\n")),
                stream("data: a\n: between\nunknown: b\ndata: c\n\n", message("a\nc")),
                // empty data
                stream("data\n\n", message("")),
                stream("data:\n\n", message("")),
                stream("data: \n\n", message("")),
                // line ends
                stream("data: a\r\n\r\ndata: b\r\rdata: c\n\n", message("a"), message("b"), message("c")),
                stream("data: a\r\r\n\ndata: b\n\n", message("a"), message("b")),
                stream("\n\r\n\r\n\rdata: a\n\n\n\n", message("a")),
                stream("data: vt\u000bff\fnel\u0085ls\u2028\n\n", message("vt\u000bff\fnel\u0085ls\u2028")),
                stream("data: nul\0inside\n\n", message("nul\0inside")),
                // byte order mark: one, at the beginning only
                stream(BOM + "data: a\n\n", message("a")),
                stream(BOM + BOM + "data: a\n\n"),
                stream(BOM + "\ndata: a\n\n" + BOM + "data: b\n\n", message("a")),
                stream("data: " + BOM + "\n\n", message(BOM)),
                stream("\u00efdata: a\n\ndata: b\n\n", message("b")),
                stream(BOM),
                // UTF-8 of every length, and a reader that never looks inside
                stream("data: \u00e4\u20ac\ud83d\ude00\n\n", message("\u00e4\u20ac\ud83d\ude00")),
                stream("event: \u20ac\nid: \ud83d\ude00\ndata: x\n\n", new Event("\u20ac", "x", "\ud83d\ude00")),
                // comments and unknown fields
                stream(":\n: ping\n:ping\n\n:\r\n\r\ndata: a\n\n", message("a")),
                stream("Data: a\n\ndatax: a\n\ndat: a\n\n data: a\n\ndata : a\n\n"),
                stream("\0data: a\n\ndatabase\n\nevents\n\nretry5\n\n"),
                // an incomplete event at the end is discarded
                stream("data: a\n\ndata: b\n", message("a")),
                stream("data: a\n\ndata: b", message("a")),
                stream("data: a"),
                stream("id: 1\n"),
                stream(""),
                // C06: the priming event, an id with empty data or without any
                stream("id: p1\ndata:\n\n", new Event(null, "", "p1")),
                stream("id: p1\n\n", new Event(null, "", "p1")),
                // ids last until the next one
                stream(
                        "id: 1\ndata: a\n\ndata: b\n\nid: 2\ndata: c\n\n",
                        new Event(null, "a", "1"),
                        new Event(null, "b", "1"),
                        new Event(null, "c", "2")),
                stream("id: 1\nid: 2\ndata: a\n\n", new Event(null, "a", "2")),
                stream("id: 1\n\nid\ndata: a\n\n", new Event(null, "", "1"), message("a")),
                // C11: ids that must not be believed
                stream("id: 1\n\nid: 2\0\ndata: a\n\n", new Event(null, "", "1"), new Event(null, "a", "1")),
                stream("id: \0\n\n"),
                stream("id: " + "i".repeat(1024) + "\n\n", new Event(null, "", "i".repeat(1024))),
                stream("id: 1\n\nid: " + "i".repeat(1025) + "\n\n", new Event(null, "", "1"), message("")),
                stream("id: " + "i".repeat(1025) + "\ndata: a\n\nid: 2\ndata: b\n\n", message("a"), message("b")),
                stream("id: 1\n\nid: " + "i".repeat(1025) + "\0\n\n", new Event(null, "", "1")),
                // C01, C10: reconnection delays, hostile ones too
                stream("retry: 500\n\n", new Retry(500)),
                stream("retry:0\ndata: a\n\n", new Retry(0), message("a")),
                stream("retry: 500", new Object[0]),
                stream("retry: 007\nretry: 8\n", new Retry(7), new Retry(8)),
                stream(
                        "retry: -1\nretry: +1\nretry: 1.5\nretry: 1e3\nretry:  1\nretry: 1 \nretry: abc\nretry:\nretry\n"),
                stream("retry: \u0661\nretry: 1\0\nretry: 0x10\n"),
                stream("retry: 9223372036854775807\n", new Retry(Long.MAX_VALUE)),
                stream("retry: 9223372036854775808\n", new Retry(Long.MAX_VALUE)),
                stream("retry: 99999999999999999999999999\nretry: 1\n", new Retry(Long.MAX_VALUE), new Retry(1)));
    }

    @ParameterizedTest
    @MethodSource("catalogue")
    void feedFollowsTheStandardForEdgeCases(String stream, List<Object> expected) {
        assertThat(parse(utf8(stream), Integer.MAX_VALUE)).isEqualTo(expected);
        assertThat(Reference.parse(utf8(stream))).isEqualTo(expected);
    }

    // HTL-07, HTL-17: where the network cuts the stream makes no difference
    @ParameterizedTest
    @MethodSource("catalogue")
    void feedWhenStreamIsSplitAnywhereReportsTheSameEvents(String stream, List<Object> expected) {
        byte[] bytes = utf8(stream);
        for (int cut = 0; cut <= bytes.length; cut++) {
            assertThat(parseCutAt(bytes, cut)).as("cut at %d", cut).isEqualTo(expected);
        }
        for (int piece = 1; piece <= 9; piece++) {
            assertThat(parse(bytes, piece)).as("pieces of %d", piece).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void feedOfARandomStreamMatchesTheReferenceParser(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            byte[] stream = randomStream(random);
            List<Object> expected = Reference.parse(stream);
            assertThat(parse(stream, Integer.MAX_VALUE))
                    .as(() -> new String(stream, StandardCharsets.ISO_8859_1))
                    .isEqualTo(expected);
            assertThat(parse(stream, 1 + random.nextInt(20))).isEqualTo(expected);
            assertThat(parseCutAt(stream, random.nextInt(stream.length + 1))).isEqualTo(expected);
        }
    }

    static IntStream seeds() {
        return IntStream.rangeClosed(1, 20);
    }

    @Test
    void feedReadsOnlyTheGivenSlice() {
        Recorder recorder = new Recorder();
        EventStreamParser parser = new EventStreamParser(LIMIT, recorder);
        byte[] bytes = utf8("data: no\n\ndata: yes\n\ndata: no\n\n");

        parser.feed(bytes, 10, 11);

        assertThat(recorder.seen).containsExactly(message("yes"));
    }

    @Test
    void feedWhenBlankLineIsACarriageReturnReportsWithoutWaitingForMore() {
        Recorder recorder = new Recorder();
        EventStreamParser parser = new EventStreamParser(LIMIT, recorder);

        feed(parser, "data: a\r\r");

        assertThat(recorder.seen).containsExactly(message("a"));
    }

    @Test
    void feedWhenEventIsLargeReportsItWhole() {
        String data = "0123456789abcdef".repeat(1 << 16);

        assertThat(parse(utf8("data: " + data + "\n\ndata: small\n\n"), 8192, data.length()))
                .containsExactly(message(data), message("small"));
    }

    // C13
    @Test
    void feedWhenOneLineOutgrowsTheLimitFails() {
        EventStreamParser parser = new EventStreamParser(100, new Recorder());
        feed(parser, "data: " + "x".repeat(100));

        assertThatExceptionOfType(EventTooLargeException.class)
                .isThrownBy(() -> feed(parser, "x"))
                .withMessageContaining("larger than 100 bytes");
        assertThat(parser.bufferedBytes()).isZero();
        assertThatIllegalStateException().isThrownBy(() -> feed(parser, "\n\n"));
    }

    // C13: lines without end, even empty ones
    @Test
    void feedWhenDataLinesNeverEndFails() {
        Recorder recorder = new Recorder();
        EventStreamParser parser = new EventStreamParser(100, recorder);
        feed(parser, "data: good\n\n");

        assertThatExceptionOfType(EventTooLargeException.class).isThrownBy(() -> feed(parser, "data\n".repeat(1_000)));
        assertThat(recorder.seen).containsExactly(message("good"));
    }

    // C13
    @Test
    void feedWhenEventNameOutgrowsTheLimitFails() {
        EventStreamParser parser = new EventStreamParser(100, new Recorder());

        assertThatExceptionOfType(EventTooLargeException.class)
                .isThrownBy(() -> feed(parser, "event: " + "x".repeat(101)));
    }

    @Test
    void feedWhenDataIsExactlyAtTheLimitSucceeds() {
        assertThat(parse(utf8("event: abc\ndata: 1234\ndata: 56789\n\ndata: 0123456789\n\n"), 3, 10))
                .containsExactly(new Event("abc", "1234\n56789", null), message("0123456789"));
    }

    // C03: keep-alive comments cost nothing
    @Test
    void feedWhenThereAreMillionsOfCommentsBuffersNothing() {
        Recorder recorder = new Recorder();
        EventStreamParser parser = new EventStreamParser(LIMIT, recorder);
        byte[] comments = utf8(": ping\n\n".repeat(10_000));

        for (int i = 0; i < 200; i++) {
            parser.feed(comments, 0, comments.length);
            assertThat(parser.bufferedBytes()).isZero();
        }
        feed(parser, "data: answer\n\n");

        assertThat(recorder.seen).containsExactly(message("answer"));
    }

    // C13: a skipped line may have any length
    @ParameterizedTest
    @MethodSource("skippedLines")
    void feedWhenASkippedLineIsEndlessBuffersNothing(String beginning) {
        EventStreamParser parser = new EventStreamParser(100, new Recorder());
        byte[] more = utf8("x".repeat(64 * 1024));
        feed(parser, beginning);

        for (int i = 0; i < 1_000; i++) {
            parser.feed(more, 0, more.length);
        }

        assertThat(parser.bufferedBytes()).isLessThanOrEqualTo(1024);
    }

    static Stream<String> skippedLines() {
        return Stream.of(":", "unknown: ", "unknown", "retry: 1", "id: ");
    }

    @Test
    void feedAfterALargeEventReleasesTheBuffer() {
        EventStreamParser parser = new EventStreamParser(1 << 20, new Recorder());

        feed(parser, "data: " + "x".repeat(1 << 19));
        assertThat(parser.bufferedBytes()).isGreaterThanOrEqualTo(1 << 19);
        feed(parser, "\n\n");

        assertThat(parser.bufferedBytes()).isZero();
    }

    @Test
    void endWhenEventIsIncompleteDiscardsIt() {
        Recorder recorder = new Recorder();
        EventStreamParser parser = new EventStreamParser(LIMIT, recorder);
        feed(parser, "id: 7\ndata: half");

        parser.end();

        assertThat(recorder.seen).isEmpty();
        assertThat(parser.bufferedBytes()).isZero();
        assertThatIllegalStateException().isThrownBy(() -> feed(parser, "\n\n"));
    }

    private static Arguments stream(String text, Object... expected) {
        return arguments(text, List.of(expected));
    }

    private static Event message(String data) {
        return new Event(null, data, null);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void feed(EventStreamParser parser, String text) {
        byte[] bytes = utf8(text);
        parser.feed(bytes, 0, bytes.length);
    }

    private static List<Object> parse(byte[] stream, int pieceSize) {
        return parse(stream, pieceSize, LIMIT);
    }

    private static List<Object> parse(byte[] stream, int pieceSize, int limit) {
        Recorder recorder = new Recorder();
        EventStreamParser parser = new EventStreamParser(limit, recorder);
        for (int at = 0; at < stream.length; ) {
            int length = Math.min(pieceSize, stream.length - at);
            parser.feed(stream, at, length);
            at += length;
        }
        parser.end();
        return recorder.seen;
    }

    private static List<Object> parseCutAt(byte[] stream, int cut) {
        Recorder recorder = new Recorder();
        EventStreamParser parser = new EventStreamParser(LIMIT, recorder);
        parser.feed(stream, 0, cut);
        parser.feed(stream, cut, stream.length - cut);
        parser.end();
        return recorder.seen;
    }

    private static byte[] randomStream(Random random) {
        String[] parts = {
            "data",
            "event",
            "id",
            "retry",
            "other",
            ":",
            ":",
            ":",
            " ",
            "\n",
            "\n",
            "\n",
            "\r",
            "\r\n",
            "\n\n",
            "\0",
            "a",
            "17",
            "99999999999999999999",
            "\u00e4",
            "\ud83d\ude00",
            BOM,
            "data: x\n",
            "id: 5\n",
            "event: e\n",
            "i".repeat(600),
            "data: a longer line of text\n\n"
        };
        StringBuilder stream = new StringBuilder();
        for (int i = random.nextInt(40); i > 0; i--) {
            stream.append(parts[random.nextInt(parts.length)]);
        }
        byte[] bytes = utf8(stream.toString());
        if (bytes.length > 0 && random.nextInt(4) == 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    private static final class Recorder implements EventStreamParser.Listener {

        final List<Object> seen = new ArrayList<>();

        @Override
        public void onEvent(
                @Nullable String name,
                byte[] data,
                int offset,
                int length,
                @Nullable String lastEventId,
                boolean ownId) {
            this.seen.add(new Event(name, new String(data, offset, length, StandardCharsets.UTF_8), lastEventId));
        }

        @Override
        public void onRetry(long millis) {
            this.seen.add(new Retry(millis));
        }
    }

    /** The standard's text, line by line, on a stream that is there as a whole; one char is one byte. */
    private static final class Reference {

        private final List<Object> seen = new ArrayList<>();
        private final StringBuilder data = new StringBuilder();
        private String name = "";
        private @Nullable String lastEventId;
        private boolean idSeen;
        private boolean oversizedIdSeen;

        static List<Object> parse(byte[] stream) {
            String text = new String(stream, StandardCharsets.ISO_8859_1);
            if (text.startsWith("\u00ef\u00bb\u00bf")) {
                text = text.substring(3);
            }
            List<String> lines = Arrays.asList(text.split("\r\n|\r|\n", -1));
            Reference reference = new Reference();
            lines.subList(0, lines.size() - 1).forEach(reference::line);
            return reference.seen;
        }

        private void line(String line) {
            int colon = line.indexOf(':');
            if (line.isEmpty()) {
                dispatch();
            } else if (colon < 0) {
                field(line, "");
            } else if (colon > 0) {
                String value = line.substring(colon + 1);
                field(line.substring(0, colon), value.startsWith(" ") ? value.substring(1) : value);
            }
        }

        private void field(String field, String value) {
            if (field.equals("event")) {
                this.name = value;
            } else if (field.equals("data")) {
                this.data.append(value).append('\n');
            } else if (field.equals("id") && value.indexOf('\0') < 0) {
                this.idSeen = true;
                this.oversizedIdSeen |= value.length() > 1024;
                this.lastEventId = value.isEmpty() || this.oversizedIdSeen ? null : decoded(value);
            } else if (field.equals("retry") && value.matches("[0-9]+")) {
                BigInteger millis = new BigInteger(value);
                this.seen.add(new Retry(millis.bitLength() > 63 ? Long.MAX_VALUE : millis.longValueExact()));
            }
        }

        private void dispatch() {
            if (this.data.length() > 0 || this.idSeen) {
                String lines = this.data.length() > 0 ? this.data.substring(0, this.data.length() - 1) : "";
                this.seen.add(
                        new Event(this.name.isEmpty() ? null : decoded(this.name), decoded(lines), this.lastEventId));
            }
            this.data.setLength(0);
            this.name = "";
            this.idSeen = false;
        }

        private static String decoded(String bytes) {
            return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        }
    }
}
