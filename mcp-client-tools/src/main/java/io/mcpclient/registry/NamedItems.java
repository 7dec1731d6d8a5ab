package io.mcpclient.registry;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

import io.mcpclient.registry.CatalogSyncs.Known;

/**
 * The items of all servers under unique names. The items of a server are made again only if they, their names or the
 * availability of the server change. Not thread-safe.
 *
 * @param <I> type of an item
 * @param <R> type of a registered item
 */
final class NamedItems<I, R> {

    private final String what;

    private final ToolNameAllocator names;

    private final Function<I, String> nameOf;

    private final Factory<I, R> factory;

    private final ServerParts<List<I>, List<R>> parts = new ServerParts<>(List::isEmpty);

    /** Creates a registered item. */
    @FunctionalInterface
    interface Factory<I, R> {

        R create(String name, Known<List<I>> server, I item);
    }

    /**
     * Creates an instance without items.
     * @param what plural noun for the items, for the log
     * @param names assigns the names
     * @param nameOf returns the name of an item at its server
     * @param factory creates the registered item
     */
    NamedItems(String what, ToolNameAllocator names, Function<I, String> nameOf, Factory<I, R> factory) {
        this.what = what;
        this.names = names;
        this.nameOf = nameOf;
        this.factory = factory;
    }

    /** Causes the items of a server to be made again although they have not changed. */
    void outdate(String server) {
        this.parts.outdate(server);
    }

    /**
     * Merges the items of all servers.
     * @param servers all servers
     * @param selection returns the items of a server to register
     * @return the items of each server that has some, in the order of the servers; the last result itself if nothing has
     *     changed
     */
    List<List<R>> merge(List<Known<List<I>>> servers, Function<Known<List<I>>, List<I>> selection) {
        List<Known<List<I>>> changed = this.parts.changed(servers).stream()
                .sorted(Comparator.comparingInt(Known::joined))
                .toList();
        changed.forEach(server -> this.names.joined(server.server(), server.joined()));
        Set<ToolNameAllocator.Key> renamed = this.names.add(changed.stream()
                .flatMap(server -> selection.apply(server).stream().map(item -> key(server, item)))
                .toList());
        renamed.forEach(item -> this.parts.outdate(item.server()));
        List<ToolNameAllocator.Key> present = new ArrayList<>();
        List<List<R>> merged = this.parts.merge(servers, server -> selection.apply(server).stream()
                .map(item -> {
                    ToolNameAllocator.Key key = key(server, item);
                    if (renamed.contains(key)) {
                        present.add(key);
                    }
                    return this.factory.create(this.names.of(key), server, item);
                })
                .toList());
        RenamedItems.log(this.what, present, this.names);
        return merged;
    }

    private ToolNameAllocator.Key key(Known<List<I>> server, I item) {
        return new ToolNameAllocator.Key(server.server(), this.nameOf.apply(item));
    }
}
