package io.mcpclient.error;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Parser for one line of {@code WWW-Authenticate}. Reads from left to right, each character once. Tolerates deviations of
 * servers: empty elements, missing commas, unquoted URLs. Parsing stops at the first error and keeps the challenges parsed
 * so far.
 *
 * <table>
 * <caption>Meaning of a word; the first match applies</caption>
 * <tr><th>word</th><th>meaning</th></tr>
 * <tr><td>alone, after a scheme without a comma</td><td>token68, discarded</td></tr>
 * <tr><td>alone</td><td>scheme of the next challenge</td></tr>
 * <tr><td>before {@code =} at the end or before another {@code =}</td><td>token68 with padding</td></tr>
 * <tr><td>before {@code =}</td><td>parameter name; the first of duplicate names applies</td></tr>
 * </table>
 *
 * @see "RFC 9110, section 11.6.1; fault H21"
 */
final class ChallengeParser {

    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

    private final String line;

    private final List<McpChallenge> found = new ArrayList<>();

    private int at;

    private boolean afterComma;

    private @Nullable String scheme;

    private Map<String, String> parameters = new HashMap<>();

    private ChallengeParser(String line) {
        this.line = line;
    }

    static List<McpChallenge> parse(String line) {
        ChallengeParser parser = new ChallengeParser(line);
        boolean goesOn = true;
        while (goesOn) {
            goesOn = parser.readWord();
        }
        parser.endChallenge();
        return parser.found;
    }

    /** Reads a word and its value, if any. Returns whether parsing can continue. */
    private boolean readWord() {
        skipToWord();
        String word = word();
        if (word.isEmpty()) {
            return false;
        }
        skipSpaces();
        if (!isAt('=')) {
            return onWordAlone(word);
        }
        this.at++;
        return this.scheme != null && readValue(word);
    }

    private boolean onWordAlone(String word) {
        boolean isToken68 = this.scheme != null && this.parameters.isEmpty() && !this.afterComma;
        if (isToken68) {
            return true;
        }
        endChallenge();
        if (!isToken(word)) {
            return false;
        }
        this.scheme = word.toLowerCase(Locale.ROOT);
        return true;
    }

    private boolean readValue(String name) {
        skipSpaces();
        if (isAt('"')) {
            return readQuoted(name);
        }
        int start = this.at;
        while (!isAtEndOfElement()) {
            this.at++;
        }
        put(name, this.line.substring(start, this.at));
        return true;
    }

    private boolean readQuoted(String name) {
        StringBuilder text = new StringBuilder();
        this.at++;
        while (this.at < this.line.length()) {
            char next = this.line.charAt(this.at++);
            if (next == '"') {
                put(name, text.toString());
                return isAtEndOfElement(); // otherwise, an inner quote was not escaped
            }
            if (next == '\\' && this.at < this.line.length()) {
                next = this.line.charAt(this.at++);
            }
            text.append(next);
        }
        return false; // unterminated quoted string
    }

    private boolean isAtEndOfElement() {
        return this.at == this.line.length() || isSpace(this.line.charAt(this.at)) || isAt(',');
    }

    private void put(String name, String value) {
        boolean isToken68 =
                this.parameters.isEmpty() && !this.afterComma && value.chars().allMatch(c -> c == '=');
        if (!isToken68 && isToken(name)) {
            this.parameters.putIfAbsent(name.toLowerCase(Locale.ROOT), value);
        }
    }

    private void endChallenge() {
        if (this.scheme != null) {
            this.found.add(new McpChallenge(this.scheme, this.parameters));
        }
        this.scheme = null;
        this.parameters = new HashMap<>();
    }

    private void skipToWord() {
        this.afterComma = false;
        while (this.at < this.line.length() && (isSpace(this.line.charAt(this.at)) || isAt(','))) {
            this.afterComma |= isAt(',');
            this.at++;
        }
    }

    private void skipSpaces() {
        while (this.at < this.line.length() && isSpace(this.line.charAt(this.at))) {
            this.at++;
        }
    }

    private String word() {
        int start = this.at;
        while (this.at < this.line.length() && " \t,=\"".indexOf(this.line.charAt(this.at)) < 0) {
            this.at++;
        }
        return this.line.substring(start, this.at);
    }

    private boolean isAt(char wanted) {
        return this.at < this.line.length() && this.line.charAt(this.at) == wanted;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t';
    }

    private static boolean isToken(String word) {
        return word.chars()
                .allMatch(c -> c >= 'a' && c <= 'z'
                        || c >= 'A' && c <= 'Z'
                        || c >= '0' && c <= '9'
                        || TOKEN_MARKS.indexOf(c) >= 0);
    }
}
