package io.mcpclient.text;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * Sanitizes text of a server for messages and logs: one line, printable, bounded, with {@link KnownSecrets} masked.
 * Protects against escape sequences, log forging and disclosure of credentials that a server repeats.
 */
public final class SafeText {

    private static final int DEFAULT_LENGTH = 256;

    private SafeText() {}

    /**
     * Returns the text on one line, control and format characters escaped, cut after 256 characters.
     * @param text untrusted text, or {@code null}
     * @return the printable form, empty for {@code null}
     */
    public static String excerpt(@Nullable CharSequence text) {
        return excerpt(text, DEFAULT_LENGTH);
    }

    /**
     * Returns the text on one line, control and format characters escaped.
     * @param text untrusted text, or {@code null}
     * @param maxLength number of characters of the text after which it is cut
     * @return the printable form, empty for {@code null}
     */
    public static String excerpt(@Nullable CharSequence text, int maxLength) {
        if (text == null) {
            return "";
        }
        String safe = printable(KnownSecrets.mask(beginning(text, maxLength)));
        return (text.length() > maxLength) ? safe + '…' : safe;
    }

    private static String beginning(CharSequence text, int maxLength) {
        return text.subSequence(0, end(text, maxLength)).toString();
    }

    /**
     * Returns where to cut a text, never within a surrogate pair.
     * @param text the text
     * @param maxLength largest number of characters, not negative
     * @return number of characters before the cut, one less than permitted if a pair would be divided
     */
    public static int end(CharSequence text, int maxLength) {
        int end = Math.min(text.length(), maxLength);
        return (end > 0 && end < text.length() && isPair(text, end - 1)) ? end - 1 : end;
    }

    private static String printable(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 8);
        for (int i = 0; i < text.length(); i++) {
            int c = Character.codePointAt(text, i);
            if (isPrintable(c)) {
                safe.appendCodePoint(c);
            } else if (c == '\n' || c == '\r' || c == '\t') {
                safe.append(' ');
            } else {
                safe.append(String.format((c > 0xffff) ? "\\U%08x" : "\\u%04x", c));
            }
            if (c > 0xffff) {
                i++;
            }
        }
        return safe.toString();
    }

    /**
     * Returns scheme, host, port and path of a URL. User information, query and fragment are omitted because they may
     * contain secrets.
     * @param url the URL, of any origin
     * @return the printable form, cut after 256 characters
     */
    public static String address(URI url) {
        String authority = (url.getRawAuthority() != null) ? url.getRawAuthority() : "";
        String host = authority.substring(authority.lastIndexOf('@') + 1);
        String path = (url.getRawPath() != null) ? url.getRawPath() : "";
        return excerpt((url.getScheme() != null) ? url.getScheme() + "://" + host + path : host + path);
    }

    private static boolean isPair(CharSequence text, int index) {
        return Character.isSurrogatePair(text.charAt(index), text.charAt(index + 1));
    }

    static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> !isFiller(c);
        };
    }

    /** Letters and marks without a glyph (Unicode: Default_Ignorable_Code_Point). */
    private static boolean isFiller(int c) {
        return switch (c) {
            case 0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x3164, 0xffa0 -> true;
            default -> false;
        };
    }
}
