package io.mcpclient.sample.embedded.stateless;

import java.util.ArrayList;
import java.util.List;

import io.mcpclient.schema.CallToolResult;

/**
 * A tour to be planned.
 *
 * @param region its region
 * @param days duration in days
 */
record Tour(String region, int days) {

    static final String DEFAULT_PACE = "steady";

    static final List<String> PACES = List.of("easy", DEFAULT_PACE, "brisk");

    /** Returns the plan as a tool result. */
    CallToolResult plan(String pace) {
        List<String> places = Trips.stops(this.region, this.days);
        List<String> stops = new ArrayList<>();
        for (int day = 0; day < this.days; day++) {
            stops.add(places.get(day % places.size()));
        }
        return Results.structured(
                "At a " + pace + " pace: " + String.join(" - ", stops),
                Results.object("region", this.region, "days", this.days, "pace", pace, "stops", stops));
    }
}
