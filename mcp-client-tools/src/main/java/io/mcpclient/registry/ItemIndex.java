package io.mcpclient.registry;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Items of all servers by name and by server. Omits all items that share a name: a server may have chosen the name
 * maliciously, so the name identifies neither.
 *
 * @param all the items, ordered by server
 * @param byName the items by their names
 * @param byServer the items of each server that has some
 * @param <R> type of an item
 */
record ItemIndex<R>(List<R> all, Map<String, R> byName, Map<String, List<R>> byServer) {

    /**
     * Creates the index of items with names that are unique where possible.
     * @param lists items of each server
     * @param nameOf returns the name of an item
     * @param serverOf returns the server of an item
     */
    static <R> ItemIndex<R> of(List<List<R>> lists, Function<R, String> nameOf, Function<R, String> serverOf) {
        List<R> all = lists.stream().flatMap(List::stream).toList();
        Map<String, R> byName = new HashMap<>(all.size() * 2);
        Set<String> shared = new HashSet<>();
        for (R item : all) {
            String name = nameOf.apply(item);
            if (byName.putIfAbsent(name, item) != null) {
                shared.add(name);
            }
        }
        if (!shared.isEmpty()) {
            byName.keySet().removeAll(shared);
            all = all.stream()
                    .filter(item -> !shared.contains(nameOf.apply(item)))
                    .toList();
        }
        return new ItemIndex<>(all, byName, byServer(all, serverOf));
    }

    /** Returns the items of a server in its order, empty if there are none. */
    List<R> ofServer(String server) {
        return this.byServer.getOrDefault(server, List.of());
    }

    /**
     * Groups items by server.
     * @param all an immutable list, of which the result has views
     */
    static <R> Map<String, List<R>> byServer(List<R> all, Function<R, String> serverOf) {
        Map<String, List<R>> byServer = new HashMap<>();
        int start = 0;
        while (start < all.size()) {
            String server = serverOf.apply(all.get(start));
            int end = start + 1;
            while (end < all.size() && serverOf.apply(all.get(end)).equals(server)) {
                end++;
            }
            byServer.merge(server, all.subList(start, end), (first, second) -> Stream.of(first, second)
                    .flatMap(List::stream)
                    .toList());
            start = end;
        }
        return byServer;
    }
}
