package io.mcpclient.console.internal.live;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.springframework.web.servlet.function.ServerResponse.SseBuilder;

/**
 * Events for one open page. They are written by a thread of their own: a browser that does not read delays nobody else. If it does
 * not read for long, it gets one event that tells it to load everything again.
 */
public final class EventStream {

    private static final int MAX_WAITING = 1000;

    private static final long KEEP_ALIVE_SECONDS = 15;

    private static final Event END = new Event("end", "");

    private final String user;

    private final Consumer<EventStream> onEnd;

    private final BlockingQueue<Event> waiting = new LinkedBlockingQueue<>(MAX_WAITING);

    private volatile boolean ended;

    EventStream(String user, Consumer<EventStream> onEnd) {
        this.user = user;
        this.onEnd = onEnd;
    }

    /**
     * An event.
     *
     * @param name its name
     * @param data JSON on one line
     */
    record Event(String name, String data) {}

    String user() {
        return this.user;
    }

    void offer(Event event) {
        if (!this.ended && !this.waiting.offer(event)) {
            this.waiting.clear();
            this.waiting.offer(new Event("lost", "{}"));
        }
    }

    void end() {
        this.ended = true;
        this.waiting.clear();
        this.waiting.offer(END);
    }

    /** Begins to write events. */
    public void begin(SseBuilder sse) {
        sse.onTimeout(() -> timedOut(sse)).onError(error -> end()).onComplete(this::end);
        offer(new Event("hello", "{}"));
        Thread writer = new Thread(() -> write(sse), "mcp-console-events");
        writer.setDaemon(true);
        writer.start();
    }

    /** Ends the response here: otherwise the container takes it for an error, and Spring logs it. */
    private void timedOut(SseBuilder sse) {
        end();
        sse.complete();
    }

    private void write(SseBuilder sse) {
        try {
            while (!this.ended) {
                Event event = this.waiting.poll(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS);
                if (event == null) {
                    sse.comment("").send();
                } else if (event != END) {
                    sse.event(event.name()).data(event.data());
                }
            }
            sse.complete();
        } catch (IOException | IllegalStateException ex) {
            sse.error(ex); // the page is gone
        } catch (InterruptedException ex) {
            sse.complete();
            Thread.currentThread().interrupt();
        } finally {
            this.ended = true;
            this.onEnd.accept(this);
        }
    }
}
