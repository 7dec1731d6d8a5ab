package io.mcpclient.internal.operation;

import java.util.List;

import io.mcpclient.internal.support.FixedList;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonSize;

/**
 * Items of a page with their sizes. A page keeps them on its way through the stages, so that its items are measured once. Immutable.
 *
 * @param <T> type of an item
 */
final class MeasuredItems<T> extends FixedList<T> {

    private final List<T> items;

    private final List<JsonSize> sizes;

    private MeasuredItems(List<T> items) {
        this.items = items;
        this.sizes = JsonCodec.sizesOf(items);
    }

    /** Returns the items, which are measured unless they already were. */
    static <T> MeasuredItems<T> of(List<T> items) {
        return (items instanceof MeasuredItems<T> measured) ? measured : new MeasuredItems<>(items);
    }

    JsonSize sizeOf(int index) {
        return this.sizes.get(index);
    }

    /** Returns whether no text of any item needs a closer look, see {@link JsonSize#isPlain()}. */
    boolean arePlain() {
        for (JsonSize size : this.sizes) {
            if (!size.isPlain()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public T get(int index) {
        return this.items.get(index);
    }

    @Override
    public int size() {
        return this.items.size();
    }
}
