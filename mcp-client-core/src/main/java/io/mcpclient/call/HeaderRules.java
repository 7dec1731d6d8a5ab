package io.mcpclient.call;

import io.mcpclient.auth.HeaderSyntax;

/**
 * Rules of HTTP for header names and values, so that no header can smuggle a second one.
 *
 * @see HeaderSyntax
 */
public final class HeaderRules {

    private HeaderRules() {}

    /**
     * Checks one header.
     * @param name header name
     * @param value header value
     * @throws IllegalArgumentException if one of them is illegal; the message never holds the value
     */
    public static void check(String name, String value) {
        HeaderSyntax.check(name, value);
    }

    /**
     * Tells whether a text can be the name of a header.
     * @param text any text
     * @return whether it has at least one character, and none but those of a token
     */
    public static boolean isName(String text) {
        return HeaderSyntax.isName(text);
    }
}
