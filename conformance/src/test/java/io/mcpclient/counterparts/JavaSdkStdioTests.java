package io.mcpclient.counterparts;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.internal.stdio.StdioTransportProvider;
import io.mcpclient.internal.stdio.StdioTransportSettings;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.ElicitURLParams;
import io.mcpclient.settings.McpProcessSettings;

import static io.mcpclient.counterparts.Results.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** A server of the Java SDK in a JVM of its own. */
class JavaSdkStdioTests extends FeatureTests {

    @Override
    McpClientBuilder builder() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return McpClient.builder("java-sdk")
                .transport(new StdioTransportProvider(StdioTransportSettings.of(McpProcessSettings.of(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        JavaSdkServer.class.getName()))));
    }

    // RPC-07: over HTTP this server sometimes closes the connection in place of this answer
    @Test
    void aToolThatThrowsIsAServerError() {
        assertThatExceptionOfType(McpRequestException.class)
                .isThrownBy(() -> client().callTool("throw", Map.of()))
                .satisfies(error -> {
                    assertThat(error.code()).isEqualTo(-32603);
                    assertThat(error.serverMessage()).isEqualTo("out of order");
                });
    }

    // ELI-26 to ELI-28: refused until the user has been on a page, and repeated when the server says so
    @Test
    void aCallThatRequiresAUrlElicitationIsRetriedAfterIt() {
        answers().elicit(ElicitResult.accept());
        CompletableFuture<CallToolResult> bought = CompletableFuture.supplyAsync(() -> call(client(), "buy", Map.of()));
        Awaitility.await().untilAsserted(() -> assertThat(answers().addresses())
                .extracting(ElicitURLParams::url)
                .contains("https://example.com/pay"));
        assertThat(bought).isNotDone();

        call(client(), "pay", Map.of());

        assertThat(bought.join().text()).isEqualTo("bought");
    }
}
