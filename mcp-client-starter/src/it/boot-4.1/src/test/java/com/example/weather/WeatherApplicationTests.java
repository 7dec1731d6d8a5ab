package com.example.weather;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.spring.McpServer;
import io.mcpclient.test.AutoConfigureMcpTestServer;
import io.mcpclient.test.McpTestServer;

import static io.mcpclient.test.McpAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureMcpTestServer
class WeatherApplicationTests {

    @Autowired
    @McpServer("weather")
    private McpTestServer server;

    @Autowired
    private Environment environment;

    private JsonNode get(String path) {
        return RestClient.create("http://localhost:" + this.environment.getProperty("local.server.port"))
                .get()
                .uri(path)
                .retrieve()
                .body(JsonNode.class);
    }

    @Test
    void forecastIsTheResultOfTheTool(@Autowired Weather weather) {
        this.server.tool("get_forecast").returns(new Weather.Forecast("sunny", 21.5));

        assertThat(weather.forecast("Oslo")).isEqualTo(new Weather.Forecast("sunny", 21.5));
        assertThat(this.server).hasReceivedCall("get_forecast").withArgument("city", "Oslo");
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
    void versionsEqualThoseOfTheProject() {
        assertThat(SpringBootVersion.getVersion()).isEqualTo(System.getProperty("spring-boot.version"));
        assertThat(JsonMapper.shared().version()).hasToString(System.getProperty("jackson.version"));
    }
}
