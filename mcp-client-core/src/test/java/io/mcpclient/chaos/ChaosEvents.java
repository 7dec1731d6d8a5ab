package io.mcpclient.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.mcpclient.testkit.FaultyProxy.Line;

/** What happens to the servers: one event after the other, in an order that depends on the seed alone. */
final class ChaosEvents {

    private static final int LONGEST_FAULT_MILLIS = 1_500;

    private static final int LONGEST_PEACE_MILLIS = 700;

    private final List<ChaosProcess> servers;

    private final Runnable killStdio;

    private final Random random;

    private final CountDownLatch stop = new CountDownLatch(1);

    private final Map<String, Integer> counts = new TreeMap<>();

    private final List<Throwable> defects = new ArrayList<>();

    private final Thread thread = new Thread(this::run, "chaos-events");

    /** A fault that lasts. */
    private record Fault(String name, Runnable begin, Runnable end) {}

    ChaosEvents(List<ChaosProcess> servers, Runnable killStdio, long seed) {
        this.servers = servers;
        this.killStdio = killStdio;
        this.random = new Random(seed);
        this.thread.setDaemon(true);
    }

    void start() {
        this.thread.start();
    }

    /** Ends with all servers and lines as they should be. */
    void stop() throws InterruptedException {
        this.stop.countDown();
        this.thread.join();
        if (!this.defects.isEmpty()) {
            throw new IllegalStateException("the events themselves failed", this.defects.get(0));
        }
    }

    /** How often what happened. */
    Map<String, Integer> counts() {
        return this.counts;
    }

    private void run() {
        try {
            while (!this.stop.await(this.random.nextInt(LONGEST_PEACE_MILLIS), TimeUnit.MILLISECONDS)) {
                Fault fault = next();
                int millis = this.random.nextInt(LONGEST_FAULT_MILLIS);
                this.counts.merge(fault.name(), 1, Integer::sum);
                fault.begin().run();
                boolean last = this.stop.await(millis, TimeUnit.MILLISECONDS);
                fault.end().run();
                if (last) {
                    return;
                }
            }
        } catch (InterruptedException | RuntimeException ex) {
            this.defects.add(ex);
        }
    }

    private Fault next() {
        int kind = this.random.nextInt(12);
        ChaosProcess server = this.servers.get(this.random.nextInt(this.servers.size()));
        return switch (kind) {
            case 0, 1 -> new Fault("process killed, another one later", server::kill, server::restart);
            case 2 ->
                new Fault(
                        "process killed, connections refused",
                        () -> {
                            server.line().refuse();
                            server.kill();
                        },
                        () -> {
                            server.restart();
                            server.line().accept();
                        });
            case 3 -> new Fault("connections reset", () -> server.line().reset(), () -> {});
            case 4, 5 -> line(server, Line.STALLED);
            case 6 -> line(server, Line.SLOW);
            case 7 -> line(server, Line.LOSING);
            case 8 -> new Fault("sessions forgotten", () -> this.servers.get(0).order("forget"), () -> {});
            case 9 -> new Fault("429 and 503", () -> server.order("busy"), () -> server.order("idle"));
            default -> new Fault("stdio process killed", this.killStdio, () -> {});
        };
    }

    private static Fault line(ChaosProcess server, Line line) {
        return new Fault("line " + line, () -> server.line().line(line), () -> server.line()
                .line(Line.GOOD));
    }
}
