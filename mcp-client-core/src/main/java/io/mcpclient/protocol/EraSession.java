package io.mcpclient.protocol;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.error.McpException;

/** An established connection of one era. Shapes requests and reads answers. Thread-safe. */
public interface EraSession extends CallHandler {

    /**
     * Returns what the server said about itself.
     * @return the description, the same for the whole session
     */
    ServerDescription server();

    /**
     * Returns what the server knows the session by. To be kept secret.
     * @return the id, or {@code null} if there is none
     */
    default @Nullable String sessionId() {
        return null;
    }

    /**
     * Sends a notification.
     * @param method its method
     * @param params plain JSON or a record of the vocabulary, or {@code null}
     * @return completes when the server has accepted it
     */
    Mono<Void> notify(String method, @Nullable Object params);

    /**
     * Tells the server that the roots have changed, where that was agreed on.
     * @return completes when the server has accepted it, at once if it does not have to know
     */
    Mono<Void> rootsChanged();

    /**
     * Tells whether a failed call means that this session is of no use any more. The table of losses of the era.
     * @param error the error of a call of this session
     * @return whether a new session is needed before the next call
     */
    boolean isLost(McpException error);

    /**
     * Tells whether a failed call leaves it open whether this session is of any use.
     * @param error the error of a call of this session
     * @return whether it is worth a look, see {@link #examine}
     */
    boolean isDoubtful(McpException error);

    /**
     * Looks into such an error, with one request to the server. All who do so at the same time share it.
     * @param error an error that is doubtful
     * @return what was found; never fails, and is bounded in time
     * @see "faults D04, D05"
     */
    Mono<Finding> examine(McpException error);

    /**
     * What a look into an error has found.
     *
     * @param isLost whether a new session is needed before the next call
     * @param error what the caller gets, unless the call is repeated
     */
    record Finding(boolean isLost, McpException error) {}

    /** Releases what the session holds on this side, without a word to the server: it is lost. Never blocks. */
    void abandon();

    /**
     * Ends the session politely. Never fails.
     * @return completes when the server knows, or does not care
     */
    Mono<Void> end();

    /**
     * Ends the session like {@link #end()}, and for good: it is not resumed, even if sessions outlive the client.
     * @return completes when the server knows, or does not care
     */
    default Mono<Void> terminate() {
        return end();
    }
}
