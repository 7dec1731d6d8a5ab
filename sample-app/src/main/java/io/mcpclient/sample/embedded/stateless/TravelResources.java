package io.mcpclient.sample.embedded.stateless;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import io.mcpclient.sample.embedded.stateless.Bookings.Booking;
import io.mcpclient.sample.embedded.stateless.Trips.Trip;

/**
 * The resources: the brochure, which is shared and constant, and the bookings, which are personal and change.
 *
 * @see "MCP 2026-07-28, server/resources; server/utilities/caching"
 */
final class TravelResources {

    static final String BOOKINGS = "travel:///bookings";

    private static final String BROCHURE = "travel:///brochure";

    private static final String BOOKING = "travel:///booking/";

    private static final String TRIP = "travel:///trip/";

    static final String TRIP_TEMPLATE = TRIP + "{id}";

    private static final String TEXT = "text/plain";

    private final Bookings bookings;

    TravelResources(Bookings bookings) {
        this.bookings = bookings;
    }

    Map<String, Object> list() {
        List<Object> resources = new ArrayList<>();
        resources.add(resource(BROCHURE, "brochure", "Brochure", "All trips of the agency"));
        resources.add(resource(BOOKINGS, "bookings", "Bookings", "What has been booked"));
        for (Booking one : this.bookings.all()) {
            resources.add(resource(BOOKING + one.reference(), one.reference(), "Booking", "A trip that is booked"));
        }
        return Results.personal(Results.SHORT, "resources", resources);
    }

    Map<String, Object> templates() {
        Map<String, Object> trip = Json.object(
                "uriTemplate",
                TRIP_TEMPLATE,
                "name",
                "trip",
                "title",
                "One trip",
                "description",
                "The trip of an id",
                "mimeType",
                TEXT);
        return Results.shared(Results.LONG, "resourceTemplates", List.of(trip));
    }

    Map<String, Object> read(RpcRequest request) {
        String uri = request.text("uri");
        Object contents = List.of(Json.object(
                "uri", uri, "mimeType", TEXT, "text", find(uri).orElseThrow(() -> RpcError.noResource(uri))));
        return uri.startsWith(BOOKING) || uri.equals(BOOKINGS)
                ? Results.personal(Results.NONE, "contents", contents)
                : Results.shared(Results.LONG, "contents", contents);
    }

    boolean isKnown(String uri) {
        return find(uri).isPresent();
    }

    private Optional<String> find(String uri) {
        if (uri.equals(BROCHURE)) {
            return Optional.of(Trips.all().stream().map(Trip::toString).collect(Collectors.joining("\n")));
        }
        if (uri.equals(BOOKINGS)) {
            return Optional.of(
                    this.bookings.all().stream().map(Booking::toString).collect(Collectors.joining("\n")));
        }
        return uri.startsWith(TRIP)
                ? Trips.find(uri.substring(TRIP.length())).map(Trip::toString)
                : booking(uri).map(Booking::toString);
    }

    private Optional<Booking> booking(String uri) {
        return uri.startsWith(BOOKING) ? this.bookings.find(uri.substring(BOOKING.length())) : Optional.empty();
    }

    private static Map<String, Object> resource(String uri, String name, String title, String description) {
        return Json.object("uri", uri, "name", name, "title", title, "description", description, "mimeType", TEXT);
    }
}
