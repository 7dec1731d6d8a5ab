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
import io.mcpclient.protocol.McpProtocol;

/** A second server and a client of it that calls all the time: what happens to others is nothing to them. */
final class HealthyNeighbour implements AutoCloseable {

    /** Far more than a call takes on a loaded machine, far less than anybody's deadline. */
    private static final Duration SLOW = Duration.ofSeconds(3);

    /** The first call may be the first of this JVM. */
    private static final Duration WARM_UP = Duration.ofSeconds(20);

    private static final Duration PAUSE = Duration.ofMillis(25);

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final McpClient client = McpClient.builder("neighbour")
            .protocol(McpProtocol.LEGACY)
            .url(server.url())
            .connectTimeout(WARM_UP)
            .requestTimeout(SLOW)
            .shutdownTimeout(Duration.ofSeconds(2))
            .build();

    private final CountDownLatch stop = new CountDownLatch(1);

    private final AtomicInteger answered = new AtomicInteger();

    private final List<String> complaints = new ArrayList<>();

    private @Nullable Thread calling;

    void start() {
        call(WARM_UP);
        Thread thread = new Thread(this::callUntilStopped, "healthy-neighbour");
        thread.setDaemon(true);
        calling = thread;
        thread.start();
    }

    private void callUntilStopped() {
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
            String text = client.callTool("echo", Map.of("n", answered.get()), McpCallOptions.timeout(limit))
                    .text();
            if (text.equals("{\"n\":" + answered.get() + "}")) {
                answered.incrementAndGet();
            } else {
                complain("got the answer of somebody else: " + text);
            }
        } catch (McpException ex) {
            complain("call " + answered.get() + " failed: " + ex.getMessage());
        }
    }

    private void complain(String complaint) {
        synchronized (complaints) {
            complaints.add(complaint);
        }
    }

    /** Ends the server, as nobody in a test should. */
    void stopServer() {
        server.close();
    }

    /** Calls a last time; tells what went wrong since the start. */
    List<String> stop() throws InterruptedException {
        stop.countDown();
        if (calling != null) {
            calling.join(SLOW.toMillis());
        }
        call(SLOW);
        synchronized (complaints) {
            return List.copyOf(complaints);
        }
    }

    @Override
    public void close() {
        stop.countDown();
        client.close();
        server.close();
    }
}
