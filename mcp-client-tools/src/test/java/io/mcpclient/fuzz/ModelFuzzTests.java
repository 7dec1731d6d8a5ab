package io.mcpclient.fuzz;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.internal.model.ArgumentFuzzTargets;
import io.mcpclient.internal.model.ModelFuzzTargets;
import io.mcpclient.testkit.Slow;

/** What servers send to models and what models send to servers, with thousands of inputs a second. */
@Tag("fuzz")
@Timeout(value = 10, unit = TimeUnit.HOURS)
@Slow
class ModelFuzzTests {

    private static final int INPUTS = 300;

    private static List<FuzzTarget> targets() {
        return Stream.of(ArgumentFuzzTargets.all(), ModelFuzzTargets.all())
                .flatMap(List::stream)
                .toList();
    }

    // faults C13, F28
    @Test
    void schemasArgumentsAndResultsEndInAResultOrInTheirOwnException() {
        new Fuzzing(Fuzzing.Bounds.PARSER).run(targets(), INPUTS);
    }
}
