package io.mcpclient.transport;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ExitStepsTests {

    @Test
    void failingExitStepDoesNotPreventOthers() {
        List<String> run = new ArrayList<>();
        ExitSteps.Registration failing = ExitSteps.add(() -> {
            throw new IllegalStateException("broken");
        });
        ExitSteps.Registration removed = ExitSteps.add(() -> run.add("removed"));
        ExitSteps.Registration last = ExitSteps.add(() -> run.add("last"));
        removed.remove();
        removed.remove();
        try {
            ExitSteps.run();
        } finally {
            failing.remove();
            last.remove();
        }
        assertThat(run).containsExactly("last");
    }
}
