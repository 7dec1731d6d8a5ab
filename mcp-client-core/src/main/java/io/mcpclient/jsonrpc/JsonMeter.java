package io.mcpclient.jsonrpc;

import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.Tool;
import io.mcpclient.schema.ToolAnnotations;

/**
 * Measures a value as compact JSON without writing it; only what is neither plain JSON nor a tool is written, to nowhere. Not
 * thread-safe.
 */
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

    private long bytes;

    private long nodes;

    private boolean plain = true;

    JsonSize size() {
        return new JsonSize(this.bytes, this.nodes, this.plain);
    }

    /** Adds a value. */
    JsonMeter add(@Nullable Object value) {
        if (value instanceof String text) {
            text(text);
        } else if (value instanceof LazyObject object) {
            add(object.textSize());
        } else if (value instanceof Map<?, ?> members) {
            long begin = beginObject();
            members.forEach(this::member);
            endObject(begin);
        } else if (value instanceof List<?> items) {
            array(items);
        } else if (value instanceof Tool tool) {
            tool(tool);
        } else if (value instanceof ToolAnnotations annotations) {
            annotations(annotations);
        } else if (value instanceof Integer || value instanceof Long) {
            number(((Number) value).longValue());
        } else if (value instanceof Boolean || value == null) {
            this.bytes += String.valueOf(value).length();
        } else {
            Databind.writer().writeValue(new Written(), value);
        }
        return this;
    }

    private void array(List<?> items) {
        this.bytes += 2;
        this.nodes += 2;
        boolean isFirst = true;
        for (Object item : items) {
            if (!isFirst) {
                this.bytes++;
                this.nodes++;
            }
            isFirst = false;
            add(item);
        }
    }

    /**
     * Adds the brackets of an object with members, less the comma that the first of them does not have.
     * @return the begin, for {@link #endObject}
     */
    private long beginObject() {
        this.bytes++;
        this.nodes++;
        return this.bytes;
    }

    /** Adds the other bracket if the object has no members. */
    private void endObject(long begin) {
        if (this.bytes == begin) {
            this.bytes++;
            this.nodes++;
        }
    }

    private void member(Object name, @Nullable Object value) {
        this.bytes += 2;
        this.nodes += 2;
        text(String.valueOf(name));
        add(value);
    }

    private void tool(Tool tool) {
        beginObject();
        member("name", tool.name());
        optional("title", tool.title());
        optional("description", tool.description());
        member("inputSchema", tool.inputSchema());
        optional("outputSchema", tool.outputSchema());
        optional("annotations", tool.annotations());
        optional("execution", tool.execution());
        optional("icons", tool.icons().isEmpty() ? null : tool.icons());
        optional("_meta", tool.meta());
        tool.extra().forEach(this::member);
    }

    private void annotations(ToolAnnotations annotations) {
        long begin = beginObject();
        optional("title", annotations.title());
        optional("readOnlyHint", annotations.readOnlyHint());
        optional("destructiveHint", annotations.destructiveHint());
        optional("idempotentHint", annotations.idempotentHint());
        optional("openWorldHint", annotations.openWorldHint());
        annotations.extra().forEach(this::member);
        endObject(begin);
    }

    private void number(long value) {
        this.bytes += (value < 0) ? 2 : 1;
        for (long rest = value / 10; rest != 0; rest /= 10) {
            this.bytes++;
        }
    }

    private void optional(String name, @Nullable Object value) {
        if (value != null) {
            member(name, value);
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

    private void add(JsonSize size) {
        this.bytes += size.bytes();
        this.nodes += size.nodes();
        this.plain &= size.isPlain();
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

    /** Measures compact JSON that is written to it. */
    private final class Written extends OutputStream {

        private boolean inString;

        private boolean escaped;

        @Override
        public void write(int octet) {
            JsonMeter.this.bytes++;
            if (this.inString) {
                inString((byte) octet);
                return;
            }
            switch (octet) {
                case '"' -> this.inString = true;
                case '{', '[' -> JsonMeter.this.nodes += 2;
                case ':', ',' -> JsonMeter.this.nodes++;
                default -> {
                    // of a value, or the end of one
                }
            }
        }

        private void inString(byte octet) {
            if (this.escaped) {
                this.escaped = false;
                JsonMeter.this.plain &= "\"\\/nrt".indexOf(octet) >= 0;
            } else if (octet < ' ' || octet == DELETE) {
                JsonMeter.this.plain = false;
            } else if (octet == '\\') {
                this.escaped = true;
            } else if (octet == '"') {
                this.inString = false;
            }
        }

        @Override
        public void write(byte[] octets, int offset, int length) {
            for (int i = offset; i < offset + length; i++) {
                write(octets[i]);
            }
        }
    }
}
