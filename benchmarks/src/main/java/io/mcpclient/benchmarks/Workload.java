package io.mcpclient.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The workloads: one tool of the stub server each, called in the same way by every client.
 *
 * <p>The tool's name is the key, from which the stub server determines the response.
 */
enum Workload {
    SMALL_JSON(
            "small-json",
            "small JSON response, 16 concurrent",
            16,
            Framing.JSON,
            100,
            List.of(new Target(Metric.CPU, 1.30, 1.15), new Target(Metric.ALLOCATED, 1.20, 1.10))),
    LARGE_EVENT(
            "large-event",
            "1 MB result in one SSE event, 2 concurrent",
            2,
            Framing.SSE,
            1 << 20,
            List.of(new Target(Metric.CPU, 0.50, 0.35)));

    /** The server's response to a call: a JSON body, or an event stream of one event. */
    enum Framing {
        JSON,
        SSE
    }

    /** The arguments of every call. */
    static final Map<String, Object> ARGUMENTS = Map.of("query", "weather in Berlin", "limit", 10);

    private static final int LINE = 80;

    private final String key;
    private final String title;
    private final int atOnce;
    private final Framing framing;
    private final int textLength;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<Target> targets;

    Workload(String key, String title, int atOnce, Framing framing, int textLength, List<Target> targets) {
        this.key = key;
        this.title = title;
        this.atOnce = atOnce;
        this.framing = framing;
        this.textLength = textLength;
        this.targets = targets;
    }

    static Workload of(String key) {
        return Arrays.stream(values())
                .filter(workload -> workload.key.equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No workload '" + key + "'"));
    }

    String key() {
        return this.key;
    }

    String title() {
        return this.title;
    }

    int atOnce() {
        return this.atOnce;
    }

    Framing framing() {
        return this.framing;
    }

    List<Target> targets() {
        return this.targets;
    }

    /** Returns the text of the result: lines of words separated by line feeds, like a file returned by a tool. */
    String text() {
        String words = "the quick brown fox jumps over the lazy dog 0123456789 ";
        StringBuilder text = new StringBuilder(this.textLength);
        for (int i = 0; i < this.textLength; i++) {
            text.append(i % LINE == LINE - 1 ? '\n' : words.charAt(i % words.length()));
        }
        return text.toString();
    }

    /** Fails unless this is the response of the stub server, so that no failure is measured as a fast call. */
    void check(String text, boolean error) {
        if (error || text.length() != this.textLength) {
            throw new IllegalStateException("Wrong response to " + this.key + ": " + text.length() + " characters, "
                    + (error ? "an error" : "no error"));
        }
    }
}
