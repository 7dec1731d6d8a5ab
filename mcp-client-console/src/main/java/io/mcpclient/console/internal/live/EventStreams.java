package io.mcpclient.console.internal.live;

import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

import io.mcpclient.console.internal.json.ConsoleJson;

/**
 * The open pages. Thread-safe. It ends before the web server, which would otherwise wait for the open streams: pages open theirs again
 * at once, so there are no new ones from then on.
 */
public final class EventStreams implements SmartLifecycle {

    /** Time after which a page has to open its stream again, and its user has to be still logged in. */
    public static final Duration MAX_TIME = Duration.ofMinutes(10);

    private static final Logger logger = LoggerFactory.getLogger("io.mcpclient.console");

    private static final int MAX_STREAMS = 32;

    private final Deque<EventStream> streams = new ConcurrentLinkedDeque<>();

    private final ConsoleJson json;

    private volatile boolean running;

    /**
     * Creates an instance without pages.
     * @param json writes the data of events
     */
    public EventStreams(ConsoleJson json) {
        this.json = json;
    }

    /** Opens a stream for a user. The oldest one ends if there are too many; the stream ends at once if the application stops. */
    public EventStream open(String user) {
        EventStream stream = new EventStream(user, this.streams::remove);
        this.streams.addLast(stream);
        if (!this.running) {
            stream.end(); // stop() may not have seen it
        }
        while (this.streams.size() > MAX_STREAMS) {
            EventStream oldest = this.streams.pollFirst();
            if (oldest != null) {
                oldest.end();
            }
        }
        return stream;
    }

    /** Returns whether somebody has the console open: a certain user, or anybody for {@code null}. */
    public boolean isOpenFor(@Nullable String user) {
        return this.streams.stream()
                .anyMatch(stream -> user == null || stream.user().equals(user));
    }

    /**
     * Publishes an event. Does not block, and does not fail: data that cannot be written is logged, since calls of the application publish.
     * @param name name of the event
     * @param owner the only user who receives it, or {@code null} for all
     * @param data creates the data, only if a page is open
     */
    public void publish(String name, @Nullable String owner, Supplier<?> data) {
        if (!isOpenFor(owner)) {
            return;
        }
        EventStream.Event event;
        try {
            event = new EventStream.Event(name, this.json.writeText(data.get()));
        } catch (RuntimeException ex) {
            logger.warn("An event of the console could not be written: {}", name, ex);
            return;
        }
        for (EventStream stream : this.streams) {
            if (owner == null || stream.user().equals(owner)) {
                stream.offer(event);
            }
        }
    }

    @Override
    public void start() {
        this.running = true;
    }

    @Override
    public void stop() {
        this.running = false;
        this.streams.forEach(EventStream::end);
    }

    @Override
    public boolean isRunning() {
        return this.running;
    }
}
