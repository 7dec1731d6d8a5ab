package io.mcpclient.starter;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.spring.McpProgressUpdate;
import io.mcpclient.spring.McpServer;
import io.mcpclient.typed.McpTool;
import io.mcpclient.typed.McpToolClient;

/** An application that calls a tool in both ways, prints what it got, and ends. */
@SpringBootConfiguration
@EnableAutoConfiguration
class AheadOfTimeApplication {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    public static void main(String[] args) {
        SpringApplication.run(AheadOfTimeApplication.class, args).close();
    }

    record City(String city) {}

    @McpToolClient("weather")
    interface Weather {

        @McpTool("echo")
        City echo(String city);

        default String name() {
            return echo("Oslo").city();
        }
    }

    /** Listens by an annotated method. */
    static class Progress {

        @McpProgressUpdate("weather")
        void progress(String server, McpProgress progress) {
            System.out.println("progress: " + server + " " + progress.progress());
        }
    }

    @Bean
    Progress progress() {
        return new Progress();
    }

    @Bean
    CommandLineRunner caller(
            @McpServer("weather") McpClient blocking,
            @McpServer("weather") ReactiveMcpClient reactive,
            @McpServer("files") ObjectProvider<McpClient> files,
            Weather weather,
            McpClients clients) {
        return args -> {
            Map<String, String> city = Map.of("city", "Oslo");
            System.out.println("blocking: " + blocking.callTool("echo", city, String.class));
            System.out.println(
                    "reactive: " + reactive.callTool("echo", city, String.class).block(LIMIT));
            System.out.println("typed: " + weather.name());
            System.out.println(
                    "clients: " + clients.all().stream().map(McpClient::name).collect(Collectors.joining(" ")));
            System.out.println("files: " + (files.getIfAvailable() != null));
        };
    }
}
