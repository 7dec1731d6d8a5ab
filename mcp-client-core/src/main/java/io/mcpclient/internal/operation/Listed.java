package io.mcpclient.internal.operation;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.DroppedItem;

/**
 * The items of all pages of a list. Immutable.
 *
 * @param items the items in the server's order
 * @param dropped dropped items
 * @param freshFor time for which the list is fresh according to the server, counted from now: the minimum over all pages;
 *     {@code null} if a page does not specify it
 * @param problem why items may be missing, {@code null} if the server has ended the list
 * @param <T> type of an item
 */
record Listed<T>(
        List<T> items,
        List<DroppedItem> dropped,
        @Nullable Duration freshFor,
        @Nullable ListProblem problem) {

    /** Returns a copy with the given items and dropped items. */
    Listed<T> with(List<T> items, List<DroppedItem> dropped) {
        return new Listed<>(items, dropped, this.freshFor, this.problem);
    }

    /** Returns a copy with the given problem. */
    Listed<T> withProblem(ListProblem problem) {
        return new Listed<>(this.items, this.dropped, this.freshFor, problem);
    }
}
