package io.mcpclient.sample.embedded.stateless;

import org.springframework.context.SmartLifecycle;

import io.mcpclient.test.McpTestServer;

/** Ends the subscriptions before the web server stops, which would wait for them. Thread-safe. */
final class Subscriptions implements SmartLifecycle {

    private final McpTestServer server;

    private volatile boolean running;

    Subscriptions(McpTestServer server) {
        this.server = server;
    }

    @Override
    public void start() {
        this.server.accept();
        this.running = true;
    }

    @Override
    public void stop() {
        this.running = false;
        this.server.endSubscriptions();
    }

    @Override
    public boolean isRunning() {
        return this.running;
    }
}
