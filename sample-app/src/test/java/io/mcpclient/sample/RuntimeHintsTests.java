package io.mcpclient.sample;

import org.junit.jupiter.api.Test;

import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.testkit.ReflectedTypes;

import static org.assertj.core.api.Assertions.assertThat;

class RuntimeHintsTests {

    @Test
    void whenProcessedAheadOfTimeThenEachTypeThatIsBoundHasAHint() {
        ReflectedTypes types = ReflectedTypes.of(SampleApplication.class);
        assertThat(types.names())
                .contains(
                        "io.mcpclient.sample.api.ServerView",
                        "io.mcpclient.sample.api.ToolStream$Log",
                        "io.mcpclient.sample.chat.ChatSteps$ToolResult");
        assertThat(types.withoutHints())
                .as("but the type of a bean")
                .containsOnlyKeys("io.mcpclient.sample.secured.authorization.Arrangement");
    }

    @Test
    void whenProcessedAheadOfTimeThenModulesCanBeDetected() {
        ReflectedTypes types = ReflectedTypes.of(McpClientAutoConfiguration.class);
        String[] modules = {
            "io.mcpclient.springai.McpSpringAiAutoConfiguration",
            "io.mcpclient.langchain4j.autoconfigure.McpLangChain4jAutoConfiguration"
        };
        assertThat(types.names()).contains(modules);
        assertThat(types.withoutHints()).doesNotContainKeys(modules);
    }
}
