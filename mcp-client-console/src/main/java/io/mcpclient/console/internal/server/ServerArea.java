package io.mcpclient.console.internal.server;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;

import io.mcpclient.McpClients;
import io.mcpclient.console.internal.json.InvalidRequestException;
import io.mcpclient.console.internal.web.Area;
import io.mcpclient.console.internal.web.Clients;
import io.mcpclient.console.internal.web.ConsoleRequest;
import io.mcpclient.error.McpException;
import io.mcpclient.registry.McpPromptRegistry;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.spring.McpServers;
import io.mcpclient.text.SafeText;

/** Requests of the page about servers. None of them waits for a server; a preview waits for a card or a registry. */
public final class ServerArea implements Area {

    private static final Logger logger = LoggerFactory.getLogger("io.mcpclient.console");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,62}");

    private final ServerViews views;

    private final Clients clients;

    private final ObjectProvider<McpServers> servers;

    private final Registries registries;

    private final boolean canAdd;

    /**
     * Creates the area.
     * @param views describes servers
     * @param clients all clients
     * @param servers adds, disables and enables servers
     * @param registries what is listed again
     * @param canAdd whether servers can be added
     */
    public ServerArea(
            ServerViews views,
            McpClients clients,
            ObjectProvider<McpServers> servers,
            Registries registries,
            boolean canAdd) {
        this.views = views;
        this.clients = new Clients(clients);
        this.servers = servers;
        this.registries = registries;
        this.canAdd = canAdd;
    }

    /** Registries of the application. */
    public record Registries(McpToolRegistry tools, McpPromptRegistry prompts, McpResourceRegistry resources) {}

    /** Names a server. */
    record Target(@Nullable String server) {

        String required() {
            return ConsoleRequest.required("server", this.server);
        }
    }

    /**
     * A server to add: a URL, a command with its arguments, a card, or an entry of the registry.
     *
     * @param name name of the server
     * @param url address, or {@code null}
     * @param command program, or {@code null}
     * @param args arguments of the program, or {@code null}
     * @param card URL of its card, or {@code null}
     * @param registry name and version of the entry, or {@code null}
     * @param inputs values of the inputs of card or entry, or {@code null}
     * @param consent digest of what was shown of card or entry, or {@code null}
     */
    record NewServer(
            @Nullable String name,
            @Nullable String url,
            @Nullable String command,
            @Nullable List<String> args,
            @Nullable String card,
            @Nullable String registry,
            @Nullable Map<String, String> inputs,
            @Nullable String consent) {}

    @Override
    public void addTo(Requests requests) {
        requests.get("servers", request -> this.views.all(request.user()))
                .post("servers/reconnect", request -> reconnect(request.body(Target.class)))
                .post("servers/refresh", request -> refresh(request.body(Target.class)))
                .post("servers/disable", request -> disable(request.body(Target.class)))
                .post("servers/enable", request -> enable(request.body(Target.class)))
                .post("servers/preview", request -> preview(request.body(NewServer.class)))
                .post("servers/add", request -> add(request.body(NewServer.class)));
    }

    private @Nullable Object reconnect(Target target) {
        this.clients
                .get(target.server())
                .reactive()
                .session()
                .reconnect()
                .subscribe(server -> {}, ex -> log("reconnect", ex));
        return null;
    }

    private @Nullable Object refresh(Target target) {
        String server = this.clients.get(target.server()).name();
        this.registries.tools().refresh(server);
        this.registries.prompts().refresh(server);
        this.registries.resources().refresh(server);
        return null;
    }

    private @Nullable Object disable(Target target) {
        if (!servers().disable(target.required())) {
            throw InvalidRequestException.notFound("There is no enabled server of this name.");
        }
        return null;
    }

    private @Nullable Object enable(Target target) {
        if (!servers().enable(target.required())) {
            throw InvalidRequestException.notFound("There is no disabled server of this name.");
        }
        return null;
    }

    private McpServers servers() {
        McpServers changeable = this.servers.getIfAvailable();
        if (changeable == null) {
            throw InvalidRequestException.forbidden("The application does not permit changes of servers.");
        }
        return changeable;
    }

    /** Looks up a card or an entry of the registry. Waits for its publisher, and adds nothing. */
    private McpServers.Preview preview(NewServer server) {
        return servers().preview(permitted(server), settings(server));
    }

    private @Nullable Object add(NewServer server) {
        servers().add(permitted(server), settings(server));
        return null;
    }

    /** Returns the name of a server that may be added. */
    private String permitted(NewServer server) {
        if (!this.canAdd) {
            throw InvalidRequestException.forbidden("Servers cannot be added here, see mcp.console.add-servers.");
        }
        String name = server.name();
        if (name == null || !NAME.matcher(name).matches()) {
            throw new InvalidRequestException("A name has letters, digits, - and _, at most 63.");
        }
        return name;
    }

    /** The keys are constants: those of a page could read files. */
    private static Map<String, Object> settings(NewServer server) {
        Map<String, Object> settings = new LinkedHashMap<>();
        put(settings, "url", server.url());
        put(settings, "command", server.command());
        put(settings, "card", server.card());
        put(settings, "registry", server.registry());
        if (settings.size() != 1) {
            throw new InvalidRequestException("A server has one of URL, command, card and registry entry.");
        }
        put(settings, "args", (server.command() != null) ? server.args() : null);
        put(settings, "consent", server.consent());
        if (server.inputs() != null) {
            server.inputs().forEach((name, value) -> put(settings, "inputs[" + name + "]", value));
        }
        return settings;
    }

    private static void put(Map<String, Object> settings, String key, @Nullable Object value) {
        if (value != null) {
            settings.put(key, value);
        }
    }

    private static void log(String action, Throwable ex) {
        if (!(ex instanceof McpException)) { // the page shows the error of the server
            logger.warn("Action {} of the console failed", SafeText.excerpt(action), ex);
        }
    }
}
