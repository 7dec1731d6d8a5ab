package io.mcpclient.counterparts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Runs {@link JavaSdkServer} as a servlet in Tomcat, on a free port of the loopback interface, from before the first test
 * of a class until after the last one.
 */
final class JavaSdkServlet implements BeforeAllCallback, AfterAllCallback {

    /** A strong reference: the level of a logger that is garbage-collected is lost. */
    private static final Logger LOGGER = Logger.getLogger("org.apache");

    private int port;

    private Tomcat tomcat;

    private McpSyncServer server;

    String url() {
        return "http://127.0.0.1:" + this.port + "/mcp";
    }

    /** Ends the server and starts it again, at the same address: it knows nothing of before. */
    void restart() throws IOException, LifecycleException {
        end();
        start();
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException, LifecycleException {
        LOGGER.setLevel(Level.SEVERE);
        start();
    }

    @Override
    public void afterAll(ExtensionContext context) throws LifecycleException {
        if (this.server != null) { // not started if a server before this one was missing, and the tests were skipped
            end();
        }
    }

    private void start() throws IOException, LifecycleException {
        HttpServletStreamableServerTransportProvider servlet = HttpServletStreamableServerTransportProvider.builder()
                .mcpEndpoint("/mcp")
                .build();
        this.server = JavaSdkServer.on(McpServer.sync(servlet));
        this.tomcat = new Tomcat();
        Path directory = Path.of("target", "tomcat-" + ProcessHandle.current().pid()); // tests run in several JVMs
        this.tomcat.setBaseDir(Files.createDirectories(directory).toString());
        Connector connector = new Connector();
        connector.setPort(this.port);
        connector.setProperty("address", "127.0.0.1");
        this.tomcat.setConnector(connector);
        Context application = this.tomcat.addContext("", null);
        Tomcat.addServlet(application, "mcp", servlet).setAsyncSupported(true);
        application.addServletMappingDecoded("/mcp", "mcp");
        this.tomcat.start();
        this.port = connector.getLocalPort();
    }

    private void end() throws LifecycleException {
        this.server.close();
        this.tomcat.stop();
        this.tomcat.destroy();
    }
}
