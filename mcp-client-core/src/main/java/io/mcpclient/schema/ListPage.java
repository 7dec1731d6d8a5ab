package io.mcpclient.schema;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One page of a list. It is read item by item: what a server gets wrong in one tool does not hide its other tools.
 *
 * <table>
 * <caption>what becomes of an item that cannot be read as it is</caption>
 * <tr><th>problem</th><th>consequence</th></tr>
 * <tr><td>no name, no address, or no input schema; one of them has the wrong type</td><td>the item is left out</td></tr>
 * <tr><td>an argument of a prompt that cannot be read</td><td>the prompt is left out: it could not be filled in</td></tr>
 * <tr><td>any other member has the wrong type, such as an icon, a title, a claim in the annotations, an output schema</td>
 * <td>the member is left out, for which the protocol has a safe meaning: absent</td></tr>
 * </table>
 *
 * What was left out is in {@link #dropped()}. An item with more than 16 wrong members is left out; a page with more than a
 * thousand wrong items and members is refused.
 *
 * @param <T> type of the items
 * @see "MCP 2026-07-28, server/utilities/pagination (PAG-01, PAG-06)"
 */
public sealed interface ListPage<T> extends CacheableResult
        permits ListToolsResult, ListPromptsResult, ListResourcesResult, ListResourceTemplatesResult {

    /** The items, in the server's order; never {@code null}. */
    List<T> items();

    /** Cursor of the next page, possibly empty; {@code null} means this was the last. */
    @Nullable
    String nextCursor();

    /** What was left out of the page; empty if nothing was. Never on the wire. */
    List<DroppedItem> dropped();

    /**
     * Returns a copy with other items.
     * @param items the items to keep
     * @param dropped what was left out in all
     * @return the copy
     */
    ListPage<T> withItems(List<T> items, List<DroppedItem> dropped);
}
