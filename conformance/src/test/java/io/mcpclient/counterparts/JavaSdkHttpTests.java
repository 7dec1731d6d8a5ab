package io.mcpclient.counterparts;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;

/** A server of the Java SDK over Streamable HTTP. */
class JavaSdkHttpTests extends JavaSdkServerTests {

    @RegisterExtension
    static final ServletServer SERVER = new ServletServer();

    @Override
    McpClientBuilder builder() {
        return McpClient.builder("java-sdk").url(SERVER.url());
    }

    /** The server as a servlet in Tomcat, on a free port of the loopback interface. */
    static final class ServletServer implements BeforeAllCallback, AfterAllCallback {

        /** Kept, since levels of loggers that nobody holds are lost. */
        private static final Logger LOGGER = Logger.getLogger("org.apache");

        private final Tomcat tomcat = new Tomcat();

        private McpSyncServer server;

        String url() {
            return "http://127.0.0.1:" + this.tomcat.getConnector().getLocalPort() + "/mcp";
        }

        @Override
        public void beforeAll(ExtensionContext context) throws Exception {
            HttpServletStreamableServerTransportProvider servlet =
                    HttpServletStreamableServerTransportProvider.builder()
                            .mcpEndpoint("/mcp")
                            .build();
            this.server = JavaSdkServer.on(McpServer.sync(servlet));
            LOGGER.setLevel(Level.SEVERE);
            this.tomcat.setBaseDir(
                    Files.createDirectories(Path.of("target", "tomcat")).toString());
            Connector connector = new Connector();
            connector.setPort(0);
            connector.setProperty("address", "127.0.0.1");
            this.tomcat.setConnector(connector);
            Context application = this.tomcat.addContext("", null);
            Tomcat.addServlet(application, "mcp", servlet).setAsyncSupported(true);
            application.addServletMappingDecoded("/mcp", "mcp");
            this.tomcat.start();
        }

        @Override
        public void afterAll(ExtensionContext context) throws Exception {
            this.server.close();
            this.tomcat.stop();
            this.tomcat.destroy();
        }
    }
}
