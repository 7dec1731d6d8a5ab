package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.autoconfigure.settings.ServerSettings;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.handler.McpLogListener;
import io.mcpclient.handler.McpSource;
import io.mcpclient.handler.McpToolChange;
import io.mcpclient.registry.McpPromptListener;
import io.mcpclient.registry.McpPromptRegistry;
import io.mcpclient.registry.McpPromptSnapshot;
import io.mcpclient.registry.McpResourceListener;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpResourceSnapshot;
import io.mcpclient.registry.McpToolListener;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSnapshot;
import io.mcpclient.schema.LoggingMessageParams;
import io.mcpclient.spring.McpLogEvent;
import io.mcpclient.spring.McpPromptsChangedEvent;
import io.mcpclient.spring.McpResourceUpdatedEvent;
import io.mcpclient.spring.McpResourcesChangedEvent;
import io.mcpclient.spring.McpServerStateChangedEvent;
import io.mcpclient.spring.McpToolDefinitionChangedEvent;
import io.mcpclient.spring.McpToolsChangedEvent;
import io.mcpclient.status.McpServerStatus;
import io.mcpclient.status.McpStatusListener;
import io.mcpclient.support.ListenerCalls;
import io.mcpclient.support.Loggers;
import io.mcpclient.time.TimeSource;

/**
 * Publishes notifications of clients and registries as application events. It runs from before the first client starts until
 * the last one is closed, on its own thread: listeners of the application may block, those of the library must not. The
 * thread ends when there is nothing to publish.
 *
 * <p>Log messages and changes arrive on threads of the library that may block, so their events are published there, and a
 * flood of them delays no other event. Log listeners are registered only where {@code log-level} is set, because a listener
 * keeps a stream to the server open. Change listeners are registered for all servers, as the registry does: this costs a
 * stream only if the server supports change notifications.
 */
