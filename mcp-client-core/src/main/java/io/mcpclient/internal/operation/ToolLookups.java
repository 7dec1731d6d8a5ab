package io.mcpclient.internal.operation;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.slf4j.Logger;
import reactor.core.publisher.Mono;

import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.internal.pipeline.ToolListing;
import io.mcpclient.schema.Tool;
import io.mcpclient.support.Loggers;
import io.mcpclient.support.SingleFlight;
import io.mcpclient.text.SafeText;
import io.mcpclient.time.TimeSource;

/**
 * Lists the tools for calls that depend on a definition which was not listed. Concurrent calls share one list. A name that was
 * looked up is not looked up again for a minute, whether or not the server lists it. Thread-safe.
 */
final class ToolLookups {

    private static final Logger logger = Loggers.TOOLS;

    /** Number of names to remember; beyond it, those that were looked up first are forgotten. */
    private static final int REMEMBERED = 1_000;

    private static final Duration PAUSE = Duration.ofMinutes(1);

    private final String serverName;

    private final TimeSource time;

    private final SingleFlight<List<Tool>> underWay = new SingleFlight<>();

    /** When each name was looked up, on the monotonic clock, the earliest first. */
    private final Map<String, Long> lookedUp = new LinkedHashMap<>();

    /**
     * Creates the lookups of one client.
     * @param serverName configured name of the server
     * @param time monotonic clock and timers
     */
    ToolLookups(String serverName, TimeSource time) {
        this.serverName = serverName;
        this.time = time;
    }

    /**
     * Lists the tools, unless the name was looked up before.
     * @param name name of the tool
     * @param options options of the call, whose headers may identify the caller
     * @param deadline deadline of the call
     * @param list lists all tools and remembers their definitions
     * @return completes when the list is read, has failed, or is not read by the deadline; never fails
     */
    Mono<Void> lookUp(
            String name, McpCallOptions options, Deadline deadline, Function<McpCallOptions, Mono<List<Tool>>> list) {
        return Mono.defer(() -> {
            Duration limit = remaining(deadline);
            if (!(isDue(name) || this.underWay.isUnderWay()) || limit.isNegative() || limit.isZero()) {
                return Mono.empty();
            }
            return this.underWay
                    .joinWithContext(() -> listed(name, options, list))
                    .then()
                    .timeout(limit, Mono.empty(), this.time.timers())
                    .onErrorComplete();
        });
    }

    private Mono<List<Tool>> listed(
            String name, McpCallOptions options, Function<McpCallOptions, Mono<List<Tool>>> list) {
        return list.apply(ToolListing.headersOf(options))
                .doOnError(error -> logger.warn(
                        "MCP server \"{}\": the definition of tool \"{}\" is unknown, so its results are not validated: {}",
                        this.serverName,
                        SafeText.excerpt(name),
                        error.getMessage()));
    }

    /** A call that was extended has one more timeout from now, up to its latest deadline. */
    private static Duration remaining(Deadline deadline) {
        long remaining = deadline.remainingNanos();
        return Duration.ofNanos(
                (remaining > 0)
                        ? remaining
                        : deadline.nanosAfterActivity() - deadline.time().nanoTime());
    }

    private synchronized boolean isDue(String name) {
        Long before = this.lookedUp.get(name);
        if (before != null && this.time.since(before).compareTo(PAUSE) < 0) {
            return false;
        }
        this.lookedUp.remove(name);
        this.lookedUp.put(name, this.time.nanoTime());
        if (this.lookedUp.size() > REMEMBERED) {
            this.lookedUp.remove(this.lookedUp.keySet().iterator().next());
        }
        return true;
    }

    /** Forgets what was looked up, because the server may have been replaced. */
    synchronized void clear() {
        this.lookedUp.clear();
    }
}
