package io.mcpclient.internal.stdio;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * A process and all its descendants. Descendants of an exited process get another parent, so they are found by their mark, or
 * without one from earlier scans. All methods may block for a while. Thread-safe.
 *
 * @see "MCP 2025-11-25, basic/lifecycle, Shutdown (STD-14); fault E19"
 */
final class ProcessTree {

    private static final boolean IS_WINDOWS = File.separatorChar == '\\';

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final ProcessHandle root;

    private final ProcessMark mark;

    private final Set<ProcessHandle> descendants = ConcurrentHashMap.newKeySet();

    ProcessTree(ProcessHandle root, ProcessMark mark) {
        this.root = root;
        this.mark = mark;
    }

    /**
     * Scans for descendants, including those of descendants found earlier. Forgets those that have exited: a server may start some
     * for each call, each one costs a scan of all processes, and another process may get its id, whose children belong to others.
     */
    void look() {
        this.descendants.removeIf(known -> !isRunning(known));
        for (ProcessHandle known : all().filter(this::mayHaveDescendants).toList()) {
            known.descendants().forEach(this.descendants::add);
        }
    }

    /** Windows leaves the id of an exited process to its children, and to no other process while this JVM refers to it. */
    private boolean mayHaveDescendants(ProcessHandle process) {
        return process.isAlive() || (IS_WINDOWS && process.equals(this.root));
    }

    /** Also scans for descendants without a known ancestor. */
    private void lookEverywhere() {
        look();
        this.mark.find().filter(found -> !found.equals(this.root)).forEach(this.descendants::add);
    }

    private Stream<ProcessHandle> all() {
        return Stream.concat(Stream.of(this.root), this.descendants.stream());
    }

    /** Whether any process of the tree is still running, including processes started in the meantime. */
    boolean isRunning() {
        lookEverywhere();
        return isAnyKnownRunning();
    }

    private boolean isAnyKnownRunning() {
        return all().anyMatch(ProcessTree::isRunning);
    }

    /**
     * The JDK reports an exited process as alive until its parent has reaped it; such a process has no command any more.
     */
    private static boolean isRunning(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }

    /**
     * Requests termination of all of them. Uses handles: {@link Process#destroy()} also closes streams, and may block on a
     * writer.
     */
    void terminate() {
        all().forEach(ProcessHandle::destroy);
    }

    /**
     * Kills all of them, including processes that they start in the meantime, until none is left.
     * @param limit time limit
     */
    void kill(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        do {
            all().forEach(ProcessHandle::destroyForcibly);
            await(Duration.ofNanos(deadline - System.nanoTime()), this::isAnyKnownRunning);
        } while (isRunning() && System.nanoTime() - deadline < 0);
    }

    /** Waits for the end of all of them by polling: the JDK would use a thread for each. */
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

    /**
     * An environment variable that identifies the descendants of one server process after their ancestors have exited: they inherit
     * it, and nothing else connects them with the server. Works where the kernel exposes the environment of processes, which is
     * Linux; on other systems nothing is marked or found.
     *
     * @see "fault E19"
     */
    static final class ProcessMark {

        static final String VARIABLE = "MCP_CLIENT_PROCESS";

        private static final Path PROCESSES = Path.of("/proc");

        private static final boolean SUPPORTED = Files.isReadable(PROCESSES.resolve("self/environ"));

        private final String value = UUID.randomUUID().toString();

        private final byte[] entry = (VARIABLE + "=" + this.value).getBytes(StandardCharsets.US_ASCII);

        /** Marks a process that is about to be started. */
        void addTo(Map<String, String> environment) {
            if (SUPPORTED) {
                environment.put(VARIABLE, this.value);
            }
        }

        /** Finds all running processes with the mark. Takes a few milliseconds. */
        Stream<ProcessHandle> find() {
            return SUPPORTED ? ProcessHandle.allProcesses().filter(this::isOn) : Stream.of();
        }

        /**
         * The handle is older than this check: if its process id has been reused since, killing the handle has no effect.
         */
        private boolean isOn(ProcessHandle process) {
            try {
                byte[] environment = Files.readAllBytes(
                        PROCESSES.resolve(Long.toString(process.pid())).resolve("environ"));
                return contains(ByteBuffer.wrap(environment));
            } catch (IOException ex) {
                return false; // it has exited, or belongs to another user
            }
        }

        private boolean contains(ByteBuffer environment) {
            ByteBuffer wanted = ByteBuffer.wrap(this.entry);
            int begin = 0;
            for (int at = 0; at < environment.limit(); at++) {
                if (environment.get(at) == 0) {
                    if (environment.slice(begin, at - begin).equals(wanted)) {
                        return true;
                    }
                    begin = at + 1;
                }
            }
            return false;
        }
    }
}
