package io.mcpclient.sample.embedded.stateless;

import java.util.Map;

/**
 * Plans a tour: as a task for clients that support tasks, at once for all others.
 *
 * @see "ext-tasks, Polymorphic Results"
 */
final class TourTool {

    private static final int MAX_DAYS = 14;

    private final TourTasks tasks;

    TourTool(TourTasks tasks) {
        this.tasks = tasks;
    }

    Tool create() {
        Schema input = Schema.arguments()
                .must("region", "string", "Where to go", "enum", Trips.REGIONS, "default", "north")
                .with("days", "integer", "How many days", "minimum", 1, "maximum", MAX_DAYS, "default", 5);
        Schema output = Schema.arguments()
                .must("region", "string", "Where it goes")
                .must("days", "integer", "How many days it takes")
                .must("pace", "string", "How fast")
                .must("stops", "array", "A place for each night", "items", Map.of("type", "string"));
        return new Tool(
                "plan_tour",
                "Plan a tour",
                "Plans a tour of some days. It takes a while, and asks the user for the pace half way.",
                Tool.readOnly(),
                input,
                output,
                call -> new PendingResponse.Result(plan(call)));
    }

    private Map<String, Object> plan(ToolCall call) {
        Tour tour = new Tour(call.text("region"), call.integer("days", 5));
        ClientCapabilities capabilities = call.request().capabilities();
        if (!capabilities.hasTasks()) {
            return tour.plan(Tour.DEFAULT_PACE);
        }
        return this.tasks
                .begin(tour, capabilities.hasForms())
                .map(task -> {
                    Map<String, Object> result = Results.of("task");
                    result.putAll(task.seed(this.tasks.now()));
                    return result;
                })
                .orElseGet(() -> Results.failure("Too many tours are being planned. Try again later."));
    }
}
