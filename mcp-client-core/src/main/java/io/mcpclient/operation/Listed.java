package io.mcpclient.operation;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.DroppedItem;

/**
 * A whole list, all pages of it. Immutable.
 *
 * @param items the items in the order of the server
 * @param dropped what was left out
 * @param freshFor how long the server says that the list holds, counted from now: the shortest time that one of its pages
 *     names; {@code null} if a page names none
 * @param <T> type of an item
 */
record Listed<T>(
        List<T> items, List<DroppedItem> dropped, @Nullable Duration freshFor) {

    /** Returns a copy with other items, and with all that is left out. */
    Listed<T> with(List<T> items, List<DroppedItem> dropped) {
        return new Listed<>(items, dropped, this.freshFor);
    }
}
