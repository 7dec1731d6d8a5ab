package io.mcpclient.test.application;

import java.util.Map;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

import io.mcpclient.McpClient;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.spring.McpServer;
import io.mcpclient.typed.McpTool;
import io.mcpclient.typed.McpToolClient;

/** An application that calls a server in three ways. */
@SpringBootConfiguration
@EnableAutoConfiguration
class Travel {

    record Forecast(String city, double degrees) {}

    @McpToolClient("weather")
    interface Weather {

        @McpTool("get_forecast")
        Forecast forecast(String city);
    }

    record Agent(McpClient client, Weather weather, McpToolRegistry registry) {

        Forecast byClient(String city) {
            return this.client.callTool("get_forecast", Map.of("city", city), Forecast.class);
        }

        Forecast byInterface(String city) {
            return this.weather.forecast(city);
        }

        String byRegistry(String city) {
            return this.registry.callTool("get_forecast", Map.of("city", city)).text();
        }
    }

    @Bean
    Agent agent(@McpServer("weather") McpClient client, Weather weather, McpToolRegistry registry) {
        return new Agent(client, weather, registry);
    }
}
