package com.example.weather;

import io.mcpclient.typed.McpTool;
import io.mcpclient.typed.McpToolClient;

@McpToolClient("weather")
public interface Weather {

    @McpTool("get_forecast")
    Forecast forecast(String city);

    record Forecast(String summary, double temperature) {}
}
