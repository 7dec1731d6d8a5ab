package io.mcpclient.sample.embedded.stateless;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The task of planning a tour. Its progress follows from the clock, so no thread is needed:
 *
 * <pre>
 * created ──working──► half way ──input_required──► input received ──working──► completed
 *                          └─ without an input request ─────────────────────────────┘
 * </pre>
 *
 * It can be cancelled until it is completed. Thread-safe.
 *
 * @see "ext-tasks, Tasks"
 */
final class TourTask {

    static final Duration TTL = Duration.ofMinutes(10);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(250);

    private static final String QUESTION = "pace";

    private final String id = UUID.randomUUID().toString();

    private final Tour tour;

    private final Instant created;

    private final Instant halfWay;

    private final Duration half;

    private String pace = Tour.DEFAULT_PACE;

    private @Nullable Instant answered;

    private @Nullable Instant cancelled;

    /**
     * Creates a task that starts now.
     * @param work total working time
     * @param asks whether it requests input from the user half way
     */
    TourTask(Tour tour, Instant now, Duration work, boolean asks) {
        this.tour = tour;
        this.created = now;
        this.half = work.dividedBy(2);
        this.halfWay = now.plus(this.half);
        this.answered = asks ? null : this.halfWay;
    }

    /** Status of a task. */
    enum Status {
        WORKING("working"),
        INPUT_REQUIRED("input_required"),
        COMPLETED("completed"),
        CANCELLED("cancelled");

        private final String wireValue;

        Status(String wireValue) {
            this.wireValue = wireValue;
        }
    }

    private record State(Status status, Instant since) {}

    String id() {
        return this.id;
    }

    Duration half() {
        return this.half;
    }

    boolean isExpired(Instant now) {
        return now.isAfter(this.created.plus(TTL));
    }

    synchronized Status status(Instant now) {
        return state(now).status();
    }

    private State state(Instant now) {
        if (this.cancelled != null) {
            return new State(Status.CANCELLED, this.cancelled);
        }
        if (now.isBefore(this.halfWay)) {
            return new State(Status.WORKING, this.created);
        }
        if (this.answered == null) {
            return new State(Status.INPUT_REQUIRED, this.halfWay);
        }
        Instant done = this.answered.plus(this.half);
        return now.isBefore(done) ? new State(Status.WORKING, this.answered) : new State(Status.COMPLETED, done);
    }

    /**
     * Accepts the response to the pending input request; ignores other responses.
     * @return whether there was such a response
     */
    synchronized boolean answer(JsonNode answers, Instant now) {
        JsonNode answer = answers.path(QUESTION);
        if (status(now) != Status.INPUT_REQUIRED || !InputRequests.isAnswer(answer)) {
            return false;
        }
        String chosen = answer.at("/content/pace").asString("");
        if (InputRequests.isAccepted(answer) && Tour.PACES.contains(chosen)) {
            this.pace = chosen;
        }
        this.answered = now;
        return true;
    }

    /**
     * Cancels the task unless it has ended.
     * @return whether it was cancelled
     */
    synchronized boolean cancel(Instant now) {
        Status status = status(now);
        if (status == Status.COMPLETED || status == Status.CANCELLED) {
            return false;
        }
        this.cancelled = now;
        return true;
    }

    /** Returns the members of the call's result, next to its type. */
    synchronized Map<String, Object> seed(Instant now) {
        State state = state(now);
        return Json.object(
                "taskId",
                this.id,
                "status",
                state.status().wireValue,
                "statusMessage",
                message(state.status()),
                "createdAt",
                this.created.toString(),
                "lastUpdatedAt",
                state.since().toString(),
                "ttlMs",
                TTL.toMillis(),
                "pollIntervalMs",
                POLL_INTERVAL.toMillis());
    }

    /** Returns the same members and those of the status: the input request or the result. */
    synchronized Map<String, Object> details(Instant now) {
        Map<String, Object> details = seed(now);
        Status status = status(now);
        if (status == Status.INPUT_REQUIRED) {
            Schema form = Schema.form()
                    .must(
                            "pace",
                            "string",
                            "How fast to travel",
                            "title",
                            "Pace",
                            "enum",
                            Tour.PACES,
                            "default",
                            this.pace);
            details.put("inputRequests", Json.object(QUESTION, InputRequests.form("At what pace shall it be?", form)));
        }
        if (status == Status.COMPLETED) {
            details.put("result", this.tour.plan(this.pace));
        }
        return details;
    }

    private static String message(Status status) {
        return switch (status) {
            case WORKING -> "Planning";
            case INPUT_REQUIRED -> "Waiting for the traveller";
            case COMPLETED -> "The plan is ready";
            case CANCELLED -> "Given up";
        };
    }
}
