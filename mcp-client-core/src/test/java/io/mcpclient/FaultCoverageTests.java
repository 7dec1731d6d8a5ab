package io.mcpclient;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds the table of faults and tests, {@code docs/fault-coverage.md}, against the tests there are. With
 * {@code -Dfault-coverage.write=true} the table is written first.
 */
@Timeout(60)
class FaultCoverageTests {

    /** Groups of the catalogue that the table has as a whole; of others it has single faults. */
    private static final String GROUPS = "ABCDGHIJ";

    private static final Pattern NOT_PROVED = Pattern.compile("not yet proved: \\S.+");

    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

    private static RuleMentions mentions;

    private static FaultTable table;

    @BeforeAll
    static void read() throws IOException {
        mentions = RuleMentions.ofFaultsIn(REPOSITORY);
        table = FaultTable.read(REPOSITORY.resolve("docs/fault-coverage.md"));
        if (Boolean.getBoolean("fault-coverage.write")) {
            table.write(mentions);
        }
    }

    private static Set<String> known() {
        return table.rows().stream().map(FaultTable.Row::id).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyFaultHasATestOrStatesWhatIsNotProved() {
        assertThat(table.rows())
                .isNotEmpty()
                .filteredOn(row -> row.tests().isEmpty()
                        && !NOT_PROVED.matcher(row.proof()).matches())
                .as("Faults without a test: write one, name the fault in the comment above it, and regenerate the"
                        + " table (see its head); or write into the last column what is missing, beginning with"
                        + " \"not yet proved: \".")
                .isEmpty();
    }

    @Test
    void noFaultWithATestIsListedAsNotProved() {
        assertThat(table.rows())
                .filteredOn(
                        row -> row.tests().isEmpty() && !mentions.of(row.id()).isEmpty())
                .as(
                        "Good news: these faults have a test now. Regenerate the table; or take the id out of the test if it"
                                + " proves nothing.")
                .isEmpty();
    }

    @Test
    void everyTestInTheTableReferencesItsFault() {
        List<String> wrong = new ArrayList<>();
        for (FaultTable.Row row : table.rows()) {
            for (String test : row.tests()) {
                if (!mentions.of(row.id()).contains(test)) {
                    wrong.add(row.id() + " is not named by " + test);
                }
            }
        }
        assertThat(wrong)
                .as("These tests are gone, were renamed, or no longer name the fault in a comment: regenerate the"
                        + " table, and look whether the fault is still injected.")
                .isEmpty();
    }

    @Test
    void everyFaultReferencedByATestExists() {
        Set<String> known = known();
        assertThat(mentions.rules())
                .filteredOn(id -> GROUPS.indexOf(id.charAt(0)) >= 0 && !known.contains(id))
                .as("No fault has these ids: correct them in the comments of the tests, or add a row to the table.")
                .isEmpty();
    }

    @Test
    void everyFaultHasOneRow() {
        assertThat(table.rows().stream().map(FaultTable.Row::id))
                .as("Two rows for one fault: join them.")
                .doesNotHaveDuplicates();
    }

    @Test
    void rowCountsInTheTableAreCorrect() {
        assertThat(table.countsRight())
                .as("The head of the table counts other numbers than the table has: regenerate it.")
                .isTrue();
    }

    // The scan itself: ranges, and what only looks like a fault
    @Test
    void faultsDoesNotReturnRuleIdsThatLookLikeFaults() {
        assertThat(RuleMentions.faults("faults A01, B04 to B06: see HTL-A12, RFC9110, X2C, (D02)"))
                .containsExactly("A01", "B04", "B05", "B06", "D02");
    }
}
