package io.mcpclient.console.internal.content;

import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import com.fasterxml.jackson.annotation.JsonIgnore;
import org.jspecify.annotations.Nullable;
import org.springframework.context.event.EventListener;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.console.internal.live.EventStreams;
import io.mcpclient.console.internal.wire.CallOwner;
import io.mcpclient.handler.McpLogListener;
import io.mcpclient.handler.McpSource;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.LoggingMessageParams;
import io.mcpclient.spring.McpLogEvent;
import io.mcpclient.text.SafeText;

/**
 * The last log messages of servers: of those with {@code log-level}, for which the application has events, and of those that are followed
 * at the console. A listener keeps a stream to the server open, so there is none before somebody asks for it. A followed server is
 * followed further when its client is replaced, or disabled and enabled again. Thread-safe.
 */
public final class LogBook implements McpClients.Listener {

    private static final int MAX_ENTRIES = 500;

    private static final int MAX_TEXT = 4000;

    private final EventStreams streams;

    private final CallOwner owners;

    private final ConsoleJson json;

    private final Clock clock;

    private final Deque<Entry> entries = new ArrayDeque<>();

    /** Levels of the followed servers. */
    private final Map<String, LoggingLevel> followed = new ConcurrentHashMap<>();

    /** Number of reasons to listen to a server: it is followed, or a call runs. */
    private final Map<String, Integer> watches = new ConcurrentHashMap<>();

    private final Heard heard = new Heard();

    private long lastId;

    /**
     * Creates an empty book.
     * @param streams receives each message
     * @param owners determines who may see a message
     * @param json writes data of messages
     * @param clock the time
     */
    public LogBook(EventStreams streams, CallOwner owners, ConsoleJson json, Clock clock) {
        this.streams = streams;
        this.owners = owners;
        this.json = json;
        this.clock = clock;
    }

    /**
     * A message. Texts are untrusted texts of the server.
     *
     * @param id number of the message
     * @param time arrival, milliseconds since 1970
     * @param server configured name of the server
     * @param level level of the protocol
     * @param logger logger of the server, or {@code null}
     * @param text the message, or its data as JSON
     * @param owner the only user who may see it, or {@code null} for all
     */
    record Entry(
            long id,
            long time,
            String server,
            String level,
            @Nullable String logger,
            String text,
            @JsonIgnore @Nullable String owner) {}

    @EventListener
    void on(McpLogEvent event) {
        if (!this.watches.containsKey(event.serverName())) {
            add(event.serverName(), event.principal(), event.message());
        }
    }

    private void add(String server, @Nullable McpPrincipal principal, LoggingMessageParams message) {
        String text = (message.data() instanceof String data)
                ? data
                : Objects.requireNonNullElse(this.json.ofProtocol(message.data()), "null");
        String logger = message.logger();
        Entry entry;
        synchronized (this) {
            entry = new Entry(
                    ++this.lastId,
                    this.clock.millis(),
                    server,
                    message.level().value(),
                    (logger != null) ? SafeText.excerpt(logger) : null,
                    text.substring(0, SafeText.end(text, MAX_TEXT)),
                    this.owners.of(principal));
            this.entries.addFirst(entry);
            if (this.entries.size() > MAX_ENTRIES) {
                this.entries.removeLast();
            }
        }
        this.streams.publish("log", entry.owner(), () -> entry);
    }

    /** Returns the messages that a user may see, latest first. */
    synchronized List<Entry> list(String user) {
        List<Entry> visible = new ArrayList<>();
        for (Entry entry : this.entries) {
            if (entry.owner() == null || entry.owner().equals(user)) {
                visible.add(entry);
            }
        }
        return visible;
    }

    /** Listens to a server until {@link #unwatch}. */
    public void watch(McpClient client) {
        if (this.watches.merge(client.name(), 1, Integer::sum) == 1) {
            client.listeners().addLogListener(this.heard);
        }
    }

    /** Ends a {@link #watch}. */
    public void unwatch(McpClient client) {
        if (this.watches.computeIfPresent(client.name(), (name, count) -> (count > 1) ? count - 1 : null) == null) {
            client.listeners().removeLogListener(this.heard);
        }
    }

    /** A client that continues as another one has lost its listeners. */
    @Override
    public void onAdded(McpClient client) {
        if (this.watches.containsKey(client.name())) {
            client.listeners().addLogListener(this.heard);
        }
        LoggingLevel level = this.followed.get(client.name());
        if (level != null) {
            client.reactive()
                    .session()
                    .setLoggingLevel(level)
                    .subscribe(done -> {}, ex -> {}); // its card shows the error
        }
    }

    @Override
    public void onRemoved(McpClient client) {
        client.listeners().removeLogListener(this.heard);
    }

    Set<String> followed() {
        return Set.copyOf(this.followed.keySet());
    }

    /** Follows the log of a server, from a level on; not if the server refuses the level. */
    void follow(McpClient client, LoggingLevel level) {
        client.session().setLoggingLevel(level);
        if (this.followed.put(client.name(), level) == null) {
            watch(client);
        }
    }

    void unfollow(McpClient client) {
        if (this.followed.remove(client.name()) != null) {
            unwatch(client);
        }
    }

    /** Not the book itself: clients have all beans that are listeners, from the start. */
    private final class Heard implements McpLogListener {

        @Override
        public void onLog(McpSource source, LoggingMessageParams message) {
            add(source.serverName(), source.principal(), message);
        }

        @Override
        public void onLog(String server, LoggingMessageParams message) {
            add(server, null, message);
        }
    }
}
