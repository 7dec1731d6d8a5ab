package io.mcpclient.internal.stdio;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.mcpclient.transport.ExitSteps;

/**
 * The running server processes of this JVM, which end with it. A single shutdown hook serves all of them, and is only registered
 * while there are any.
 *
 * <pre>
 *  exit of the JVM ──► {@link ExitSteps}: the application completes its work, and usually closes its clients
 *                  ──► requests in flight complete, within the drain timeout of their client
 *                  ──► processes that are left are stopped, or killed
 * </pre>
 *
 * @see "fault E20"
 */
final class LiveProcesses {

    private static final Set<ServerProcess> LIVE = new HashSet<>();

    private static final Duration KILL_LIMIT = Duration.ofSeconds(1);

    private static @Nullable Thread hook;

    /** Whether the processes are being ended; one that is started now would outlive the JVM. */
    private static boolean isEnding;

    private LiveProcesses() {}

    /**
     * Adds a process that is about to be started.
     * @throws IllegalStateException if the JVM is already shutting down
     */
    static synchronized void add(ServerProcess process) {
        if (isEnding) {
            throw new IllegalStateException("the processes are being ended");
        }
        if (hook == null) {
            Thread created = new Thread(null, LiveProcesses::endAll, "mcp-stdio-shutdown", 0, false);
            Runtime.getRuntime().addShutdownHook(created);
            hook = created;
        }
        LIVE.add(process);
    }

    static synchronized void remove(ServerProcess process) {
        LIVE.remove(process);
        Thread registered = hook;
        if (LIVE.isEmpty() && registered != null) {
            try {
                Runtime.getRuntime().removeShutdownHook(registered);
                hook = null;
            } catch (IllegalStateException ex) {
                // The JVM is shutting down, and this call may come from the hook itself.
            }
        }
    }

    private static CompletableFuture<Void> drained(ServerProcess process) {
        return process.whenIdle()
                .toFuture()
                .completeOnTimeout(null, process.drainTimeout().toMillis(), TimeUnit.MILLISECONDS);
    }

    private static synchronized List<ServerProcess> all() {
        return List.copyOf(LIVE);
    }

    private static synchronized List<ServerProcess> last() {
        isEnding = true;
        return all();
    }

    private static void endAll() {
        ExitSteps.run();
        CompletableFuture.allOf(all().stream().map(LiveProcesses::drained).toArray(CompletableFuture<?>[]::new))
                .join();
        List<ServerProcess> processes = last();
        CompletableFuture<?>[] ends =
                processes.stream().map(process -> process.end().toFuture()).toArray(CompletableFuture<?>[]::new);
        Duration limit = processes.stream()
                .map(ServerProcess::shutdownTimeout)
                .reduce(KILL_LIMIT, (one, other) -> (one.compareTo(other) > 0) ? one : other);
        try {
            CompletableFuture.allOf(ends).get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (Exception ex) {
            all().forEach(ServerProcess::kill);
        }
    }
}
