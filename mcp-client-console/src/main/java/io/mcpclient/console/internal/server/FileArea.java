package io.mcpclient.console.internal.server;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

import io.mcpclient.console.internal.json.InvalidRequestException;
import io.mcpclient.console.internal.web.Area;
import io.mcpclient.console.internal.web.ConsoleRequest;
import io.mcpclient.spring.McpServers;

/** Requests of the page that add servers of a file of another program. The page sends its content; no file of this machine is named. */
public final class FileArea implements Area {

    private final ObjectProvider<McpServers> servers;

    private final boolean canAdd;

    /**
     * Creates the area.
     * @param servers reads the content, and adds servers
     * @param canAdd whether servers can be added
     */
    public FileArea(ObjectProvider<McpServers> servers, boolean canAdd) {
        this.servers = servers;
        this.canAdd = canAdd;
    }

    /**
     * The content of a file.
     *
     * @param content JSON
     * @param inputs values of its inputs, or {@code null}
     * @param name server to add, or {@code null}
     * @param consent consent to what was shown of that server, or {@code null}
     */
    record Content(
            @Nullable String content,
            @Nullable Map<String, String> inputs,
            @Nullable String name,
            @Nullable String consent) {

        Map<String, String> given() {
            return Objects.requireNonNullElse(this.inputs, Map.of());
        }
    }

    /** A server of the file, and what to show of it. */
    record Server(String name, McpServers.Preview preview) {}

    @Override
    public void addTo(Requests requests) {
        requests.post("servers/file/preview", request -> preview(request.body(Content.class)))
                .post("servers/file/add", request -> add(request.body(Content.class)));
    }

    private List<Server> preview(Content file) {
        return servers()
                .previewFile(ConsoleRequest.required("content", file.content()), file.given())
                .entrySet()
                .stream()
                .map(server -> new Server(server.getKey(), server.getValue()))
                .toList();
    }

    private @Nullable Object add(Content file) {
        servers()
                .addFromFile(
                        ConsoleRequest.required("content", file.content()),
                        ConsoleRequest.required("name", file.name()),
                        file.given(),
                        ConsoleRequest.required("consent", file.consent()));
        return null;
    }

    private McpServers servers() {
        McpServers changeable = this.servers.getIfAvailable();
        if (!this.canAdd || changeable == null) {
            throw InvalidRequestException.forbidden("Servers cannot be added here, see mcp.console.add-servers.");
        }
        return changeable;
    }
}
