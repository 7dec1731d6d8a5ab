package io.mcpclient.sample.embedded.stateless;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.mcpclient.sample.embedded.stateless.Trips.Trip;

/** Finds trips. Its arguments are repeated in headers, as for a gateway that routes by region. */
final class SearchTool {

    private SearchTool() {}

    static Tool create() {
        Schema input = Schema.arguments()
                .must("region", "string", "Where to go", "enum", Trips.REGIONS, "default", "fjords")
                .header("Region")
                .with("days", "integer", "How many days at most", "minimum", 1, "maximum", 30)
                .header("Days")
                .with("by_train", "boolean", "Trips by train only", "default", false)
                .header("By-Train");
        Schema output = Schema.arguments()
                .must("trips", "array", "What was found", "items", Map.of("type", "object"))
                .must("total", "integer", "How many trips there are");
        return new Tool(
                "search_trips",
                "Search trips",
                "Finds trips of a region. The arguments travel in headers, too.",
                Tool.readOnly(),
                input,
                output,
                SearchTool::search);
    }

    private static PendingResponse search(ToolCall call) {
        List<Trip> found = Trips.all().stream()
                .filter(trip -> trip.region().equals(call.text("region")))
                .filter(trip -> trip.days() <= call.integer("days", Integer.MAX_VALUE))
                .filter(trip -> trip.train() || !call.flag("by_train"))
                .toList();
        String text = found.isEmpty()
                ? "No such trips."
                : found.stream().map(Trip::toString).collect(Collectors.joining("\n"));
        return new PendingResponse.Result(Results.structured(
                text, Json.object("trips", found, "total", Trips.all().size())));
    }
}
