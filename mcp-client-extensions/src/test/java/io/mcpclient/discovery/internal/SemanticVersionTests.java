package io.mcpclient.discovery.internal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SemanticVersionTests {

    @Test
    void versionsAreOrderedAsTheSpecificationSays() {
        List<String> ordered = List.of(
                "0.9.9",
                "1.0.0-alpha",
                "1.0.0-alpha.1",
                "1.0.0-alpha.beta",
                "1.0.0-beta",
                "1.0.0-beta.2",
                "1.0.0-beta.11",
                "1.0.0-rc.1",
                "1.0.0",
                "1.0.1",
                "1.2.0",
                "1.10.0",
                "2.0.0");
        List<String> shuffled = new ArrayList<>(ordered);
        Collections.shuffle(shuffled, new Random(7));

        shuffled.sort((one, other) -> SemanticVersion.of(one).compareTo(SemanticVersion.of(other)));

        assertThat(shuffled).isEqualTo(ordered);
        assertThat(SemanticVersion.of("1.0.0+a")).isEqualByComparingTo(SemanticVersion.of("v1.0.0+b"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "1", "1.2", "1.x.0", "latest", "1.2.3.4", "1.2.3-", "1.2.3 ", "99999999999999999999.0.0"})
    void otherTextIsNoSemanticVersion(String text) {
        assertThat(SemanticVersion.of(text)).isNull();
    }
}
