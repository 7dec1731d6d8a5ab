package io.mcpclient.internal.client;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.internal.connection.Connection;
import io.mcpclient.internal.era.DesiredSessionState;
import io.mcpclient.internal.identity.PrincipalSession;
import io.mcpclient.internal.operation.GeneralOperations;
import io.mcpclient.internal.operation.PromptOperations;
import io.mcpclient.internal.operation.ResourceOperations;
import io.mcpclient.internal.operation.ToolOperations;
import io.mcpclient.internal.session.SessionMemory;
import io.mcpclient.internal.task.TaskOperations;

/**
 * Parts of a client that exist once per identity: its connection, the operations through it, and all state received over it.
 *
 * @param connection the connection
 * @param credentials credentials obtained on behalf of the identity
 * @param general ping, completion, logging level and unknown methods
 * @param tools lists and calls of tools
 * @param tasks calls of tools that may run as tasks
 * @param resources resources
 * @param prompts prompts
 * @param desired desired session state: subscriptions and log level
 * @param memory persistent state, or {@code null} if there is none
 */
record Identity(
        Connection connection,
        IdentityCredentials credentials,
        GeneralOperations general,
        ToolOperations tools,
        TaskOperations tasks,
        ResourceOperations resources,
        PromptOperations prompts,
        DesiredSessionState desired,
        @Nullable SessionMemory memory)
        implements PrincipalSession {

    /** Ends the session and revokes the credentials; completes immediately if they are configured, not obtained. */
    Mono<Void> logout() {
        if (this.credentials.equals(IdentityCredentials.NONE)) {
            return Mono.empty();
        }
        // The end of the session is sent with the tokens; a call that connects meanwhile must not use them.
        Mono<Void> end = this.connection.endSession();
        return end.then(this.credentials.logout()).then(end);
    }

    @Override
    public boolean isWatching() {
        return !this.desired.resources().isEmpty();
    }

    @Override
    public Mono<Void> dispose() {
        return this.connection.dispose();
    }

    @Override
    public Mono<Void> close() {
        return this.connection.close();
    }
}
