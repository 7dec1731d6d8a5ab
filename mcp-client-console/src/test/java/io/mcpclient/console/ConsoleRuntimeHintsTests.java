package io.mcpclient.console;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

import io.mcpclient.support.recording.RecordedExchange;

import static org.assertj.core.api.Assertions.assertThat;

class ConsoleRuntimeHintsTests {

    private static final String FOLDER = "io/mcpclient/console/";

    @Test
    void whenProcessedAheadOfTimeThenAllRecordsOfTheConsoleCanBeBound() {
        RuntimeHints hints = registered();
        List<Class<?>> records = new ArrayList<>(List.of(RecordedExchange.class));
        new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.mcpclient.console.internal")
                        .stream()
                        .filter(JavaClass::isRecord)
                        .forEach(type -> records.add(type.reflect()));
        assertThat(records).hasSizeGreaterThan(50).allSatisfy(type -> assertBound(hints, type));
    }

    @Test
    void whenProcessedAheadOfTimeThenAllFilesOfThePageAreIncluded() throws IOException {
        RuntimeHints hints = registered();
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

    // Without it, the console would not ask for a login
    @Test
    void whenProcessedAheadOfTimeThenSpringSecurityCanBeDetected() {
        assertThat(RuntimeHintsPredicates.reflection()
                        .onType(TypeReference.of("org.springframework.security.web.SecurityFilterChain")))
                .accepts(registered());
    }

    private static RuntimeHints registered() {
        ImportRuntimeHints imported =
                AnnotatedElementUtils.findMergedAnnotation(McpConsoleAutoConfiguration.class, ImportRuntimeHints.class);
        assertThat(imported).isNotNull();
        assertThat(imported.value()).containsExactly(ConsoleRuntimeHints.class);
        RuntimeHints hints = new RuntimeHints();
        new ConsoleRuntimeHints().registerHints(hints, ConsoleRuntimeHintsTests.class.getClassLoader());
        return hints;
    }

    private static void assertBound(RuntimeHints hints, Class<?> type) {
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            assertThat(RuntimeHintsPredicates.reflection().onConstructorInvocation(constructor))
                    .as(constructor.toString())
                    .accepts(hints);
        }
        for (RecordComponent component : type.getRecordComponents()) {
            assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(component.getAccessor()))
                    .as(component.toString())
                    .accepts(hints);
        }
    }
}
