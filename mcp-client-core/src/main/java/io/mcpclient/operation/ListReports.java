package io.mcpclient.operation;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

import io.mcpclient.schema.DroppedItem;

/**
 * Reports what came of each list: to the status of the client, and to the log if something was left out. The log has one line
 * for a list, with the number and the first few names, and has it again only if something else is left out. Thread-safe.
 */
public final class ListReports {

    private static final Logger logger = LoggerFactory.getLogger(ListReports.class);

    /** Names in one line of the log; the status has more. */
    private static final int NAMED = 5;

    /** Of more than these, changes are not noticed. */
    private static final int COMPARED = 1_000;

    private final String serverName;

    private final Level level;

    private final Sink sink;

    /** What was left out when a list was read last, by method. */
    private final Map<String, Set<DroppedItem>> known = new HashMap<>();

    /** Takes what came of a list. */
    @FunctionalInterface
    public interface Sink {

        /**
         * Takes what came of a list that was read to its end.
         * @param method method that lists
         * @param items number of its items
         * @param dropped what was left out
         * @param freshFor how long the server says that the list holds, {@code null} if it does not say so
         */
        void listed(String method, int items, List<DroppedItem> dropped, @Nullable Duration freshFor);
    }

    /**
     * Creates the reports of one client.
     * @param serverName configured name of the server
     * @param level level of the log lines about items that are left out
     * @param sink takes every report
     */
    public ListReports(String serverName, Level level, Sink sink) {
        this.serverName = serverName;
        this.level = level;
        this.sink = sink;
    }

    void listed(String method, Listed<?> listed) {
        this.sink.listed(method, listed.items().size(), listed.dropped(), listed.freshFor());
        if (isNews(method, listed.dropped(), true)) {
            log(method, listed.items().size(), listed.dropped());
        }
    }

    /** A page by itself says nothing about the others: only what is left out and was not known is logged. */
    void page(String method, int items, List<DroppedItem> dropped) {
        if (!dropped.isEmpty() && isNews(method, dropped, false)) {
            log(method, items, dropped);
        }
    }

    private synchronized boolean isNews(String method, List<DroppedItem> dropped, boolean isWhole) {
        Set<DroppedItem> before = this.known.getOrDefault(method, Set.of());
        Set<DroppedItem> now = dropped.stream().limit(COMPARED).collect(Collectors.toUnmodifiableSet());
        if (isWhole) {
            this.known.put(method, now);
            return !now.equals(before);
        }
        if (before.containsAll(now)) {
            return false;
        }
        this.known.put(
                method,
                Stream.concat(now.stream(), before.stream())
                        .distinct()
                        .limit(COMPARED)
                        .collect(Collectors.toUnmodifiableSet()));
        return true;
    }

    private void log(String method, int items, List<DroppedItem> dropped) {
        List<DroppedItem> whole = dropped.stream().filter(DroppedItem::isWhole).toList();
        if (whole.isEmpty()) {
            boolean isResolved = dropped.isEmpty() && this.level == Level.WARN;
            logger.atLevel(isResolved ? Level.INFO : Level.DEBUG)
                    .log(
                            "MCP server \"{}\": {}: {}",
                            this.serverName,
                            method,
                            dropped.isEmpty()
                                    ? "no item is left out any more"
                                    : "left out members of items: " + named(dropped));
            return;
        }
        logger.atLevel(this.level)
                .log(
                        "MCP server \"{}\": {}: left out {} of {} items: {}. Ask the operator of the server to correct them.",
                        this.serverName,
                        method,
                        whole.size(),
                        items + whole.size(),
                        named(whole));
    }

    private static String named(List<DroppedItem> dropped) {
        String names = dropped.stream().limit(NAMED).map(ListReports::named).collect(Collectors.joining(", "));
        return (dropped.size() > NAMED) ? names + " and " + (dropped.size() - NAMED) + " more" : names;
    }

    private static String named(DroppedItem item) {
        String member = (item.member() != null) ? item.member() + ": " : "";
        return "\"" + item.name() + "\" (" + member + item.reason() + ")";
    }
}
