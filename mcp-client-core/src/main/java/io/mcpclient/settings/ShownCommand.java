package io.mcpclient.settings;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** A command as it may be shown: some write arguments into it, which may be secrets. */
final class ShownCommand {

    private ShownCommand() {}

    /** Returns the first word of a command, and whether there are more; all of it if it is the path of a file, which may have blanks. */
    static String of(String command) {
        String text = command.strip();
        int end = 0;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        return (end == text.length() || isFile(text)) ? text : text.substring(0, end) + " …";
    }

    private static boolean isFile(String text) {
        try {
            return Files.exists(Path.of(text));
        } catch (InvalidPathException ex) {
            return false;
        }
    }
}
