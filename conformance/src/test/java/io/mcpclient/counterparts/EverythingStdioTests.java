package io.mcpclient.counterparts;

import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/** Server-everything as a child process. */
class EverythingStdioTests extends EverythingTests {

    @Override
    McpClientBuilder builder() {
        return McpClient.builder("everything")
                .transport(NodePackage.of(PACKAGE).stdio(Map.of("GREETING", "hello"), "stdio"));
    }

    // STD-19, E21: of our own environment, only what is on the list
    @Test
    @SuppressWarnings("unchecked")
    void onlyConfiguredEnvironmentVariablesReachTheServer() {
        assertThat(System.getenv()).as("to be kept from the server").hasSizeGreaterThan(2);
        Map<String, Object> environment = client().callTool("get-env", Map.of(), Map.class);
        assertThat(environment).containsEntry("GREETING", "hello").containsEntry("PATH", System.getenv("PATH"));
        assertThat(environment.keySet()).isSubsetOf(Set.of("GREETING", "PATH", "HOME", "MCP_CLIENT_PROCESS"));
    }
}
