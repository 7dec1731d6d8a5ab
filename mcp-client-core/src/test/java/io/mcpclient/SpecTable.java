package io.mcpclient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The table in {@code docs/spec-coverage.md}: read, and written with the tests that were found. */
final class SpecTable {

    private static final Pattern ROW = Pattern.compile("\\| ([A-Z]+-\\d\\d) \\| ([^|]+) \\| ([^|]+) \\| ([^|]*?) ?\\|");

    private static final Pattern TESTS = Pattern.compile("[\\w/.-]+(, [\\w/.-]+)*");

    private static final Pattern COUNT = Pattern.compile("\\d+ of \\d+ rules are proved");

    private final Path file;

    private final List<String> lines;

    private SpecTable(Path file, List<String> lines) {
        this.file = file;
        this.lines = lines;
    }

    static SpecTable read(Path file) throws IOException {
        return new SpecTable(file, new ArrayList<>(Files.readAllLines(file)));
    }

    List<Row> rows() {
        return lines.stream()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .map(Row::of)
                .toList();
    }

    /** Tells whether the sentence that counts the proved rules is right. */
    boolean countsRight() {
        return lines.stream().anyMatch(line -> line.contains(count()));
    }

    /** Puts the tests that were found into the rows without a reason, and counts again. */
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
        return "%d of %d rules are proved".formatted(proved, rows().size());
    }

    /**
     * A rule.
     *
     * @param proof the tests that prove it, divided by commas, or the reason why there is none
     */
    record Row(String id, String level, String rule, String proof) {

        private static Row of(Matcher matcher) {
            return new Row(matcher.group(1), matcher.group(2), matcher.group(3), matcher.group(4));
        }

        Set<String> tests() {
            return hasReason() || proof.isEmpty() ? Set.of() : Set.of(proof.split(", "));
        }

        boolean hasReason() {
            return !proof.isEmpty() && !TESTS.matcher(proof).matches();
        }

        private Row provedBy(RuleMentions mentions) {
            return hasReason() ? this : new Row(id, level, rule, String.join(", ", mentions.of(id)));
        }

        private String line() {
            return "| %s | %s | %s | %s |".formatted(id, level, rule, proof);
        }
    }
}
