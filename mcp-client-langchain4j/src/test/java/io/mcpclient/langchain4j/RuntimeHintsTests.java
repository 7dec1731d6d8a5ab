package io.mcpclient.langchain4j;

import org.junit.jupiter.api.Test;

import io.mcpclient.schema.TextResourceContents;
import io.mcpclient.testkit.ReflectedTypes;

import static org.assertj.core.api.Assertions.assertThat;

class RuntimeHintsTests {

    @Test
    void whenProcessedAheadOfTimeThenEachTypeThatIsBoundHasAHint() {
        ReflectedTypes types = ReflectedTypes.of(McpRegistryToolProvider.class);
        assertThat(types.names()).contains(TextResourceContents.class.getName());
        assertThat(types.withoutHints()).isEmpty();
    }
}
