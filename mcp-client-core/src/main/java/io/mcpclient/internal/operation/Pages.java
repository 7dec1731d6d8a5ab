package io.mcpclient.internal.operation;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.Deadline;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.internal.support.ReceiveBudgetSpentException;
import io.mcpclient.schema.CacheableResult;
import io.mcpclient.schema.DroppedItem;
import io.mcpclient.schema.ListPage;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.schema.PaginatedParams;
import io.mcpclient.support.Loggers;

/**
 * Follows the cursors of a list to its end. A cursor is opaque; its absence ends the list, and an empty string is a cursor like any
 * other (PAG-04). A cursor or a page that comes again ends the list as well: nothing new would follow.
 *
 * <table>
 * <caption>A list that cannot be read to its end</caption>
 * <tr><th>problem</th><th>outcome</th></tr>
 * <tr><td>more pages, items, bytes or JSON nodes than the limits permit</td><td>the items within the limits; the list is incomplete</td></tr>
 * <tr><td>a page after the first one exceeds a limit on messages</td><td>the items before it; the list is incomplete</td></tr>
 * <tr><td>the same of the first page: there are no items</td><td>error</td></tr>
 * <tr><td>an error of the server, a lost connection, a timeout, too many responses at the same time: another attempt may
 * succeed</td><td>error</td></tr>
 * </table>
 *
 * @param <P> type of a page
 * @param <T> type of an item
 * @see "MCP 2025-11-25, server/utilities/pagination (PAG-01 to PAG-08); faults F09 to F11"
 */
public final class Pages<P, T> {

    private static final Logger logger = Loggers.TOOLS;

    private final OperationCalls calls;

    private final String method;

    private final Class<P> pageType;

    private final Function<P, List<T>> itemsOf;

    private final Function<P, @Nullable String> nextCursorOf;

    private final CollectedItems.Rule<T> rule;

    private final ListLimits limits;

    private final ListReports reports;

    /**
     * Creates the pages of one list.
     * @param calls chain and defaults of the client
     * @param method method of the list request
     * @param pageType type of a page
     * @param itemsOf returns the items of a page
     * @param nextCursorOf returns the cursor of a page, {@code null} for the last one
     * @param limits limits on the list
     * @param reports receives the outcome of the list
     */
    public Pages(
            OperationCalls calls,
            String method,
            Class<P> pageType,
            Function<P, List<T>> itemsOf,
            Function<P, @Nullable String> nextCursorOf,
            ListLimits limits,
            ListReports reports) {
        this(calls, method, pageType, itemsOf, nextCursorOf, CollectedItems.Rule.none(), limits, reports);
    }

    Pages(
            OperationCalls calls,
            String method,
            Class<P> pageType,
            Function<P, List<T>> itemsOf,
            Function<P, @Nullable String> nextCursorOf,
            CollectedItems.Rule<T> rule,
            ListLimits limits,
            ListReports reports) {
        this.calls = calls;
        this.method = method;
        this.pageType = pageType;
        this.itemsOf = itemsOf;
        this.nextCursorOf = nextCursorOf;
        this.rule = rule;
        this.limits = limits;
        this.reports = reports;
    }

    /**
     * Fetches one page, with its own deadline.
     * @param cursor cursor of the page; {@code null} for the first page
     * @param options options for the call
     * @return the page
     */
    public Mono<P> page(@Nullable String cursor, McpCallOptions options) {
        return this.calls
                .call(this.method, PaginatedParams.of(cursor), this.pageType, options)
                .map(this::withoutLarge);
    }

    private P withoutLarge(P page) {
        if (!(page instanceof ListPage<?>)) {
            return page;
        }
        @SuppressWarnings("unchecked") // itemsOf returns the items of a page
        ListPage<T> list = (ListPage<T>) page;
        CollectedItems<T> fitting = new CollectedItems<>(this.rule, ListLimits.NONE);
        fitting.add(list.items(), list.dropped());
        return (fitting.items().size() == list.items().size())
                ? page
                : this.pageType.cast(list.withItems(fitting.items(), fitting.dropped()));
    }

