package com.example.shop;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"mcp.console.enabled=true", "mcp.servers.orders.url=http://127.0.0.1:9/mcp"})
class ConsoleTests {

    @LocalServerPort
    private int port;

    @Test
    void consoleShowsThePageAndTheServers() {
        Http http = new Http(this.port);

        assertThat(http.get("/mcp-console/").getBody()).contains("<title>MCP console</title>");
        assertThat(http.get("/mcp-console/main.js").getStatusCode().value()).isEqualTo(200);
        assertThat(http.get("/mcp-console/api/servers").getBody()).contains("\"name\":\"orders\"");
    }
}
