package io.mcpclient.internal.stdio;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.jsonrpc.JsonRpcId;

import static org.assertj.core.api.Assertions.assertThat;

class LineSplitterTests {

    private final List<String> lines = new ArrayList<>();

    private final LineSplitter splitter = new LineSplitter(1000, new LineSplitter.Listener() {

        @Override
        public void onLine(byte[] bytes, int offset, int length) {
            LineSplitterTests.this.lines.add(text(bytes, offset, length));
        }

        @Override
        public void onTooLong(byte[] bytes, int offset, int length) {
            LineSplitterTests.this.lines.add("too long: " + text(bytes, offset, Math.min(length, 5)));
        }

        @Override
        public void onEndOfTooLong(byte[] bytes, int offset, int length) {
            String last = text(bytes, offset, length);
            LineSplitterTests.this.lines.add("end: " + last.substring(last.length() - 5) + " of " + length);
        }

        @Override
        public void onEndless() {
            LineSplitterTests.this.lines.add("endless");
        }
    });

    private static String text(byte[] bytes, int offset, int length) {
        return new String(bytes, offset, length, StandardCharsets.UTF_8);
    }

    private void feed(String text, int pieces) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < bytes.length; at += pieces) {
            this.splitter.feed(bytes, at, Math.min(pieces, bytes.length - at));
        }
    }

    // STD-03, faults E06, E10, E24: cut at LF and nothing else, wherever the pieces end
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 1000})
    void feedSplitsOnlyAtLineFeeds(int pieces) {
        feed("one\n\ntwo\r\nth\u2028ree \u0085 ü\nrest", pieces);

        assertThat(this.lines).containsExactly("one", "", "two\r", "th\u2028ree \u0085 ü");
    }

    // Otherwise a server that sends long lines costs twice their bytes.
    @Test
    void longLineAfterALongLineNeedsOneLargeBuffer() {
        LineSplitter large = new LineSplitter(4_000_000, new LineSplitter.Listener() {

            @Override
            public void onLine(byte[] bytes, int offset, int length) {
                LineSplitterTests.this.lines.add(length + " bytes");
            }

            @Override
            public void onTooLong(byte[] bytes, int offset, int length) {}

            @Override
            public void onEndOfTooLong(byte[] bytes, int offset, int length) {}

            @Override
            public void onEndless() {}
        });
        byte[] piece = "x".repeat(100_000).getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 10; i++) {
            large.feed(piece, 0, piece.length);
        }
        large.feed(new byte[] {'\n'}, 0, 1);
        assertThat(large.bufferedBytes()).isZero();

        large.feed(piece, 0, piece.length);
        assertThat(large.bufferedBytes()).isEqualTo(1_000_000);
        large.feed(new byte[] {'\n', 'x'}, 0, 2);

        assertThat(this.lines).containsExactly("1000000 bytes", "100000 bytes");
        assertThat(large.bufferedBytes()).isEqualTo(1024);
    }

    // STD-07, fault F36
    @ParameterizedTest
    @ValueSource(ints = {1, 10, 999, 1001, 10_000})
    void feedSkipsALineThatIsTooLongAndContinues(int pieces) {
        feed("a\nlong " + "x".repeat(3000) + " end\nb\n" + "y".repeat(1000) + "\nc", pieces);
        feed("\n", 1);

        assertThat(this.lines).containsExactly("a", "too long: long ", "end: x end of 128", "b", "y".repeat(1000), "c");
        assertThat(this.splitter.bufferedBytes()).isLessThanOrEqualTo(1000);
    }

    @Test
    void feedYieldsTheSameLinesForAnyChunks() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            StringBuilder text = new StringBuilder();
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                String line = "l".repeat(random.nextInt(1001));
                expected.add(line);
                text.append(line).append('\n');
            }
            this.lines.clear();

            feed(text.toString(), 1 + random.nextInt(1500));

            assertThat(this.lines).isEqualTo(expected);
        }
    }

    // faults C13, F36
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"jsonrpc\":\"2.0\",\"id\":17,\"result\":{\"content\": | 17",
                "{ \"id\" : 17 , \"error\":{ | 17",
                "{\"jsonrpc\":\"2.0\",\"id\":\"a-1\",\"result\":{ | a-1",
                "{\"result\":{\"id\":17,\"result\":1 | none",
                "{\"jsonrpc\":\"2.0\",\"id\":17,\"method\":\"ping\" | none"
            })
    void idOfATruncatedResponseIsFoundAtItsStart(String text, String id) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThat(json(ResponseId.atBegin(bytes, 0, bytes.length))).isEqualTo(id);
    }

    // faults C13, F36
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "xx\"},\"id\":17} | 17",
                "xx\"},\"jsonrpc\":\"2.0\",\"id\" : \"a-1\" } | a-1",
                "xx\"},\"id\":17,\"jsonrpc\":\"2.0\"} | 17",
                "xx\",\"id\":17}} | none",
                "\"id\":17 | none"
            })
    void idOfATruncatedResponseIsFoundAtItsEnd(String text, String id) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThat(json(ResponseId.atEnd(bytes, 0, bytes.length))).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"id\":17} | none",
                "{\"params\":{},\"method\":\"x\",\"jsonrpc\":\"2.0\",\"id\":17} | none",
                "{\"result\":{},\"jsonrpc\":\"2.0\",\"id\":17} | 17",
                "{\"jsonrpc\":\"2.0\",\"error\":{},\"id\":17} | 17"
            })
    void idOfARequestIsNotThatOfAResponse(String text, String id) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThat(json(ResponseId.of(bytes, 0, bytes.length))).isEqualTo(id);
    }

    private static String json(@Nullable JsonRpcId id) {
        return (id != null) ? String.valueOf(id.toJson()) : "none";
    }

    // fault E10: a line that is merely too long has an end
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1000, 5000})
    void feedReportsALineWithoutEndOnce(int pieces) {
        feed("x".repeat(4000) + "\n" + "y".repeat(10_000), pieces);

        assertThat(this.lines).containsExactly("too long: xxxxx", "end: xxxxx of 128", "too long: yyyyy", "endless");
    }
}
