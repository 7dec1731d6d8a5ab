package io.mcpclient.langchain4j;

import java.util.concurrent.Executor;
import java.util.function.Supplier;

import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;

/**
 * The thread locals of a caller, for calls on other threads: those that are registered with Micrometer's context propagation, such
 * as the current observation. Without that library, there are none. Immutable and thread-safe.
 */
abstract class CallerThread {

    private static final boolean HAS_CONTEXT = hasContext();

    private CallerThread() {}

    private static boolean hasContext() {
        try {
            return ContextSnapshotFactory.builder() != null;
        } catch (LinkageError ex) {
            return false;
        }
    }

    /** Captures the thread locals of the current thread. */
    static CallerThread capture() {
        return HAS_CONTEXT ? new WithContext() : new WithoutContext();
    }

    /** Returns an executor whose tasks have the thread locals of the thread that submits them. */
    static Executor propagating(Executor executor) {
        return command -> {
            CallerThread submitting = capture();
            executor.execute(() -> submitting.call(() -> {
                command.run();
                return command;
            }));
        };
    }

    /** Runs an action with the thread locals; as it is on the thread of the caller itself. */
    abstract <T> T call(Supplier<T> action);

    private static final class WithoutContext extends CallerThread {

        @Override
        <T> T call(Supplier<T> action) {
            return action.get();
        }
    }

    private static final class WithContext extends CallerThread {

        private final long thread = Thread.currentThread().getId();

        private final ContextSnapshot snapshot =
                ContextSnapshotFactory.builder().build().captureAll();

        @Override
        <T> T call(Supplier<T> action) {
            if (Thread.currentThread().getId() == this.thread) {
                return action.get(); // may have more recent ones
            }
            try (ContextSnapshot.Scope scope = this.snapshot.setThreadLocals()) {
                return action.get();
            }
        }
    }
}
