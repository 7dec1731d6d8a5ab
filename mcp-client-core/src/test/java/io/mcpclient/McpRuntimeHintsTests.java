package io.mcpclient;

import org.junit.jupiter.api.Test;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.support.schema.InitializeResult;
import io.mcpclient.testkit.ReflectedTypes;
import io.mcpclient.testkit.Slow;

import static org.assertj.core.api.Assertions.assertThat;

@Slow
class McpRuntimeHintsTests {

    @Test
    void whenProcessedAheadOfTimeThenEachTypeThatIsBoundHasAHint() {
        ReflectedTypes types = ReflectedTypes.of(McpClient.class, JsonCodec.class);
        assertThat(types.names())
                .hasSizeGreaterThan(90)
                .contains(InitializeResult.class.getName())
                .contains("io.mcpclient.internal.session.SessionFormat$WrittenServer");
        assertThat(types.withoutHints())
                .as("but a type of results that is never read, its member, a key, and a class of the module")
                .containsOnlyKeys(
                        "io.mcpclient.internal.operation.Listed",
                        "io.mcpclient.internal.operation.ListProblem",
                        "io.mcpclient.internal.schema.SourceText",
                        "io.mcpclient.settings.McpProtocolSettings");
    }
}
