package io.mcpclient.autoconfigure;

import org.springframework.context.SmartLifecycle;

/**
 * Connects the servers that the application itself provides. They cannot be connected with the others, because a web server opens its
 * port when everything else is started; the start waits for the required ones here.
 */
final class OwnServersLifecycle implements SmartLifecycle {

    /** After the web servers of the application (MAX - 2048) and its management (MAX - 1536). */
    private static final int PHASE = DEFAULT_PHASE - 512;

    private final McpClientLifecycle clients;

    private final ConnectQueue queue;

    private volatile boolean running;

    /**
     * Creates the lifecycle.
     * @param clients has started before, whatever the phases: a bean starts after those that it depends on
     * @param queue connects the servers
     */
    OwnServersLifecycle(McpClientLifecycle clients, ConnectQueue queue) {
        this.clients = clients;
        this.queue = queue;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    @Override
    public void start() {
        this.running = true;
        this.queue.start(this.clients.deferred());
    }

    @Override
    public void stop() {
        this.running = false;
        this.queue.stop();
    }

    @Override
    public boolean isRunning() {
        return this.running;
    }
}
