package io.mcpclient.counterparts;

import java.util.Map;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.Tool;

import static org.assertj.core.api.Assertions.assertThat;

/** What tools return, asserted as far as it is the same for all of them. */
final class Results {

    private Results() {}

    /** Calls a tool that has to succeed. */
    static CallToolResult call(McpClient client, String tool, Map<String, ?> arguments) {
        return call(client, tool, arguments, McpCallOptions.defaults());
    }

    /** Calls a tool that has to succeed. */
    static CallToolResult call(McpClient client, String tool, Map<String, ?> arguments, McpCallOptions options) {
        CallToolResult result = client.callTool(tool, arguments, options);
        assertThat(result.isErrorResult()).as(result.text()).isFalse();
        return result;
    }

    /** Calls a tool that has to fail, and returns what it says about it. */
    static String failure(McpClient client, String tool, Map<String, ?> arguments) {
        CallToolResult result = client.callTool(tool, arguments);
        assertThat(result.isErrorResult()).as(result.text()).isTrue();
        return result.text();
    }

    static <T extends ContentBlock> T block(CallToolResult result, int index, Class<T> type) {
        assertThat(result.content()).hasSizeGreaterThan(index);
        assertThat(result.content().get(index)).isInstanceOf(type);
        return type.cast(result.content().get(index));
    }

    /** Asserts that structured content fits the schema that its tool declares, to a judge that is not ours. */
    static void assertFitsSchema(McpClient client, String tool, @Nullable Object structuredContent) {
        JsonObject schema = tool(client, tool).outputSchema();
        assertThat(schema).as("output schema of " + tool).isNotNull();
        ValidationResponse verdict = McpJsonDefaults.getSchemaValidator().validate(schema.asMap(), structuredContent);
        assertThat(verdict.valid()).as(verdict.errorMessage()).isTrue();
    }

    static Tool tool(McpClient client, String name) {
        return client.listTools().stream()
                .filter(tool -> tool.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no tool " + name));
    }
}
