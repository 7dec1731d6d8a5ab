package io.mcpclient.counterparts;

import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;

/** Server-everything over Streamable HTTP. */
class EverythingStreamableHttpTests extends EverythingTests {

    @RegisterExtension
    static final NodeHttpServer SERVER = new NodeHttpServer(PACKAGE, "streamableHttp");

    @Override
    McpClientBuilder builder() {
        return McpClient.builder("everything").url(SERVER.url("/mcp"));
    }
}
