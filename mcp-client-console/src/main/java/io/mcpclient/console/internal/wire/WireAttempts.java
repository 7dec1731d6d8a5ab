package io.mcpclient.console.internal.wire;

import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

import io.mcpclient.console.internal.wire.WireEntry.Attempt;
import io.mcpclient.text.SafeText;

/** The requests on the wire that a request of a client becomes: its pages, retries and polls. Found in the context. Thread-safe. */
final class WireAttempts {

    private static final int MAX_ATTEMPTS = 20;

    private static final int MAX_VALUE = 200;

    /** Headers whose values are neither a secret nor arguments. The id of a session serves some servers as a credential. */
    private static final Set<String> SHOWN =
            Set.of("mcp-protocol-version", "mcp-method", "mcp-name", "accept", "last-event-id", "traceparent");

    private final @Nullable String owner;

    private final long startedAt;

    private final Clock clock;

    private final List<Attempt> attempts = new ArrayList<>();

    WireAttempts(WireEntry entry, Clock clock) {
        this.owner = entry.owner();
        this.startedAt = entry.startedAt();
        this.clock = clock;
    }

    /** Adds this to the context of a request. */
    Context in(Context context) {
        return context.put(WireAttempts.class, this);
    }

    static @Nullable WireAttempts of(ContextView context) {
        return context.<WireAttempts>getOrEmpty(WireAttempts.class).orElse(null);
    }

    /** Returns the only user who may see what arrives for the request, or {@code null} for all. */
    @Nullable
    String owner() {
        return this.owner;
    }

    /** Adds a request; returns its number, negative if it is one too many. */
    synchronized int begin(String method, Map<String, String> headers) {
        if (this.attempts.size() >= MAX_ATTEMPTS) {
            return -1;
        }
        this.attempts.add(new Attempt(method, shown(headers), this.clock.millis() - this.startedAt, null));
        return this.attempts.size() - 1;
    }

    private static Map<String, String> shown(Map<String, String> headers) {
        Map<String, String> shown = new LinkedHashMap<>();
        headers.forEach((name, value) -> shown.put(
                SafeText.excerpt(name, MAX_VALUE),
                SHOWN.contains(name.toLowerCase(Locale.ROOT)) ? SafeText.excerpt(value, MAX_VALUE) : "***"));
        return shown;
    }

    synchronized void end(int number) {
        if (number >= 0) {
            Attempt begun = this.attempts.get(number);
            long took = this.clock.millis() - this.startedAt - begun.after();
            this.attempts.set(number, new Attempt(begun.method(), begun.headers(), begun.after(), took));
        }
    }

    synchronized List<Attempt> all() {
        return List.copyOf(this.attempts);
    }
}
