package io.mcpclient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The table in {@code docs/fault-coverage.md}: read, and written with the tests that were found. */
final class FaultTable {

    private static final Pattern ROW = Pattern.compile("\\| ([A-Z]\\d\\d) \\| ([^|]+) \\| ([^|]*?) ?\\|");

    private static final Pattern COUNT = Pattern.compile("\\d+ of \\d+ faults have a test");

    private final Path file;

    private final List<String> lines;

    private FaultTable(Path file, List<String> lines) {
        this.file = file;
        this.lines = lines;
    }

    static FaultTable read(Path file) throws IOException {
        return new FaultTable(file, new ArrayList<>(Files.readAllLines(file)));
    }

    List<Row> rows() {
        return lines.stream()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .map(Row::of)
                .toList();
    }

    /** Tells whether the sentence that counts the faults with a test is right. */
    boolean countsRight() {
        return lines.stream().anyMatch(line -> line.contains(count()));
    }

    /** Puts the tests that were found into the rows, and counts again. */
    void write(RuleMentions mentions) throws IOException {
        lines.replaceAll(line -> {
            Matcher matcher = ROW.matcher(line);
            return matcher.matches() ? Row.of(matcher).provedBy(mentions).line() : line;
        });
        lines.replaceAll(line -> COUNT.matcher(line).replaceAll(count()));
        Files.write(file, lines);
    }

    private String count() {
        long proved = rows().stream().filter(row -> !row.tests().isEmpty()).count();
        return "%d of %d faults have a test".formatted(proved, rows().size());
    }

    /** A fault, what it is, and which tests inject it. */
    record Row(String id, String fault, List<String> tests) {

        private static Row of(Matcher matcher) {
            String tests = matcher.group(3);
            return new Row(
                    matcher.group(1), matcher.group(2), tests.isEmpty() ? List.of() : List.of(tests.split(", ")));
        }

        private Row provedBy(RuleMentions mentions) {
            return new Row(id, fault, List.copyOf(mentions.of(id)));
        }

        private String line() {
            return "| %s | %s | %s |".formatted(id, fault, String.join(", ", tests));
        }
    }
}
