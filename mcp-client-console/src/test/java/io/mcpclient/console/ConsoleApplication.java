package io.mcpclient.console;

import java.util.ArrayList;
import java.util.List;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.DefaultResourceLoader;

import io.mcpclient.test.McpTestServer;

/** A started application with the console and servers for tests, at a free port. */
final class ConsoleApplication implements AutoCloseable {

    static final String SECURITY = "org.springframework.security";

    private final ConfigurableApplicationContext context;

    private ConsoleApplication(ConfigurableApplicationContext context) {
        this.context = context;
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    /** Settings of an application before it starts. */
    static final class Builder {

        private final List<String> properties = new ArrayList<>(List.of(
                "server.port=0",
                "server.address=127.0.0.1",
                "spring.main.banner-mode=off",
                "spring.application.name=shop",
                "server.shutdown=immediate"));

        private final List<Class<?>> sources = new ArrayList<>(List.of(Application.class));

        private String[] hidden = {SECURITY};

        Builder server(McpTestServer server) {
            return property("mcp.servers." + server.name() + ".url", server.url());
        }

        Builder property(String name, String value) {
            this.properties.add(name + "=" + value);
            return this;
        }

        Builder source(Class<?> source) {
            this.sources.add(source);
            return this;
        }

        Builder withSpringSecurity() {
            this.hidden = new String[0];
            return this;
        }

        ConsoleApplication start() {
            return new ConsoleApplication(new SpringApplicationBuilder()
                    .sources(this.sources.toArray(Class<?>[]::new))
                    .web(WebApplicationType.SERVLET)
                    .resourceLoader(new DefaultResourceLoader(new FilteredClassLoader(this.hidden)))
                    .properties(this.properties.toArray(String[]::new))
                    .run());
        }
    }

    static Builder builder() {
        return new Builder();
    }

    /** An application without Spring Security, with the console. */
    static Builder withConsole() {
        return builder().property("mcp.console.enabled", "true");
    }

    <T> T bean(Class<T> type) {
        return this.context.getBean(type);
    }

    int port() {
        return ((WebServerApplicationContext) this.context).getWebServer().getPort();
    }

    String address() {
        return "http://localhost:" + port() + "/mcp-console/";
    }

    @Override
    public void close() {
        this.context.close();
    }
}
