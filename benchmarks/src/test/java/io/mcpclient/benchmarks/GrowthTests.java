package io.mcpclient.benchmarks;

import java.util.List;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class GrowthTests {

    @Test
    void findsSlowGrowth() {
        Growth growth = growth(LongStream.range(0, 24).map(i -> 10_000 + i * 100));

        assertThat(growth.isGrowing()).isTrue();
        assertThat(growth.describe()).isEqualTo("heap grows from 10,700 to 12,100");
    }

    @Test
    void ignoresTheBeginningAndSingleValues() {
        assertThat(growth(LongStream.range(0, 24).map(i -> i < 4 ? i : i == 22 ? 50_000 : 10_000))
                        .isGrowing())
                .isFalse();
    }

    @Test
    void ignoresLittleGrowth() {
        assertThat(growth(LongStream.range(0, 24).map(i -> 10 + i)).isGrowing()).isFalse();
        assertThat(growth(LongStream.range(0, 24).map(i -> 1_000_000 + i * 100)).isGrowing())
                .isFalse();
    }

    private static Growth growth(LongStream samples) {
        return new Growth("heap", 100, List.copyOf(samples.boxed().toList()));
    }
}