    /**
     * Fetches all pages, one after the other, under one deadline, and reports the outcome. If the server rejects a cursor, the list is
     * restarted once.
     * @param options options for the call
     * @return all items in the server's order
     */
    public Mono<List<T>> all(McpCallOptions options) {
        return all(options, UnaryOperator.identity());
    }

    /** As {@link #all(McpCallOptions)}, with the items that a selection leaves. */
    Mono<List<T>> all(McpCallOptions options, UnaryOperator<Listed<T>> selection) {
        return finished(this.calls.call(this.method, this, Listed.class, options), selection);
    }

    /** As {@link #all(McpCallOptions, UnaryOperator)}, within a call that depends on the list. */
    Mono<List<T>> all(McpCallOptions options, UnaryOperator<Listed<T>> selection, CallHandler next) {
        return finished(Mono.defer(() -> read(next, options, this.calls.deadline(options))), selection);
    }

    @SuppressWarnings("unchecked") // the pages read by PagesStage are those of this list
    private Mono<List<T>> finished(Mono<?> pages, UnaryOperator<Listed<T>> selection) {
        return ((Mono<Listed<T>>) pages)
                .map(selection)
                .doOnNext(listed -> this.reports.listed(this.method, listed))
                .doOnError(error -> this.reports.failed(this.method, error))
                .map(Listed::items);
    }

    /**
     * Reads all pages.
     * @param next sends the request for each page
     * @param options options for each page
     * @param deadline deadline of the whole list
     * @return the items
     */
    Mono<Listed<T>> read(CallHandler next, McpCallOptions options, Deadline deadline) {
        OperationCalls single = this.calls.defaults().through(next);
        return Mono.defer(() -> new Run(single, options, deadline).page(null))
                .onErrorResume(CursorRefusedException.class, refused -> {
                    logger.debug(
                            "MCP server \"{}\": {}: cursor rejected, starting over",
                            this.calls.serverName(),
                            this.method);
                    return new Run(single, options, deadline).page(null);
                })
                .onErrorMap(CursorRefusedException.class, Throwable::getCause);
    }

    /** One pass through the list; not thread-safe, pages are sequential. */
    private final class Run {

        private final CollectedItems<T> items = new CollectedItems<>(Pages.this.rule, Pages.this.limits);

        private long freshMillis = Long.MAX_VALUE;

        private final Set<String> seen = new HashSet<>();

        private List<T> lastPage = List.of();

        private final OperationCalls single;

        private final McpCallOptions options;

        private final Deadline deadline;

        private int pages;

        Run(OperationCalls single, McpCallOptions options, Deadline deadline) {
            this.single = single;
            this.options = options;
            this.deadline = deadline;
        }

        Mono<Listed<T>> page(@Nullable String cursor) {
            return this.single
                    .call(
                            Pages.this.method,
                            PaginatedParams.of(cursor),
                            Pages.this.pageType,
                            this.options,
                            this.deadline)
                    .onErrorMap(error -> refused(cursor, error))
                    .onErrorMap(McpTimeoutException.class, this::late)
                    .flatMap(page -> next(cursor, page))
                    .onErrorResume(this::isEnd, error -> Mono.just(endedBy((McpProtocolException) error)));
        }

        private Mono<Listed<T>> next(@Nullable String cursor, P page) {
            if (isRepeated(page)) {
                return Mono.just(endedBy(cursor, "the server repeats a page"));
            }
            add(page);
            CollectedItems.Exceeded exceeded = this.items.exceeded();
            if (exceeded != null) {
                return Mono.just(endedBy(exceeded));
            }
            String next = Pages.this.nextCursorOf.apply(page);
            if (next == null) {
                return Mono.just(listed());
            }
            if (!this.seen.add(next)) {
                return Mono.just(endedBy(next, "the server repeats a cursor"));
            }
            int maxPages = Pages.this.limits.lists().maxPages();
            return (this.pages < maxPages)
                    ? Mono.defer(() -> page(next))
                    : Mono.just(endedBy(
                            new CollectedItems.Exceeded("the list has more than " + maxPages + " pages", "max-pages")));
        }

