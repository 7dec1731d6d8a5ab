package io.mcpclient.error;

import org.jspecify.annotations.Nullable;

/**
 * Takes out of a text what a person does not see, while a model reads it: control characters but line breaks and tabs, zero width
 * and bidirectional characters, tags, private and unassigned characters, halves of pairs, and variation selectors that nothing
 * needs. What is left looks the same to a person. Unlike {@link SafeText}, the text stays one to be read by a model: line breaks
 * and all letters remain.
 *
 * @see "faults I05, I06"
 */
public final class VisibleText {

    private VisibleText() {}

    /**
     * Returns what is visible of a text.
     * @param text the text, or {@code null}
     * @return the same text if there is nothing to take out
     */
    public static @Nullable String of(@Nullable String text) {
        if (text == null || isVisible(text)) {
            return text;
        }
        StringBuilder visible = new StringBuilder(text.length());
        int before = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(before)) {
            int c = text.codePointAt(i);
            if (c == '\u2028' || c == '\u2029') {
                visible.append('\n');
            } else if (isVisible(c, before)) {
                visible.appendCodePoint(c);
            }
            before = c;
        }
        return visible.toString();
    }

    /**
     * Tells whether a text is as a person sees it.
     * @param text the text
     * @return whether {@link #of} returns the same
     */
    public static boolean isVisible(String text) {
        int before = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(before)) {
            int c = text.codePointAt(i);
            if (!isVisible(c, before)) {
                return false;
            }
            before = c;
        }
        return true;
    }

    private static boolean isVisible(int c, int before) {
        if (c == '\n' || c == '\r' || c == '\t') {
            return true;
        }
        if (isSelector(c)) {
            // Whether an emoji is a picture: one behind a character. Any more of them carry hidden bytes.
            return (c == 0xfe0e || c == 0xfe0f) && before != 0 && !isSelector(before);
        }
        return SafeText.isPrintable(c) || isArabicSign(c);
    }

    private static boolean isSelector(int c) {
        return (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0xe0100 && c <= 0xe01ef);
    }

    /** Signs around numbers, which are format characters and seen all the same. */
    private static boolean isArabicSign(int c) {
        return (c >= 0x600 && c <= 0x605) || c == 0x6dd || c == 0x8e2;
    }
}
