package io.mcpclient.counterparts;

import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;

/** Server-everything over HTTP+SSE, which the client finds out by itself. */
class EverythingSseTests extends EverythingTests {

    @RegisterExtension
    static final NodeHttpServer SERVER = new NodeHttpServer(PACKAGE, "sse");

    @Override
    McpClientBuilder builder() {
        return McpClient.builder("everything").url(SERVER.url("/sse"));
    }
}
