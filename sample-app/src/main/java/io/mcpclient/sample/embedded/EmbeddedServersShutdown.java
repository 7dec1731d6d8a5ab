package io.mcpclient.sample.embedded;

import java.util.List;

import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

import io.mcpclient.McpClients;

/**
 * Closes the sessions with the embedded servers while the web server still runs. Clients normally stop after the web server, so
 * that they can serve its last requests; but here the web server would wait for streams of its own clients.
 */
@Component
@Profile("!bare")
class EmbeddedServersShutdown implements SmartLifecycle {

    private static final List<String> EMBEDDED = List.of("everyday", "notes", "travel");

    private final McpClients clients;

    private volatile boolean running;

    EmbeddedServersShutdown(McpClients clients) {
        this.clients = clients;
    }

    @Override
    public void start() {
        this.running = true;
    }

    @Override
    public void stop() {
        this.running = false;
        EMBEDDED.stream().flatMap(name -> this.clients.find(name).stream()).forEach(client -> client.session()
                .dispose());
    }

    @Override
    public boolean isRunning() {
        return this.running;
    }
}
