package io.mcpclient.registry;

import org.apache.lucene.analysis.tokenattributes.PackedTokenAttributeImpl;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

import io.mcpclient.testkit.ReflectedTypes;

import static org.assertj.core.api.Assertions.assertThat;

class ToolSearchRuntimeHintsTests {

    // A library that cannot be detected is reported as missing
    @Test
    void whenProcessedAheadOfTimeThenEachTypeThatIsReflectedHasAHint() {
        ReflectedTypes types = ReflectedTypes.of(McpToolRegistry.class);
        assertThat(types.names())
                .contains("org.apache.lucene.index.IndexWriter", "org.apache.lucene.analysis.en.EnglishAnalyzer");
        assertThat(types.withoutHints())
                .as("but events of typed clients, and a library of the generator")
                .containsOnlyKeys(
                        "io.mcpclient.handler.McpProgress",
                        "io.mcpclient.typed.McpToolEvent",
                        "com.palantir.javapoet.JavaFile");
    }

    @Test
    void whenProcessedAheadOfTimeThenLuceneAttributesAreInstantiable() throws ReflectiveOperationException {
        RuntimeHints hints = new RuntimeHints();
        new ToolSearchRuntimeHints().registerHints(hints, getClass().getClassLoader());
        assertThat(RuntimeHintsPredicates.reflection()
                        .onConstructorInvocation(PackedTokenAttributeImpl.class.getConstructor()))
                .accepts(hints);
    }
}
