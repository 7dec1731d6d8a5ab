package io.mcpclient.sample.embedded.stateless;

import java.time.Duration;
import java.util.concurrent.Semaphore;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.sample.embedded.stateless.Trips.Trip;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.test.McpTestCall;
import io.mcpclient.test.McpTestServer;

/**
 * Compares prices, one agency after the other: the response is a stream with progress and log messages, each if requested. It
 * stops when the client disconnects.
 *
 * @see "MCP 2026-07-28, basic/patterns/progress; server/utilities/logging"
 */
final class PriceTool {

    private static final String NAME = "compare_prices";

    private static final Duration PER_AGENCY = Duration.ofMillis(200);

    private static final int MAX_RUNNING = 16;

    private final Semaphore running = new Semaphore(MAX_RUNNING);

    static void define(McpTestServer server) {
        Schema input = new Schema()
                .must("trip", "string", "Which trip", "enum", Trips.ids(), "default", "bergen")
                .with("agencies", "integer", "How many agencies to ask", "minimum", 1, "maximum", 50, "default", 5);
        Tools.define(
                        server,
                        NAME,
                        "Compare prices",
                        "Asks some agencies for the price of a trip, and tells how far it is.",
                        Tools.readOnly(),
                        input)
                .answersLater(new PriceTool()::compare);
    }

    private Mono<CallToolResult> compare(McpTestCall call) {
        if (!this.running.tryAcquire()) {
            return Mono.just(CallToolResult.error("Too many comparisons are under way. Try again soon."));
        }
        Trip trip = Trips.find(Tools.text(call, "trip")).orElseThrow();
        int agencies = Tools.integer(call, "agencies", 5);
        int best = trip.price() - 10 * agencies;
        call.log(LoggingLevel.INFO, NAME, "asking " + agencies + " agencies");
        return Flux.interval(PER_AGENCY)
                .map(asked -> asked + 1)
                .take(agencies)
                .doOnNext(agency -> call.report(agency, agencies, "agency " + agency + " of " + agencies))
                .then(Mono.just(Results.text("The best of " + agencies + " prices is " + best + " kroner.")))
                .doFinally(end -> this.running.release());
    }
}
