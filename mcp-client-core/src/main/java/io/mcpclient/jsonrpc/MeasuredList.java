package io.mcpclient.jsonrpc;

import java.util.List;

import io.mcpclient.internal.support.FixedList;

/**
 * Items of a page with their sizes. A page keeps them on its way through the stages, so that its items are measured once. Immutable.
 *
 * @param <T> type of an item
 */
final class MeasuredList<T> extends FixedList<T> {

    private final List<T> items;

    private final List<JsonSize> sizes;

    /**
     * Creates a list.
     * @param items the items, not changed afterwards
     * @param sizes the size of each of them, likewise
     */
    MeasuredList(List<T> items, List<JsonSize> sizes) {
        this.items = items;
        this.sizes = sizes;
    }

    List<JsonSize> sizes() {
        return this.sizes;
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
