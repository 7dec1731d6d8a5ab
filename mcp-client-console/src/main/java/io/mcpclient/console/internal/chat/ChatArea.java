package io.mcpclient.console.internal.chat;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.console.internal.json.InvalidRequestException;
import io.mcpclient.console.internal.web.Area;

/** Requests of the page about conversations with the application's model. Each user has conversations of their own. */
public final class ChatArea implements Area {

    private static final int MAX_RUNNING = 16;

    private static final int MAX_MESSAGE = 100_000;

    private final ChatParts parts;

    private final List<ChatEngine> engines;

    private final boolean enabled;

    private final Supplier<@Nullable McpPrincipal> principal;

    private final Conversations conversations = new Conversations();

    private final Semaphore running = new Semaphore(MAX_RUNNING);

    /**
     * Creates the area.
     * @param parts parts of the console
     * @param engines frameworks with models, the first one with a model is used
     * @param enabled whether the application permits conversations
     * @param principal returns the principal of the current thread's user, {@code null} if the clients decide
     */
    public ChatArea(
            ChatParts parts, List<ChatEngine> engines, boolean enabled, Supplier<@Nullable McpPrincipal> principal) {
        this.parts = parts;
        this.engines = engines;
        this.enabled = enabled;
        this.principal = principal;
    }

    /**
     * What the page needs to know.
     *
     * @param enabled whether the application permits conversations
     * @param models models that can be chosen, empty if the application has none
     * @param conversations conversations of the user, latest first
     */
    record ChatView(boolean enabled, List<ChatEngine.Model> models, List<Conversation.Summary> conversations) {}

    /**
     * A message.
     *
     * @param conversation number of its conversation, {@code null} to begin one
     * @param text the message
     * @param model id of the model, {@code null} for the first one
     * @param server the only server whose tools are offered, {@code null} for all
     */
    record NewMessage(
            @Nullable Long conversation,
            @Nullable String text,
            @Nullable String model,
            @Nullable String server) {}

    /** Names a conversation. */
    record Target(long id) {}

    @Override
    public void addTo(Requests requests) {
        requests.get("chat", request -> view(request.user()))
                .get("chat/one", request -> find(request.user(), request.number("id"))
                        .whole())
                .post("chat", request -> send(request.user(), request.body(NewMessage.class)))
                .post("chat/cancel", request -> cancel(request.user(), request.body(Target.class)))
                .post("chat/delete", request -> delete(request.user(), request.body(Target.class)));
    }

    private ChatView view(String user) {
        List<ChatEngine.Model> models = engine().map(ChatEngine::models).orElse(List.of());
        return new ChatView(this.enabled, models, this.conversations.list(user));
    }

    private Optional<ChatEngine> engine() {
        return this.engines.stream().filter(one -> !one.models().isEmpty()).findFirst();
    }

    private Conversation find(String user, long id) {
        return this.conversations
                .find(user, id)
                .orElseThrow(() -> InvalidRequestException.notFound("The conversation is no longer retained."));
    }

    private Conversation.Summary send(String user, NewMessage message) {
        ChatEngine engine =
                engine().orElseThrow(() -> InvalidRequestException.notFound("The application has no model."));
        String text = Objects.requireNonNullElse(message.text(), "").strip();
        if (text.isEmpty() || text.length() > MAX_MESSAGE) {
            throw new InvalidRequestException("A message has 1 to " + MAX_MESSAGE + " characters.");
        }
        String model = engine.models().stream()
                .map(ChatEngine.Model::id)
                .filter(id -> message.model() == null || id.equals(message.model()))
                .findFirst()
                .orElseThrow(() -> InvalidRequestException.notFound("There is no such model."));
        Conversation conversation = (message.conversation() != null)
                ? find(user, message.conversation())
                : this.conversations.create(user, this.parts.clock().millis(), text);
        start(engine, model, user, conversation, text, message.server());
        return conversation.summary();
    }

    private void start(
            ChatEngine engine,
            String model,
            String user,
            Conversation conversation,
            String text,
            @Nullable String server) {
        ChatTurn turn = new ChatTurn(this.parts, user, conversation);
        ChatTools tools = new ChatTools(turn, server, this.principal.get(), text);
        ChatEngine.Request request =
                new ChatEngine.Request(model, conversation.key(), conversation.history(), text, tools);
        if (!this.running.tryAcquire()) {
            throw new InvalidRequestException("Too many models are answering: stop one of them.");
        }
        if (!conversation.begin(turn)) {
            this.running.release();
            throw new InvalidRequestException("The model still answers the message before.");
        }
        turn.start(text, engine.respond(request).doFinally(signal -> this.running.release()));
    }

    private @Nullable Object cancel(String user, Target target) {
        ChatTurn turn = find(user, target.id()).turn();
        if (turn == null) {
            throw InvalidRequestException.notFound("The model has ended its answer.");
        }
        turn.cancel();
        return null;
    }

    private @Nullable Object delete(String user, Target target) {
        if (!this.conversations.remove(user, target.id())) {
            throw InvalidRequestException.notFound("The conversation is no longer retained.");
        }
        return null;
    }
}
