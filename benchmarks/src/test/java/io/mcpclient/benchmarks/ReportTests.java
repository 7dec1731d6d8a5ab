package io.mcpclient.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ReportTests {

    @Test
    void replacesWhatIsBetweenTheMarks() {
        String page = "Before\n<!-- measured: begin -->\nold\n<!-- measured: end -->\nafter\n";

        String once = Report.replace(page, "new\n");

        assertThat(once)
                .isEqualTo("Before\n<!-- measured: begin -->\n\nnew\n\n<!-- measured: end -->\nafter\n")
                .isEqualTo(Report.replace(once, "new"));
    }

    @Test
    void rejectsAPageWithoutMarks() {
        assertThatThrownBy(() -> Report.replace("Nothing", "new")).hasMessageContaining("no place for the table");
    }

    @Test
    void theDocumentationHasThePlaceAndAllWorkloads() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "performance.md"));

        assertThat(Report.replace(page, "new")).contains("\nnew\n");
        for (Workload workload : Workload.values()) {
            assertThat(page).contains("`" + workload.key() + "`");
        }
        for (Client client : Client.values()) {
            assertThat(page).contains("`" + client.key() + "`");
        }
    }

    @Test
    void addsBothKindsOfContextSwitches() {
        assertThat(LinuxThreads.contextSwitches(
                        "Name:\tjava\nvoluntary_ctxt_switches:\t12\nnonvoluntary_ctxt_switches:\t3"))
                .isEqualTo(15);
    }
}
