package io.mcpclient.sample.embedded.stateless;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import io.mcpclient.sample.embedded.stateless.Bookings.Booking;
import io.mcpclient.sample.embedded.stateless.Trips.Trip;
import io.mcpclient.schema.CacheScope;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.test.McpTestError;
import io.mcpclient.test.McpTestRequest;
import io.mcpclient.test.McpTestServer;

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

    /** For contents that other clients may change; subscribers are notified. */
    private static final Duration SHORT = Duration.ofMinutes(1);

    private final Bookings bookings;

    TravelResources(Bookings bookings) {
        this.bookings = bookings;
    }

    void define(McpTestServer server) {
        Tools.list(server, "resources/list", this::list);
        Tools.list(server, "resources/templates/list", TravelResources::templates);
        server.on("resources/read", this::read);
    }

    private Map<String, Object> list() {
        List<Object> resources = new ArrayList<>();
        resources.add(resource(BROCHURE, "brochure", "Brochure", "All trips of the agency"));
        resources.add(resource(BOOKINGS, "bookings", "Bookings", "What has been booked"));
        for (Booking one : this.bookings.all()) {
            resources.add(resource(BOOKING + one.reference(), one.reference(), "Booking", "A trip that is booked"));
        }
        return Results.cached(CacheScope.PRIVATE, SHORT, "resources", resources);
    }

    private static Map<String, Object> templates() {
        Map<String, Object> trip = Results.object(
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
        return Results.cached(CacheScope.PUBLIC, Results.LONG, "resourceTemplates", List.of(trip));
    }

    private Map<String, Object> read(McpTestRequest request) {
        String uri = request.text("uri");
        String text = find(uri)
                .orElseThrow(
                        () -> new McpTestError(McpErrorCodes.INVALID_PARAMS, "Resource not found", Map.of("uri", uri)));
        Object contents = List.of(Results.object("uri", uri, "mimeType", TEXT, "text", text));
        return uri.startsWith(BOOKING) || uri.equals(BOOKINGS)
                ? Results.cached(CacheScope.PRIVATE, Duration.ZERO, "contents", contents)
                : Results.cached(CacheScope.PUBLIC, Results.LONG, "contents", contents);
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
        return Results.object("uri", uri, "name", name, "title", title, "description", description, "mimeType", TEXT);
    }
}
