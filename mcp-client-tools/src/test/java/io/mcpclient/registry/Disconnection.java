package io.mcpclient.registry;

import java.time.Duration;

import org.awaitility.Awaitility;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;

/** Waits until a client has detected that its server is gone. */
final class Disconnection {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private Disconnection() {}

    /** By calls: the first one may still find a connection that is closing, which says nothing about the session. */
    static void await(McpClient client) {
        Awaitility.await().atMost(LIMIT).until(() -> {
            client.reactive()
                    .ping(McpCallOptions.timeout(Duration.ofSeconds(5)))
                    .onErrorComplete()
                    .block(LIMIT);
            return !client.status().isConnected();
        });
    }
}
