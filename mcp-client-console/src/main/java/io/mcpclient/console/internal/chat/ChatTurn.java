package io.mcpclient.console.internal.chat;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.console.internal.live.Throttle;
import io.mcpclient.console.internal.web.Problem;
import io.mcpclient.support.AbandonedWork;

/**
 * The answer of a model to one message, from the request to its end: writes each step to the conversation, and publishes it to the
 * pages of the user. Thread-safe.
 */
final class ChatTurn {

    /** Interval between events of a text that grows. */
    private static final long TEXT_MILLIS = 100;

    private static final int MAX_ANSWER = 400_000;

    private final ChatParts parts;

    private final String user;

    private final Conversation conversation;

    private final Disposable.Swap response = Disposables.swap();

    private final Set<ChatStep> steps = ConcurrentHashMap.newKeySet();

    private final StringBuilder answer = new StringBuilder();

    /** Number of the text that grows, 0 if the model does not write at the moment. */
    private long writing;

    private final Throttle texts = new Throttle(TEXT_MILLIS, this::publishText);

    private ChatEngine.@Nullable Tokens tokens;

    private boolean ended;

    ChatTurn(ChatParts parts, String user, Conversation conversation) {
        this.parts = parts;
        this.user = user;
        this.conversation = conversation;
    }

    ChatParts parts() {
        return this.parts;
    }

    String user() {
        return this.user;
    }

    Conversation conversation() {
        return this.conversation;
    }

    /** Begins to receive the answer. The model and its tools are not called on the current thread. */
    void start(String message, Flux<ChatEngine.Part> parts) {
        add(ChatEntry.of(ChatEntry.Kind.MESSAGE, now(), ChatEntry.State.DONE, message));
        this.response.update(parts.subscribeOn(Schedulers.boundedElastic())
                .subscribe(this::received, this::failed, this::completed, AbandonedWork.context()));
    }

    /** Ends the requests to the model and to servers. */
    void cancel() {
        end(ChatEntry.State.CANCELLED, null);
    }

    synchronized boolean isEnded() {
        return this.ended;
    }

    /** Begins a call of a tool: the text before it is complete. */
    ChatStep call(String name, String arguments) {
        synchronized (this) {
            closeText(ChatEntry.State.DONE);
        }
        ChatStep step = new ChatStep(this, add(ChatEntry.call(now(), name, arguments)));
        this.steps.add(step);
        return step;
    }

    private synchronized void received(ChatEngine.Part part) {
        this.tokens = (part.tokens() != null) ? part.tokens() : this.tokens;
        if (this.ended || part.text().isEmpty()) {
            return;
        }
        if (this.writing == 0) {
            this.answer.setLength(0);
            this.writing = add(ChatEntry.of(ChatEntry.Kind.ANSWER, now(), ChatEntry.State.RUNNING, ""))
                    .id();
        }
        if (this.answer.length() < MAX_ANSWER) {
            this.answer.append(part.text());
        }
        this.texts.request();
    }

    private synchronized void publishText() {
        if (this.writing != 0) {
            update(this.writing, entry -> entry.with(ChatEntry.State.RUNNING, this.answer.toString()));
        }
    }

    private void closeText(ChatEntry.State state) {
        if (this.writing != 0) {
            update(this.writing, entry -> entry.with(state, this.answer.toString())
                    .with(this.tokens));
            this.writing = 0;
        }
    }

    private void completed() {
        end(ChatEntry.State.DONE, null);
    }

    private void failed(Throwable failure) {
        if (!isEnded()) {
            end(ChatEntry.State.FAILED, ModelFailure.problem(failure));
        }
    }

    /** The framework is cancelled before the calls of tools, whose results would be sent to the model. */
    private void end(ChatEntry.State state, @Nullable Problem problem) {
        synchronized (this) {
            if (this.ended) {
                return;
            }
            this.ended = true;
            boolean isSilent = state == ChatEntry.State.DONE && this.writing == 0;
            closeText(state);
            if (isSilent || state == ChatEntry.State.CANCELLED) {
                add(ChatEntry.of(ChatEntry.Kind.ANSWER, now(), state, "").with(this.tokens));
            } else if (problem != null) {
                add(ChatEntry.problem(now(), problem));
            }
        }
        if (state == ChatEntry.State.CANCELLED && this.steps.isEmpty()) {
            Schedulers.boundedElastic()
                    .schedule(this.response::dispose); // a client may wait for the next byte of the stream
        } else if (state == ChatEntry.State.CANCELLED) {
            this.response.dispose();
        }
        this.steps.forEach(ChatStep::cancel);
        this.conversation.end();
        publish(null);
    }

    private ChatEntry add(ChatEntry entry) {
        ChatEntry added = this.conversation.add(entry);
        publish(added);
        return added;
    }

    void update(long entry, UnaryOperator<ChatEntry> change) {
        ChatEntry changed = this.conversation.update(entry, change);
        if (changed != null) {
            publish(changed);
        }
    }

    void ended(ChatStep step) {
        this.steps.remove(step);
    }

    private void publish(@Nullable ChatEntry entry) {
        Conversation.Summary summary = this.conversation.summary();
        Map<String, Object> event =
                (entry != null) ? Map.of("conversation", summary, "entry", entry) : Map.of("conversation", summary);
        this.parts.streams().publish("chat", this.user, () -> event);
    }

    long now() {
        return this.parts.clock().millis();
    }
}
