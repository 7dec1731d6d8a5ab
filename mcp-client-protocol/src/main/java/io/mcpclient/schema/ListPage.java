package io.mcpclient.schema;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One page of a list. Items are parsed individually, so an invalid tool does not hide the server's other tools.
 *
 * <table>
 * <caption>Handling of items that cannot be parsed completely</caption>
 * <tr><th>problem</th><th>consequence</th></tr>
 * <tr><td>no name, URI or input schema, or one of them has the wrong type</td><td>the item is omitted</td></tr>
 * <tr><td>an argument of a prompt cannot be parsed</td><td>the prompt is omitted because it could not be used</td></tr>
 * <tr><td>any other member has the wrong type, such as an icon, a title, a claim in the annotations, an output schema</td>
 * <td>the member is omitted; absence has a safe meaning in the protocol</td></tr>
 * <tr><td>the item is nested too deeply, has too many JSON nodes, or a number or name of excessive length or exponent</td><td>the item is
 * omitted; a page that exceeds these limits elsewhere is rejected</td></tr>
 * </table>
 *
 * {@link #dropped()} lists the omitted items and members. An item with more than 16 invalid members is omitted; a page with
 * more than a thousand invalid items and members is rejected.
 *
 * @param <T> type of the items
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination">MCP: Pagination</a>
 */
public sealed interface ListPage<T> extends CacheableResult
        permits ListToolsResult, ListPromptsResult, ListResourcesResult, ListResourceTemplatesResult {

    /** The items, in the server's order; never {@code null}. */
    List<T> items();

    /** Cursor of the next page, possibly empty; {@code null} on the last page. */
    @Nullable
    String nextCursor();

    /** Items and members omitted from the page; empty if there are none. Never sent. */
    List<DroppedItem> dropped();

    /**
     * Returns a copy with the given items.
     * @param items the items to keep
     * @param dropped all omitted items and members
     * @return the copy
     */
    ListPage<T> withItems(List<T> items, List<DroppedItem> dropped);
}
