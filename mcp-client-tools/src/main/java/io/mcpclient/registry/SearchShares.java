package io.mcpclient.registry;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Distributes the places of a search among servers, so that no server can displace the tools of all others with many or
 * exaggerating descriptions: a server gets at most half of the places, and more only if the other servers have too few hits. Without
 * state.
 */
final class SearchShares {

    private SearchShares() {}

    /**
     * Returns the hits that get a place.
     * @param ranked all hits, best first
     * @param serverOf returns the server of a hit
     * @param limit number of places, at least 1
     * @param <R> type of a hit
     * @return the hits with a place, best first
     */
    static <R> List<R> of(Stream<R> ranked, Function<R, String> serverOf, int limit) {
        int share = Math.max(1, limit / 2);
        List<R> hits = new ArrayList<>();
        BitSet placed = new BitSet();
        Map<String, Integer> counts = new HashMap<>();
        for (Iterator<R> next = ranked.iterator(); placed.cardinality() < limit && next.hasNext(); ) {
            R hit = next.next();
            if (counts.merge(serverOf.apply(hit), 1, Integer::sum) <= share) {
                placed.set(hits.size());
            }
            hits.add(hit);
        }
        for (int i = placed.nextClearBit(0);
                i < hits.size() && placed.cardinality() < limit;
                i = placed.nextClearBit(i)) {
            placed.set(i);
        }
        return IntStream.range(0, hits.size())
                .filter(placed::get)
                .mapToObj(hits::get)
                .toList();
    }
}
