package io.mcpclient.internal.operation;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.event.Level;

import io.mcpclient.error.McpException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.schema.DroppedItem;
import io.mcpclient.status.McpListReport;
import io.mcpclient.support.Loggers;

/**
 * Reports the outcome of each list: to the status of the client, and to the log if items are missing. Each list has one log line
 * about dropped items, with the number and the first few names, which is repeated only if the dropped items change, and one about an
 * early end, which is repeated only if the cause changes. Thread-safe.
 */
public final class ListReports {

    private static final Logger logger = Loggers.TOOLS;

    /** Number of names in one log line; the status has more. */
    private static final int NAMED = 5;

    /** Maximum number of dropped items to compare; changes beyond it are not noticed. */
    private static final int COMPARED = 1_000;

    private final String serverName;

    private final Level level;

    private final InstantSource time;

    private final Consumer<McpListReport> sink;

    /** Items dropped from the most recent read of a list, by method. */
    private final Map<String, Set<DroppedItem>> known = new HashMap<>();

    /** The problem of the most recent read of a list, by method. */
    private final Map<String, ListProblem> problems = new ConcurrentHashMap<>();

    /** The latest report of each list. */
    private final Map<String, McpListReport> reports = new ConcurrentHashMap<>();

    /**
     * Creates the reports of one client.
     * @param serverName configured name of the server
     * @param level level of log lines about dropped items
     * @param time current time
     * @param sink receives every report
     */
    public ListReports(String serverName, Level level, InstantSource time, Consumer<McpListReport> sink) {
        this.serverName = serverName;
        this.level = level;
        this.time = time;
        this.sink = sink;
    }

    void listed(String method, Listed<?> listed) {
        McpListReport report = report(method, listed);
        this.reports.put(method, report);
        this.sink.accept(report);
        ListProblem problem = listed.problem();
        ListProblem before = (problem != null) ? this.problems.put(method, problem) : this.problems.remove(method);
        if (problem != null && !problem.equals(before)) {
            Loggers.log(logger, this.level, "MCP server \"{}\": {}: {}", this.serverName, method, report.problem());
        }
        if (isNews(method, listed.dropped(), true)) {
            log(method, listed.items().size(), listed.dropped());
        }
    }

    private McpListReport report(String method, Listed<?> listed) {
        McpListReport report = McpListReport.of(
                this.time.instant(), method, listed.items().size(), listed.freshFor(), listed.dropped());
        ListProblem problem = listed.problem();
        if (problem == null) {
            return report;
        }
        String text = problem.describe(report.items());
        return problem.isLimit() ? report.asIncomplete(text) : report.withProblem(text);
    }

    /** Reports a response that is not a list within the limits. The number of items remains that of the last list. */
    void failed(String method, Throwable error) {
        boolean isOfList = error instanceof McpProtocolException
                || error instanceof McpTimeoutException
                || error instanceof McpRequestException;
        if (isOfList && error instanceof McpException failure) {
            McpListReport before = this.reports.get(method);
            McpListReport last =
                    (before != null) ? before : McpListReport.of(this.time.instant(), method, 0, null, List.of());
            this.sink.accept(last.withProblem(ListProblem.withRemedy(failure.problem(), failure.remedy())));
        }
    }

    /** A single page says nothing about the others, so only newly dropped items are logged. */
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
            Loggers.log(
                    logger,
                    isResolved ? Level.INFO : Level.DEBUG,
                    "MCP server \"{}\": {}: {}",
                    this.serverName,
                    method,
                    dropped.isEmpty()
                            ? "no items are dropped any longer"
                            : "dropped members of items: " + named(dropped));
            return;
        }
        Loggers.log(
                logger,
                this.level,
                "MCP server \"{}\": {}: dropped {} of {} items: {}. {}",
                this.serverName,
                method,
                whole.size(),
                items + whole.size(),
                named(whole),
                remedy(whole));
    }

    /** Only items that are malformed concern the operator of the server. */
    private String remedy(List<DroppedItem> dropped) {
        String limits = dropped.stream()
                .flatMap(item -> CollectedItems.limitOf(item).stream())
                .distinct()
                .map(limit -> "mcp.servers." + this.serverName + "." + limit)
                .collect(Collectors.joining(" and "));
        boolean areUnapproved = dropped.stream().anyMatch(PinBoard::isUnapproved);
        List<String> remedies = new ArrayList<>();
        if (!limits.isEmpty()) {
            remedies.add("Raise " + limits + " if definitions of this size are expected.");
        }
        if (areUnapproved) {
            remedies.add(PinStage.REMEDY);
        }
        if (!dropped.stream()
                .allMatch(item -> CollectedItems.limitOf(item).isPresent() || PinBoard.isUnapproved(item))) {
            remedies.add("Ask the server's operator to correct " + (remedies.isEmpty() ? "them." : "the others."));
        }
        return String.join(" ", remedies);
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
