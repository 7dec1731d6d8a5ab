package io.mcpclient.internal.operation;

import java.util.List;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.ListPage;

/**
 * The requests of one list of one client. Thread-safe.
 *
 * @param <P> type of a page
 * @param <T> type of an item
 */
public final class ListRequests<P extends ListPage<T>, T> {

    private final ListOperation<P, T> operation;

    private final Pages<P, T> pages;

    private final ListReports reports;

    /**
     * Creates the requests.
     * @param operation the list
     * @param calls chain and defaults of the client
     * @param limits limits on lists
     * @param reports receives the outcome of the list
     */
    public ListRequests(ListOperation<P, T> operation, OperationCalls calls, ListLimits limits, ListReports reports) {
        this.operation = operation;
        this.reports = reports;
        this.pages = new Pages<>(
                calls,
                operation.method(),
                operation.pageType(),
                ListPage::items,
                ListPage::nextCursor,
                operation.rule(limits),
                limits,
                reports);
    }

    /**
     * Lists all items, page by page, under one deadline.
     * @param options options for the call
     * @return the items in the server's order, names unique; never {@code null}
     */
    public Mono<List<T>> all(McpCallOptions options) {
        return this.pages.all(options, this::selected);
    }

    /** As {@link #all(McpCallOptions)}, within a call that depends on the list. */
    Mono<List<T>> all(McpCallOptions options, CallHandler next) {
        return this.pages.all(options, this::selected, next);
    }

    private Listed<T> selected(Listed<T> listed) {
        return this.operation.isNamed() ? UniqueNames.of(listed, this.operation.nameOf()) : listed;
    }

    /**
     * Lists one page of items.
     * @param cursor cursor from the previous page; {@code null} for the first page
     * @param options options for the call
     * @return the page
     */
    public Mono<P> page(@Nullable String cursor, McpCallOptions options) {
        return this.pages
                .page(cursor, options)
                .doOnNext(page ->
                        this.reports.page(this.operation.method(), page.items().size(), page.dropped()));
    }
}
