package io.mcpclient.sample.embedded.stateless;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** What has been booked, a hundred bookings at most. All are gone when the application ends. Thread-safe. */
final class Bookings {

    private static final int MAX_BOOKINGS = 100;

    private final Map<String, Booking> byReference = new ConcurrentSkipListMap<>();

    /**
     * One booking.
     *
     * @param reference its name, chosen before it is made so that it is made once
     * @param trip what is booked
     * @param name for whom
     * @param seats for how many
     * @param total what it costs, in kroner
     */
    record Booking(String reference, String trip, String name, int seats, int total) {

        @Override
        public String toString() {
            return this.reference + ": " + this.trip + " for " + this.name + ", " + this.seats + " seats, " + this.total
                    + " kroner";
        }
    }

    /**
     * Adds a booking.
     * @return whether it is new
     * @throws IllegalStateException if there is room for no more
     */
    synchronized boolean add(Booking booking) {
        if (this.byReference.containsKey(booking.reference())) {
            return false;
        }
        if (this.byReference.size() >= MAX_BOOKINGS) {
            throw new IllegalStateException("The book is full");
        }
        this.byReference.put(booking.reference(), booking);
        return true;
    }

    boolean remove(String reference) {
        return this.byReference.remove(reference) != null;
    }

    Optional<Booking> find(String reference) {
        return Optional.ofNullable(this.byReference.get(reference));
    }

    List<Booking> all() {
        return List.copyOf(this.byReference.values());
    }
}
