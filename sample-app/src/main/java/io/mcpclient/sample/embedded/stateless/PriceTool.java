package io.mcpclient.sample.embedded.stateless;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

import tools.jackson.databind.JsonNode;

import io.mcpclient.sample.embedded.stateless.Trips.Trip;

/**
 * Compares prices, one agency after the other: the response is a stream with progress and log messages, each if requested. It
 * stops when the client disconnects.
 *
 * @see "MCP 2026-07-28, basic/patterns/progress; server/utilities/logging"
 */
final class PriceTool {

    private static final Duration PER_AGENCY = Duration.ofMillis(200);

    private static final Duration LIMIT = Duration.ofMinutes(1);

    private static final int MAX_RUNNING = 16;

    private static final List<String> QUIET = List.of("notice", "warning", "error", "critical", "alert", "emergency");

    private final Semaphore running = new Semaphore(MAX_RUNNING);

    private final DelayedTasks timekeeper;

    PriceTool(DelayedTasks timekeeper) {
        this.timekeeper = timekeeper;
    }

    private record Comparison(RpcRequest request, Trip trip, int agencies, EventStream stream) {}

    Tool create() {
        return new Tool(
                "compare_prices",
                "Compare prices",
                "Asks some agencies for the price of a trip, and tells how far it is.",
                Tool.readOnly(),
                Schema.arguments()
                        .must("trip", "string", "Which trip", "enum", Trips.ids(), "default", "bergen")
                        .with(
                                "agencies",
                                "integer",
                                "How many agencies to ask",
                                "minimum",
                                1,
                                "maximum",
                                50,
                                "default",
                                5),
                null,
                this::compare);
    }

    private PendingResponse compare(ToolCall call) {
        if (!this.running.tryAcquire()) {
            return new PendingResponse.Result(Results.failure("Too many comparisons are under way. Try again soon."));
        }
        Trip trip = Trips.find(call.text("trip")).orElseThrow();
        Comparison comparison =
                new Comparison(call.request(), trip, call.integer("agencies", 5), new EventStream(LIMIT));
        comparison.stream().onEnd(this.running::release);
        log(comparison, "asking " + comparison.agencies() + " agencies");
        this.timekeeper.after(PER_AGENCY, () -> ask(comparison, 1));
        return new PendingResponse.Stream(comparison.stream());
    }

    private void ask(Comparison comparison, int agency) {
        EventStream stream = comparison.stream();
        if (stream.isOver()) {
            return;
        }
        progress(comparison, agency);
        if (agency < comparison.agencies()) {
            this.timekeeper.after(PER_AGENCY, () -> ask(comparison, agency + 1));
            return;
        }
        int best = comparison.trip().price() - 10 * comparison.agencies();
        Map<String, Object> result =
                Results.text("The best of " + comparison.agencies() + " prices is " + best + " kroner.");
        stream.last(Messages.answer(comparison.request().id(), result));
    }

    /** Without a progress token sends a comment instead, to detect a disconnect. */
    private static void progress(Comparison comparison, int agency) {
        JsonNode token = comparison.request().meta().path("progressToken");
        if (token.isMissingNode()) {
            comparison.stream().comment();
            return;
        }
        Map<String, Object> params = Json.object(
                "progressToken",
                token,
                "progress",
                agency,
                "total",
                comparison.agencies(),
                "message",
                "agency " + agency + " of " + comparison.agencies());
        comparison.stream().send(Messages.notification("notifications/progress", params));
    }

    private static void log(Comparison comparison, String message) {
        String level = comparison.request().meta().path(Revision.LOG_LEVEL).asString("none");
        if (!level.equals("none") && !QUIET.contains(level)) {
            Map<String, Object> params = Json.object("level", "info", "logger", "compare_prices", "data", message);
            comparison.stream().send(Messages.notification("notifications/message", params));
        }
    }
}
