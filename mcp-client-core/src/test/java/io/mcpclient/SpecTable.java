package io.mcpclient;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The table in {@code docs/spec-coverage.md}. Rows with a reason why there is no test keep it. */
final class SpecTable extends CoverageTable<SpecTable.Row> {

    private static final Pattern ROW =
            Pattern.compile("\\| ([A-Z]+-A?\\d\\d) \\| ([^|]+) \\| ([^|]+) \\| ([^|]*?) ?\\|");

    private static final Pattern TESTS = Pattern.compile("[\\w/.-]+(, [\\w/.-]+)*");

    private SpecTable(Path file) throws IOException {
        super(file, ROW, "%d of %d rules are proved");
    }

    static SpecTable read(Path file) throws IOException {
        return new SpecTable(file);
    }

    @Override
    Row row(Matcher matcher) {
        return new Row(matcher.group(1), matcher.group(2), matcher.group(3), matcher.group(4));
    }

    /**
     * A rule.
     *
     * @param proof the tests that prove it, divided by commas, or the reason why there is none
     */
    record Row(String id, String level, String rule, String proof) implements CoverageTable.Row<Row> {

        @Override
        public Set<String> tests() {
            return hasReason() || this.proof.isEmpty() ? Set.of() : Set.of(this.proof.split(", "));
        }

        boolean hasReason() {
            return !this.proof.isEmpty() && !TESTS.matcher(this.proof).matches();
        }

        @Override
        public Row provedBy(RuleMentions mentions) {
            return hasReason()
                    ? this
                    : new Row(this.id, this.level, this.rule, String.join(", ", mentions.of(this.id)));
        }

        @Override
        public String line() {
            return "| %s | %s | %s | %s |".formatted(this.id, this.level, this.rule, this.proof);
        }
    }
}
