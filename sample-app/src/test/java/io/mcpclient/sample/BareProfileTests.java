package io.mcpclient.sample;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;

import static org.assertj.core.api.Assertions.assertThat;

/** The profile {@code bare} with nothing configured. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@ActiveProfiles("bare")
@DirtiesContext
class BareProfileTests {

    @LocalServerPort
    private int port;

    @Test
    void thereAreNoServersAndTheApplicationIsUp() {
        Http http = new Http(this.port);
        assertThat(http.getJson("/api/servers")).isEmpty();
        assertThat(http.getJson("/api/tools")).isEmpty();
        assertThat(http.get("/").statusCode()).isEqualTo(200);
        assertThat(http.get("/mcp-console/").statusCode()).isEqualTo(200);
        assertThat(http.getJson("/actuator/health").get("status").asString()).isEqualTo("UP");
    }

    @Test
    void noLoginIsRequiredWithoutSpringSecurity() {
        Http http = new Http(this.port);
        assertThat(http.getJson("/api/authorizations")).isEmpty();
        assertThat(http.get("/api/authorization-server").statusCode()).isEqualTo(204);
        assertThat(http.post("/api/authorization-server/revoke", null).statusCode())
                .isEqualTo(404);
        assertThat(http.post("/api/authorizations/nobody/logout", null).statusCode())
                .isEqualTo(404);
        assertThat(http.get("/login").statusCode()).isEqualTo(404);
    }
}
