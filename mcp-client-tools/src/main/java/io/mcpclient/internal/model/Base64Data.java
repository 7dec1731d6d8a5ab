package io.mcpclient.internal.model;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Base64 data that is not empty.
 *
 * @param text the data without line breaks
 * @param bytes size of the decoded data
 * @param isStandard whether it has the standard alphabet and padding, which models require; that of URLs, or none, is only good for
 *     a note
 */
record Base64Data(String text, long bytes, boolean isStandard) {

    private static final int KB = 1024;

    /** Checks data without decoding it; returns {@code null} if it is not Base64. */
    static @Nullable Base64Data of(String data) {
        int digits = 0;
        int padding = 0;
        boolean isStandard = true;
        for (int i = 0; i < data.length(); i++) {
            char c = data.charAt(i);
            if (c == '=') {
                padding++;
            } else if (isDigit(c) && padding == 0) {
                digits++;
                isStandard &= c != '-' && c != '_';
            } else if (!isLineBreak(c)) {
                return null;
            }
        }
        int length = digits + padding;
        if (digits % 4 == 1 || digits == 0 || padding > 2) {
            return null;
        }
        String text = (length == data.length()) ? data : data.replaceAll("[\r\n]+", "");
        return new Base64Data(text, digits * 3L / 4, isStandard && length % 4 == 0);
    }

    private static boolean isDigit(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || "+/-_".indexOf(c) >= 0;
    }

    private static boolean isLineBreak(char c) {
        return c == '\n' || c == '\r';
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
