package io.mcpclient.skills;

import org.junit.jupiter.api.Test;

import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.testkit.ReflectedTypes;

import static org.assertj.core.api.Assertions.assertThat;

class RuntimeHintsTests {

    @Test
    void whenProcessedAheadOfTimeThenEachTypeThatIsBoundHasAHint() {
        ReflectedTypes types = ReflectedTypes.of(McpSkills.class);
        assertThat(types.names()).contains(ReadResourceResult.class.getName());
        assertThat(types.withoutHints()).isEmpty();
    }
}
