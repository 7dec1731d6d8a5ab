package io.mcpclient.support.json;

import java.util.Base64;

import org.jspecify.annotations.Nullable;

/**
 * Base64 as servers write it.
 *
 * <table>
 * <caption>data</caption>
 * <tr><th>data</th><th>result</th></tr>
 * <tr><td>standard alphabet and padding</td><td>as it is</td></tr>
 * <tr><td>with white space, such as line breaks</td><td>without</td></tr>
 * <tr><td>alphabet for URLs: {@code -} and {@code _}</td><td>{@code +} and {@code /}</td></tr>
 * <tr><td>without padding, or one or two {@code =} that do not fit</td><td>with the right padding</td></tr>
 * <tr><td>a {@code data:} URL with {@code ;base64}</td><td>its data</td></tr>
 * <tr><td>other characters, more than two {@code =}, characters after {@code =}, one digit too many</td><td>invalid</td></tr>
 * </table>
 *
 * Without state.
 */
public final class Base64Text {

    private static final String SCHEME = "data:";

    private static final String ENCODING = ";base64";

    private static final int MAX_HEADER = 200;

    private Base64Text() {}

    /**
     * Decodes a member of a message.
     * @param data its value
     * @param type what contains it, for the message of the exception
     * @param member its name, for the message of the exception
     * @return the bytes
     * @throws IllegalArgumentException if the data is not Base64
     */
    public static byte[] decoded(String data, String type, String member) {
        String standard = standard(data);
        if (standard == null) {
            throw new IllegalArgumentException(type + " has no valid Base64 in \"" + member + "\"");
        }
        return Base64.getDecoder().decode(standard);
    }

    /**
     * Returns data in the standard alphabet, with padding and without white space.
     * @param data the data as received
     * @return the same instance if it is so already; {@code null} if it is not Base64
     */
    public static @Nullable String standard(String data) {
        int start = start(data);
        int digits = 0;
        int padding = 0;
        boolean isStandard = start == 0;
        for (int i = start; i < data.length(); i++) {
            char c = data.charAt(i);
            if (c == '=') {
                padding++;
            } else if (isWhiteSpace(c)) {
                isStandard = false;
            } else if (isDigit(c) && padding == 0) {
                digits++;
                isStandard &= c != '-' && c != '_';
            } else {
                return null;
            }
        }
        if (digits % 4 == 1 || padding > 2) {
            return null;
        }
        return (isStandard && (digits + padding) % 4 == 0) ? data : written(data, start, digits);
    }

    private static String written(String data, int start, int digits) {
        StringBuilder standard = new StringBuilder(digits + 2);
        for (int i = start; i < data.length(); i++) {
            char c = data.charAt(i);
            if (isDigit(c)) {
                standard.append((c == '-') ? '+' : (c == '_') ? '/' : c);
            }
        }
        return standard.append("=".repeat((4 - digits % 4) % 4)).toString();
    }

    /** Returns where the data begins: after the header of a URL. */
    private static int start(String data) {
        int scheme = 0;
        while (scheme < data.length() && isWhiteSpace(data.charAt(scheme))) {
            scheme++;
        }
        int comma = data.regionMatches(true, scheme, SCHEME, 0, SCHEME.length()) ? data.indexOf(',', scheme) : -1;
        boolean isEncoded = comma >= 0
                && comma - scheme <= MAX_HEADER
                && data.regionMatches(true, comma - ENCODING.length(), ENCODING, 0, ENCODING.length());
        return isEncoded ? comma + 1 : 0;
    }

    private static boolean isDigit(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || "+/-_".indexOf(c) >= 0;
    }

    private static boolean isWhiteSpace(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f';
    }
}
