package io.mcpclient.sample.api;

import java.util.List;
import java.util.stream.Stream;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpResourceSnapshot;

/** Lists the resources of all servers and reads one of them. */
@RestController
class ResourcesController {

    private final McpResourceRegistry registry;

    private final McpClients clients;

    private final JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT);

    ResourcesController(McpResourceRegistry registry, McpClients clients) {
        this.registry = registry;
        this.clients = clients;
    }

    @GetMapping("/api/resources")
    List<ResourceView> resources() {
        McpResourceSnapshot snapshot = this.registry.snapshot();
        return Stream.concat(
                        snapshot.resources().stream().map(one -> ResourceView.of(one.server(), one.resource())),
                        snapshot.templates().stream().map(one -> ResourceView.of(one.server(), one.template())))
                .toList();
    }

    @GetMapping("/api/resources/read")
    ResponseEntity<String> read(@RequestParam("server") String server, @RequestParam("uri") String uri) {
        McpClient client =
                this.clients.find(server).orElseThrow(() -> new NotFoundException("There is no such server"));
        String contents = this.codec.toJson(client.readResource(uri));
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(contents);
    }
}
