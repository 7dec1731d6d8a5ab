package io.mcpclient.internal.support;

import org.jspecify.annotations.Nullable;

/**
 * Removes characters that are invisible to a person but read by a model: control characters except line breaks and tabs,
 * zero width and bidirectional characters, tags, private and unassigned characters, unpaired surrogates, and unnecessary
 * variation selectors. The remaining text looks the same to a person. Unlike {@link SafeText}, the text remains readable
 * for a model: line breaks and all letters are kept.
 */
public final class VisibleText {

    private VisibleText() {}

    /**
     * Returns the visible part of a text.
     * @param text the text, or {@code null}
     * @return the visible part; the same text if nothing needs to be removed
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
     * Returns whether a text contains no invisible characters.
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
            // One selector after a character chooses text or emoji presentation. Any further selectors carry hidden
            // bytes.
            return (c == 0xfe0e || c == 0xfe0f) && before != 0 && !isSelector(before);
        }
        return SafeText.isPrintable(c) || isArabicSign(c);
    }

    private static boolean isSelector(int c) {
        return (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0xe0100 && c <= 0xe01ef);
    }

    /** Arabic number signs, which are format characters but visible. */
    private static boolean isArabicSign(int c) {
        return (c >= 0x600 && c <= 0x605) || c == 0x6dd || c == 0x8e2;
    }
}
