package io.mcpclient.springai;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.model.McpModelSettings;
import io.mcpclient.model.McpResultRules;
import io.mcpclient.registry.McpToolExposure;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.settings.McpReconnectSettings;

import static org.awaitility.Awaitility.await;

/** Connected clients with a registry, closed after each test. */
final class ToolServers implements AfterEachCallback {

    static final Duration LIMIT = Duration.ofSeconds(15);

    /** Rules by which media of results are attached. */
    static final McpToolExposure ATTACHING = McpToolExposure.all()
            .models(McpModelSettings.defaults()
                    .withResults(McpResultRules.undecided().withMedia(McpResultRules.Media.ATTACH)));

    private final List<AutoCloseable> open = new ArrayList<>();

    private final McpClients clients = opened(new McpClients(List.of()));

    private final McpToolRegistry registry = opened(McpToolRegistry.of(this.clients, McpToolNaming.defaults()));

    private <T extends AutoCloseable> T opened(T closeable) {
        this.open.add(0, closeable);
        return closeable;
    }

    McpToolRegistry registry() {
        return this.registry;
    }

    /** Returns another registry of the same clients, with rules. */
    McpToolRegistry registry(McpToolExposure exposure) {
        return opened(McpToolRegistry.of(this.clients, McpToolNaming.defaults(), exposure));
    }

    /** Returns a provider of a registry that attaches media. */
    McpToolCallbackProvider attachingProvider() {
        return McpToolCallbackProvider.of(registry(ATTACHING));
    }

    McpClient add(McpClient client) {
        this.clients.add(opened(client));
        return client;
    }

    /** Connects to a server that reconnects at once, and waits for its tools. */
    McpClient connect(String name, String url) {
        McpClient client = add(
                McpClient.builder(name).url(url).reconnect(ToolServers::soon).build());
        client.session().start();
        awaitTools(name, true);
        return client;
    }

    static McpReconnectSettings soon(McpReconnectSettings settings) {
        return settings.withInitialInterval(Duration.ofMillis(50)).withMaxInterval(Duration.ofMillis(100));
    }

    void awaitTools(String server, boolean available) {
        await().atMost(LIMIT)
                .until(() -> !this.registry.snapshot().ofServer(server).isEmpty()
                        && this.registry.snapshot().ofServer(server).stream()
                                .allMatch(tool -> tool.available() == available));
    }

    void awaitTool(String name) {
        await().atMost(LIMIT).until(() -> this.registry.snapshot().find(name).isPresent());
    }

    /** Waits by calls: the first one may still find a connection that is closing, which says nothing about the session. */
    void awaitLoss(McpClient client) {
        await().atMost(LIMIT).until(() -> {
            client.reactive()
                    .ping(McpCallOptions.timeout(Duration.ofSeconds(5)))
                    .onErrorComplete()
                    .block(LIMIT);
            return !client.status().isConnected();
        });
        awaitTools(client.name(), false);
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        for (AutoCloseable each : this.open) {
            each.close();
        }
    }
}
