package io.mcpclient.console.internal.app;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import io.mcpclient.apps.McpAppSession;

/**
 * A view that a page shows: its bridge, what waits for the page, and what waits for the user. The page takes the events in their order,
 * and names the last one that it has. Thread-safe.
 */
final class OpenApp {

    private static final int MAX_EVENTS = 300;

    private static final long MAX_SIZE = 32L * 1024 * 1024;

    private static final int MAX_QUESTIONS = 4;

    private final Consumer<String> onEvent;

    private final Duration patience;

    private final Deque<AppEvent> events = new ArrayDeque<>();

    private final Map<String, Sinks.One<Boolean>> questions = new HashMap<>();

    private long size;

    private long last;

    private volatile @Nullable McpAppSession session;

    /**
     * Creates a view without a bridge.
     * @param onEvent informs the page that there are events of the view with this identifier
     * @param patience time after which a question ends as refused
     */
    OpenApp(Consumer<String> onEvent, Duration patience) {
        this.onEvent = onEvent;
        this.patience = patience;
    }

    /** Begins to receive the messages of the bridge. */
    void begin(McpAppSession bridge) {
        this.session = bridge;
        bridge.messages()
                .doOnComplete(() -> end(bridge.closeReason()))
                .subscribe(message -> add(AppEvent.message(message)));
    }

    McpAppSession session() {
        return Objects.requireNonNull(this.session);
    }

    /** Nothing else matters for a view that has ended, whether or not the page takes it. */
    private void end(@Nullable String reason) {
        synchronized (this) {
            this.events.clear();
            this.size = 0;
        }
        add(AppEvent.of(AppEvent.Kind.ENDED, reason));
    }

    /** Adds what the page has to do. A page that does not take it loses the view. */
    void add(AppEvent event) {
        boolean isTooMuch;
        synchronized (this) {
            this.events.addLast(event.numbered(++this.last));
            this.size += event.size();
            isTooMuch = this.events.size() > MAX_EVENTS || this.size > MAX_SIZE && this.events.size() > 1;
        }
        if (isTooMuch) {
            session().close();
        }
        this.onEvent.accept(session().id());
    }

    /** Returns the events after the one that the page has last. */
    synchronized List<AppEvent> after(long number) {
        while (!this.events.isEmpty() && this.events.getFirst().number() <= number) {
            this.size -= this.events.removeFirst().size();
        }
        return List.copyOf(this.events);
    }

    /** Asks the user, who refuses if there are too many questions, and by not deciding. */
    Mono<Boolean> ask(AppEvent.Action action, @Nullable String text, List<AppEvent.AppFile> files) {
        return Mono.defer(() -> {
            String id = UUID.randomUUID().toString();
            Sinks.One<Boolean> decision = Sinks.one();
            synchronized (this) {
                if (this.questions.size() >= MAX_QUESTIONS) {
                    return Mono.just(false);
                }
                this.questions.put(id, decision);
            }
            add(AppEvent.asked(new AppEvent.Consent(id, action, text, files)));
            return decision.asMono().timeout(this.patience, Mono.just(false)).doFinally(signal -> close(id));
        });
    }

    private void close(String question) {
        synchronized (this) {
            this.questions.remove(question);
        }
        add(AppEvent.of(AppEvent.Kind.DECIDED, question));
    }

    /** Takes the decision of the user. Returns whether the question still waited. */
    boolean decide(String question, boolean accepted) {
        Sinks.One<Boolean> decision;
        synchronized (this) {
            decision = this.questions.get(question);
        }
        return decision != null && decision.tryEmitValue(accepted).isSuccess();
    }
}
