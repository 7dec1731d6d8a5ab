package io.mcpclient.sample.api;

import java.util.List;
import java.util.stream.Stream;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;

/** Lists the resources of all servers and reads one of them. */
@RestController
class ResourcesController {

    private final ConnectedServers servers;

    private final JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT);

    ResourcesController(ConnectedServers servers) {
        this.servers = servers;
    }

    @GetMapping("/api/resources")
    List<ResourceView> resources() {
        List<ResourceView> resources =
                this.servers.list(client -> client.listResources().map(list -> list.stream()
                        .map(resource -> ResourceView.of(client.name(), resource))
                        .toList()));
        List<ResourceView> templates =
                this.servers.list(client -> client.listResourceTemplates().map(list -> list.stream()
                        .map(template -> ResourceView.of(client.name(), template))
                        .toList()));
        return Stream.concat(resources.stream(), templates.stream()).toList();
    }

    @GetMapping("/api/resources/read")
    ResponseEntity<String> read(@RequestParam("server") String server, @RequestParam("uri") String uri) {
        String contents = this.codec.toJson(this.servers.get(server).readResource(uri));
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(contents);
    }
}
