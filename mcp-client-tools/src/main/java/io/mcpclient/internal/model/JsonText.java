package io.mcpclient.internal.model;

import java.util.Set;

import io.mcpclient.text.SafeText;

/** Position in a text that should be JSON: skips what stands between values, and notes repairs. Not thread-safe. */
final class JsonText {

    static final char END = '\uffff';

    /** Number of characters of an excerpt in a problem. */
    private static final int EXCERPT = 24;

    final String text;

    private final Set<JsonRepair> repairs;

    private int position;

    private int end;

    /**
     * Creates a position at the beginning.
     * @param text the text
     * @param repairs receives the repairs
     */
    JsonText(String text, Set<JsonRepair> repairs) {
        this.text = text;
        this.repairs = repairs;
        this.end = text.length();
    }

    int position() {
        return this.position;
    }

    void moveTo(int position) {
        this.position = position;
    }

    int end() {
        return this.end;
    }

    void endAt(int end) {
        this.end = end;
    }

    void repaired(JsonRepair repair) {
        this.repairs.add(repair);
    }

    /** Returns the current character, or {@link #END}. */
    char peek() {
        return at(this.position);
    }

    char at(int index) {
        return (index < this.end) ? this.text.charAt(index) : END;
    }

    boolean isAtEnd() {
        return this.position >= this.end;
    }

    /** Moves on if the current character is the given one. */
    boolean take(char c) {
        if (this.position < this.end && this.text.charAt(this.position) == c) {
            this.position++;
            return true;
        }
        return false;
    }

    /** Skips spaces and comments. */
    void skipSpace() throws UnreadableJsonException {
        while (this.position < this.end) {
            char c = this.text.charAt(this.position);
            if (isSpace(c)) {
                this.position++;
                noteSpace(c);
            } else if (c == '\\' && "nrt".indexOf(at(this.position + 1)) >= 0) {
                this.position += 2;
                repaired(JsonRepair.SPACE);
            } else if (c == '/') {
                skipComment();
            } else {
                return;
            }
        }
    }

    private void skipComment() throws UnreadableJsonException {
        int close;
        if (at(this.position + 1) == '/') {
            close = this.text.indexOf('\n', this.position);
            this.position = (close < 0 || close >= this.end) ? this.end : close + 1;
        } else if (at(this.position + 1) == '*') {
            close = this.text.indexOf("*/", this.position + 2);
            if (close < 0 || close + 2 > this.end) {
                throw problem(this.position, "the comment that begins here has no end");
            }
            this.position = close + 2;
        } else {
            throw problem(this.position, "unexpected " + found());
        }
        repaired(JsonRepair.COMMENT);
    }

    static boolean isSpace(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\ufeff' || c == '\u200b';
    }

    void noteSpace(char c) {
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
            repaired(JsonRepair.SPACE);
        }
    }

    static boolean isName(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c == '$' || c == '-';
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Creates a problem that what was expected is not here. */
    UnreadableJsonException expected(String what) {
        return isAtEnd()
                ? problem(this.position, "the text ends here, but " + what + " must follow")
                : problem(this.position, "expected " + what + ", found " + found());
    }

    UnreadableJsonException problem(int offset, String problem) {
        return new UnreadableJsonException(offset, problem);
    }

    /** Returns what follows, short and printable. */
    String found() {
        return "\"" + excerpt(this.position) + "\"";
    }

    String excerpt(int from) {
        return SafeText.excerpt(this.text.substring(from, Math.min(this.end, from + EXCERPT + 1)), EXCERPT);
    }

    /** Returns line and column of a character, both counted from one, columns in code points. */
    String location(int offset) {
        int line = 1;
        int begin = 0;
        for (int i = 0; i < offset; i++) {
            char c = this.text.charAt(i);
            if (c == '\n' || (c == '\r' && at(i + 1) != '\n')) {
                line++;
                begin = i + 1;
            }
        }
        return "line " + line + ", column " + (this.text.codePointCount(begin, offset) + 1);
    }
}
