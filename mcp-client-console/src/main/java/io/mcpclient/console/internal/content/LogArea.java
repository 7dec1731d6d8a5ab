package io.mcpclient.console.internal.content;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.console.internal.json.InvalidRequestException;
import io.mcpclient.console.internal.web.Area;
import io.mcpclient.console.internal.web.Clients;
import io.mcpclient.schema.LoggingLevel;

/** Requests of the page about log messages of servers. */
public final class LogArea implements Area {

    private final LogBook book;

    private final Clients clients;

    /**
     * Creates the area.
     * @param book last log messages
     * @param clients all clients
     */
    public LogArea(LogBook book, McpClients clients) {
        this.book = book;
        this.clients = new Clients(clients);
    }

    /** The messages, and the servers that are followed. */
    record LogView(List<LogBook.Entry> entries, Set<String> followed) {}

    /** A server to follow; without a level, it is not followed any more. */
    record Following(@Nullable String server, @Nullable String level) {}

    @Override
    public void addTo(Requests requests) {
        requests.get("log", request -> new LogView(this.book.list(request.user()), this.book.followed()))
                .post("log/follow", request -> follow(request.body(Following.class)));
    }

    private Object follow(Following following) {
        McpClient client = this.clients.get(following.server());
        if (following.level() == null) {
            this.book.unfollow(client);
        } else {
            LoggingLevel level = new LoggingLevel(following.level());
            if (!level.isKnown()) {
                throw new InvalidRequestException("The protocol has no such level.");
            }
            this.book.follow(client, level);
        }
        return Map.of("followed", this.book.followed());
    }
}
