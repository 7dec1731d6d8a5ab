package io.mcpclient.benchmarks;

import java.util.List;

import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;

import io.mcpclient.McpClient;

/**
 * The child process: the smallest Spring Boot application with one starter, which starts and calls one tool. Its arguments are the
 * library that its class path has, as {@link Library}, and the URL of the server. It prints one line with the values of all metrics
 * when it has the result.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class MinimalApplication {

    /** The library of an application: only its own class is loaded. */
    enum Library {
        NONE("Spring Boot alone", "plain"),
        OURS("this starter", "ours"),
        SPRING_AI("Spring AI's starter", "spring-ai");

        private final String title;
        private final String module;

        Library(String title, String module) {
            this.title = title;
            this.module = module;
        }

        String title() {
            return this.title;
        }

        /** Returns the name of the folder of the module that has its class path. */
        String module() {
            return this.module;
        }

        String[] properties(String url) {
            return switch (this) {
                case NONE -> new String[0];
                case OURS -> new String[] {"--mcp.servers.one.url=" + url + "/mcp"};
                case SPRING_AI ->
                    new String[] {"--spring.ai.mcp.client.streamable-http.connections.one.url=" + url + "/mcp"};
            };
        }

        void call(ApplicationContext context) {
            switch (this) {
                case NONE -> {}
                case OURS -> Ours.call(context);
                case SPRING_AI -> SpringAi.call(context);
            }
        }
    }

    private static final class Ours {

        static void call(ApplicationContext context) {
            check(context.getBean(McpClient.class)
                    .callTool(Workload.SMALL_JSON.key(), Workload.ARGUMENTS)
                    .content()
                    .size());
        }
    }

    private static final class SpringAi {

        static void call(ApplicationContext context) {
            McpSyncClient client = (McpSyncClient)
                    context.getBean("mcpSyncClients", List.class).get(0);
            check(client.callTool(McpSchema.CallToolRequest.builder(Workload.SMALL_JSON.key())
                            .arguments(Workload.ARGUMENTS)
                            .build())
                    .content()
                    .size());
        }
    }

    private static void check(int contents) {
        if (contents != 1) {
            throw new IllegalStateException("The result has " + contents + " content blocks");
        }
    }

    public static void main(String[] args) {
        Library library = Library.valueOf(args[0]);
        SpringApplication application = new SpringApplication(MinimalApplication.class);
        application.setBannerMode(Banner.Mode.OFF);
        library.call(application.run(library.properties(args[1])));
        StartApplication.exit();
    }
}
