package io.mcpclient.registry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.mcpclient.registry.CatalogSyncs.Known;

/**
 * The part of each server in a merged view. The part of a server is made again only if its list, its origin or its availability
 * has changed, so a merge costs what has changed. Not thread-safe.
 *
 * @param <T> type of the list of a server
 * @param <P> type of its part
 */
final class ServerParts<T, P> {

    private final Predicate<P> isEmpty;

    private final Map<String, Part<T, P>> parts = new HashMap<>();

    /** Servers whose parts have to be made again although their lists have not changed. */
    private final Set<String> outdated = new HashSet<>();

    private List<P> merged = List.of();

    /** What was made of a list. */
    private record Part<T, P>(T known, boolean available, boolean listed, P made) {

        boolean isOf(Known<T> server) {
            return this.known == server.known()
                    && this.available == server.available()
                    && this.listed == server.listed();
        }
    }

    ServerParts(Predicate<P> isEmpty) {
        this.isEmpty = isEmpty;
    }

    /** Returns the servers whose parts have to be made. */
    List<Known<T>> changed(List<Known<T>> servers) {
        return servers.stream()
                .filter(server -> !isCurrent(this.parts.get(server.server()), server))
                .toList();
    }

    private boolean isCurrent(@Nullable Part<T, P> part, Known<T> server) {
        return part != null && part.isOf(server) && !this.outdated.contains(server.server());
    }

    /** Causes the part of a server to be made again. */
    void outdate(String server) {
        this.outdated.add(server);
    }

    /**
     * Merges the parts.
     * @param servers all servers
     * @param maker makes the part of a server
     * @return the parts that are not empty, in the order of the servers; the last result itself if nothing has changed
     */
    List<P> merge(List<Known<T>> servers, Function<Known<T>, P> maker) {
        List<P> all = new ArrayList<>(servers.size());
        for (Known<T> server : servers) {
            P part = part(server, maker);
            if (!this.isEmpty.test(part)) {
                all.add(part);
            }
        }
        this.outdated.clear();
        if (this.parts.size() > servers.size()) {
            this.parts.keySet().retainAll(servers.stream().map(Known::server).collect(Collectors.toSet()));
        }
        if (!isSame(all)) {
            this.merged = List.copyOf(all);
        }
        return this.merged;
    }

    private P part(Known<T> server, Function<Known<T>, P> maker) {
        Part<T, P> last = this.parts.get(server.server());
        if (last != null && isCurrent(last, server)) {
            return last.made();
        }
        P made = maker.apply(server);
        P kept = (last != null && made.equals(last.made())) ? last.made() : made;
        this.parts.put(server.server(), new Part<>(server.known(), server.available(), server.listed(), kept));
        return kept;
    }

    /** Parts are compared by identity, because equal ones are kept. */
    private boolean isSame(List<P> all) {
        boolean isSame = all.size() == this.merged.size();
        for (int i = 0; isSame && i < all.size(); i++) {
            isSame = all.get(i) == this.merged.get(i);
        }
        return isSame;
    }
}
