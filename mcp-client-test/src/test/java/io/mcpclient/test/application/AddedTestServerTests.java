package io.mcpclient.test.application;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import io.mcpclient.test.AutoConfigureMcpTestServer;
import io.mcpclient.test.AutoConfigureMcpTestServer.Reset;
import io.mcpclient.test.McpTestServer;
import io.mcpclient.test.application.Travel.Agent;

import static org.assertj.core.api.Assertions.assertThat;

/** The server is in no configuration, and answers from a recording. */
@SpringBootTest
@AutoConfigureMcpTestServer(value = "weather", replay = "classpath:weather.json", reset = Reset.NONE)
class AddedTestServerTests {

    @Test
    void serverThatIsNotConfiguredIsAdded(@Autowired Agent agent, @Autowired McpTestServer server) {
        assertThat(agent.byClient("Oslo").degrees()).isEqualTo(4.5);
        assertThat(server.calls("get_forecast")).hasSize(1);
    }
}
