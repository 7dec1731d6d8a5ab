package io.mcpclient.springai;

import org.junit.jupiter.api.Test;

import io.mcpclient.schema.ToolUseContent;
import io.mcpclient.testkit.ReflectedTypes;

import static org.assertj.core.api.Assertions.assertThat;

class RuntimeHintsTests {

    @Test
    void whenProcessedAheadOfTimeThenEachTypeThatIsBoundHasAHint() {
        ReflectedTypes types = ReflectedTypes.of(McpToolCallback.class);
        assertThat(types.names()).contains(ToolUseContent.class.getName());
        assertThat(types.withoutHints()).isEmpty();
    }
}
