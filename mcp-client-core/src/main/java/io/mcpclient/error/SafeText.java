package io.mcpclient.error;

import org.jspecify.annotations.Nullable;

/**
 * Makes text of a server fit for messages and logs: one line, printable, bounded.
 *
 * @see "faults I06 (escape sequences), I07 (log forging)"
 */
public final class SafeText {

    private static final int DEFAULT_LENGTH = 256;

    private SafeText() {}

    /**
     * Returns the text on one line, control and format characters escaped, cut after 256 characters.
     * @param text text of a foreign origin, or {@code null}
     * @return the printable form, empty for {@code null}
     */
    public static String excerpt(@Nullable CharSequence text) {
        return excerpt(text, DEFAULT_LENGTH);
    }

    /**
     * Returns the text on one line, control and format characters escaped.
     * @param text text of a foreign origin, or {@code null}
     * @param maxLength number of characters of the text after which it is cut
     * @return the printable form, empty for {@code null}
     */
    public static String excerpt(@Nullable CharSequence text, int maxLength) {
        if (text == null) {
            return "";
        }
        StringBuilder safe = new StringBuilder(Math.min(text.length(), maxLength) + 8);
        int end = Math.min(text.length(), maxLength);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (isPrintable(c)) {
                safe.append(c);
            } else if (c == '\n' || c == '\r' || c == '\t') {
                safe.append(' ');
            } else {
                safe.append(String.format("\\u%04x", (int) c));
            }
        }
        if (text.length() > maxLength) {
            safe.append('…');
        }
        return safe.toString();
    }

    private static boolean isPrintable(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
