package io.mcpclient.status;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.DroppedItem;

/**
 * Outcome of reading all pages of a list, and what prevented it the last time, if anything. Immutable. All texts are printable and on one line.
 *
 * @param list list method, for example {@code tools/list}
 * @param listedAt time at which the list was read
 * @param items number of usable items
 * @param freshFor lifetime of the list, counted from {@code listedAt}: the shortest one that any of its pages specifies;
 *     {@code null} if the server specifies none
 * @param dropped number of omitted items, see {@link io.mcpclient.schema.ListPage}
 * @param droppedItems omitted items and the reasons, and omitted members of items that are listed without them; the first
 *     {@value #MAX_NAMED}
 * @param incomplete whether a limit of the client has ended the list before its last item: only the items before it are listed
 * @param problem why items may be missing, with the remedy: a limit that the list exceeds and its property, an error of the server, a
 *     server without the capability; the number of items is that of the last list that was read. {@code null} if there is none
 */
public record McpListReport(
        String list,
        Instant listedAt,
        int items,
        @Nullable Duration freshFor,
        int dropped,
        List<DroppedItem> droppedItems,
        boolean incomplete,
        @Nullable String problem) {

    /** Maximum number of {@link #droppedItems()}. */
    public static final int MAX_NAMED = 100;

    /** Creates a report. */
    public McpListReport {
        droppedItems = List.copyOf(droppedItems);
    }

    /**
     * Creates the report of a list.
     * @param readAt time at which the list was read
     * @param list list method
     * @param items number of usable items
     * @param freshFor lifetime of the list, or {@code null}
     * @param dropped everything that was omitted
     * @return the report
     */
    public static McpListReport of(
            Instant readAt, String list, int items, @Nullable Duration freshFor, List<DroppedItem> dropped) {
        return new McpListReport(
                list,
                readAt,
                items,
                freshFor,
                (int) dropped.stream().filter(DroppedItem::isWhole).count(),
                dropped.stream().limit(MAX_NAMED).toList(),
                false,
                null);
    }

    /**
     * Returns a copy with the given problem.
     * @param problem why items may be missing, or {@code null} for none
     * @return the copy
     */
    public McpListReport withProblem(@Nullable String problem) {
        return with(this.incomplete, problem);
    }

    /**
     * Returns a copy for a list that a limit of the client has ended.
     * @param problem the limit and its property
     * @return the copy
     */
    public McpListReport asIncomplete(String problem) {
        return with(true, problem);
    }

    private McpListReport with(boolean incomplete, @Nullable String problem) {
        return new McpListReport(
                this.list,
                this.listedAt,
                this.items,
                this.freshFor,
                this.dropped,
                this.droppedItems,
                incomplete,
                problem);
    }
}
