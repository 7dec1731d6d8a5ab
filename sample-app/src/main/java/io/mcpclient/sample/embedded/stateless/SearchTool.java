package io.mcpclient.sample.embedded.stateless;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.mcpclient.sample.embedded.stateless.Trips.Trip;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.test.McpTestCall;
import io.mcpclient.test.McpTestServer;

/** Finds trips. Its arguments are repeated in headers, as for a gateway that routes by region. */
final class SearchTool {

    private SearchTool() {}

    static void define(McpTestServer server) {
        Schema input = new Schema()
                .must("region", "string", "Where to go", "enum", Trips.REGIONS, "default", "fjords")
                .header("Region")
                .with("days", "integer", "How many days at most", "minimum", 1, "maximum", 30)
                .header("Days")
                .with("by_train", "boolean", "Trips by train only", "default", false)
                .header("By-Train");
        Schema output = new Schema()
                .must("trips", "array", "What was found", "items", Map.of("type", "object"))
                .must("total", "integer", "How many trips there are");
        Tools.define(
                        server,
                        "search_trips",
                        "Search trips",
                        "Finds trips of a region. The arguments travel in headers, too.",
                        Tools.readOnly(),
                        input)
                .outputSchema(output.toMap())
                .answers(SearchTool::search);
    }

    private static CallToolResult search(McpTestCall call) {
        List<Trip> found = Trips.all().stream()
                .filter(trip -> trip.region().equals(Tools.text(call, "region")))
                .filter(trip -> trip.days() <= Tools.integer(call, "days", Integer.MAX_VALUE))
                .filter(trip -> trip.train() || !Tools.flag(call, "by_train"))
                .toList();
        String text = found.isEmpty()
                ? "No such trips."
                : found.stream().map(Trip::toString).collect(Collectors.joining("\n"));
        return Results.structured(
                text, Results.object("trips", found, "total", Trips.all().size()));
    }
}
