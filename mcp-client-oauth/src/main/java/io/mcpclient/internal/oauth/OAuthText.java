package io.mcpclient.internal.oauth;

import java.util.Arrays;
import java.util.List;

/**
 * Validates text according to the OAuth grammar.
 *
 * @see "RFC 6749, appendix A; fault H22"
 */
final class OAuthText {

    private OAuthText() {}

    /** Whether a text can be a token: visible ASCII, so that it can neither end a header nor begin another one. */
    static boolean isToken(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }

    /** Whether a character can be in a scope, an error code or a nonce. */
    static boolean isNqchar(int c) {
        return c > ' ' && c < 0x7f && c != '"' && c != '\\';
    }

    /**
     * The scopes that were granted. Some servers separate them by commas.
     * @param text value of {@code scope}
     * @param asked requested scopes
     */
    static List<String> granted(String text, List<String> asked) {
        boolean hasCommas = asked.stream().anyMatch(scope -> scope.contains(","));
        return scopes(hasCommas ? text : text.replace(',', ' '));
    }

    /** The distinct valid scopes in a text. */
    static List<String> scopes(String text) {
        return Arrays.stream(text.split(" "))
                .filter(scope -> !scope.isEmpty() && scope.chars().allMatch(OAuthText::isNqchar))
                .distinct()
                .toList();
    }
}
