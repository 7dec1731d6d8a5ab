package io.mcpclient.sample.api;

import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import io.mcpclient.McpClients;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSnapshot;

/** Reports the servers from memory: no request to any of them is made. */
@RestController
class ServersController {

    private final McpClients clients;

    private final McpToolRegistry registry;

    ServersController(McpClients clients, McpToolRegistry registry) {
        this.clients = clients;
        this.registry = registry;
    }

    @GetMapping("/api/servers")
    List<ServerView> servers() {
        McpToolSnapshot snapshot = this.registry.snapshot();
        return this.clients.all().stream()
                .map(client -> ServerView.of(
                        client.status(), snapshot.ofServer(client.name()).size()))
                .toList();
    }
}
