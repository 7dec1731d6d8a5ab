package io.mcpclient.counterparts;

import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.ai.mcp.annotation.McpPrompt;
import org.springframework.ai.mcp.annotation.McpResource;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.mcp.annotation.McpToolParam;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.mcpclient.McpClient;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.TextContent;
import io.mcpclient.schema.TextResourceContents;
import io.mcpclient.schema.Tool;

import static io.mcpclient.counterparts.Results.call;
import static org.assertj.core.api.Assertions.assertThat;

/** The same server of Spring AI with each of the protocols that it can be set to. */
@Timeout(60)
class SpringAiProtocolsTests {

    // SSE-01 and fault A21: one of them is HTTP+SSE, another has no sessions; the client is configured for neither
    @ParameterizedTest
    @CsvSource({"STREAMABLE, /mcp", "STATELESS, /mcp", "SSE, /sse"})
    void everythingIsListedAndCalled(String protocol, String path) {
        SpringApplication application = new SpringApplication(ServerConfiguration.class);
        try (ServletWebServerApplicationContext server = (ServletWebServerApplicationContext) application.run(
                        "--server.port=0",
                        "--server.address=127.0.0.1",
                        "--spring.main.banner-mode=off",
                        "--server.shutdown=immediate",
                        "--spring.ai.mcp.server.protocol=" + protocol);
                McpClient client = McpClient.builder("spring-ai")
                        .url("http://127.0.0.1:" + server.getWebServer().getPort() + path)
                        .build()) {
            assertThat(client.listTools()).extracting(Tool::name).containsExactly("add");
            assertThat(call(client, "add", Map.of("a", 1, "b", 2)).text()).isEqualTo("3");
            assertThat(client.readResource("config://version").contents())
                    .containsExactly(TextResourceContents.of("config://version", "text/plain", "1.2.3"));
            assertThat(client.listPrompts()).extracting(Prompt::name).containsExactly("greeting");
            assertThat(client.getPrompt("greeting", Map.of()).messages())
                    .extracting(message -> ((TextContent) message.content()).text())
                    .containsExactly("Hello");
            client.ping();
            client.session().dispose();
            assertThat(call(client, "add", Map.of("a", 3, "b", 4)).text()).isEqualTo("7");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class ServerConfiguration {

        @Bean
        Features features() {
            return new Features();
        }

        /**
         * The server over HTTP+SSE loses what it sends while the thread that opened the stream has not returned: of 1,200 connections
         * of a client on plain sockets, 34 got no response to {@code initialize}. Messages therefore wait for that thread.
         */
        @Bean
        Filter streamIsOpenBeforeMessages() {
            ReadWriteLock opening = new ReentrantReadWriteLock();
            return (request, response, chain) -> {
                if (((HttpServletRequest) request).getMethod().equals("GET")) {
                    opening.writeLock().lock();
                    try {
                        chain.doFilter(request, response);
                    } finally {
                        opening.writeLock().unlock();
                    }
                } else {
                    opening.readLock().lock();
                    opening.readLock().unlock();
                    chain.doFilter(request, response);
                }
            };
        }
    }

    /** What a server without sessions can offer too. */
    static class Features {

        @McpTool(name = "add")
        int add(@McpToolParam int a, @McpToolParam int b) {
            return a + b;
        }

        @McpResource(uri = "config://version", mimeType = "text/plain")
        String version() {
            return "1.2.3";
        }

        @McpPrompt(name = "greeting")
        List<String> greeting() {
            return List.of("Hello");
        }
    }
}
