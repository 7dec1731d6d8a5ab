package io.mcpclient.langchain4j;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import dev.langchain4j.service.tool.ToolServiceContext;
import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpCancelledException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.schema.McpMethods;

/**
 * What the MCP tool calls of one invocation of an AI service share, on whatever threads LangChain4j executes them: the thread
 * locals of the caller, and that calls of tools that write do not overlap. Thread-safe.
 */
final class InvocationScope {

    /** For calls that run one after another on the thread of the caller. */
    static final InvocationScope NONE = new InvocationScope(null, null);

    private final @Nullable CallerThread caller;

    private final @Nullable Lock writing;

    private InvocationScope(@Nullable CallerThread caller, @Nullable Lock writing) {
        this.caller = caller;
        this.writing = writing;
    }

    /**
     * Begins the scope of an invocation, on the thread of its caller.
     * @param isParallel whether calls of one turn run in parallel
     */
    static InvocationScope begin(boolean isParallel) {
        return new InvocationScope(CallerThread.capture(), isParallel ? new ReentrantLock(true) : null);
    }

    /** Returns the tools of an invocation, so that calls of those of this library share this scope. */
    ToolServiceContext applied(ToolServiceContext tools) {
        Map<String, ToolExecutor> executors = new HashMap<>(tools.toolExecutors());
        executors.replaceAll((name, executor) -> (executor instanceof ModelToolExecutor own) ? own.in(this) : executor);
        return tools.toBuilder()
                .toolExecutors(executors)
                .dynamicToolProviders(
                        tools.dynamicToolProviders().stream().map(this::applied).toList())
                .build();
    }

    private ToolProvider applied(ToolProvider provider) {
        return (provider instanceof McpRegistryToolProvider own) ? new Dynamic(own, this) : provider;
    }

    /** Tools that are read again in the course of the invocation. */
    private record Dynamic(McpRegistryToolProvider provider, InvocationScope scope) implements ToolProvider {

        @Override
        public ToolProviderResult provideTools(ToolProviderRequest request) {
            return this.provider.provideTools(request, this.scope);
        }

        @Override
        public boolean isDynamic() {
            return true;
        }
    }

    /**
     * Makes a call.
     * @param writes whether to wait for other calls of the invocation that write
     * @throws McpCancelledException if the thread is interrupted while it waits
     */
    <T> T call(boolean writes, Supplier<T> call) {
        Lock lock = this.writing;
        Supplier<T> exclusive = (writes && lock != null) ? () -> exclusive(lock, call) : call;
        return (this.caller != null) ? this.caller.call(exclusive) : exclusive.get();
    }

    private static <T> T exclusive(Lock lock, Supplier<T> call) {
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new McpCancelledException(McpErrorDetails.ofNoServer(
                            McpMethods.TOOLS_CALL, McpOutcome.NOT_SENT, "the calling thread was interrupted")
                    .withCause(ex));
        }
        try {
            return call.get();
        } finally {
            lock.unlock();
        }
    }
}
