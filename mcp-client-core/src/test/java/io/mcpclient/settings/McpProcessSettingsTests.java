package io.mcpclient.settings;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.error.McpConfigurationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class McpProcessSettingsTests {

    private static final McpProcessSettings SETTINGS = McpProcessSettings.of("npx", "-y", "server");

    @Test
    void defaultsAreAsDocumented() {
        assertThat(SETTINGS.args()).containsExactly("-y", "server");
        assertThat(SETTINGS.env()).isEmpty();
        assertThat(SETTINGS.inheritEnv()).contains("PATH");
        assertThat(SETTINGS.workingDirectory()).isNull();
        assertThat(SETTINGS.stderr()).isEqualTo(McpStderrMode.LOG);
    }

    @Test
    void settingsCopyTheirCollections() {
        Map<String, String> env = new HashMap<>(Map.of("A", "1"));
        McpProcessSettings settings = SETTINGS.withEnv(env);
        env.clear();

        assertThat(settings.env()).containsEntry("A", "1");
    }

    // fault E23
    @Test
    void toStringShowsNeitherArgumentsNorValues() {
        assertThat(McpProcessSettings.of("npx", "--token=s3cr3t")
                        .withEnv(Map.of("TOKEN", "s3cr3t"))
                        .toString())
                .contains("npx", "TOKEN")
                .doesNotContain("s3cr3t");
    }

    static Stream<Runnable> wrongSettings() {
        return Stream.of(
                () -> McpProcessSettings.of(" "),
                () -> McpProcessSettings.of("a\0s3cr3t"),
                () -> McpProcessSettings.of("a", "s3cr3t\0"),
                () -> SETTINGS.withEnv(Map.of("", "s3cr3t")),
                () -> SETTINGS.withEnv(Map.of("A=B", "s3cr3t")),
                () -> SETTINGS.withEnv(Map.of("A", "s3cr3t\0")),
                () -> SETTINGS.withInheritEnv(List.of("A=B")));
    }

    // fault E22
    @ParameterizedTest
    @MethodSource("wrongSettings")
    void invalidSettingsAreRejectedWithoutShowingValues(Runnable wrong) {
        assertThatExceptionOfType(McpConfigurationException.class)
                .isThrownBy(wrong::run)
                .withMessageNotContaining("s3cr3t");
    }
}
