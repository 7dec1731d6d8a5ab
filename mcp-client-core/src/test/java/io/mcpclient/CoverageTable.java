package io.mcpclient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A table in the documentation of what tests show, one row each: read, and written with the tests that were found.
 *
 * @param <R> type of its rows
 */
abstract class CoverageTable<R extends CoverageTable.Row<R>> {

    private final Path file;

    private final List<String> lines;

    private final Pattern rowPattern;

    private final String count;

    /**
     * Reads a table.
     * @param rowPattern what a row looks like
     * @param count sentence that counts the rows with tests, and all, with a place for each of the two numbers
     */
    CoverageTable(Path file, Pattern rowPattern, String count) throws IOException {
        this.file = file;
        this.lines = new ArrayList<>(Files.readAllLines(file));
        this.rowPattern = rowPattern;
        this.count = count;
    }

    /** One row. */
    interface Row<R> {

        Collection<String> tests();

        /** The same row with the tests that were found. */
        R provedBy(RuleMentions mentions);

        String line();
    }

    abstract R row(Matcher matcher);

    final List<R> rows() {
        return this.lines.stream()
                .map(this.rowPattern::matcher)
                .filter(Matcher::matches)
                .map(this::row)
                .toList();
    }

    /** Tells whether the sentence that counts is right. */
    final boolean countsRight() {
        return this.lines.stream().anyMatch(line -> line.contains(count()));
    }

    /** Puts the tests that were found into the rows, and counts again. */
    final void write(RuleMentions mentions) throws IOException {
        this.lines.replaceAll(line -> {
            Matcher matcher = this.rowPattern.matcher(line);
            return matcher.matches() ? row(matcher).provedBy(mentions).line() : line;
        });
        Pattern counted = Pattern.compile(this.count.replace("%d", "\\d+"));
        this.lines.replaceAll(line -> counted.matcher(line).replaceAll(count()));
        Files.write(this.file, this.lines);
    }

    private String count() {
        long proved = rows().stream().filter(row -> !row.tests().isEmpty()).count();
        return this.count.formatted(proved, rows().size());
    }
}
