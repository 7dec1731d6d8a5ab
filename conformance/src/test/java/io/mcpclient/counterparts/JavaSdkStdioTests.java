package io.mcpclient.counterparts;

import java.nio.file.Path;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.transport.stdio.StdioTransportProvider;
import io.mcpclient.transport.stdio.StdioTransportSettings;

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
}
