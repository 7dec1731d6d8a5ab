package io.mcpclient.typed.generator;

import org.jspecify.annotations.Nullable;

import io.mcpclient.text.SafeText;

/** Text of a server as Java source: it can end neither a comment nor a literal, and what it says is visible. */
final class ServerText {

    private static final int LONGEST = 2000;

    private static final int LINE = 110;

    private ServerText() {}

    /** Returns text for a Javadoc comment, that is no tag and no HTML, in lines. */
    static String comment(@Nullable String text) {
        StringBuilder comment = new StringBuilder();
        int line = 0;
        for (String word : SafeText.excerpt(text, LONGEST).strip().split(" +")) {
            String escaped = escaped(word);
            if (line > 0 && line + escaped.length() >= LINE) {
                comment.append('\n');
                line = 0;
            } else if (line > 0) {
                comment.append(' ');
                line++;
            }
            comment.append(escaped);
            line += escaped.length();
        }
        return comment.toString();
    }

    private static String escaped(String word) {
        StringBuilder escaped = new StringBuilder();
        word.chars().forEach(character -> {
            switch (character) {
                // A backslash could begin a Unicode escape, which the compiler reads in comments as well.
                case '\\', '*', '/', '@', '{', '}', '<', '>', '&' ->
                    escaped.append("&#").append(character).append(';');
                default -> escaped.append((char) character);
            }
        });
        return escaped.toString();
    }

    /** Returns a literal. Characters that are not visible, or change the direction of others, are escaped. */
    static String literal(String text) {
        StringBuilder literal = new StringBuilder("\"");
        text.chars().forEach(character -> {
            if (character == '"' || character == '\\') {
                literal.append('\\').append((char) character);
            } else if ((character >= ' ' && character < 127) || Character.isLetterOrDigit(character)) {
                literal.append((char) character);
            } else {
                // A Unicode escape of a line break would be a line break to the compiler.
                literal.append(String.format((character < 256) ? "\\%03o" : "\\u%04x", character));
            }
        });
        return literal.append('"').toString();
    }
}
