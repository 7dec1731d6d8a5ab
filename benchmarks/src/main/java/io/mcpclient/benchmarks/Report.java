package io.mcpclient.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The part of a page that a program writes. */
final class Report {

    private static final String BEGIN = "<!-- measured: begin -->\n";
    private static final String END = "<!-- measured: end -->";

    /** {@code run} starts the benchmarks in their own directory. */
    private static final Path PAGE = Path.of("..", "docs", "performance.md");

    private Report() {}

    static void write(String measured) throws IOException {
        Files.writeString(PAGE, replace(Files.readString(PAGE), measured));
    }

    /** Replaces what is between the marks, and nothing else. */
    static String replace(String page, String measured) {
        int begin = page.indexOf(BEGIN);
        int end = page.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalStateException(
                    "The page has no place for the table, between " + BEGIN.strip() + " and " + END);
        }
        return page.substring(0, begin + BEGIN.length()) + "\n" + measured.strip() + "\n\n" + page.substring(end);
    }
}
