package io.mcpclient.task;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import io.mcpclient.schema.InputRequest;
import io.mcpclient.schema.InputResponse;

/**
 * Which questions of a task were taken on by whom, so that nobody is asked twice: keys stand for one question over the
 * whole life of a task, and come again until the server has taken note of the answer. Thread-safe.
 *
 * @see "MCP extension io.modelcontextprotocol/tasks (TSKX-11)"
 */
final class TaskAnswers {

    private final Set<String> taken = new HashSet<>();

    private final Map<String, InputResponse> unsent = new LinkedHashMap<>();

    /** Takes on the questions that nobody has taken on yet. */
    synchronized Map<String, InputRequest> take(Map<String, InputRequest> outstanding) {
        Map<String, InputRequest> fresh = new LinkedHashMap<>(outstanding);
        fresh.keySet().removeAll(this.taken);
        this.taken.addAll(fresh.keySet());
        return fresh;
    }

    /** Takes on questions without knowing them. */
    synchronized void take(Collection<String> keys) {
        this.taken.addAll(keys);
    }

    /** Leaves questions to others, unless an answer is there. */
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

    /** Keeps an answer until it can be sent. */
    synchronized void keep(Map<String, InputResponse> answers) {
        this.unsent.putAll(answers);
    }

    /** Returns the answers to be sent; those that the server does not wait for any more are dropped (TSKX-12). */
    synchronized Map<String, InputResponse> drain(Set<String> outstanding) {
        Map<String, InputResponse> due = new LinkedHashMap<>(this.unsent);
        due.keySet().retainAll(outstanding);
        this.unsent.clear();
        return due;
    }
}
