package io.mcpclient.benchmarks;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The workloads, in the order of the table. Every client does the same.
 *
 * <p>The key is also the name of the tool of the stub server, from which it determines the response.
 */
enum Workload {
    SMALL_JSON(
            "small-json",
            "small JSON result, 16 at once",
            Operation.CALL,
            Framing.JSON,
            16,
            100,
            List.of(
                    new Target(Metric.CPU, 1.15, 0.70),
                    new Target(Metric.ALLOCATED, 1.10, 0.60),
                    new Target(Metric.SWITCHES, 1.20, 1.20))),
    SMALL_JSON_256(
            "small-json-256",
            "small JSON result, 256 at once",
            Operation.CALL,
            Framing.JSON,
            256,
            100,
            List.of(new Target(Metric.CPU, 1.20, 1.00))),
    SMALL_JSON_1(
            "small-json-1",
            "small JSON result, one at a time",
            Operation.CALL,
            Framing.JSON,
            1,
            100,
            List.of(new Target(Metric.P50, 1.25, 0.75))),
    PROGRESS(
            "progress",
            "10 progress events before a small result, 16 at once",
            Operation.CALL_WITH_PROGRESS,
            Framing.SSE,
            16,
            100,
            List.of(new Target(Metric.CPU, 0.70, 0.60))),
    LARGE_EVENT(
            "large-event",
            "1 MB result in one SSE event, 2 at once",
            Operation.CALL,
            Framing.SSE,
            2,
            1 << 20,
            List.of(new Target(Metric.CPU, 0.35, 0.35))),
    LARGE_JSON(
            "large-json",
            "1 MB JSON result, 2 at once",
            Operation.CALL,
            Framing.JSON,
            2,
            1 << 20,
            List.of(new Target(Metric.CPU, 1.20, 1.00))),
    HUGE_JSON(
            "huge-json",
            "10 MB JSON result, one at a time",
            Operation.CALL,
            Framing.JSON,
            1,
            10 << 20,
            List.of(new Target(Metric.CPU, 1.15, 1.00), new Target(Metric.ALLOCATED, 1.00, 1.00))),
    TYPED_10(
            "typed-10",
            "10 KB of structured content as a record, 4 at once",
            Operation.TYPED,
            Framing.JSON,
            4,
            10 << 10,
            List.of(new Target(Metric.CPU, 1.70, 1.25))),
    TYPED_100(
            "typed-100",
            "100 KB of structured content as a record, 4 at once",
            Operation.TYPED,
            Framing.JSON,
            4,
            100 << 10,
            List.of(new Target(Metric.CPU, 2.30, 1.40))),
    LIST_TOOLS(
            "list-tools",
            "list of 1,000 tools in 10 pages, 2 at once",
            Operation.LIST,
            Framing.JSON,
            2,
            0,
            List.of(new Target(Metric.CPU, 1.30, 0.95))),
    CONNECT(
            "connect",
            "connect one client",
            Operation.CONNECT,
            Framing.JSON,
            1,
            0,
            List.of(new Target(Metric.P50, 2.00, 2.00))),
    CONNECT_100(
            "connect-100",
            "connect 100 clients at once, the server responds after 100 ms",
            Operation.CONNECT,
            Framing.JSON_AFTER_DELAY,
            100,
            0,
            List.of(new Target(Metric.P50, 1.10, 1.10))),
    IDLE(
            "idle",
            "1,000 connected clients without calls",
            Operation.IDLE,
            Framing.JSON,
            1000,
            0,
            List.of(new Target(Metric.HEAP, 8, 8), new Target(Metric.THREADS, 0.01, 0.01))),
    STDIO_SMALL(
            "stdio-small",
            "stdio, small result, 16 at once",
            Operation.CALL,
            Framing.STDIO,
            16,
            100,
            List.of(new Target(Metric.CPU, 2.50, 2.50))),
    STDIO_SMALL_1(
            "stdio-small-1",
            "stdio, small result, one at a time",
            Operation.CALL,
            Framing.STDIO,
            1,
            100,
            List.of()),
    STDIO_LARGE(
            "stdio-large",
            "stdio, 1 MB result, 2 at once",
            Operation.CALL,
            Framing.STDIO,
            2,
            1 << 20,
            List.of(new Target(Metric.CPU, 1.20, 1.20))),
    STDIO_IDLE(
            "stdio-idle",
            "stdio, 5 connected clients without calls",
            Operation.IDLE,
            Framing.STDIO,
            5,
            0,
            List.of(new Target(Metric.THREADS, 1, 1)));

    /** The server's response to a call. */
    enum Framing {
        /** A JSON body. */
        JSON("/mcp"),
        /** The same; the response to the first request of a connect comes after {@link StubServer#DELAY}. */
        JSON_AFTER_DELAY("/slow"),
        /** An event stream, with the result as its last event. */
        SSE("/mcp"),
        /** A line of the standard output of a process. */
        STDIO("");

        private final String path;

        Framing(String path) {
            this.path = path;
        }

        String path() {
            return this.path;
        }
    }

    /** The arguments of every call. */
    static final Map<String, Object> ARGUMENTS = Map.of("query", "weather in Berlin", "limit", 10);

    /** Number of progress notifications before a result. */
    static final int PROGRESS_EVENTS = 10;

    /** Number of tools of the list, and of its pages. */
    static final int TOOLS = 1000;

    static final int PAGES = 10;

    private static final int LINE = 80;

    private final String key;
    private final String title;
    private final Operation operation;
    private final Framing framing;
    private final int atOnce;
    private final int textLength;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<Target> targets;

    Workload(
            String key,
            String title,
            Operation operation,
            Framing framing,
            int atOnce,
            int textLength,
            List<Target> targets) {
        this.key = key;
        this.title = title;
        this.operation = operation;
        this.framing = framing;
        this.atOnce = atOnce;
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

    Operation operation() {
        return this.operation;
    }

    /** Returns the number of concurrent calls, or of clients. */
    int atOnce() {
        return this.atOnce;
    }

    Framing framing() {
        return this.framing;
    }

    boolean isStdio() {
        return this.framing == Framing.STDIO;
    }

    /** Returns the address of the server; lists have an address of their own, because other clients need only a few tools. */
    URI addressAt(URI server) {
        return server.resolve(this.operation == Operation.LIST ? "/list" : this.framing.path());
    }

    List<Target> targets() {
        return this.targets;
    }

    /** Returns the structured content of the result of a typed workload. */
    Orders orders() {
        return Orders.ofLength(this.textLength);
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

    /** Fails unless these are all rows. */
    void check(Orders orders) {
        if (orders.rows().size() != Orders.rowsOf(this.textLength)) {
            throw new IllegalStateException(
                    "Wrong response to " + this.key + ": " + orders.rows().size() + " rows");
        }
    }

    /** Fails unless these are all tools. */
    void checkTools(int number) {
        if (number != TOOLS) {
            throw new IllegalStateException("Wrong list of tools: " + number);
        }
    }
}
