package io.mcpclient.console;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import io.mcpclient.testkit.ReflectedTypes;

import static org.assertj.core.api.Assertions.assertThat;

class ConsoleRuntimeHintsTests {

    private static final String FOLDER = "io/mcpclient/console/";

    // Without the class of Spring Security, the console would not ask for a login
    @Test
    void whenProcessedAheadOfTimeThenEachTypeThatIsReflectedHasAHint() {
        ReflectedTypes types = ReflectedTypes.of(McpConsoleAutoConfiguration.class);
        assertThat(types.names())
                .hasSizeGreaterThan(90)
                .contains("org.springframework.security.web.SecurityFilterChain");
        assertThat(types.withoutHints()).isEmpty();
    }

    @Test
    void whenProcessedAheadOfTimeThenAllFilesOfThePageAreIncluded() throws IOException {
        RuntimeHints hints = new RuntimeHints();
        new ConsoleRuntimeHints().registerHints(hints, getClass().getClassLoader());
        List<String> files = new ArrayList<>();
        for (String folder : List.of("page/", "frame/")) {
            Resource[] found =
                    new PathMatchingResourcePatternResolver().getResources("classpath*:" + FOLDER + folder + "*.*");
            assertThat(found).isNotEmpty();
            Arrays.stream(found).forEach(file -> files.add(FOLDER + folder + file.getFilename()));
        }
        assertThat(files)
                .contains(FOLDER + "page/index.html", FOLDER + "page/main.js")
                .allSatisfy(file -> assertThat(RuntimeHintsPredicates.resource().forResource(file))
                        .accepts(hints));
    }
}
