package io.mcpclient.sample.embedded.stateless;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ElicitAction;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.test.McpTestCall;
import io.mcpclient.test.McpTestServer;

/**
 * Plans a tour: at once, or as a task for clients that support tasks, which asks the user for the pace half way.
 *
 * @see "ext-tasks, Polymorphic Results"
 */
final class TourTool {

    private static final Duration TTL = Duration.ofMinutes(10);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(250);

    private static final Duration PER_DAY = Duration.ofMillis(300);

    private static final int MAX_DAYS = 14;

    private static final String PACE = "pace";

    private static final Schema FORM = new Schema()
            .must(
                    PACE,
                    "string",
                    "How fast to travel",
                    "title",
                    "Pace",
                    "enum",
                    Tour.PACES,
                    "default",
                    Tour.DEFAULT_PACE);

    private TourTool() {}

    static void define(McpTestServer server) {
        Schema input = new Schema()
                .must("region", "string", "Where to go", "enum", Trips.REGIONS, "default", "north")
                .with("days", "integer", "How many days", "minimum", 1, "maximum", MAX_DAYS, "default", 5);
        Schema output = new Schema()
                .must("region", "string", "Where it goes")
                .must("days", "integer", "How many days it takes")
                .must(PACE, "string", "How fast")
                .must("stops", "array", "A place for each night", "items", Map.of("type", "string"));
        Tools.define(
                        server,
                        "plan_tour",
                        "Plan a tour",
                        "Plans a tour of some days. It takes a while, and asks the user for the pace half way.",
                        Tools.readOnly(),
                        input)
                .outputSchema(output.toMap())
                .runsAsTask(TTL, POLL_INTERVAL)
                .answersLater(TourTool::plan);
    }

    private static Mono<CallToolResult> plan(McpTestCall call) {
        Tour tour = new Tour(Tools.text(call, "region"), Tools.integer(call, "days", 5));
        if (!call.isTask()) {
            return Mono.just(tour.plan(Tour.DEFAULT_PACE));
        }
        Duration half = PER_DAY.multipliedBy(tour.days()).dividedBy(2);
        ElicitResult answer = call.answer(PACE, ElicitResult.class);
        call.report(0, 2, "Planning");
        if (answer == null && call.supports("elicitation")) {
            return Mono.delay(half).then(Mono.defer(() -> {
                call.report(1, 2, "Waiting for the traveller");
                return call.asks(PACE, "At what pace shall it be?", FORM.toForm());
            }));
        }
        return Mono.delay((answer != null) ? half : half.multipliedBy(2)).map(due -> {
            call.report(2, 2, "The plan is ready");
            return tour.plan(pace(answer));
        });
    }

    private static String pace(@Nullable ElicitResult answer) {
        Object chosen = (answer != null && answer.action().equals(ElicitAction.ACCEPT) && answer.content() != null)
                ? answer.content().get(PACE)
                : null;
        return (chosen instanceof String pace && Tour.PACES.contains(pace)) ? pace : Tour.DEFAULT_PACE;
    }
}
