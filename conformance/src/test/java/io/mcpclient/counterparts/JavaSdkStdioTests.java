package io.mcpclient.counterparts;

import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.transport.stdio.StdioTransportProvider;
import io.mcpclient.transport.stdio.StdioTransportSettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** A server of the Java SDK in a JVM of its own. */
class JavaSdkStdioTests extends JavaSdkServerTests {

    @Override
    McpClientBuilder builder() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return McpClient.builder("java-sdk")
                .transport(new StdioTransportProvider(StdioTransportSettings.of(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        JavaSdkServer.class.getName())));
    }

    // RPC-07: over HTTP this server sometimes closes the connection in place of this answer
    @Test
    void aToolThatThrowsIsAnErrorOfTheServer() {
        assertThatExceptionOfType(McpRequestException.class)
                .isThrownBy(() -> client().callTool("throw", Map.of()))
                .satisfies(error -> {
                    assertThat(error.code()).isEqualTo(-32603);
                    assertThat(error.serverMessage()).isEqualTo("out of order");
                });
    }
}
