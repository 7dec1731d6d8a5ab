package io.mcpclient;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The table in {@code docs/fault-coverage.md}. A row without a test says so, and keeps that until there is one. */
final class FaultTable extends CoverageTable<FaultTable.Row> {

    private static final Pattern ROW = Pattern.compile("\\| ([A-Z]\\d\\d) \\| ([^|]+) \\| ([^|]*?) ?\\|");

    private static final Pattern TESTS = Pattern.compile("\\w+(, \\w+)*");

    private FaultTable(Path file) throws IOException {
        super(file, ROW, "%d of %d faults have a test");
    }

    static FaultTable read(Path file) throws IOException {
        return new FaultTable(file);
    }

    @Override
    Row row(Matcher matcher) {
        return new Row(matcher.group(1), matcher.group(2), matcher.group(3));
    }

    /**
     * A fault.
     *
     * @param fault what it is
     * @param proof the tests that inject it, divided by commas, or what is not proved yet
     */
    record Row(String id, String fault, String proof) implements CoverageTable.Row<Row> {

        @Override
        public List<String> tests() {
            return TESTS.matcher(this.proof).matches() ? List.of(this.proof.split(", ")) : List.of();
        }

        /** Tests replace what was not proved before. */
        @Override
        public Row provedBy(RuleMentions mentions) {
            String tests = String.join(", ", mentions.of(this.id));
            return new Row(this.id, this.fault, (tests.isEmpty() && tests().isEmpty()) ? this.proof : tests);
        }

        @Override
        public String line() {
            return "| %s | %s | %s |".formatted(this.id, this.fault, this.proof);
        }
    }
}
