package io.mcpclient;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The table in {@code docs/fault-coverage.md}. */
final class FaultTable extends CoverageTable<FaultTable.Row> {

    private static final Pattern ROW = Pattern.compile("\\| ([A-Z]\\d\\d) \\| ([^|]+) \\| ([^|]*?) ?\\|");

    private FaultTable(Path file) throws IOException {
        super(file, ROW, "%d of %d faults have a test");
    }

    static FaultTable read(Path file) throws IOException {
        return new FaultTable(file);
    }

    @Override
    Row row(Matcher matcher) {
        String tests = matcher.group(3);
        return new Row(matcher.group(1), matcher.group(2), tests.isEmpty() ? List.of() : List.of(tests.split(", ")));
    }

    /** A fault, what it is, and which tests inject it. */
    record Row(String id, String fault, List<String> tests) implements CoverageTable.Row<Row> {

        @Override
        public Row provedBy(RuleMentions mentions) {
            return new Row(id, fault, List.copyOf(mentions.of(id)));
        }

        @Override
        public String line() {
            return "| %s | %s | %s |".formatted(id, fault, String.join(", ", tests));
        }
    }
}
