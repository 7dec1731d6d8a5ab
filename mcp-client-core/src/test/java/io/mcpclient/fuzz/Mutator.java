package io.mcpclient.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Damages recorded input: a seed and the recordings decide everything. It recognizes JSON anywhere in a text, so that much of
 * what it makes gets past the first check of a parser.
 *
 * <table>
 * <caption>mutations, one to six of them for each input, all equally likely</caption>
 * <tr><th>of bytes</th><th>of texts</th><th>of JSON</th></tr>
 * <tr><td>flip a bit</td><td>insert a token of a format</td><td>replace a value by one of another type</td></tr>
 * <tr><td>delete a range</td><td>repeat a token very often</td><td>replace a value by one of another recording</td></tr>
 * <tr><td>repeat a range</td><td>write line ends differently</td><td>repeat or delete a member</td></tr>
 * <tr><td>overwrite a range</td><td>join two recordings</td><td>wrap a value into many levels</td></tr>
 * <tr><td>cut the end off</td><td>replace a number</td><td>rename a member</td></tr>
 * </table>
 */
final class Mutator {

    private static final int MAX_MUTATIONS = 6;

    /** What a mutation may grow an input to. */
    private static final int MAX_LENGTH = 256 * 1024;

    private static final int[] SIZES = {2, 10, 100, 1_000, 20_000};

    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "false",
            "0",
            "-1",
            "-0.0",
            "1.5",
            "7.0",
            "1e400",
            "1E-20000",
            "1e99999999999",
            "2147483648",
            "9007199254740993",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775809",
            "9".repeat(101),
            "NaN",
            "\"\"",
            "\" \"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "\"\\udc00\\ud800\"",
            "\"\\u202e\\u2028\\ufeff\"",
            "\"\\r\\nX-Evil: 1\"",
            "\"\\u001b[31m\"",
            "\"\\uD83D\\uDE00\u00e9\"",
            "\"null\"",
            "\"7\"",
            "\"%s%n${env:HOME}{}\"",
            "\"../../..\"",
            "\"http://[::1\"",
            "\"http://127.0.0.1:0/\"",
            "\"javascript:alert(1)\"",
            "\"#/a\"",
            "\"(a+)+$\"",
            "\"[\"",
            "\"2026-07-28\"",
            "\"1999-01-01\"",
            "[]",
            "{}",
            "[null]",
            "[[]]",
            "[{}]",
            "{\"\":null}",
            "{\"a\":{}}",
            "[0,\"a\",null,{}]");

    private static final List<String> TOKENS = List.of(
            "\r\n",
            "\n\n",
            "\r",
            "\u0000",
            "\uFEFF",
            "\u2028",
            "\u202E",
            "\u0085",
            "\u001b[2J",
            "\"",
            "\\",
            "\\u",
            ",",
            ":",
            "=",
            ";",
            "{",
            "}",
            "[",
            "]",
            "(",
            ")*",
            "<title",
            "<title>",
            "//",
            "/../",
            "%2e%2e/",
            "%00",
            "%",
            "#",
            "?",
            "@",
            " ",
            "\t",
            "data:",
            "event: endpoint\n",
            "event:",
            "id:",
            "id: \u0000\n",
            "retry: 99999999999999999999\n",
            "retry:0\n",
            ": comment\n",
            "HTTP/1.1 200 OK\r\n\r\n",
            "HTTP/1.1 103 Early Hints\r\n\r\n",
            "HTTP/1.1 999 X\r\n",
            "HTTP/0.9 ",
            "\r\nContent-Length: 1\r\n",
            "\r\nContent-Length: -1\r\n",
            "\r\nContent-Length: 99999999999999999999\r\n",
            "\r\nTransfer-Encoding: chunked\r\n",
            "\r\nContent-Encoding: gzip\r\n",
            "\r\nContent-Type: text/event-stream\r\n",
            "\r\nContent-Type: ;;;\r\n",
            "\r\nLocation: /mcp\r\n",
            "\r\nRetry-After: 99999999999\r\n",
            "\r\nMcp-Session-Id: \u0001\r\n",
            "\r\nSet-Cookie: a=b; Max-Age=-9; Domain=.\r\n",
            "\r\nWWW-Authenticate: Bearer =,=\"\\\r\n",
            "0\r\n\r\n",
            "ffffffff\r\n",
            "\"id\":null,",
            "\"result\":{},",
            "\"error\":{\"code\":1.5},",
            "\"x-mcp-header\":\"A b\",",
            "\"x-mcp-header\":\"A\",",
            "\"$ref\":\"#\",",
            "\"$ref\":\"http://127.0.0.1:9/x\",",
            "\"$id\":\":\",",
            "\"type\":[null],",
            "\"type\":[],",
            "\"pattern\":\"(x+x+)+y\",",
            "\"properties\":{\"a\":null},",
            "\"nextCursor\":\"\",",
            "\"ttlMs\":1e99,",
            "\"resultType\":\"input_required\",");

    private static final List<byte[]> ILLEGAL_UTF8 = List.of(
            new byte[] {(byte) 0xC0, (byte) 0x80},
            new byte[] {(byte) 0xFF},
            new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
            new byte[] {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
            new byte[] {(byte) 0xE2, (byte) 0x82});

    private final SplittableRandom random;

    private final List<byte[]> recordings;

    Mutator(long seed, List<byte[]> recordings) {
        this.random = new SplittableRandom(seed);
        this.recordings = recordings;
    }

    /** Returns the next damaged input. Now and then it is a recording as it was. */
    byte[] next() {
        byte[] input = recording();
        int mutations = this.random.nextInt(MAX_MUTATIONS + 1);
        for (int i = 0; i < mutations; i++) {
            byte[] mutated = mutate(input);
            input = (mutated.length <= MAX_LENGTH) ? mutated : Arrays.copyOf(mutated, MAX_LENGTH);
        }
        return input;
    }

    private byte[] mutate(byte[] input) {
        return switch (this.random.nextInt(16)) {
            case 0 -> flip(input);
            case 1 -> replace(input, range(input), new byte[0]);
            case 2 -> repeatRange(input);
            case 3 -> overwrite(input);
            case 4 -> Arrays.copyOf(input, at(input));
            case 5, 6 -> insert(input, token());
            case 7 -> insert(input, repeated(token()));
            case 8 -> lineEnds(input);
            case 9 -> join(input, recording());
            case 10 -> number(input);
            case 11 -> replace(input, value(input), bytes(pick(VALUES)));
            case 12 -> transplant(input);
            case 13 -> member(input);
            case 14 -> wrap(input);
            default -> rename(input);
        };
    }

    private <T> T pick(List<T> list) {
        return list.get(this.random.nextInt(list.size()));
    }

    private byte[] recording() {
        return pick(this.recordings);
    }

    private int at(byte[] input) {
        return this.random.nextInt(input.length + 1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private byte[] token() {
        return switch (this.random.nextInt(12)) {
            case 0 -> pick(ILLEGAL_UTF8);
            case 1 -> bytes(pick(VALUES));
            default -> bytes(pick(TOKENS));
        };
    }

    private byte[] repeated(byte[] token) {
        ByteArrayOutputStream many = new ByteArrayOutputStream();
        int times = SIZES[this.random.nextInt(SIZES.length)];
        for (int i = 0; i < times && many.size() < MAX_LENGTH / 2; i++) {
            many.writeBytes(token);
        }
        return many.toByteArray();
    }

    // ranges

    /** From the first byte, inclusive, to the last one, exclusive. */
    private record Range(int from, int to) {

        byte[] of(byte[] input) {
            return Arrays.copyOfRange(input, this.from, this.to);
        }
    }

    /** Short ones are more likely than long ones. */
    private Range range(byte[] input) {
        int from = at(input);
        int most = Math.min(input.length - from, 1 << this.random.nextInt(10));
        return new Range(from, from + this.random.nextInt(most + 1));
    }

    private static byte[] replace(byte[] input, Range range, byte[] with) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream(input.length + with.length);
        joined.write(input, 0, range.from());
        joined.writeBytes(with);
        joined.write(input, range.to(), input.length - range.to());
        return joined.toByteArray();
    }

    private byte[] insert(byte[] input, byte[] what) {
        int at = at(input);
        return replace(input, new Range(at, at), what);
    }

    // mutations of bytes and texts

    private byte[] flip(byte[] input) {
        byte[] flipped = input.clone();
        if (flipped.length > 0) {
            flipped[this.random.nextInt(flipped.length)] ^= (byte) (1 << this.random.nextInt(8));
        }
        return flipped;
    }

    private byte[] repeatRange(byte[] input) {
        Range range = range(input);
        return replace(input, new Range(range.to(), range.to()), range.of(input));
    }

    private byte[] overwrite(byte[] input) {
        byte[] overwritten = input.clone();
        Range range = range(input);
        for (int i = range.from(); i < range.to(); i++) {
            overwritten[i] = (byte) this.random.nextInt(256);
        }
        return overwritten;
    }

    private byte[] lineEnds(byte[] input) {
        String end = pick(List.of("\r\n", "\r", "\n\r", "\n", "\u2028"));
        String text = new String(input, StandardCharsets.ISO_8859_1);
        return text.replaceAll("\r\n|\n", end.equals("\u2028") ? "\u00e2\u0080\u00a8" : end)
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private byte[] join(byte[] input, byte[] other) {
        Range beginning = new Range(0, at(input));
        int from = at(other);
        byte[] end = Arrays.copyOfRange(other, from, other.length);
        return replace(beginning.of(input), new Range(beginning.to(), beginning.to()), end);
    }

    private byte[] number(byte[] input) {
        List<Range> numbers = new ArrayList<>();
        for (int i = 0; i < input.length; i++) {
            int from = i;
            while (i < input.length && input[i] >= '0' && input[i] <= '9') {
                i++;
            }
            if (i > from) {
                numbers.add(new Range(from, i));
            }
        }
        String value = pick(List.of("0", "1", "-1", "99999999999", "9223372036854775808", "1.0", "", "0x10", "1e9"));
        return numbers.isEmpty() ? input : replace(input, pick(numbers), bytes(value));
    }

    // mutations of JSON

    /** A value somewhere in the text, as far as its first character shows. */
    private Range value(byte[] input) {
        if (input.length == 0) {
            return new Range(0, 0);
        }
        int start = this.random.nextInt(input.length);
        for (int i = 0; i < input.length; i++) {
            int from = (start + i) % input.length;
            if ("{[\"".indexOf(input[from]) >= 0) {
                return new Range(from, endOfValue(input, from));
            }
        }
        return range(input);
    }

    private static int endOfValue(byte[] input, int from) {
        int depth = 0;
        boolean quoted = false;
        for (int i = from; i < input.length; i++) {
            switch (input[i]) {
                case '\\' -> i++;
                case '"' -> quoted = !quoted;
                case '{', '[' -> depth += quoted ? 0 : 1;
                case '}', ']' -> depth -= quoted ? 0 : 1;
                default -> {}
            }
            if (!quoted && depth <= 0) {
                return Math.min(i + 1, input.length);
            }
        }
        return input.length;
    }

    private byte[] transplant(byte[] input) {
        byte[] donor = recording();
        return replace(input, value(input), value(donor).of(donor));
    }

    /** Repeats or deletes a value together with the name before it. */
    private byte[] member(byte[] input) {
        Range name = value(input);
        int colon = name.to();
        boolean isMember = colon + 1 < input.length && input[colon] == ':';
        Range member = isMember ? new Range(name.from(), endOfScalar(input, colon + 1)) : name;
        return this.random.nextBoolean()
                ? replace(input, member, new byte[0])
                : replace(input, new Range(member.from(), member.from()), withComma(member.of(input)));
    }

    private static int endOfScalar(byte[] input, int from) {
        if ("{[\"".indexOf(input[from]) >= 0) {
            return endOfValue(input, from);
        }
        int end = from;
        while (end < input.length && ",}]".indexOf(input[end]) < 0) {
            end++;
        }
        return end;
    }

    private static byte[] withComma(byte[] value) {
        byte[] more = Arrays.copyOf(value, value.length + 1);
        more[value.length] = ',';
        return more;
    }

    private byte[] wrap(byte[] input) {
        Range range = value(input);
        int levels = SIZES[this.random.nextInt(SIZES.length)];
        boolean inObjects = this.random.nextBoolean();
        String text = (inObjects ? "{\"a\":" : "[").repeat(levels)
                + new String(range.of(input), StandardCharsets.ISO_8859_1)
                + (inObjects ? "}" : "]").repeat(levels);
        return replace(input, range, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private byte[] rename(byte[] input) {
        byte[] donor = recording();
        Range name = string(donor);
        return replace(input, string(input), name.of(donor));
    }

    private Range string(byte[] input) {
        int start = at(input);
        for (int i = start; i < input.length; i++) {
            if (input[i] == '"') {
                return new Range(i, endOfValue(input, i));
            }
        }
        return range(input);
    }
}
