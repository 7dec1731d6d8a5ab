package io.mcpclient.autoconfigure.files;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file with environment variables. Values are final: nothing in them is replaced.
 *
 * <pre>
 *  # comment
 *  NAME=value           # comment
 *  export NAME='value'
 *  NAME="first line\nsecond line"
 * </pre>
 */
final class EnvFile {

    private static final Pattern BEGINNING = Pattern.compile("[ \\t]*(?:export[ \\t]+)?([\\w.-]+)[ \\t]*=[ \\t]*");

    private static final Pattern COMMENT = Pattern.compile("(?:^|[ \\t])#.*");

    private static final Pattern NOTHING = Pattern.compile("\\s*(?:#.*)?");

    private EnvFile() {}

    /**
     * Reads variables.
     * @param bytes content, in UTF-8, or in UTF-16 with a byte order mark
     * @param ignored receives the number of each line that has no variable, from 1
     * @return values by name; the last one of a name applies
     * @throws CharacterCodingException if it is no text
     */
    static Map<String, String> variables(byte[] bytes, IntConsumer ignored) throws CharacterCodingException {
        String text = text(bytes).replaceAll("\\r\\n?", "\n");
        Map<String, String> variables = new LinkedHashMap<>();
        int line = 1;
        int position = 0;
        while (position < text.length()) {
            int end = end(text, position, variables);
            if (end < 0) {
                end = lineEnd(text, position);
                if (!NOTHING.matcher(text.substring(position, end)).matches()) {
                    ignored.accept(line);
                }
            }
            line += 1
                    + (int) text.substring(position, end)
                            .chars()
                            .filter(c -> c == '\n')
                            .count();
            position = end + 1;
        }
        return variables;
    }

    /** Returns the end of a variable, or -1 if there is none. */
    private static int end(String text, int position, Map<String, String> variables) {
        Matcher name = BEGINNING.matcher(text).region(position, text.length());
        if (!name.lookingAt()) {
            return -1;
        }
        int start = name.end();
        char quote = (start < text.length()) ? text.charAt(start) : 0;
        boolean isQuoted = quote == '"' || quote == '\'';
        int close = isQuoted ? close(text, start + 1, quote) : start;
        if (close < 0) {
            return -1;
        }
        int end = lineEnd(text, close);
        String value = isQuoted ? text.substring(start + 1, close) : text.substring(start, end);
        if (!isQuoted) {
            value = COMMENT.matcher(value).replaceFirst("").strip();
        } else if (quote == '"') {
            value = unescaped(value);
        }
        variables.put(name.group(1), value);
        return end;
    }

    /** Returns the position of the closing quote, or -1 if there is none. */
    private static int close(String text, int position, char quote) {
        int at = position;
        while (at < text.length() && text.charAt(at) != quote) {
            at += (quote == '"' && text.charAt(at) == '\\') ? 2 : 1;
        }
        return (at < text.length()) ? at : -1;
    }

    private static int lineEnd(String text, int position) {
        int end = text.indexOf('\n', position);
        return (end >= 0) ? end : text.length();
    }

    private static String unescaped(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                plain.append(c);
                continue;
            }
            char escaped = text.charAt(++i);
            switch (escaped) {
                case 'n' -> plain.append('\n');
                case 'r' -> plain.append('\r');
                case 't' -> plain.append('\t');
                case '"', '\\', '$' -> plain.append(escaped);
                default -> plain.append(c).append(escaped);
            }
        }
        return plain.toString();
    }

    private static String text(byte[] bytes) throws CharacterCodingException {
        int first = (bytes.length > 1) ? (bytes[0] & 0xff) << 8 | (bytes[1] & 0xff) : 0;
        Charset charset = (first == 0xfeff || first == 0xfffe) ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
        String text = charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        return text.startsWith("\ufeff") ? text.substring(1) : text;
    }
}