        /** Servers that ignore cursors respond with the same page forever. Empty pages may be followed by others. */
        private boolean isRepeated(P page) {
            List<T> read = Pages.this.itemsOf.apply(page);
            return !read.isEmpty() && read.equals(this.lastPage);
        }

        private void add(P page) {
            this.pages++;
            List<DroppedItem> dropped = (page instanceof ListPage<?> list) ? list.dropped() : List.of();
            this.lastPage = Pages.this.itemsOf.apply(page);
            this.items.add(this.lastPage, dropped);
            long fresh = (page instanceof CacheableResult cacheable) ? cacheable.freshMillis() : 0;
            this.freshMillis = Math.min(this.freshMillis, fresh);
        }

        private Listed<T> listed() {
            Duration freshFor = (this.freshMillis > 0) ? Duration.ofMillis(this.freshMillis) : null;
            return new Listed<>(this.items.items(), this.items.dropped(), freshFor, null);
        }

        /**
         * Further requests would bring nothing new. Some servers mark the end with an empty cursor and respond to it with the first
         * page again; that is no problem (PAG-04, fault F10).
         */
        private Listed<T> endedBy(@Nullable String cursor, String problem) {
            return "".equals(cursor)
                    ? listed()
                    : listed().withProblem(ListProblem.of(problem + ", so the list was taken as complete after "
                            + this.pages + ((this.pages == 1) ? " page" : " pages")));
        }

        private Listed<T> endedBy(CollectedItems.Exceeded limit) {
            return listed().withProblem(ListProblem.limit(
                    limit.problem(), "Raise " + property(limit.property()) + " if the list is really that long."));
        }

        private Listed<T> endedBy(McpProtocolException failure) {
            return listed().withProblem(ListProblem.limit(
                    "page " + (this.pages + 1) + " cannot be read: " + failure.problem(), failure.remedy()));
        }

        /** Another attempt would bring the same page. */
        private boolean isEnd(Throwable error) {
            return this.pages > 0
                    && error instanceof McpProtocolException failure
                    && failure.reason() == Reason.LIMIT
                    && !(failure.getCause() instanceof ReceiveBudgetSpentException);
        }

        /** A late page says nothing about the pages before it; the list as a whole was started. */
        private McpTimeoutException late(McpTimeoutException timeout) {
            if (this.pages == 0) {
                return timeout;
            }
            Duration limit = this.deadline.timeout();
            return new McpTimeoutException(
                    McpErrorDetails.of(
                                    Pages.this.calls.serverName(),
                                    Pages.this.method,
                                    McpOutcome.UNKNOWN,
                                    "the list is not complete within " + limit.toMillis() + " ms (pages so far: "
                                            + this.pages + ", items: " + this.items.count() + ")")
                            .withRemedy("Raise " + property("request-timeout")
                                    + ", give the call a longer timeout, or read the list page by page.")
                            .withCause(timeout),
                    McpTimeoutException.ANSWER,
                    limit);
        }

        private Throwable refused(@Nullable String cursor, Throwable error) {
            boolean invalid =
                    error instanceof McpRequestException refusal && refusal.code() == McpErrorCodes.INVALID_PARAMS;
            boolean lost = error instanceof McpSessionException; // cursors are lost with the session (PAG-05)
            return (cursor != null && (invalid || lost)) ? new CursorRefusedException(error) : error;
        }
    }

    private String property(String name) {
        return "mcp.servers." + this.calls.serverName() + "." + name;
    }

    private static final class CursorRefusedException extends RuntimeException {

        CursorRefusedException(Throwable cause) {
            super(null, cause, false, false);
        }
    }
}
