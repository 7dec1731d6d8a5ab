package io.mcpclient.test;

import io.mcpclient.schema.CallToolResult;

/** Entry points for assertions on test servers and results of tools. */
public final class McpAssertions {

    private McpAssertions() {}

    /**
     * Creates assertions on what a test server has received.
     * @param server the server
     * @return the assertions
     */
    public static McpTestServerAssert assertThat(McpTestServer server) {
        return new McpTestServerAssert(server);
    }

    /**
     * Creates assertions on the result of a tool.
     * @param result the result
     * @return the assertions
     */
    public static CallToolResultAssert assertThat(CallToolResult result) {
        return new CallToolResultAssert(result);
    }
}
