package io.mcpclient.sample.embedded;

import java.util.List;
import java.util.Map;

import org.springframework.context.annotation.Profile;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** A registry with the API v0.1 of MCP registries and one entry, which leads to the embedded server {@code travel}. */
@RestController
@Profile("!bare")
class DemoRegistry {

    private static final String NAME = "com.example/voyages";

    private static final String VERSION = "1.0.0";

    private final Environment environment;

    DemoRegistry(Environment environment) {
        this.environment = environment;
    }

    @GetMapping("/offers/v0.1/servers")
    Map<String, Object> servers() {
        return Map.of("servers", List.of(entry()), "metadata", Map.of("count", 1));
    }

    @GetMapping("/offers/v0.1/servers/{name}/versions")
    Map<String, Object> versions(@PathVariable("name") String name) {
        requireKnown(NAME.equals(name));
        return servers();
    }

    @GetMapping("/offers/v0.1/servers/{name}/versions/{version}")
    Map<String, Object> version(@PathVariable("name") String name, @PathVariable("version") String version) {
        requireKnown(NAME.equals(name) && (VERSION.equals(version) || "latest".equals(version)));
        return entry();
    }

    private static void requireKnown(boolean isKnown) {
        if (!isKnown) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
    }

    private Map<String, Object> entry() {
        String url = "http://127.0.0.1:" + this.environment.getProperty("server.port", "8080")
                + this.environment.getProperty("server.servlet.context-path", "") + "/servers/travel/mcp";
        Map<String, Object> header = Map.of(
                "name",
                "X-Traveler",
                "description",
                "Name of the traveler",
                "isRequired",
                true,
                "value",
                "{traveler}",
                "variables",
                Map.of("traveler", Map.of("description", "Name of the traveler", "isRequired", true)));
        Map<String, Object> server = Map.of(
                "name",
                NAME,
                "version",
                VERSION,
                "description",
                "Trips and bookings",
                "remotes",
                List.of(Map.of("type", "streamable-http", "url", url, "headers", List.of(header))));
        Map<String, Object> official = Map.of("status", "active", "isLatest", true);
        return Map.of("server", server, "_meta", Map.of("io.modelcontextprotocol.registry/official", official));
    }
}
