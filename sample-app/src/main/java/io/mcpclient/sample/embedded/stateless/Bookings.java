package io.mcpclient.sample.embedded.stateless;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** Up to a hundred bookings, in memory. Thread-safe. */
final class Bookings {

    private static final int MAX_BOOKINGS = 100;

    private final Map<String, Booking> byReference = new ConcurrentSkipListMap<>();

    /**
     * One booking.
     *
     * @param reference its name, chosen before the booking so that it is made only once
     * @param trip the booked trip
     * @param name name of the traveller
     * @param seats number of travellers
     * @param total price in kroner
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
     * @throws IllegalStateException if the limit is reached
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
