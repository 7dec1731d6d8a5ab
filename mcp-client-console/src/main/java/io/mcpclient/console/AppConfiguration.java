package io.mcpclient.console;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

import io.mcpclient.McpClients;
import io.mcpclient.console.internal.app.AppArea;
import io.mcpclient.console.internal.live.EventStreams;
import io.mcpclient.console.internal.tool.RunArea;
import io.mcpclient.console.internal.web.OptionalArea;
import io.mcpclient.console.internal.web.ViewFrame;
import io.mcpclient.console.internal.web.ViewOrigin;
import io.mcpclient.error.McpConfigurationException;

/** Views of tools, if {@code mcp.extensions.apps.enabled} is set and its module is on the class path. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBean(type = "io.mcpclient.apps.McpAppsExtension")
class AppConfiguration {

    @Bean
    ViewOrigin mcpConsoleViewOrigin(McpConsoleProperties properties) {
        ViewOrigin origin = ViewOrigin.of(properties.apps().origin());
        if (origin == null) {
            throw new McpConfigurationException(
                    "",
                    "mcp.console.apps.origin",
                    "is not an origin",
                    "Use a scheme, a host and, if it is not the default one, a port, such as https://views.example.net.");
        }
        return origin;
    }

    /** Before Spring Security: a frame of another origin has no login. */
    @Bean
    FilterRegistrationBean<ViewFrame> mcpConsoleViewFrame(
            ViewOrigin mcpConsoleViewOrigin, McpConsoleProperties properties, Environment environment) {
        FilterRegistrationBean<ViewFrame> filter = new FilterRegistrationBean<>(new ViewFrame(mcpConsoleViewOrigin));
        String servlet = environment.getProperty("spring.mvc.servlet.path", "");
        filter.addUrlPatterns((servlet.equals("/") ? "" : servlet) + properties.path() + "/" + ViewFrame.NAME);
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return filter;
    }

    @Bean
    OptionalArea mcpConsoleApps() {
        return new OptionalArea("apps");
    }

    @Bean
    AppArea mcpConsoleAppArea(
            McpClients clients,
            RunArea mcpConsoleRunArea,
            EventStreams mcpConsoleEventStreams,
            ViewOrigin mcpConsoleViewOrigin,
            McpConsoleProperties properties) {
        return new AppArea(
                clients, mcpConsoleRunArea, mcpConsoleEventStreams, mcpConsoleViewOrigin, properties.questionTimeout());
    }
}
