package io.mcpclient.testkit;

import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import org.jspecify.annotations.Nullable;

/**
 * Events that a test sends at its own time into an open stream, see {@link Reply.Streamed#follow}. What is
 * sent before a client listens waits for it; with several listeners each event goes to one of them.
 */
public final class EventFeed {

    private final BlockingQueue<Optional<String>> events = new LinkedBlockingQueue<>();

    private volatile Reply.@Nullable Ending ending;

    /** Sends an event, given with its fields but without the closing blank line. */
    public EventFeed send(String event) {
        this.events.add(Optional.of(event));
        return this;
    }

    /** Lets one listening stream go on with what comes after the feed. */
    public void end() {
        this.events.add(Optional.empty());
    }

    /** Ends the feed, and the reply in this way, whatever that had in mind. */
    void end(Reply.Ending ending) {
        this.ending = ending;
        end();
    }

    /** How the reply is to end, {@code null} if the feed does not decide that. */
    Reply.@Nullable Ending ending() {
        return this.ending;
    }

    /** The next event, {@code null} at the end. */
    @Nullable
    String next() throws InterruptedException {
        return this.events.take().orElse(null);
    }
}
