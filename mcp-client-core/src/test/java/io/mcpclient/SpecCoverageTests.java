package io.mcpclient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds the table of rules and tests, {@code docs/spec-coverage.md}, against the tests there are. With
 * {@code -Dspec-coverage.write=true} the table is written first.
 */
@Timeout(60)
class SpecCoverageTests {

    private static final Pattern REASON = Pattern.compile("(host|choice|not part of this version): \\S.+");

    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

    private static RuleMentions mentions;

    private static SpecTable table;

    @BeforeAll
    static void read() throws IOException {
        mentions = RuleMentions.in(REPOSITORY);
        table = SpecTable.read(REPOSITORY.resolve("docs/spec-coverage.md"));
        if (Boolean.getBoolean("spec-coverage.write")) {
            table.write(mentions);
        }
        report();
    }

    private static void report() throws IOException {
        List<String> open = table.rows().stream()
                .filter(row -> row.tests().isEmpty())
                .map(row -> row.id() + " " + row.rule() + " (" + row.proof() + ")")
                .toList();
        Files.write(Files.createDirectories(Path.of("target")).resolve("spec-rows-without-test.txt"), open);
        System.out.println(open.size() + " of " + table.rows().size()
                + " rules have no test; see target/spec-rows-without-test.txt");
    }

    @Test
    void everyRuleHasATestOrAReason() {
        assertThat(table.rows())
                .isNotEmpty()
                .filteredOn(row ->
                        row.tests().isEmpty() && !REASON.matcher(row.proof()).matches())
                .as("Rules without a test: write one and name the rule in the comment above it, then regenerate the"
                        + " table (see its head); or write into the last column why there is none, beginning with"
                        + " \"host: \", \"choice: \" or \"not part of this version: \".")
                .isEmpty();
    }

    @Test
    void noRuleHasBothATestAndAReason() {
        List<String> stale = new ArrayList<>();
        for (SpecTable.Row row : table.rows()) {
            if (row.hasReason() && !mentions.of(row.id()).isEmpty()) {
                stale.add(row.id() + " is named by " + mentions.of(row.id()));
            }
        }
        assertThat(stale)
                .as("The table says why these rules have no test, but some test names them: empty the last column of"
                        + " the row and regenerate the table; or take the id out of the test if it proves nothing.")
                .isEmpty();
    }

    @Test
    void everyTestInTheTableReferencesItsRule() {
        List<String> wrong = new ArrayList<>();
        for (SpecTable.Row row : table.rows()) {
            for (String test : row.tests()) {
                if (!mentions.of(row.id()).contains(test)) {
                    wrong.add(row.id() + " is not named by " + test);
                }
            }
        }
        assertThat(wrong)
                .as("These tests are gone, were renamed, or no longer name the rule in a comment: regenerate the"
                        + " table, and look whether the rule is still proved.")
                .isEmpty();
    }

    @Test
    void everyRuleReferencedByATestExists() {
        Set<String> known = table.rows().stream().map(SpecTable.Row::id).collect(Collectors.toSet());
        List<String> unknown = mentions.rules().stream()
                .filter(id -> !known.contains(id) && !id.startsWith("Q-"))
                .map(id -> id + " in " + mentions.of(id))
                .toList();
        assertThat(unknown)
                .as("No rule has these ids: correct them in the comments of the tests, or add a row to the table.")
                .isEmpty();
    }

    @Test
    void everyRuleHasOneRow() {
        assertThat(table.rows().stream().map(SpecTable.Row::id))
                .as("Two rows for one rule: join them.")
                .doesNotHaveDuplicates();
    }

    @Test
    void rowCountsInTheTableAreCorrect() {
        assertThat(table.countsRight())
                .as("The head of the table counts other numbers than the table has: regenerate it.")
                .isTrue();
    }

    // The scan itself: ranges, lines that go on, and ids that are no comment
    @Test
    void commentsIgnoresIdsInStringLiterals() {
        String source = """
                /**
                 * The pages, AAA-01 to
                 * AAA-03.
                 */
                String a = "// BBB-01"; char quote = '"'; // CCC-01
                // to CCC-02, and CCC-04
                """;

        assertThat(RuleMentions.ids(RuleMentions.comments(source)))
                .containsExactly("AAA-01", "AAA-02", "AAA-03", "CCC-01", "CCC-02", "CCC-04");
    }
}
