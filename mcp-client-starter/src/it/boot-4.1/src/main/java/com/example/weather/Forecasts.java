package com.example.weather;

import java.util.Map;

import org.springframework.stereotype.Service;

import io.mcpclient.McpClient;
import io.mcpclient.spring.McpServer;

@Service
public class Forecasts {

    private final McpClient weather;

    Forecasts(@McpServer("weather") McpClient weather) {
        this.weather = weather;
    }

    public Forecast forecast(String city) {
        return this.weather.callTool("get_forecast", Map.of("city", city), Forecast.class);
    }

    public record Forecast(String summary, double temperature) {}
}
