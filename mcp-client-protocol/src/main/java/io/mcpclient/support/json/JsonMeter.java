package io.mcpclient.support.json;

import java.io.Writer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SequenceWriter;

/** Measures a value as compact JSON without writing it; only what is not plain JSON is written, to nowhere. Not thread-safe. */
final class JsonMeter {

    private static final int DELETE = 0x7f;

    /** More than any text has bytes. */
    private static final long NOT_PLAIN = 1L << 40;

    /** The bytes of each ASCII character; {@link #NOT_PLAIN} for those that are not {@linkplain JsonSize#isPlain() plain}. */
    private static final long[] ASCII_BYTES = new long[128];

    static {
        Arrays.fill(ASCII_BYTES, NOT_PLAIN);
        Arrays.fill(ASCII_BYTES, ' ', DELETE, 1);
        "\"\\\n\r\t".chars().forEach(escaped -> ASCII_BYTES[escaped] = 2);
    }

    private static final ObjectWriter WRITER = SharedJsonMapper.get().writer().withRootValueSeparator("");

    private long bytes;

    private long nodes;

    private boolean plain = true;

    private final Written written = new Written();

    private @Nullable SequenceWriter writer;

    JsonSize size() {
        return new JsonSize(this.bytes, this.nodes, this.plain);
    }

    /** Returns the size of what was added since the last call. */
    JsonSize take() {
        JsonSize taken = size();
        this.bytes = 0;
        this.nodes = 0;
        this.plain = true;
        return taken;
    }

    /** Adds a value. */
    JsonMeter add(@Nullable Object value) {
        if (value instanceof String text) {
            this.nodes++;
            text(text);
        } else if (value instanceof Map<?, ?> members) {
            brackets(members.size());
            members.forEach(this::member);
        } else if (value instanceof List<?> items) {
            brackets(items.size());
            items.forEach(this::add);
        } else if (value instanceof Integer || value instanceof Long) {
            this.nodes++;
            number(((Number) value).longValue());
        } else if (value instanceof Boolean || value == null) {
            this.nodes++;
            this.bytes += String.valueOf(value).length();
        } else {
            write(value);
        }
        return this;
    }

    /** One writer for all values of a measurement, because it costs more than most values. */
    private void write(Object value) {
        SequenceWriter writer = this.writer;
        if (writer == null) {
            writer = WRITER.withAttribute(JsonSize.Sink.class, (JsonSize.Sink) this::add)
                    .writeValues(this.written);
            this.writer = writer;
        }
        this.written.inLiteral = false;
        writer.write(value);
        writer.flush();
    }

    private void add(JsonSize part) {
        this.bytes += part.bytes();
        this.nodes += part.nodes();
        this.plain &= part.isPlain();
    }

    /** Adds JSON text. The bytes of a character beyond ASCII count like the character, and are not plain. */
    JsonMeter addText(byte[] json) {
        this.bytes += json.length;
        for (byte next : json) {
            if (next < 0) {
                this.plain = false;
            } else if (this.written.inString) {
                this.written.inString((char) next);
            } else {
                this.written.outside((char) next);
            }
        }
        return this;
    }

    /** Adds the brackets of an object or array, and the commas between its members. */
    private void brackets(int members) {
        this.nodes += 2;
        this.bytes += 2 + Math.max(0, members - 1);
    }

    private void member(Object name, @Nullable Object value) {
        this.nodes++;
        this.bytes++;
        text(String.valueOf(name));
        add(value);
    }

    private void number(long value) {
        this.bytes += (value < 0) ? 2 : 1;
        for (long rest = value / 10; rest != 0; rest /= 10) {
            this.bytes++;
        }
    }

    /** Most characters are plain, so there is no decision within the loop. */
    private void text(String text) {
        long size = 0;
        int all = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            size += ASCII_BYTES[c & DELETE];
            all |= c;
        }
        boolean isAscii = all <= DELETE && size < NOT_PLAIN;
        this.bytes += 2 + (isAscii ? size : text.chars().mapToLong(this::bytes).sum());
    }

    private long bytes(int c) {
        long size = (c <= DELETE) ? ASCII_BYTES[c] : NOT_PLAIN;
        return (size < NOT_PLAIN) ? size : notPlain(c);
    }

    /** Returns the bytes of a character that is not plain; half of a surrogate pair has half of its four. */
    private int notPlain(int c) {
        this.plain = false;
        if (c < ' ') {
            return (c == '\b' || c == '\f') ? 2 : 6;
        }
        if (c == DELETE) {
            return 1;
        }
        return (c < 0x800 || Character.isSurrogate((char) c)) ? 2 : 3;
    }

    /** Measures JSON that is written to it: as characters, because half of a surrogate pair cannot be written as bytes. */
    private final class Written extends Writer {

        private boolean inString;

        private boolean isEscaped;

        private boolean inLiteral;

        @Override
        public void write(char[] text, int offset, int length) {
            for (int i = offset; i < offset + length; i++) {
                char c = text[i];
                JsonMeter.this.bytes += (c > DELETE) ? notPlain(c) : 1;
                if (this.inString) {
                    inString(c);
                } else {
                    outside(c);
                }
            }
        }

        private void inString(char c) {
            if (this.isEscaped) {
                this.isEscaped = false;
                JsonMeter.this.plain &= "\"\\/nrt".indexOf(c) >= 0;
            } else if (c == '\\') {
                this.isEscaped = true;
            } else if (c == '"') {
                this.inString = false;
            } else if (c == DELETE) {
                JsonMeter.this.plain = false;
            }
        }

        private void outside(char c) {
            boolean wasInLiteral = this.inLiteral;
            this.inLiteral = false;
            switch (c) {
                case '"' -> {
                    this.inString = true;
                    JsonMeter.this.nodes++;
                }
                case '{', '[' -> JsonMeter.this.nodes += 2;
                case '}', ']', ',', ':', ' ', '\t', '\n', '\r' -> {
                    // between names and values
                }
                default -> {
                    this.inLiteral = true;
                    JsonMeter.this.nodes += wasInLiteral ? 0 : 1;
                }
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
