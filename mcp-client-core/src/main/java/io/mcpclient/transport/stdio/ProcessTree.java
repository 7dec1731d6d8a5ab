package io.mcpclient.transport.stdio;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A process with all its descendants. Those of a process that has ended are not to be found any more, so they are
 * remembered at each look. All methods may take a while. Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/lifecycle, Shutdown (STD-14); fault E19"
 */
final class ProcessTree {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final ProcessHandle root;

    private final Set<ProcessHandle> descendants = ConcurrentHashMap.newKeySet();

    ProcessTree(ProcessHandle root) {
        this.root = root;
    }

    /** Looks for descendants, those of descendants that were found earlier included. */
    void look() {
        for (ProcessHandle known : all().toList()) {
            known.descendants().forEach(this.descendants::add);
        }
    }

    private Stream<ProcessHandle> all() {
        return Stream.concat(Stream.of(this.root), this.descendants.stream());
    }

    /** Tells whether the process itself is still there. */
    boolean isRootRunning() {
        return this.root.isAlive();
    }

    boolean isRunning() {
        return all().anyMatch(ProcessTree::isRunning);
    }

    /** What has ended but was not fetched by its parent counts as alive for the JDK; it has no command any more. */
    private static boolean isRunning(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }

    /** Asks all of them to end. By handle: {@link Process#destroy()} also closes streams, and may wait for a writer. */
    void terminate() {
        all().forEach(ProcessHandle::destroy);
    }

    void kill() {
        all().forEach(ProcessHandle::destroyForcibly);
    }

    /** Waits for the end of all of them, by looking: the JDK would spend a thread for each. */
    boolean awaitEnd(Duration limit) {
        return await(limit, true);
    }

    boolean awaitEndOfRoot(Duration limit) {
        return await(limit, false);
    }

    private boolean await(Duration limit, boolean all) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (all ? isRunning() : isRunning(this.root)) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return true;
    }
}
