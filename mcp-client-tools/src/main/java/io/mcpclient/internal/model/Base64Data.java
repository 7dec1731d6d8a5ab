package io.mcpclient.internal.model;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import io.mcpclient.support.json.Base64Text;

/**
 * Base64 data that is not empty.
 *
 * @param text the data in the standard alphabet, with padding, without white space
 * @param bytes size of the decoded data
 */
record Base64Data(String text, long bytes) {

    private static final int KB = 1024;

    /** Reads the data of a content block; returns {@code null} if it is not Base64. */
    static @Nullable Base64Data ofBlock(String data) {
        String text = Base64Text.standard(data);
        if (text == null || text.isEmpty()) {
            return null;
        }
        int padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
        return new Base64Data(text, text.length() / 4 * 3L - padding);
    }

    /** Does the same for a text that may be something else: words with spaces are not data. */
    static @Nullable Base64Data of(String data) {
        return (data.indexOf(' ') < 0 && data.indexOf('\t') < 0 && data.indexOf(':') < 0) ? ofBlock(data) : null;
    }

    /** Returns the first bytes, for {@link Signatures}. */
    String start() {
        int length = Math.min(this.text.length(), Signatures.LENGTH / 3 * 4);
        return new String(Base64.getDecoder().decode(this.text.substring(0, length)), StandardCharsets.ISO_8859_1);
    }

    /** Returns the data as text, {@code null} if it is not UTF-8. */
    @Nullable
    String utf8() {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Base64.getDecoder().decode(this.text)))
                    .toString();
        } catch (CharacterCodingException ex) {
            return null;
        }
    }

    /** Returns the size for a note, such as {@code 4 KB}. */
    String size() {
        return size(this.bytes);
    }

    static String size(long bytes) {
        if (bytes < KB) {
            return (bytes == 1) ? "1 byte" : bytes + " bytes";
        }
        return (bytes < KB * KB)
                ? Math.round((double) bytes / KB) + " KB"
                : String.format(Locale.ROOT, "%.1f MB", (double) bytes / (KB * KB));
    }
}
