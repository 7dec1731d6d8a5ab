package io.mcpclient.sample;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Callers of the REST API that close their connection during a call. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@ActiveProfiles("bare")
@DirtiesContext
class HangUpTests {

    /** Far shorter than the limits of the call itself. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final ScriptedLegacyServer SERVER = ScriptedHttpServer.legacy();

    @LocalServerPort
    private int port;

    @DynamicPropertySource
    static void servers(DynamicPropertyRegistry properties) {
        SERVER.withoutVerification();
        SERVER.on("tools/call").optionally().reply(Reply.neverAnswer());
        properties.add("mcp.servers.silent.url", SERVER::url);
        properties.add("mcp.servers.silent.request-timeout", () -> "10m");
        properties.add("mcp.servers.silent.request-timeout-max", () -> "10m");
    }

    @AfterAll
    static void close() {
        SERVER.close();
    }

    @Test
    void callerOfAStreamThatHangsUpCancelsTheCall(@Autowired McpToolRegistry registry) throws IOException {
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> registry.snapshot().find("echo").isPresent());
        try (Socket caller = new Socket("127.0.0.1", this.port)) {
            caller.getOutputStream()
                    .write(("POST /api/tools/echo/stream HTTP/1.1\r\nHost: localhost:" + this.port
                                    + "\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
                            .getBytes(StandardCharsets.US_ASCII));
            SERVER.awaitRequests("tools/call", 1, LIMIT);
        }
        SERVER.awaitRequests("notifications/cancelled", 1, LIMIT);
        assertThat(SERVER.requests("tools/call")).hasSize(1);
    }
}
