package io.mcpclient.schema;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class McpMetaKeysTests {

    // META-06: optional prefix of labels and a slash, then a name that may be empty
    @ParameterizedTest
    @ValueSource(strings = {"progressToken", "a", "", "com.example/", "com.example/x_y-z.1", "a-b.c1/N", "0"})
    void isValidWhenKeyFollowsTheGrammar(String key) {
        assertThat(McpMetaKeys.isValid(key)).isTrue();
    }

    // META-06
    @ParameterizedTest
    @ValueSource(strings = {"/x", "1com.example/x", "com-.example/x", "com..example/x", "-x", "x-", "a/b/c", "a b"})
    void isValidWhenKeyBreaksTheGrammarIsFalse(String key) {
        assertThat(McpMetaKeys.isValid(key)).isFalse();
    }

    // META-07: reserved by the second label
    @ParameterizedTest
    @ValueSource(
            strings = {"io.modelcontextprotocol/x", "dev.mcp/", "com.mcp.tools/x", "org.modelcontextprotocol.api/x"})
    void isReservedWhenSecondLabelIsTheProtocols(String key) {
        assertThat(McpMetaKeys.isReserved(key)).isTrue();
    }

    // META-07
    @ParameterizedTest
    @ValueSource(strings = {"com.example.mcp/x", "mcp/x", "com.mcpx/x", "progressToken", "com.example/dev.mcp"})
    void isReservedWhenSecondLabelIsAnotherIsFalse(String key) {
        assertThat(McpMetaKeys.isReserved(key)).isFalse();
    }
}
