package io.mcpclient.transport.stdio;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * A process with all its descendants. Those of a process that has ended have another parent, so they are found by their
 * mark, and where there is none by what was remembered of earlier looks. All methods may take a while. Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/lifecycle, Shutdown (STD-14); fault E19"
 */
final class ProcessTree {

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final ProcessHandle root;

    private final ProcessMark mark;

    private final Set<ProcessHandle> descendants = ConcurrentHashMap.newKeySet();

    ProcessTree(ProcessHandle root, ProcessMark mark) {
        this.root = root;
        this.mark = mark;
    }

    /** Looks for descendants, those of descendants that were found earlier included. */
    void look() {
        for (ProcessHandle known : all().toList()) {
            known.descendants().forEach(this.descendants::add);
        }
    }

    /** Looks for descendants of which no ancestor is known, too. */
    private void lookEverywhere() {
        look();
        this.mark.find().filter(found -> !found.equals(this.root)).forEach(this.descendants::add);
    }

    private Stream<ProcessHandle> all() {
        return Stream.concat(Stream.of(this.root), this.descendants.stream());
    }

    /** Tells whether the process itself is still there. */
    boolean isRootRunning() {
        return this.root.isAlive();
    }

    /** Tells whether anything is left, started in this moment or earlier. */
    boolean isRunning() {
        lookEverywhere();
        return isAnyKnownRunning();
    }

    private boolean isAnyKnownRunning() {
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

    /**
     * Kills all of them, and what they start meanwhile, until nothing is left.
     * @param limit how long that may take
     */
    void kill(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        do {
            all().forEach(ProcessHandle::destroyForcibly);
            await(Duration.ofNanos(deadline - System.nanoTime()), this::isAnyKnownRunning);
        } while (isRunning() && System.nanoTime() - deadline < 0);
    }

    /** Waits for the end of all of them, by looking: the JDK would spend a thread for each. */
    boolean awaitEnd(Duration limit) {
        return await(limit, () -> isAnyKnownRunning() || isRunning());
    }

    boolean awaitEndOfRoot(Duration limit) {
        return await(limit, () -> isRunning(this.root));
    }

    private static boolean await(Duration limit, BooleanSupplier isRunning) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (isRunning.getAsBoolean()) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return true;
    }
}
