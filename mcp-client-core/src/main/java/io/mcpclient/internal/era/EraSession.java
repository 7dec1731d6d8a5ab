package io.mcpclient.internal.era;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.error.McpException;
import io.mcpclient.internal.task.TaskServer;
import io.mcpclient.status.McpServerDescription;

/** An established connection of one era. Builds requests and reads responses. Thread-safe. */
public interface EraSession extends CallHandler {

    /**
     * Returns the server's description of itself.
     * @return the description, the same for the whole session
     */
    McpServerDescription server();

    /**
     * Returns the id of the session. Keep it secret.
     * @return the id, or {@code null} if there is none
     */
    default @Nullable String sessionId() {
        return null;
    }

    /**
     * Returns how tasks of this server are handled in its era.
     * @return the task support of the server, the same for the whole session
     */
    TaskServer tasks();

    /**
     * Sends a notification.
     * @param method its method
     * @param params plain JSON or a record of the vocabulary, or {@code null}
     * @return completes when the server has accepted it
     */
    Mono<Void> notify(String method, @Nullable Object params);

    /**
     * Notifies the server that the roots have changed, if that was negotiated.
     * @return completes when the server has accepted the notification, immediately if none is needed
     */
    Mono<Void> rootsChanged();

    /**
     * Returns what a failed call means for this session, according to the table of its era. Sends no request; an ambiguous
     * diagnosis contains the probe that decides.
     * @param error the error of a call of this session
     * @return the diagnosis
     */
    Diagnosis diagnose(McpException error);

    /**
     * Sets what runs when the server has answered a call with a result. Not called for cached results.
     * @param answered never blocks
     */
    void onAnswer(Runnable answered);

    /** Releases the client-side resources of the session without notifying the server: the session is lost. Never blocks. */
    void abandon();

    /**
     * Releases the session like {@link #abandon()}, and ends the calls whose responses will never come because of the loss.
     * @param cause how the session was lost
     */
    default void lost(McpException cause) {
        abandon();
    }

    /** Called for a session that was lost, when there is another one: the server can be reached again. Never blocks. */
    default void onReplaced() {}

    /**
     * Ends the session gracefully. Never fails.
     * @return completes when the server knows, or does not need to know
     */
    Mono<Void> end();

    /**
     * Ends the session like {@link #end()}, and permanently: it is not resumed, even if sessions outlive the client.
     * @return completes when the server knows, or does not need to know
     */
    default Mono<Void> terminate() {
        return end();
    }
}
