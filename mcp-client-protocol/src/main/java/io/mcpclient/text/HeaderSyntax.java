package io.mcpclient.text;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Validation of names and values of HTTP headers, which prevents header injection.
 *
 * @see "RFC 9110, sections 5.1 and 5.5; fault A20"
 */
public final class HeaderSyntax {

    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

    /** End of the names of {@code Authorization} and {@code Proxy-Authorization}. */
    private static final String AUTHORIZATION = "authorization";

    private static final Pattern SCHEME =
            Pattern.compile("bearer|basic|digest|dpop|token|api-?key", Pattern.CASE_INSENSITIVE);

    private HeaderSyntax() {}

    /**
     * Checks one header.
     * @param name header name
     * @param value header value
     * @throws IllegalArgumentException if one of them is illegal, or nothing follows the scheme of credentials, as after an empty
     *     placeholder; the message never contains the value
     */
    public static void check(String name, String value) {
        if (!isName(name)) {
            throw new IllegalArgumentException("is not a legal HTTP header name");
        }
        if (value.isBlank()) {
            throw new IllegalArgumentException("has an empty value");
        }
        if (name.toLowerCase(Locale.ROOT).endsWith(AUTHORIZATION)
                && SCHEME.matcher(value.strip()).matches()) {
            throw new IllegalArgumentException("has the scheme " + value.strip() + " alone, without credentials");
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
