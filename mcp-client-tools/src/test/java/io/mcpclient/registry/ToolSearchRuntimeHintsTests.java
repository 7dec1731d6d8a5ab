package io.mcpclient.registry;

import java.util.List;

import org.apache.lucene.analysis.tokenattributes.PackedTokenAttributeImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.aot.AotServices;

import static org.assertj.core.api.Assertions.assertThat;

class ToolSearchRuntimeHintsTests {

    // A library that cannot be detected is reported as missing
    @ParameterizedTest
    @ValueSource(strings = {"org.apache.lucene.index.IndexWriter", "org.apache.lucene.analysis.en.EnglishAnalyzer"})
    void whenProcessedAheadOfTimeThenLuceneCanBeDetected(String type) {
        assertThat(RuntimeHintsPredicates.reflection().onType(TypeReference.of(type)))
                .accepts(registered());
    }

    @Test
    void whenProcessedAheadOfTimeThenLuceneAttributesAreInstantiable() throws ReflectiveOperationException {
        assertThat(RuntimeHintsPredicates.reflection()
                        .onConstructorInvocation(PackedTokenAttributeImpl.class.getConstructor()))
                .accepts(registered());
    }

    private static RuntimeHints registered() {
        RuntimeHints hints = new RuntimeHints();
        ClassLoader classLoader = ToolSearchRuntimeHintsTests.class.getClassLoader();
        List<RuntimeHintsRegistrar> registrars = AotServices.factories(classLoader)
                .load(RuntimeHintsRegistrar.class)
                .asList();
        assertThat(registrars).hasAtLeastOneElementOfType(ToolSearchRuntimeHints.class);
        registrars.forEach(registrar -> registrar.registerHints(hints, classLoader));
        return hints;
    }
}
