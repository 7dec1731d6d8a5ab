package io.mcpclient.sample.embedded.stateless;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The trips of the agency; constant. */
final class Trips {

    static final List<String> REGIONS = List.of("fjords", "north", "islands", "mountains");

    private static final List<Trip> ALL = List.of(
            new Trip("bergen", "Bergen and the Hardangerfjord", "fjords", 4, true, 5200),
            new Trip("flam", "The railway to Flåm", "fjords", 2, true, 3100),
            new Trip("geiranger", "Around the Geirangerfjord", "fjords", 5, false, 6900),
            new Trip("lofoten", "Fishing villages of Lofoten", "islands", 6, false, 8400),
            new Trip("runde", "Birds of Runde", "islands", 3, false, 4300),
            new Trip("bodo", "To Bodø, as far as rails go", "north", 3, true, 4800),
            new Trip("nordkapp", "To the North Cape", "north", 7, false, 9900),
            new Trip("finse", "Finse, above the trees", "mountains", 2, true, 2600),
            new Trip("rondane", "Huts of Rondane", "mountains", 5, true, 4100));

    private static final Map<String, List<String>> STOPS = Map.of(
            "fjords", List.of("Bergen", "Norheimsund", "Voss", "Flåm", "Sogndal", "Geiranger"),
            "north", List.of("Mo i Rana", "Bodø", "Narvik", "Tromsø", "Alta", "Hammerfest"),
            "islands", List.of("Svolvær", "Henningsvær", "Leknes", "Reine", "Å", "Værøy"),
            "mountains", List.of("Finse", "Otta", "Mysusæter", "Hjerkinn", "Dombås", "Oppdal"));

    private Trips() {}

    /**
     * One trip.
     *
     * @param id its id in calls
     * @param title its display name
     * @param region its region
     * @param days duration in days
     * @param train whether it is a train trip
     * @param price price per person, in kroner
     */
    record Trip(String id, String title, String region, int days, boolean train, int price) {

        @Override
        public String toString() {
            return this.id + ": " + this.title + ", " + this.days + " days" + (this.train ? " by train" : "") + ", "
                    + this.price + " kroner";
        }
    }

    static List<Trip> all() {
        return ALL;
    }

    static Optional<Trip> find(String id) {
        return ALL.stream().filter(trip -> trip.id().equals(id)).findFirst();
    }

    /** Returns stops in a region, one for each day. */
    static List<String> stops(String region, int days) {
        List<String> all = STOPS.getOrDefault(region, List.of());
        return all.subList(0, Math.min(days, all.size()));
    }

    static List<String> ids() {
        return ALL.stream().map(Trip::id).toList();
    }
}
