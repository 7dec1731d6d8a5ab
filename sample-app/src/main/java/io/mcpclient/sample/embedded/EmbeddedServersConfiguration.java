package io.mcpclient.sample.embedded;

import java.net.InetAddress;
import java.util.List;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServer.SyncSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.DefaultServerTransportSecurityValidator;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.ResourcesUpdatedNotification;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.core.env.Environment;

/**
 * The embedded servers, each a servlet of the official Java SDK under {@code /servers/<name>/mcp}. The application connects to
 * them over HTTP on the loopback interface, as to remote servers. The third one, {@link DeskServer}, is a process that its
 * client starts; the fourth, in a separate package, is of a revision that the SDK does not support.
 */
@Configuration(proxyBeanMethods = false)
@Profile("!bare")
class EmbeddedServersConfiguration {

    private static final String VERSION = "0.1.0";

    @Bean
    ServletRegistrationBean<HttpServletStreamableServerTransportProvider> everydayServlet() {
        return servlet("everyday");
    }

    @Bean(destroyMethod = "close")
    McpSyncServer everydayServer(
            ServletRegistrationBean<HttpServletStreamableServerTransportProvider> everydayServlet,
            Environment environment) {
        String page = "http://127.0.0.1:" + environment.getProperty("server.port", "8080")
                + environment.getProperty("server.servlet.context-path", "") + "/actuator/health";
        return server(everydayServlet, "Everyday tools")
                .capabilities(
                        ServerCapabilities.builder().tools(false).logging().build())
                .tools(new EverydayTools().specifications())
                .tools(new InputTools(page).specifications())
                .build();
    }

    @Bean
    ServletRegistrationBean<HttpServletStreamableServerTransportProvider> notesServlet() {
        return servlet("notes");
    }

    @Bean(destroyMethod = "close")
    McpSyncServer notesServer(ServletRegistrationBean<HttpServletStreamableServerTransportProvider> notesServlet) {
        NoteBook book = new NoteBook();
        NoteResources resources = new NoteResources(book);
        McpSyncServer server = server(notesServlet, "Notes")
                .capabilities(ServerCapabilities.builder()
                        .tools(false)
                        .resources(true, false)
                        .build())
                .tools(new NoteTools(book).specifications())
                .resources(resources.resources())
                .resourceTemplates(resources.templates())
                .build();
        book.watch(() -> server.notifyResourcesUpdated(new ResourcesUpdatedNotification(NoteResources.ALL)));
        return server;
    }

    /** The embedded servers do not authenticate users, so they are available on this machine only, for any bind address. */
    @Bean
    FilterRegistrationBean<Filter> embeddedServersOnLoopback() {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>((request, response, chain) -> {
            if (InetAddress.getByName(request.getRemoteAddr()).isLoopbackAddress()) {
                chain.doFilter(request, response);
            } else {
                ((HttpServletResponse) response).sendError(HttpServletResponse.SC_FORBIDDEN);
            }
        });
        registration.addUrlPatterns("/servers/*");
        return registration;
    }

    private static ServletRegistrationBean<HttpServletStreamableServerTransportProvider> servlet(String name) {
        String path = "/servers/" + name + "/mcp";
        HttpServletStreamableServerTransportProvider provider = HttpServletStreamableServerTransportProvider.builder()
                .mcpEndpoint(path)
                // Its thread would outlive the application, and keep a JVM whose start has failed. Our clients end
                // their sessions.
                .sessionSweepInterval(null)
                .securityValidator(DefaultServerTransportSecurityValidator.builder()
                        .allowedHosts(List.of("127.0.0.1:*", "localhost:*", "[::1]:*"))
                        .build())
                .build();
        ServletRegistrationBean<HttpServletStreamableServerTransportProvider> registration =
                new ServletRegistrationBean<>(provider, path);
        registration.setName(name);
        registration.setAsyncSupported(true);
        return registration;
    }

    private static SyncSpecification<?> server(
            ServletRegistrationBean<HttpServletStreamableServerTransportProvider> servlet, String title) {
        return McpServer.sync(servlet.getServlet())
                .serverInfo(Implementation.builder(servlet.getServletName(), VERSION)
                        .title(title)
                        .build())
                .requestTimeout(InputTools.PATIENCE);
    }
}
