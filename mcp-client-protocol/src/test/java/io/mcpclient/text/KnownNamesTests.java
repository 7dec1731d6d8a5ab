package io.mcpclient.text;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(30)
class KnownNamesTests {

    private static final List<String> TOOLS =
            List.of("weather_get_forecast", "get_alerts", "list_files", "read_file", "Echo", "a", "b");

    @ParameterizedTest
    @CsvSource({
        "get_alert, get_alerts",
        "get_alrets, get_alerts",
        "echo, Echo",
        "get_forecast, weather_get_forecast",
        "files_read_file, read_file",
        "listfiles, list_files"
    })
    void nearestFindsSimilarNames(String used, String nearest) {
        assertThat(KnownNames.nearest(used, TOOLS)).first().isEqualTo(nearest);
    }

    @ParameterizedTest
    @CsvSource({"nobody", "''", "xy", "t", "completely_different"})
    void nearestWithoutASimilarNameIsEmpty(String used) {
        assertThat(KnownNames.nearest(used, TOOLS)).isEmpty();
    }

    // an application may have a name that merely contains a known one
    @ParameterizedTest
    @CsvSource({"get_alert, get_alerts", "Echo, echo", "get_forecast,", "read_file_again,", "nobody,", "'',"})
    void misspeltFindsNamesWithFewChangedCharactersOnly(String used, @Nullable String meant) {
        assertThat(KnownNames.misspelt(used, List.of("get_alerts", "echo", "weather_get_forecast", "read_file")))
                .isEqualTo(Optional.ofNullable(meant));
    }

    @Test
    void remedyListsTheNamesUpToALimit() {
        List<String> many = IntStream.range(0, 5_000).mapToObj(i -> "tool-" + i).toList();

        assertThat(KnownNames.remedy("servers", "x", List.of())).isEqualTo("There are no servers.");
        assertThat(KnownNames.remedy("servers", "x", List.of("files", "web"))).isEqualTo("Known servers: files, web.");
        assertThat(KnownNames.remedy("tools", "tool-77777", many))
                .startsWith("Did you mean \"tool-")
                .endsWith("tool-18, tool-19 and 4980 more.")
                .hasSizeLessThan(500);
    }

    // faults I06, I07, F14: names of any length and content, in a short time and on one line
    @Test
    void remedyWithHostileNamesIsBoundedAndEscaped() {
        String huge = "x".repeat(1_000_000);
        String remedy = KnownNames.remedy("tools", huge, List.of(huge + "y", "a\n\u001b[31m"));

        assertThat(remedy).doesNotContain("\n", "\u001b").hasSizeLessThan(1_000);
    }
}
