package io.mcpclient.counterparts;

import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;

/** A server of the Java SDK over Streamable HTTP. */
class JavaSdkHttpTests extends FeatureTests {

    @RegisterExtension
    static final JavaSdkServlet SERVER = new JavaSdkServlet();

    @Override
    McpClientBuilder builder() {
        return McpClient.builder("java-sdk").url(SERVER.url());
    }
}
