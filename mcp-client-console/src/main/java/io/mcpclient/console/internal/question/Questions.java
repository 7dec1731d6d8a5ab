package io.mcpclient.console.internal.question;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

import io.mcpclient.console.internal.live.EventStreams;

/**
 * Questions that wait for a person at the console. Thread-safe.
 *
 * <table>
 * <caption>a question, first match applies</caption>
 * <tr><th>condition</th><th>who is asked</th></tr>
 * <tr><td>it is on behalf of a user</td><td>this user</td></tr>
 * <tr><td>users of the console call tools of the server at the moment</td><td>these users</td></tr>
 * <tr><td>otherwise</td><td>all users of the console</td></tr>
 * </table>
 *
 * Nobody is asked, and the question ends as declined, if none of them has the console open, or if too many questions wait.
 */
public final class Questions {

    private static final int MAX_OPEN = 32;

    private final EventStreams streams;

    private final Function<String, Set<String>> usersCalling;

    private final Duration timeout;

    private final Scheduler scheduler;

    private final Clock clock;

    private final Map<String, Open> open = new LinkedHashMap<>();

    /**
     * Creates an instance without questions.
     * @param streams open pages
     * @param usersCalling returns the users who call tools of a server at the moment
     * @param timeout time after which a question ends as declined
     * @param scheduler measures the time
     * @param clock the time
     */
    public Questions(
            EventStreams streams,
            Function<String, Set<String>> usersCalling,
            Duration timeout,
            Scheduler scheduler,
            Clock clock) {
        this.streams = streams;
        this.usersCalling = usersCalling;
        this.timeout = timeout;
        this.scheduler = scheduler;
        this.clock = clock;
    }

    /** The decision of a person. */
    record Decision(String action, @Nullable Map<String, @Nullable Object> content) {}

    /**
     * A question that waits.
     *
     * @param question the question
     * @param users who is asked, empty for everybody
     * @param decision receives the decision
     */
    private record Open(Question question, Set<String> users, Sinks.One<Decision> decision) {

        boolean isFor(String user) {
            return this.users.isEmpty() || this.users.contains(user);
        }
    }

    /**
     * Asks, without blocking.
     * @param draft the question
     * @param owner user on whose behalf the server asks, or {@code null}
     * @return the decision; empty if there is none
     */
    Mono<Decision> ask(Question.Draft draft, @Nullable String owner) {
        return Mono.defer(() -> {
            Set<String> users = (owner != null) ? Set.of(owner) : this.usersCalling.apply(draft.server());
            Open asked = opened(draft, users);
            if (asked == null) {
                return Mono.empty();
            }
            publish(asked, "question", asked.question());
            return asked.decision()
                    .asMono()
                    .timeout(this.timeout, Mono.empty(), this.scheduler)
                    .doFinally(signal -> close(asked));
        });
    }

    /** Returns whether somebody who would be asked has the console open. */
    boolean isReachable(String server, @Nullable String owner) {
        return isOpenFor((owner != null) ? Set.of(owner) : this.usersCalling.apply(server));
    }

    private boolean isOpenFor(Set<String> users) {
        return users.isEmpty() ? this.streams.isOpenFor(null) : users.stream().anyMatch(this.streams::isOpenFor);
    }

    private synchronized @Nullable Open opened(Question.Draft draft, Set<String> users) {
        if (!isOpenFor(users) || this.open.size() >= MAX_OPEN) {
            return null;
        }
        String id = UUID.randomUUID().toString();
        Open asked = new Open(
                draft.opened(id, this.clock.millis() + this.timeout.toMillis()), Set.copyOf(users), Sinks.one());
        this.open.put(id, asked);
        return asked;
    }

    private void close(Open asked) {
        synchronized (this) {
            this.open.remove(asked.question().id());
        }
        publish(asked, "question-closed", Map.of("id", asked.question().id()));
    }

    private void publish(Open asked, String name, Object data) {
        if (asked.users().isEmpty()) {
            this.streams.publish(name, null, () -> data);
        }
        asked.users().forEach(user -> this.streams.publish(name, user, () -> data));
    }

    /** Returns the questions for a user, oldest first. */
    synchronized List<Question> list(String user) {
        List<Question> questions = new ArrayList<>();
        for (Open one : this.open.values()) {
            if (one.isFor(user)) {
                questions.add(one.question());
            }
        }
        return questions;
    }

    /** Takes a decision. Returns whether the question was for the user and still waited. */
    boolean decide(String user, String id, Decision decision) {
        Open asked;
        synchronized (this) {
            asked = this.open.get(id);
        }
        return asked != null
                && asked.isFor(user)
                && asked.decision().tryEmitValue(decision).isSuccess();
    }
}
