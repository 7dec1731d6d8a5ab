package io.mcpclient.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.DroppedItem;

/**
 * What came of a list that a client read to its end: all pages of it. Immutable. All texts are printable and on one line.
 *
 * @param list method that lists, for example {@code tools/list}
 * @param listedAt when it was read
 * @param items number of items that can be used
 * @param freshFor how long the server said that the list holds, counted from then: the shortest time that one of its pages
 *     named; {@code null} if it did not say so
 * @param dropped number of items that were left out, see {@link io.mcpclient.schema.ListPage}
 * @param droppedItems what was left out and why: items, and single members of items that are listed without them; the first
 *     {@value #MAX_NAMED}
 */
public record McpListReport(
        String list,
        Instant listedAt,
        int items,
        @Nullable Duration freshFor,
        int dropped,
        List<DroppedItem> droppedItems) {

    /** Names kept of what was left out. */
    public static final int MAX_NAMED = 100;

    /** Creates a report. */
    public McpListReport {
        droppedItems = List.copyOf(droppedItems);
    }

    /**
     * Reports a list.
     * @param readAt when it was read
     * @param list method that lists
     * @param items number of items that can be used
     * @param freshFor how long the list holds, or {@code null}
     * @param dropped all that was left out
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
                dropped.stream().limit(MAX_NAMED).toList());
    }
}
