package io.mcpclient.internal.era.modern;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import io.mcpclient.schema.InputRequest;
import io.mcpclient.schema.InputResponse;

/**
 * Tracks the input requests of a task that are being handled, so that each is handled once: a key identifies one request
 * for the lifetime of a task, and reappears until the server has acknowledged the response. Thread-safe.
 *
 * @see "MCP extension io.modelcontextprotocol/tasks (TSKX-11)"
 */
final class TaskInputResponses {

    private final Set<String> taken = new HashSet<>();

    private final Map<String, InputResponse> unsent = new LinkedHashMap<>();

    /** Claims the requests that are not claimed yet. */
    synchronized Map<String, InputRequest> take(Map<String, InputRequest> outstanding) {
        Map<String, InputRequest> fresh = new LinkedHashMap<>(outstanding);
        fresh.keySet().removeAll(this.taken);
        this.taken.addAll(fresh.keySet());
        return fresh;
    }

    /** Claims requests by key. */
    synchronized void take(Collection<String> keys) {
        this.taken.addAll(keys);
    }

    /** Releases requests, except those with a response. */
    synchronized void leave(Collection<String> keys) {
        for (String key : keys) {
            if (!this.unsent.containsKey(key)) {
                this.taken.remove(key);
            }
        }
    }

    synchronized int taken() {
        return this.taken.size();
    }

    /** Stores responses until they can be sent. */
    synchronized void keep(Map<String, InputResponse> answers) {
        this.unsent.putAll(answers);
    }

    /** Returns the responses to send; those that are no longer outstanding are dropped (TSKX-12). */
    synchronized Map<String, InputResponse> drain(Set<String> outstanding) {
        Map<String, InputResponse> due = new LinkedHashMap<>(this.unsent);
        due.keySet().retainAll(outstanding);
        this.unsent.clear();
        return due;
    }
}
