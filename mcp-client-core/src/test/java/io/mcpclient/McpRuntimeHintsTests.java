package io.mcpclient;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.aot.AotServices;

import io.mcpclient.support.schema.InitializeResult;
import io.mcpclient.testkit.Slow;

import static org.assertj.core.api.Assertions.assertThat;

@Slow
class McpRuntimeHintsTests {

    @Test
    void whenProcessedAheadOfTimeThenAllSchemaRecordsCanBeBound() {
        RuntimeHints hints = registered();
        List<Class<?>> records = new ArrayList<>(records("io.mcpclient.schema"));
        records.addAll(records("io.mcpclient.support.schema"));
        assertThat(records).hasSizeGreaterThan(90).contains(InitializeResult.class);
        assertThat(records).allSatisfy(type -> assertBound(hints, type));
    }

    @Test
    void whenProcessedAheadOfTimeThenStoredSessionsCanBeBound() {
        RuntimeHints hints = registered();
        List<Class<?>> written = records("io.mcpclient.internal.session").stream()
                .filter(type -> type.getSimpleName().startsWith("Written"))
                .toList();
        assertThat(written).hasSize(2).allSatisfy(type -> assertBound(hints, type));
    }

    private static RuntimeHints registered() {
        RuntimeHints hints = new RuntimeHints();
        ClassLoader classLoader = McpRuntimeHintsTests.class.getClassLoader();
        List<RuntimeHintsRegistrar> registrars = AotServices.factories(classLoader)
                .load(RuntimeHintsRegistrar.class)
                .asList();
        assertThat(registrars).hasAtLeastOneElementOfType(McpRuntimeHints.class);
        registrars.forEach(registrar -> registrar.registerHints(hints, classLoader));
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

    private static List<Class<?>> records(String place) {
        return new ClassFileImporter()
                .importPackages(place).stream()
                        .filter(JavaClass::isRecord)
                        .filter(type -> type.getPackageName().equals(place))
                        .<Class<?>>map(JavaClass::reflect)
                        .filter(type -> type.isRecord())
                        .toList();
    }
}
