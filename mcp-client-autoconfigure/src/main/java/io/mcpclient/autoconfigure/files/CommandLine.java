package io.mcpclient.autoconfigure.files;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * A command and its arguments in one text, as some programs accept them. It is divided by the rules of a shell for blanks, quotes and
 * backslashes. There is no shell: nothing is expanded, and what a shell would interpret is refused.
 */
final class CommandLine {

    private static final String OPERATORS = "|&;<>`()";

    private static final Pattern PATH_SEPARATOR = Pattern.compile(Pattern.quote(File.pathSeparator));

    /** On Windows a backslash separates directories. */
    private static final boolean ESCAPES = File.separatorChar != '\\';

    private static final List<String> ENDINGS = ESCAPES ? List.of("") : List.of("", ".exe", ".com", ".cmd", ".bat");

    private CommandLine() {}

    /**
     * Divides a text.
     * @param text the program, with or without arguments
     * @param resolved replaces the variables of a text, which never divide it
     * @return the program and its arguments; only the text if a program has that name, or if its first word is a path without a
     *     program, so that never another program is started
     * @throws IllegalArgumentException if a shell would be needed; the message is a predicate
     */
    static List<String> words(String text, UnaryOperator<String> resolved) {
        String command = text.strip();
        if (command.chars().noneMatch(Character::isWhitespace) || isProgram(resolved.apply(command))) {
            return List.of(command);
        }
        List<String> words = divided(command);
        String program = resolved.apply(words.get(0));
        return (isPath(program) && !isProgram(program)) ? List.of(command) : words;
    }

    private static boolean isPath(String program) {
        return program.indexOf('/') >= 0 || program.indexOf(File.separatorChar) >= 0;
    }

    private static boolean isProgram(String name) {
        String directories = isPath(name) ? "" : System.getenv().getOrDefault("PATH", "");
        return PATH_SEPARATOR.splitAsStream(directories).anyMatch(directory -> ENDINGS.stream()
                .anyMatch(ending -> isFile(directory, name + ending)));
    }

    private static boolean isFile(String directory, String name) {
        try {
            return Files.isRegularFile(directory.isEmpty() ? Path.of(name) : Path.of(directory, name));
        } catch (InvalidPathException ex) {
            return false;
        }
    }

    private static List<String> divided(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean isWord = false;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int variable = text.startsWith("${", i) ? text.indexOf('}', i) : -1;
            if (variable > 0) {
                word.append(text, i, variable + 1);
                isWord = true;
                i = variable;
            } else if (isEscape(text, i, quote)) {
                word.append(text.charAt(++i));
                isWord = true;
            } else if (c == quote) {
                quote = 0;
            } else if (quote != 0) {
                word.append(c);
            } else if (c == '"' || c == '\'') {
                quote = c;
                isWord = true;
            } else if (!Character.isWhitespace(c)) {
                if (OPERATORS.indexOf(c) >= 0) {
                    throw new IllegalArgumentException("contains " + c + ", which needs a shell");
                }
                word.append(c);
                isWord = true;
            } else if (isWord) {
                words.add(word.toString());
                word.setLength(0);
                isWord = false;
            }
        }
        if (quote != 0) {
            throw new IllegalArgumentException("has a quote without its end");
        }
        if (isWord) {
            words.add(word.toString());
        }
        return words;
    }

    /** A backslash escapes nothing in single quotes, and only quotes and backslashes in double quotes. */
    private static boolean isEscape(String text, int index, char quote) {
        if (!ESCAPES || text.charAt(index) != '\\' || quote == '\'' || index + 1 == text.length()) {
            return false;
        }
        return quote == 0 || text.charAt(index + 1) == '"' || text.charAt(index + 1) == '\\';
    }
}
