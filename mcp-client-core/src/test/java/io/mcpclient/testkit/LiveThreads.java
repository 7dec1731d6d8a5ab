package io.mcpclient.testkit;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The threads of this JVM at one moment, to be compared with a later one. Threads of shared pools may come to stay, but
 * not to be held by work of the library.
 */
final class LiveThreads {

    /** Pools of Reactor, Netty, the JDK, JUnit and our own that all clients share: bounded, or without work soon gone. */
    private static final List<String> SHARED = List.of(
            "reactor-http-",
            "reactor-tcp-",
            "reactor-netty-pool-maintenance-",
            "parallel-",
            "boundedElastic-",
            "single-",
            "loomBoundedElastic-",
            "globalEventExecutor",
            "mcp-handler-",
            "mcp-store-",
            "mcp-stdio-worker-",
            "ForkJoinPool",
            "CompletableFutureDelayScheduler",
            "process reaper",
            "awaitility-",
            "junit-",
            "JUnit-",
            "surefire-",
            "Common-Cleaner",
            "Cleaner-",
            "Attach Listener",
            "HttpClient-",
            "idle-connection");

    private static final int FRAMES = 6;

    private final Set<Long> ids;

    private LiveThreads(Set<Long> ids) {
        this.ids = ids;
    }

    static LiveThreads now() {
        return new LiveThreads(
                Thread.getAllStackTraces().keySet().stream().map(Thread::getId).collect(Collectors.toSet()));
    }

    /** Describes each thread that came since and should be gone, and each shared one that the library holds. */
    List<String> leftOver() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> entry.getKey() != Thread.currentThread() && isLeftOver(entry))
                .map(LiveThreads::description)
                .sorted()
                .toList();
    }

    private boolean isLeftOver(Map.Entry<Thread, StackTraceElement[]> entry) {
        if (isShared(entry.getKey().getName())) {
            return isHeld(entry.getValue());
        }
        return entry.getKey().isAlive() && !this.ids.contains(entry.getKey().getId());
    }

    private static boolean isShared(String name) {
        return SHARED.stream().anyMatch(name::startsWith);
    }

    private static boolean isHeld(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .map(StackTraceElement::getClassName)
                .anyMatch(type -> type.startsWith("io.mcpclient.") && !type.startsWith("io.mcpclient.testkit."));
    }

    private static String description(Map.Entry<Thread, StackTraceElement[]> entry) {
        Thread thread = entry.getKey();
        String stack = Arrays.stream(entry.getValue())
                .limit(FRAMES)
                .map(String::valueOf)
                .collect(Collectors.joining(" < "));
        return "thread \"" + thread.getName() + "\" #" + thread.getId() + " " + thread.getState() + " at " + stack;
    }
}
