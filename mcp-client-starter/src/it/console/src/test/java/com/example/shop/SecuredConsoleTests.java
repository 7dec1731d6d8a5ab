package com.example.shop;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "mcp.console.enabled=true",
            "spring.security.user.name=ada",
            "spring.security.user.password=engine"
        })
class SecuredConsoleTests {

    @LocalServerPort
    private int port;

    @Test
    void strangerIsRejectedAndUserIsAccepted() {
        Http http = new Http(this.port);

        assertThat(http.get("/mcp-console/").getStatusCode().value()).isEqualTo(401);
        assertThat(http.get("/mcp-console/main.js").getStatusCode().value()).isEqualTo(401);
        assertThat(http.get("/mcp-console/api/servers").getStatusCode().value()).isEqualTo(401);
        assertThat(http.get("/mcp-console/", "ada", "wrong").getStatusCode().value())
                .isEqualTo(401);
        assertThat(http.get("/mcp-console/", "ada", "engine").getBody()).contains("<title>MCP console</title>");
        assertThat(http.get("/mcp-console/api/servers", "ada", "engine").getBody())
                .isEqualTo("[]");
    }
}