final class McpEventPublisher
        implements SmartLifecycle,
                McpClients.Listener,
                McpStatusListener,
                McpToolListener,
                McpPromptListener,
                McpResourceListener {

    private static final Logger logger = Loggers.HANDLERS;

    private static final int MAX_WAITING = 10_000;

    /** A snapshot contains all definitions of all servers, so a later one supersedes it. */
    private static final int MAX_SNAPSHOTS_WAITING = 4;

    private static final Duration LAST_EVENTS = Duration.ofSeconds(1);

    /** Shorter than this, a listener is not slow: events of many servers that arrive at once supersede each other without harm. */
    private static final Duration SLOW = Duration.ofSeconds(1);

    /** Interval between warnings about slow listeners. */
    private static final Duration REMINDER = Duration.ofMinutes(10);

    private final McpClients clients;

    private final Registries registries;

    private final Map<String, ServerSettings> settings;

    private final ApplicationEventPublisher publisher;

    private final TimeSource time;

    private final Heard heard = new Heard();

    private final Progress progress = new Progress();

    private final Snapshots tools = new Snapshots();

    private final Snapshots prompts = new Snapshots();

    private final Snapshots resources = new Snapshots();

    private final ListenerCalls calls = new ListenerCalls();

    private volatile Scheduler thread = Schedulers.immediate();

    private volatile boolean running;

    /** Registries that are observed in addition to the clients. */
    record Registries(McpToolRegistry tools, McpPromptRegistry prompts, McpResourceRegistry resources) {}

    McpEventPublisher(
            McpClients clients,
            Registries registries,
            Map<String, ServerSettings> settings,
            ApplicationEventPublisher publisher) {
        this(clients, registries, settings, publisher, TimeSource.system());
    }

    McpEventPublisher(
            McpClients clients,
            Registries registries,
            Map<String, ServerSettings> settings,
            ApplicationEventPublisher publisher,
            TimeSource time) {
        this.time = time;
        this.clients = clients;
        this.registries = registries;
        this.settings = settings;
        this.publisher = publisher;
    }

    @Override
    public int getPhase() {
        return McpClientLifecycle.PHASE - 1;
    }

    @Override
    public void start() {
        this.thread = Schedulers.newBoundedElastic(1, MAX_WAITING, "mcp-events", 10, true);
        this.running = true;
        this.clients.addListener(this);
        this.registries.tools().addListener(this);
        this.registries.prompts().addListener(this);
        this.registries.resources().addListener(this);
    }

    @Override
    public void stop() {
        this.running = false;
        this.registries.tools().removeListener(this);
        this.registries.prompts().removeListener(this);
        this.registries.resources().removeListener(this);
        this.clients.removeListener(this);
        this.clients.all().forEach(this::onRemoved);
        awaitLastEvents();
        this.thread.dispose();
    }

    /** Does not use the scheduler's graceful shutdown, which leaves a thread that keeps the process alive for ten seconds. */
    private void awaitLastEvents() {
        CountDownLatch published = new CountDownLatch(1);
        this.thread.schedule(published::countDown); // runs after all others: there is one thread
        try {
            if (!published.await(LAST_EVENTS.toMillis(), TimeUnit.MILLISECONDS)) {
                logger.debug("The last events of MCP servers were not published in time");
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return this.running;
    }

    @Override
    public void onAdded(McpClient client) {
        client.listeners().addStatusListener(this);
        ServerSettings configured = this.settings.get(client.name());
        if (configured != null && configured.client().protocol().logLevel() != null) {
            client.listeners().addLogListener(this.heard);
        }
        client.listeners().addChangeListener(this.heard);
    }

    @Override
    public void onRemoved(McpClient client) {
        client.listeners().removeStatusListener(this);
        client.listeners().removeLogListener(this.heard);
        client.listeners().removeChangeListener(this.heard);
    }

    @Override
    public void onStatus(McpServerStatus status) {
        publish(status.name(), () -> new McpServerStateChangedEvent(status));
    }

    @Override
    public void onToolsChanged(McpToolSnapshot snapshot) {
        this.tools.publish(new McpToolsChangedEvent(snapshot));
    }

    @Override
    public void onPromptsChanged(McpPromptSnapshot snapshot) {
        this.prompts.publish(new McpPromptsChangedEvent(snapshot));
    }

    @Override
    public void onResourcesChanged(McpResourceSnapshot snapshot) {
        this.resources.publish(new McpResourcesChangedEvent(snapshot));
    }

    private void publish(String server, Supplier<Object> event) {
        if (this.running) {
            this.thread.schedule(() -> this.progress.publish(server, event.get()));
        }
    }

    private void publishHere(String server, Object event) {
        if (this.running) {
            publishNow(server, event);
        }
    }

    /** The publication ends with the first listener that throws, as with any event. */
    private void publishNow(String server, Object event) {
        this.calls.run(server, "application events", event.getClass(), () -> this.publisher.publishEvent(event));
    }

    /** Queue of events of one kind to publish; if there are too many, the oldest are dropped. */
    private final class Snapshots {

        private final Deque<Object> waiting = new ArrayDeque<>();

        void publish(Object event) {
            if (McpEventPublisher.this.running && isAdded(event)) {
                McpEventPublisher.this.publish("", this::next);
            }
        }

        /** Adds an event and returns whether it needs its own publication, rather than replacing another event. */
        private synchronized boolean isAdded(Object event) {
            this.waiting.add(event);
            if (this.waiting.size() <= MAX_SNAPSHOTS_WAITING) {
                return true;
            }
            McpEventPublisher.this.progress.dropped(this.waiting.remove());
            return false;
        }

        private synchronized Object next() {
            return this.waiting.remove();
        }
    }

    /** The event that listeners are receiving, and what was dropped because of them. Thread-safe. */
    private final class Progress {

        /** {@code null} if no event is being published. */
        private @Nullable Object current;

        private long startNanos;

        private @Nullable Long warnedNanos;

        /** Numbers of dropped events since the last warning or the last quick listener, by type. */
        private final Map<String, Integer> dropped = new TreeMap<>();

        void publish(String server, Object event) {
            synchronized (this) {
                this.current = event;
                this.startNanos = McpEventPublisher.this.time.nanoTime();
            }
            try {
                publishNow(server, event);
            } finally {
                ended(event);
            }
        }

        private synchronized void ended(Object event) {
            warnIfSlow(event);
            this.current = null;
            this.dropped.clear();
        }

        synchronized void dropped(Object event) {
            this.dropped.merge(event.getClass().getSimpleName(), 1, Integer::sum);
            if (this.current != null) {
                warnIfSlow(this.current);
            }
        }

        private void warnIfSlow(Object event) {
            Duration elapsed = McpEventPublisher.this.time.since(this.startNanos);
            if (this.dropped.isEmpty() || elapsed.compareTo(SLOW) < 0 || isWarned()) {
                return;
            }
            this.warnedNanos = McpEventPublisher.this.time.nanoTime();
            logger.warn(
                    "Listeners of {} have taken {} ms for one event: older events were dropped {}, the latest are published."
                            + " Do less work in the listeners, or do it asynchronously.",
                    event.getClass().getSimpleName(),
                    elapsed.toMillis(),
                    this.dropped);
            this.dropped.clear();
        }

        private boolean isWarned() {
            Long warned = this.warnedNanos;
            return warned != null && McpEventPublisher.this.time.since(warned).compareTo(REMINDER) < 0;
        }
    }

    /** A separate class, because listener beans belong to the application and are registered with clients elsewhere. */
    private final class Heard implements McpLogListener, McpChangeListener {

        @Override
        public void onLog(String serverName, LoggingMessageParams message) {
            onLog(new McpSource(serverName, McpPrincipal.APPLICATION), message);
        }

        @Override
        public void onToolDefinitionChanged(McpToolChange change) {
            publishHere(change.serverName(), new McpToolDefinitionChangedEvent(change));
        }

        @Override
        public void onLog(McpSource source, LoggingMessageParams message) {
            publishHere(source.serverName(), new McpLogEvent(source.serverName(), source.principal(), message));
        }

        @Override
        public void onResourceUpdated(McpSource source, String uri) {
            publishHere(source.serverName(), new McpResourceUpdatedEvent(source.serverName(), source.principal(), uri));
        }
    }
}
