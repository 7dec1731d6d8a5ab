package io.mcpclient.apps;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.schema.CallToolResult;

/**
 * The server side of the bridge to one view: it receives the JSON-RPC messages of the view, and emits those for it. The front end of the
 * application carries them between the frame and this object, such as with a WebSocket.
 *
 * <p>A view is bound to its server, to the principal on whose behalf it was opened, and to its owner. It is closed when it breaks a limit of
 * {@link McpAppSettings}, when it expires, and by {@link #teardown} and {@link #close()}. Thread-safe; nothing blocks.
 */
public interface McpAppSession {

    /**
     * Returns the identifier of the view: unguessable, to be shown to its owner alone.
     * @return 43 letters, digits, dashes and underscores
     */
    String id();

    /**
     * Returns the view.
     * @return tool and document
     */
    McpAppView view();

    /**
     * Returns the end of its life.
     * @return the time
     */
    Instant expiresAt();

    /**
     * Returns whether messages are received and emitted.
     * @return {@code false} once it is closed
     */
    boolean isOpen();

    /**
     * Returns why the view was closed.
     * @return the reason, {@code null} while it is open
     */
    @Nullable
    String closeReason();

    /**
     * Returns the number of messages that were malformed, unknown, or refused.
     * @return the number
     */
    int refusedMessages();

    /**
     * Returns the messages for the view, as JSON text. For one subscriber, which must not block, and has to keep up, see
     * {@link McpAppSettings#maxQueue()}.
     * @return the messages; completes when the view is closed
     */
    Flux<String> messages();

    /**
     * Receives a message of the view. Its response is emitted by {@link #messages()}.
     * @param message JSON text, untrusted
     * @return whether the view is open afterwards
     */
    boolean receive(String message);

    /**
     * Sends arguments of the tool call that are not complete yet. They have no effect before the view is initialized and after
     * {@link #toolInput}.
     * @param arguments repaired partial arguments
     */
    void toolInputPartial(Map<String, Object> arguments);

    /**
     * Sends the arguments of the tool call, as soon as the view is initialized.
     * @param arguments the complete arguments
     * @throws IllegalStateException if they were sent before
     */
    void toolInput(Map<String, Object> arguments);

    /**
     * Sends the result of the tool call, after its arguments.
     * @param result the result
     * @throws IllegalStateException before {@link #toolInput}, and if the call has ended already
     */
    void toolResult(CallToolResult result);

    /**
     * Tells the view that the tool call was cancelled or has failed, after its arguments.
     * @param reason reason for people, or {@code null}
     * @throws IllegalStateException before {@link #toolInput}, and if the call has ended already
     */
    void toolCancelled(@Nullable String reason);

    /**
     * Changes parts of the context of the host.
     * @param change members to be replaced, as plain JSON
     */
    void hostContextChanged(Map<String, Object> change);

    /**
     * Returns what the model is to know with the next turn.
     * @return the last context that the host has accepted
     */
    Optional<McpAppModelContext> modelContext();

    /**
     * Tells the view to end, waits for its response at most for {@link McpAppSettings#teardownTimeout()}, and closes it.
     * @param reason reason for people, or {@code null}
     * @return completes when the frame can be removed
     */
    Mono<Void> teardown(@Nullable String reason);

    /** Closes the view at once. Its calls in progress are cancelled. */
    void close();
}
