package io.mcpclient.autoconfigure;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.springframework.context.ApplicationEventPublisher;

import io.mcpclient.autoconfigure.settings.FoundServer;
import io.mcpclient.schema.Implementation;
import io.mcpclient.spring.McpServerCardDifferenceEvent;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.status.McpServerStatus;
import io.mcpclient.status.McpStatusListener;
import io.mcpclient.support.Loggers;

/**
 * Compares a server with its card when it is connected for the first time. A difference never fails the connection.
 *
 * @see "CRD-16"
 */
final class CardComparison implements McpStatusListener {

    private static final Logger logger = Loggers.CONNECTION;

    private final String server;

    private final FoundServer found;

    private final ApplicationEventPublisher events;

    private final AtomicBoolean isDone = new AtomicBoolean();

    CardComparison(String server, FoundServer found, ApplicationEventPublisher events) {
        this.server = server;
        this.found = found;
        this.events = events;
    }

    @Override
    public void onStatus(McpServerStatus status) {
        McpServerDescription live = status.server();
        Implementation info = (live != null) ? live.serverInfo() : null;
        if (!status.isConnected() || live == null || info == null || !this.isDone.compareAndSet(false, true)) {
            return;
        }
        List<String> differences =
                this.found.comparison().differences(info, live.revision().wireValue());
        if (!differences.isEmpty()) {
            logger.warn("MCP server \"{}\": it differs from its card: {}", this.server, String.join("; ", differences));
            this.events.publishEvent(new McpServerCardDifferenceEvent(this.server, differences));
        }
    }
}
