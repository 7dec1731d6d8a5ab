package com.example.weather;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class WeatherApplicationTests {

    private static final WeatherServer SERVER = new WeatherServer();

    @DynamicPropertySource
    static void server(DynamicPropertyRegistry properties) {
        properties.add("mcp.servers.weather.url", SERVER::url);
    }

    @AfterAll
    static void close() {
        SERVER.close();
    }

    private final RestClient http;

    WeatherApplicationTests(@Autowired org.springframework.core.env.Environment environment) {
        this.http = RestClient.create("http://localhost:" + environment.getProperty("local.server.port"));
    }

    private JsonNode get(String path) {
        return this.http.get().uri(path).retrieve().body(JsonNode.class);
    }

    @Test
    void forecastIsTheResultOfTheTool(@Autowired Forecasts forecasts) {
        assertThat(forecasts.forecast("Oslo")).isEqualTo(new Forecasts.Forecast("sunny", 21.5));
    }

    @Test
    void healthShowsTheServer() {
        assertThat(get("/actuator/health").at("/components/mcp/components/weather/status").asString())
                .isEqualTo("UP");
    }

    @Test
    void infoShowsTheVersionOfTheLibrary() {
        JsonNode info = get("/actuator/info").get("mcp");
        assertThat(info.at("/version").asString()).isEqualTo(System.getProperty("mcp-client.version"));
        assertThat(info.at("/servers/states/CONNECTED").asInt()).isEqualTo(1);
    }

    @Test
    void endpointShowsTheTools() {
        assertThat(get("/actuator/mcp/weather").at("/tools/0/inputSchema/required/0").asString())
                .isEqualTo("city");
    }

    @Test
    void versionOfSpringBootIsTheOneOfTheProject() {
        assertThat(SpringBootVersion.getVersion()).isEqualTo(System.getProperty("spring-boot.version"));
    }
}
