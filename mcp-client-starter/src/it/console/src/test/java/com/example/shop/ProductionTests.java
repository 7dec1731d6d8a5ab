package com.example.shop;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ApplicationContext;
import org.springframework.util.ClassUtils;

import io.mcpclient.McpClients;

import static org.assertj.core.api.Assertions.assertThat;

/** The module is there, but neither devtools nor the property. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class ProductionTests {

    private static final String PACKAGE = "io.mcpclient.console";

    @LocalServerPort
    private int port;

    @Test
    void thereIsNoRouteAndNoBeanOfTheConsole(@Autowired ApplicationContext context) {
        Http http = new Http(this.port);

        assertThat(ClassUtils.isPresent(PACKAGE + ".McpConsoleAutoConfiguration", getClass().getClassLoader()))
                .isTrue();
        assertThat(context.getBeansOfType(McpClients.class)).hasSize(1);
        assertThat(http.get("/mcp-console").getStatusCode().value()).isEqualTo(404);
        assertThat(http.get("/mcp-console/").getStatusCode().value()).isEqualTo(404);
        assertThat(http.get("/mcp-console/api/servers").getStatusCode().value()).isEqualTo(404);
        assertThat(context.getBeansOfType(Object.class, true, false).values())
                .noneMatch(bean -> bean.getClass().getName().startsWith(PACKAGE));
    }
}
