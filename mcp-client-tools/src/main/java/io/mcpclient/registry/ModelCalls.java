package io.mcpclient.registry;

import java.util.concurrent.Executor;
import java.util.function.Supplier;

import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskRejectedException;

import io.mcpclient.error.McpCancelledException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.internal.model.FailureTexts;
import io.mcpclient.model.McpModelResult;

/** The threads of calls that a model makes, and what happens to their failures. */
final class ModelCalls {

    /** Calls at once, of all prompts. Any more run on the threads of their callers. */
    private static final int LIMIT = 256;

    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    static final Executor THREADS = threads();

    private ModelCalls() {}

    private static Executor threads() {
        SimpleAsyncTaskExecutor threads = new SimpleAsyncTaskExecutor("mcp-tool-call-");
        threads.setVirtualThreads(Runtime.version().feature() >= FIRST_WITH_VIRTUAL_THREADS);
        threads.setDaemon(true);
        threads.setConcurrencyLimit(LIMIT);
        threads.setRejectTasksWhenLimitReached(true);
        return call -> {
            try {
                threads.execute(call);
            } catch (TaskRejectedException ex) {
                call.run(); // waiting for a thread could wait for this very call
            }
        };
    }

    /** Runs a call. A failure becomes a result, unless a model cannot do anything about it. */
    static McpModelResult result(Supplier<McpModelResult> call) {
        try {
            return call.get();
        } catch (McpException ex) {
            if (isForCaller(ex)) {
                throw ex;
            }
            return McpModelResult.ofFailure(FailureTexts.of(ex), ex);
        }
    }

    /** A task that its server has cancelled is a failure like others: the thread is not interrupted. */
    private static boolean isForCaller(McpException failure) {
        return (failure instanceof McpCancelledException
                        && Thread.currentThread().isInterrupted())
                || (failure instanceof McpRejectedException rejected
                        && rejected.reason() == McpRejectedException.Reason.EVENT_LOOP);
    }
}
