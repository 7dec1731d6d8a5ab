package io.mcpclient.sample.embedded.stateless;

import java.util.List;
import java.util.Map;

import reactor.core.publisher.Mono;

import io.mcpclient.sample.embedded.stateless.Bookings.Booking;
import io.mcpclient.sample.embedded.stateless.Trips.Trip;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ElicitAction;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.test.McpTestCall;
import io.mcpclient.test.McpTestServer;

/**
 * Books a trip, with two questions to the user, and cancels it.
 *
 * <pre>
 * call ─► who travels? ─► call again ─► that is the price, all right? ─► call again ─► booked
 * </pre>
 *
 * The reference of the booking is that of the call, so that a repeated last round books only once.
 */
final class BookingTools {

    private static final String TRAVELLERS = "travellers";

    private static final String AGREEMENT = "agreement";

    private static final String REFERENCE = "reference";

    private final Schema travellers = new Schema()
            .must("name", "string", "For whom", "title", "Name", "minLength", 1, "maxLength", 50)
            .must("seats", "integer", "How many travel", "title", "Seats", "minimum", 1, "maximum", 8, "default", 2)
            .with("room", "string", "Where to sleep", "title", "Room", "enum", List.of("hut", "guesthouse", "hotel"));

    private final Schema agreement =
            new Schema().must("agree", "boolean", "Whether to book", "title", "Book it", "default", true);

    private final Bookings bookings;

    private final Runnable changed;

    /**
     * Creates the tools.
     * @param changed called after every change of the bookings
     */
    BookingTools(Bookings bookings, Runnable changed) {
        this.bookings = bookings;
        this.changed = changed;
    }

    void define(McpTestServer server) {
        Tools.define(
                        server,
                        "book_trip",
                        "Book a trip",
                        "Books a trip once the user has said who travels and has agreed to the price.",
                        Tools.writes(false, false),
                        new Schema().must("trip", "string", "Which trip", "enum", Trips.ids(), "default", "flam"))
                .answersLater(this::book);
        Tools.define(
                        server,
                        "cancel_booking",
                        "Cancel a booking",
                        "Cancels a booking for good.",
                        Tools.writes(true, true),
                        new Schema()
                                .must(REFERENCE, "string", "Reference of the booking", "minLength", 1, "maxLength", 50))
                .answers(this::cancel);
    }

    /** An invalid response is requested again, as the specification requires. */
    private Mono<CallToolResult> book(McpTestCall call) {
        ElicitResult who = call.answer(TRAVELLERS, ElicitResult.class);
        if (who == null) {
            return call.asks(TRAVELLERS, "Who travels?", this.travellers.toForm());
        }
        if (!who.action().equals(ElicitAction.ACCEPT)) {
            return Mono.just(Results.text("Nothing is booked: nobody said who travels."));
        }
        Map<String, Object> content = content(who);
        String objection = this.travellers.objection(content);
        if (objection != null) {
            return call.asks(TRAVELLERS, objection + " Who travels?", this.travellers.toForm());
        }
        Trip trip = Trips.find(Tools.text(call, "trip")).orElseThrow();
        int seats = (content.get("seats") instanceof Number number) ? number.intValue() : 1;
        String reference = "B-" + call.id().substring(0, 8);
        return conclude(
                call,
                trip,
                new Booking(reference, trip.id(), String.valueOf(content.get("name")), seats, seats * trip.price()));
    }

    private Mono<CallToolResult> conclude(McpTestCall call, Trip trip, Booking booking) {
        ElicitResult agreed = call.answer(AGREEMENT, ElicitResult.class);
        if (agreed == null) {
            String price = trip.title() + " for " + booking.name() + " costs " + booking.total() + " kroner.";
            return call.asks(AGREEMENT, price, this.agreement.toForm());
        }
        boolean books = agreed.action().equals(ElicitAction.ACCEPT)
                && Boolean.TRUE.equals(content(agreed).get("agree"));
        return Mono.just(
                books ? add(booking) : Results.text("Nothing is booked: the user did not agree to the price."));
    }

    private static Map<String, Object> content(ElicitResult answer) {
        Map<String, Object> content = answer.content();
        return (content != null) ? content : Map.of();
    }

    private CallToolResult add(Booking booking) {
        try {
            if (this.bookings.add(booking)) {
                this.changed.run();
            }
            return Results.structured("Booked " + booking, booking);
        } catch (IllegalStateException ex) {
            return CallToolResult.error("There is room for no more bookings. Cancel one.");
        }
    }

    private CallToolResult cancel(McpTestCall call) {
        String reference = Tools.text(call, REFERENCE);
        if (!this.bookings.remove(reference)) {
            return CallToolResult.error("There is no booking " + reference + ".");
        }
        this.changed.run();
        return Results.text("Cancelled " + reference + ".");
    }
}
