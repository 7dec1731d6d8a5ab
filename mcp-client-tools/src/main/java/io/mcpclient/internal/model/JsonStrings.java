package io.mcpclient.internal.model;

/** Reads strings of JSON in double or single quotes. Not thread-safe. */
final class JsonStrings {

    private static final int HEX_DIGITS = 4;

    private final JsonText text;

    JsonStrings(JsonText text) {
        this.text = text;
    }

    /** Reads the string that begins here. */
    String read() throws UnreadableJsonException {
        int begin = this.text.position();
        char quote = this.text.peek();
        if (quote == '\'') {
            this.text.repaired(JsonRepair.QUOTES);
        }
        StringBuilder unescaped = null;
        int copied = begin + 1;
        int i = begin + 1;
        for (; i < this.text.end(); i++) {
            char c = this.text.at(i);
            if (c == quote) {
                this.text.moveTo(i + 1);
                String rest = this.text.text.substring(copied, i);
                return (unescaped == null) ? rest : unescaped.append(rest).toString();
            }
            if (c < ' ') {
                this.text.repaired(JsonRepair.CONTROL);
            } else if (c == '\\') {
                unescaped = (unescaped != null) ? unescaped : new StringBuilder();
                unescaped.append(this.text.text, copied, i).append(escaped(i));
                i += (this.text.at(i + 1) == 'u') ? 1 + HEX_DIGITS : 1;
                copied = i + 1;
            }
        }
        throw this.text.problem(begin, "the string that begins here has no end");
    }

    private char escaped(int backslash) throws UnreadableJsonException {
        char c = this.text.at(backslash + 1);
        switch (c) {
            case '"', '\\', '/':
                return c;
            case '\'':
                this.text.repaired(JsonRepair.QUOTES);
                return c;
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            case 'u':
                return unicode(backslash);
            default:
                throw invalid(backslash);
        }
    }

    private char unicode(int backslash) throws UnreadableJsonException {
        int code = 0;
        for (int i = backslash + 2; i < backslash + 2 + HEX_DIGITS; i++) {
            char c = this.text.at(i);
            int digit = (c < 0x80) ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                throw invalid(backslash);
            }
            code = code * 16 + digit;
        }
        return (char) code;
    }

    private UnreadableJsonException invalid(int backslash) {
        return this.text.problem(
                backslash, "invalid escape \"" + this.text.excerpt(backslash) + "\"; a backslash is written as two");
    }
}
