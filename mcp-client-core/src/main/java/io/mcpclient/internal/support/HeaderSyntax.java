package io.mcpclient.internal.support;

/**
 * Validation of names and values of HTTP headers, which prevents header injection.
 *
 * @see "RFC 9110, sections 5.1 and 5.5; fault A20"
 */
public final class HeaderSyntax {

    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

    private HeaderSyntax() {}

    /**
     * Checks one header.
     * @param name header name
     * @param value header value
     * @throws IllegalArgumentException if one of them is illegal; the message never contains the value
     */
    public static void check(String name, String value) {
        if (!isName(name)) {
            throw new IllegalArgumentException("is not a legal HTTP header name");
        }
        if (value.isBlank()) {
            throw new IllegalArgumentException("has an empty value");
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if ((c < 0x20 || c >= 0x7f) && c != '\t') {
                throw new IllegalArgumentException("has a line break or another illegal character in its value");
            }
        }
    }

    /**
     * Returns whether a text is a valid header name.
     * @param text any text
     * @return whether it has at least one character, and only token characters
     */
    public static boolean isName(String text) {
        return !text.isEmpty() && text.chars().allMatch(HeaderSyntax::isToken);
    }

    private static boolean isToken(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || TOKEN_MARKS.indexOf(c) >= 0;
    }
}
