package io.mcpclient.internal.client;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.internal.connection.Connection;
import io.mcpclient.internal.era.DesiredSessionState;
import io.mcpclient.internal.identity.PrincipalSession;
import io.mcpclient.internal.operation.GeneralOperations;
import io.mcpclient.internal.operation.ListRequests;
import io.mcpclient.internal.operation.OperationCalls;
import io.mcpclient.internal.operation.ToolOperations;
import io.mcpclient.internal.session.SessionMemory;
import io.mcpclient.internal.support.LazyPart;
import io.mcpclient.internal.task.TaskOperations;
import io.mcpclient.schema.ListPromptsResult;
import io.mcpclient.schema.ListResourceTemplatesResult;
import io.mcpclient.schema.ListResourcesResult;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.Resource;
import io.mcpclient.schema.ResourceTemplate;

/**
 * Parts of a client that exist once per identity: its connection, the operations through it, and all state received over it.
 *
 * @param connection the connection
 * @param credentials credentials obtained on behalf of the identity
 * @param operations operations, created with the first call
 * @param desired desired session state: subscriptions and log level
 * @param memory persistent state, or {@code null} if there is none
 */
record Identity(
        Connection connection,
        IdentityCredentials credentials,
        LazyPart<Operations> operations,
        DesiredSessionState desired,
        @Nullable SessionMemory memory)
        implements PrincipalSession {

    OperationCalls calls() {
        return this.operations.get().calls();
    }

    GeneralOperations general() {
        return this.operations.get().general();
    }

    ToolOperations tools() {
        return this.operations.get().tools();
    }

    TaskOperations tasks() {
        return this.operations.get().tasks();
    }

    ListRequests<ListPromptsResult, Prompt> prompts() {
        return this.operations.get().prompts();
    }

    ListRequests<ListResourcesResult, Resource> resources() {
        return this.operations.get().resources();
    }

    ListRequests<ListResourceTemplatesResult, ResourceTemplate> resourceTemplates() {
        return this.operations.get().resourceTemplates();
    }

    /** Ends the session and revokes the credentials; completes immediately if they are configured, not obtained. */
    Mono<Void> logout() {
        if (this.credentials.equals(IdentityCredentials.NONE)) {
            return Mono.empty();
        }
        // The end of the session is sent with the tokens; a call that connects in the meantime must not use them.
        Mono<Void> end = this.connection.endSession();
        return end.then(this.credentials.logout()).then(end);
    }

    @Override
    public boolean isWatching() {
        return !this.desired.watched().isEmpty();
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
