package io.mcpclient.internal.client;

import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.InputResponse;
import io.mcpclient.task.McpTaskHandle;
import io.mcpclient.task.McpTaskState;
import io.mcpclient.task.ReactiveMcpTask;

/**
 * A task resumed from its handle. It belongs to the principal that uses it first, as any other task belongs to the
 * principal that created it. Thread-safe.
 */
final class PrincipalTask implements ReactiveMcpTask {

    private final Identities identities;

    /** State before the first use. */
    private final ReactiveMcpTask unused;

    private final AtomicReference<@Nullable ReactiveMcpTask> owned = new AtomicReference<>();

    /** Creates the task from the application's view of it, which has validated that the handle belongs to this server. */
    PrincipalTask(Identities identities, ReactiveMcpTask unused) {
        this.identities = identities;
        this.unused = unused;
    }

    private ReactiveMcpTask present() {
        ReactiveMcpTask task = this.owned.get();
        return (task != null) ? task : this.unused;
    }

    private <T> Mono<T> use(McpCallOptions options, Function<ReactiveMcpTask, Mono<T>> use) {
        return Mono.defer(() -> {
            ReactiveMcpTask task = this.owned.get();
            return (task != null)
                    ? use.apply(task)
                    : this.identities.call(options, identity -> use.apply(ownedBy(identity)));
        });
    }

    /** The first one wins, also between concurrent callers. */
    private ReactiveMcpTask ownedBy(Identity identity) {
        ReactiveMcpTask task = identity.tasks().resume(handle());
        ReactiveMcpTask earlier = this.owned.compareAndExchange(null, task);
        return (earlier != null) ? earlier : task;
    }

    @Override
    public String id() {
        return this.unused.id();
    }

    @Override
    public McpTaskHandle handle() {
        return this.unused.handle();
    }

    @Override
    public McpTaskState lastKnown() {
        return present().lastKnown();
    }

    @Override
    public @Nullable String immediateResponse() {
        return present().immediateResponse();
    }

    @Override
    public Mono<McpTaskState> status(McpCallOptions options) {
        return use(options, task -> task.status(options));
    }

    @Override
    public Mono<CallToolResult> await(McpCallOptions options) {
        return use(options, task -> task.await(options));
    }

    @Override
    public Mono<Void> provideInput(Map<String, InputResponse> responses, McpCallOptions options) {
        return use(options, task -> task.provideInput(responses, options));
    }

    @Override
    public Mono<McpTaskState> cancel(McpCallOptions options) {
        return use(options, task -> task.cancel(options));
    }
}
