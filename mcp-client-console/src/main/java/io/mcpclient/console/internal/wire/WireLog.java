package io.mcpclient.console.internal.wire;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Recent requests of all clients and messages of their servers, bounded in number, time and size. Messages of servers take half of the
 * entries at most: one that sends many does not displace the requests. Thread-safe.
 */
public final class WireLog {

    private static final int LATENCIES = 40;

    private static final int SERVERS = 1000;

    private final Limits limits;

    private final Map<Long, WireEntry> entries = new LinkedHashMap<>();

    /** Numbers of the messages of servers, oldest first; some may be discarded. */
    private final Deque<Long> ofServers = new ArrayDeque<>();

    private final Map<String, Deque<Long>> latencies = new LinkedHashMap<>();

    private long size;

    private long lastId;

    /**
     * Creates an empty log.
     * @param limits its limits
     */
    public WireLog(Limits limits) {
        this.limits = limits;
    }

    /**
     * Limits of the log.
     *
     * @param requests number of requests
     * @param age age of a request
     * @param size characters of all requests
     * @param messageSize characters of one request or response
     */
    public record Limits(int requests, Duration age, long size, int messageSize) {}

    int messageSize() {
        return this.limits.messageSize();
    }

    synchronized long nextId() {
        return ++this.lastId;
    }

    synchronized void begun(WireEntry entry) {
        put(entry);
        discard(entry.startedAt());
    }

    /** Completes an entry that was not discarded in the meantime. */
    synchronized void ended(WireEntry entry) {
        Long millis = entry.millis();
        if (millis != null && !entry.fromServer() && entry.outcome() != WireEntry.Outcome.CANCELLED) {
            addLatency(entry.server(), millis);
        }
        WireEntry before = this.entries.get(entry.id());
        if (before != null) {
            this.size -= before.size();
            put(entry);
            discard(entry.startedAt());
        }
    }

    private void put(WireEntry entry) {
        if (this.entries.put(entry.id(), entry) == null && entry.fromServer()) {
            this.ofServers.addLast(entry.id());
            while (this.ofServers.size() > Math.max(1, this.limits.requests() / 2)) {
                WireEntry oldest = this.entries.remove(this.ofServers.removeFirst());
                this.size -= (oldest != null) ? oldest.size() : 0;
            }
        }
        this.size += entry.size();
    }

    private void addLatency(String server, long millis) {
        if (!this.latencies.containsKey(server) && this.latencies.size() >= SERVERS) {
            return;
        }
        Deque<Long> last = this.latencies.computeIfAbsent(server, name -> new ArrayDeque<>());
        last.addLast(millis);
        if (last.size() > LATENCIES) {
            last.removeFirst();
        }
    }

    private void discard(long now) {
        long oldest = now - this.limits.age().toMillis();
        Iterator<WireEntry> all = this.entries.values().iterator();
        while (all.hasNext()) {
            WireEntry entry = all.next();
            boolean isTooMuch = this.entries.size() > this.limits.requests() || this.size > this.limits.size();
            if (!isTooMuch && entry.startedAt() >= oldest) {
                return;
            }
            all.remove();
            this.size -= entry.size();
        }
    }

    /** Returns the requests that a user may see, latest first. */
    synchronized List<WireEntry.Summary> list(String user, long now) {
        discard(now);
        List<WireEntry.Summary> visible = new ArrayList<>();
        for (WireEntry entry : this.entries.values()) {
            if (entry.isVisibleTo(user)) {
                visible.add(entry.summary());
            }
        }
        Collections.reverse(visible);
        return visible;
    }

    /** Returns the requests to a server that a user may see, oldest first. */
    synchronized List<WireEntry> requests(String server, String user) {
        return this.entries.values().stream()
                .filter(entry -> !entry.fromServer() && entry.server().equals(server) && entry.isVisibleTo(user))
                .toList();
    }

    /** Returns a request that a user may see. */
    synchronized Optional<WireEntry> find(long id, String user) {
        return Optional.ofNullable(this.entries.get(id)).filter(entry -> entry.isVisibleTo(user));
    }

    /** Returns how long the last requests of a server took, in milliseconds, oldest first. */
    public synchronized List<Long> latencies(String server) {
        Deque<Long> last = this.latencies.get(server);
        return (last != null) ? List.copyOf(last) : List.of();
    }
}
