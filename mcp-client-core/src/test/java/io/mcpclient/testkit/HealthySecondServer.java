package io.mcpclient.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.settings.McpProtocol;

/**
 * A second server and a client that calls it during a test, to prove that other servers' faults do not affect it. One serves
 * the tests of a class, one after another.
 */
final class HealthySecondServer implements AutoCloseable {

    /** Far more than a call takes on a machine whose processors are shared by ten: a blocked thread stays blocked for longer. */
    private static final Duration SLOW = Duration.ofSeconds(15);

    /** The first call may be the first of this JVM. */
    private static final Duration WARM_UP = Duration.ofSeconds(20);

    private static final Duration PAUSE = Duration.ofMillis(25);

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final McpClient client = McpClient.builder("neighbour")
            .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
            .url(this.server.url())
            .timeouts(
                    timeouts -> timeouts.withConnect(WARM_UP).withRequest(SLOW).withShutdown(Duration.ofSeconds(2)))
            .build();

    private final AtomicInteger answered = new AtomicInteger();

    private final List<String> complaints = new ArrayList<>();

    private @Nullable Calling calling;

    /** One thread and its end. */
    private record Calling(Thread thread, CountDownLatch stop) {}

    /** Connects. */
    HealthySecondServer() {
        call(WARM_UP);
    }

    /** Calls from now on, on a thread of its own. */
    void start() {
        CountDownLatch stop = new CountDownLatch(1);
        Thread thread = new Thread(() -> callUntil(stop), "healthy-neighbour");
        thread.setDaemon(true);
        this.calling = new Calling(thread, stop);
        thread.start();
    }

    private void callUntil(CountDownLatch stop) {
        try {
            while (!stop.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                call(SLOW);
            }
        } catch (InterruptedException ex) {
            complain("was interrupted");
        }
    }

    private void call(Duration limit) {
        try {
            String text = this.client
                    .callTool("echo", Map.of("n", this.answered.get()), McpCallOptions.timeout(limit))
                    .text();
            if (text.equals("{\"n\":" + this.answered.get() + "}")) {
                this.answered.incrementAndGet();
            } else {
                complain("got the answer of somebody else: " + text);
            }
        } catch (McpException ex) {
            complain("call " + this.answered.get() + " failed: " + ex.getMessage());
        }
        this.server.forgetRequests();
    }

    private void complain(String complaint) {
        synchronized (this.complaints) {
            this.complaints.add(complaint);
        }
    }

    /** Ends the server, to test the detection of its failure. */
    void stopServer() {
        this.server.close();
    }

    /** Ends the calls, and calls a last time; tells all that went wrong so far. */
    List<String> stop() throws InterruptedException {
        Calling present = this.calling;
        if (present != null) {
            this.calling = null;
            present.stop().countDown();
            present.thread().join(SLOW.toMillis());
            call(SLOW);
        }
        return complaints();
    }

    /** Tells whether a thread is one of its server, by the thread's description: those stay until the class is over. */
    boolean owns(String thread) {
        return thread.contains("\"scripted-http-" + this.server.port() + "-");
    }

    List<String> complaints() {
        synchronized (this.complaints) {
            return List.copyOf(this.complaints);
        }
    }

    @Override
    public void close() {
        Calling present = this.calling;
        if (present != null) {
            present.stop().countDown();
        }
        this.client.close();
        this.server.close();
    }
}
