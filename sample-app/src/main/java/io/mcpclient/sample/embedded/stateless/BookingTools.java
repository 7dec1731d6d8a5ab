package io.mcpclient.sample.embedded.stateless;

import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

import io.mcpclient.sample.embedded.stateless.Bookings.Booking;
import io.mcpclient.sample.embedded.stateless.Trips.Trip;

/**
 * Books a trip, with two questions to the user, and cancels it.
 *
 * <pre>
 * call ─► who travels? ─► call again ─► that is the price, all right? ─► call again ─► booked
 * </pre>
 *
 * The server stores nothing between the rounds: the client carries the state. It includes the reference of the future booking,
 * so that a repeated last round books only once.
 */
final class BookingTools {

    private static final String TRAVELLERS = "travellers";

    private static final String AGREEMENT = "agreement";

    private static final String REFERENCE = "reference";

    private final Schema travellers = Schema.form()
            .must("name", "string", "For whom", "title", "Name", "minLength", 1, "maxLength", 50)
            .must("seats", "integer", "How many travel", "title", "Seats", "minimum", 1, "maximum", 8, "default", 2)
            .with("room", "string", "Where to sleep", "title", "Room", "enum", List.of("hut", "guesthouse", "hotel"));

    private final Schema agreement =
            Schema.form().must("agree", "boolean", "Whether to book", "title", "Book it", "default", true);

    private final RequestState state;

    private final Bookings bookings;

    private final Runnable changed;

    /**
     * Creates the tools.
     * @param changed called after every change of the bookings
     */
    BookingTools(RequestState state, Bookings bookings, Runnable changed) {
        this.state = state;
        this.bookings = bookings;
        this.changed = changed;
    }

    List<Tool> tools() {
        return List.of(
                new Tool(
                        "book_trip",
                        "Book a trip",
                        "Books a trip once the user has said who travels and has agreed to the price.",
                        Tool.writes(false, false),
                        Schema.arguments().must("trip", "string", "Which trip", "enum", Trips.ids(), "default", "flam"),
                        null,
                        this::book),
                new Tool(
                        "cancel_booking",
                        "Cancel a booking",
                        "Cancels a booking for good.",
                        Tool.writes(true, true),
                        Schema.arguments()
                                .must(REFERENCE, "string", "Reference of the booking", "minLength", 1, "maxLength", 50),
                        null,
                        this::cancel));
    }

    private PendingResponse book(ToolCall call) {
        call.request().capabilities().requireForms();
        return new PendingResponse.Result(call.isLaterRound() ? nextRound(call) : firstRound(call));
    }

    private Map<String, Object> firstRound(ToolCall call) {
        String reference = "B-" + UUID.randomUUID().toString().substring(0, 8);
        return askTravellers(call, reference, null);
    }

    private Map<String, Object> nextRound(ToolCall call) {
        JsonNode known = this.state.open(call.request());
        return known.has("name") ? conclude(call, known) : askAgreement(call, known);
    }

    private Map<String, Object> askTravellers(ToolCall call, String reference, @Nullable String objection) {
        String message = (objection == null) ? "Who travels?" : objection + " Who travels?";
        return Results.inputRequired(
                TRAVELLERS,
                InputRequests.form(message, this.travellers),
                this.state.seal(call.request(), Json.object(REFERENCE, reference)));
    }

    /** A missing or invalid response is requested again, as the specification requires. */
    private Map<String, Object> askAgreement(ToolCall call, JsonNode known) {
        JsonNode answer = call.answer(TRAVELLERS);
        String reference = known.path(REFERENCE).asString();
        if (!InputRequests.isAnswer(answer)) {
            return askTravellers(call, reference, null);
        }
        if (!InputRequests.isAccepted(answer)) {
            return Results.text("Nothing is booked: nobody said who travels.");
        }
        String objection = this.travellers.objection(answer.path("content"));
        if (objection != null) {
            return askTravellers(call, reference, objection);
        }
        return askAgreement(
                call,
                reference,
                answer.at("/content/name").asString(),
                answer.at("/content/seats").asInt());
    }

    private Map<String, Object> askAgreement(ToolCall call, String reference, String name, int seats) {
        Trip trip = trip(call);
        return Results.inputRequired(
                AGREEMENT,
                InputRequests.form(
                        trip.title() + " for " + name + " costs " + seats * trip.price() + " kroner.", this.agreement),
                this.state.seal(call.request(), Json.object(REFERENCE, reference, "name", name, "seats", seats)));
    }

    private Map<String, Object> conclude(ToolCall call, JsonNode known) {
        JsonNode answer = call.answer(AGREEMENT);
        String name = known.path("name").asString();
        int seats = known.path("seats").asInt();
        if (!InputRequests.isAnswer(answer)) {
            return askAgreement(call, known.path(REFERENCE).asString(), name, seats);
        }
        boolean agreed =
                InputRequests.isAccepted(answer) && answer.at("/content/agree").asBoolean(false);
        if (!agreed) {
            return Results.text("Nothing is booked: the user did not agree to the price.");
        }
        Trip trip = trip(call);
        return add(new Booking(known.path(REFERENCE).asString(), trip.id(), name, seats, seats * trip.price()));
    }

    private Map<String, Object> add(Booking booking) {
        try {
            if (this.bookings.add(booking)) {
                this.changed.run();
            }
            return Results.structured("Booked " + booking, booking);
        } catch (IllegalStateException ex) {
            return Results.failure("There is room for no more bookings. Cancel one.");
        }
    }

    private PendingResponse cancel(ToolCall call) {
        String reference = call.text(REFERENCE);
        if (!this.bookings.remove(reference)) {
            return new PendingResponse.Result(Results.failure("There is no booking " + reference + "."));
        }
        this.changed.run();
        return new PendingResponse.Result(Results.text("Cancelled " + reference + "."));
    }

    private static Trip trip(ToolCall call) {
        return Trips.find(call.text("trip")).orElseThrow(() -> RpcError.invalidParams("There is no such trip"));
    }
}
