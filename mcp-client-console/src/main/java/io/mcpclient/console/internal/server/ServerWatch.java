package io.mcpclient.console.internal.server;

import java.util.Map;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.event.EventListener;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.console.internal.live.EventStreams;
import io.mcpclient.console.internal.wire.CallOwner;
import io.mcpclient.spring.McpAuthorizationFailedEvent;
import io.mcpclient.spring.McpPromptsChangedEvent;
import io.mcpclient.spring.McpResourceUpdatedEvent;
import io.mcpclient.spring.McpResourcesChangedEvent;
import io.mcpclient.spring.McpServerStateChangedEvent;
import io.mcpclient.spring.McpToolDefinitionChangedEvent;
import io.mcpclient.spring.McpToolsChangedEvent;

/** Tells open pages what has changed. Events name what to load again, so that each page gets what its user may see. */
public final class ServerWatch implements McpClients.Listener, SmartInitializingSingleton, DisposableBean {

    private static final Map<String, String> NOTHING = Map.of();

    private final EventStreams streams;

    private final McpClients clients;

    private final CallOwner owners;

    /**
     * Creates an instance.
     * @param streams open pages
     * @param clients all clients
     * @param owners determines who receives what
     */
    public ServerWatch(EventStreams streams, McpClients clients, CallOwner owners) {
        this.streams = streams;
        this.clients = clients;
        this.owners = owners;
    }

    @Override
    public void afterSingletonsInstantiated() {
        this.clients.addListener(this);
    }

    @Override
    public void destroy() {
        this.clients.removeListener(this);
    }

    @Override
    public void onAdded(McpClient client) {
        publish("servers");
    }

    @Override
    public void onRemoved(McpClient client) {
        publish("servers");
    }

    @EventListener
    void on(McpServerStateChangedEvent event) {
        publish("servers");
    }

    @EventListener
    void on(McpAuthorizationFailedEvent event) {
        publish("servers");
    }

    @EventListener
    void on(McpToolsChangedEvent event) {
        publish("tools");
    }

    @EventListener
    void on(McpToolDefinitionChangedEvent event) {
        publish("tools");
    }

    @EventListener
    void on(McpPromptsChangedEvent event) {
        publish("prompts");
    }

    @EventListener
    void on(McpResourcesChangedEvent event) {
        publish("resources");
    }

    @EventListener
    void on(McpResourceUpdatedEvent event) {
        this.streams.publish(
                "resource",
                this.owners.of(event.principal()),
                () -> Map.of("server", event.serverName(), "uri", event.uri()));
    }

    private void publish(String name) {
        this.streams.publish(name, null, () -> NOTHING);
    }
}
