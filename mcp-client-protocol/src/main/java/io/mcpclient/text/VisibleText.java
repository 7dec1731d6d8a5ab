package io.mcpclient.text;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Removes characters that are invisible to a person but read by a model: control characters except line breaks and tabs,
 * zero width and bidirectional characters, fillers, tags, private and unassigned characters, unpaired surrogates, and unnecessary
 * variation selectors. The remaining text looks the same to a person. Unlike {@link SafeText}, the text remains readable
 * for a model: line breaks and all letters are kept.
 */
public final class VisibleText {

    private static final int DELETE = 0x7f;

    private VisibleText() {}

    /**
     * Returns the visible part of a text.
     * @param text the text, or {@code null}
     * @return the visible part; the same text if nothing needs to be removed
     */
    public static @Nullable String of(@Nullable String text) {
        return (text == null || isVisible(text)) ? text : visible(text);
    }

    private static String visible(String text) {
        StringBuilder visible = new StringBuilder(text.length());
        int before = 0;
        int c;
        for (int i = 0; i < text.length(); i += Character.charCount(c)) {
            c = text.codePointAt(i);
            int shown = (c == '\u2028' || c == '\u2029') ? '\n' : c;
            if (isVisible(shown, before)) {
                visible.appendCodePoint(shown);
                before = shown;
            }
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
            int c = text.charAt(i);
            if (c < ' ' || c >= DELETE) {
                c = text.codePointAt(i);
                if (!isVisible(c, before)) {
                    return false;
                }
            }
            before = c;
        }
        return true;
    }

    /**
     * Replaces what is no character: each surrogate without its other half. JSON may contain them, and the services of models refuse
     * a whole request with one.
     * @param text the text
     * @return the text with U+FFFD instead of unpaired surrogates; the same text if there are none
     */
    public static String wellFormed(String text) {
        int c;
        for (int i = 0; i < text.length(); i += Character.charCount(c)) {
            c = text.codePointAt(i);
            if (isUnpaired(c)) {
                return text.codePoints()
                        .map(each -> isUnpaired(each) ? 0xfffd : each)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
            }
        }
        return text;
    }

    /** Whether a code point is a surrogate: those of pairs are other code points. */
    private static boolean isUnpaired(int c) {
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    }

    /**
     * Returns the visible part of a JSON value: of all its texts, and of the names of members.
     * @param json a map, list, string, number, boolean or {@code null}
     * @return the visible part; the same value if nothing needs to be removed. Of members with the same visible name, the last remains
     */
    public static @Nullable Object ofJson(@Nullable Object json) {
        return isVisibleJson(json) ? json : visibleJson(json);
    }

    private static @Nullable Object visibleJson(@Nullable Object json) {
        if (json instanceof Map<?, ?> members) {
            Map<@Nullable String, @Nullable Object> visible = new LinkedHashMap<>();
            members.forEach((name, value) -> visible.put(of(String.valueOf(name)), visibleJson(value)));
            return visible;
        }
        if (json instanceof List<?> items) {
            return items.stream().map(VisibleText::visibleJson).toList();
        }
        return (json instanceof String text) ? of(text) : json;
    }

    /**
     * Returns whether no text of a JSON value and no name of a member contains invisible characters.
     * @param json a map, list, string, number, boolean or {@code null}
     * @return whether {@link #ofJson} returns the same
     */
    public static boolean isVisibleJson(@Nullable Object json) {
        if (json instanceof String text) {
            return isVisible(text);
        }
        if (json instanceof Map<?, ?> members) {
            for (Map.Entry<?, ?> member : members.entrySet()) {
                if (!isVisible(String.valueOf(member.getKey())) || !isVisibleJson(member.getValue())) {
                    return false;
                }
            }
        } else if (json instanceof List<?> items) {
            for (Object item : items) {
                if (!isVisibleJson(item)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isVisible(int c, int before) {
        if (c == '\n' || c == '\r' || c == '\t') {
            return true;
        }
        if (isSelector(c)) {
            // Chooses text or emoji presentation of the character before it. Any other selector carries hidden data.
            return (c == 0xfe0e || c == 0xfe0f) && hasPresentations(before);
        }
        return SafeText.isPrintable(c) || isArabicSign(c);
    }

    private static boolean isSelector(int c) {
        return (c >= 0xfe00 && c <= 0xfe0f)
                || (c >= 0xe0100 && c <= 0xe01ef)
                || (c >= 0x180b && c <= 0x180f && c != 0x180e);
    }

    /** Whether a character may have a text and an emoji presentation: symbols, keycaps and the letter that means information. */
    private static boolean hasPresentations(int c) {
        if (c < DELETE) {
            return "0123456789#*".indexOf(c) >= 0;
        }
        return switch (Character.getType(c)) {
            case Character.OTHER_SYMBOL,
                    Character.MATH_SYMBOL,
                    Character.MODIFIER_SYMBOL,
                    Character.OTHER_PUNCTUATION,
                    Character.DASH_PUNCTUATION -> true;
            default -> c == 0x2139;
        };
    }

    /** Arabic number signs, which are format characters but visible. */
    private static boolean isArabicSign(int c) {
        return (c >= 0x600 && c <= 0x605) || c == 0x6dd || c == 0x8e2;
    }
}
