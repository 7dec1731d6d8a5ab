package io.mcpclient.console.internal.content;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonRawValue;
import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.call.McpCacheUse;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.console.internal.web.Area;
import io.mcpclient.console.internal.web.Clients;
import io.mcpclient.console.internal.web.ConsoleRequest;
import io.mcpclient.registry.McpRegisteredResource;
import io.mcpclient.registry.McpRegisteredResourceTemplate;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpResourceSnapshot;

/** Requests of the page about resources. Reads and subscriptions wait for the server, within the deadline of the client. */
public final class ResourceArea implements Area {

    private final McpResourceRegistry registry;

    private final Clients clients;

    private final ConsoleJson json;

    /**
     * Creates the area.
     * @param registry all resources
     * @param clients all clients
     * @param json writes contents
     */
    public ResourceArea(McpResourceRegistry registry, McpClients clients, ConsoleJson json) {
        this.registry = registry;
        this.clients = new Clients(clients);
        this.json = json;
    }

    /**
     * A resource or a template. Texts are untrusted texts of the server.
     *
     * @param server configured name of the server
     * @param uri URI, or template of URIs
     * @param template whether it is a template
     * @param name name, or {@code null}
     * @param title name for display, or {@code null}
     * @param description what it contains, or {@code null}
     * @param mimeType type of its contents, or {@code null}
     * @param size bytes, or {@code null}
     * @param available whether the server is connected
     */
    record ResourceView(
            String server,
            String uri,
            boolean template,
            @Nullable String name,
            @Nullable String title,
            @Nullable String description,
            @Nullable String mimeType,
            @Nullable Number size,
            boolean available) {

        static ResourceView of(McpRegisteredResource one) {
            return new ResourceView(
                    one.server(),
                    one.resource().uri(),
                    false,
                    one.resource().name(),
                    one.resource().title(),
                    one.resource().description(),
                    one.resource().mimeType(),
                    one.resource().size(),
                    one.available());
        }

        static ResourceView of(McpRegisteredResourceTemplate one) {
            return new ResourceView(
                    one.server(),
                    one.template().uriTemplate(),
                    true,
                    one.template().name(),
                    one.template().title(),
                    one.template().description(),
                    one.template().mimeType(),
                    null,
                    one.available());
        }
    }

    /** Names a resource; {@code fresh} bypasses the cache of responses. */
    record Target(
            @Nullable String server,
            @Nullable String uri,
            @Nullable Boolean fresh) {}

    /** Contents as the server sent them, JSON. */
    record Contents(@JsonRawValue @Nullable String result) {}

    @Override
    public void addTo(Requests requests) {
        requests.get("resources", request -> resources())
                .post("resources/read", request -> read(request.body(Target.class)))
                .post("resources/subscribe", request -> subscribe(request.body(Target.class)))
                .post("resources/unsubscribe", request -> unsubscribe(request.body(Target.class)));
    }

    private List<ResourceView> resources() {
        McpResourceSnapshot snapshot = this.registry.snapshot();
        return Stream.concat(
                        snapshot.resources().stream().map(ResourceView::of),
                        snapshot.templates().stream().map(ResourceView::of))
                .toList();
    }

    private Contents read(Target target) {
        McpCallOptions options = Boolean.TRUE.equals(target.fresh())
                ? McpCallOptions.defaults().withCache(McpCacheUse.REFRESH)
                : McpCallOptions.defaults();
        McpClient client = this.clients.get(target.server());
        return new Contents(
                this.json.ofProtocol(client.readResource(ConsoleRequest.required("uri", target.uri()), options)));
    }

    private Object subscribe(Target target) {
        this.clients.get(target.server()).resources().subscribe(ConsoleRequest.required("uri", target.uri()));
        return Map.of("subscribed", true);
    }

    private Object unsubscribe(Target target) {
        this.clients.get(target.server()).resources().unsubscribe(ConsoleRequest.required("uri", target.uri()));
        return Map.of("subscribed", false);
    }
}
