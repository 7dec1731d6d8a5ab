package io.mcpclient.fuzz;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.internal.era.modern.ModernFuzzTargets;
import io.mcpclient.internal.http.HttpFuzzTargets;
import io.mcpclient.internal.session.SessionFuzzTargets;
import io.mcpclient.internal.stdio.StdioFuzzTargets;
import io.mcpclient.testkit.Slow;

/** Every parser of foreign bytes alone, with thousands of inputs a second. */
@Tag("fuzz")
@Timeout(value = 10, unit = TimeUnit.HOURS)
@Slow
class ParserFuzzTests {

    private static final int INPUTS = 300;

    private static List<FuzzTarget> targets() {
        return Stream.of(
                        MessageFuzzTargets.all(),
                        HttpFuzzTargets.all(),
                        StdioFuzzTargets.all(),
                        SessionFuzzTargets.all(),
                        ModernFuzzTargets.all())
                .flatMap(List::stream)
                .toList();
    }

    // faults C13, F28, H21
    @Test
    void parsersEndInAResultOrInTheirOwnException() {
        new Fuzzing(Fuzzing.Bounds.PARSER).run(targets(), INPUTS);
    }
}
