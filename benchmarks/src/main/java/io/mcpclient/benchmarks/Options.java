package io.mcpclient.benchmarks;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The options of a run.
 *
 * @param quick whether a client keeps its JVM for all workloads and rounds, so that it is warmed up once; to save time without
 *     {@link Client#FLOOR_BLOCKING}, {@link Client#OURS_STATELESS} and {@link Client#STARTER_TRACED}, unless selected by name
 */
record Options(boolean quick, List<Client> clients, List<Workload> workloads) {

    static final int ROUNDS = 3;

    static Options parse(String[] args) {
        boolean quick = false;
        Set<Client> clients = EnumSet.noneOf(Client.class);
        Set<Workload> workloads = EnumSet.noneOf(Workload.class);
        for (String arg : args) {
            if (arg.equals("--quick")) {
                quick = true;
            } else if (arg.startsWith("--client=")) {
                clients.add(Client.of(arg.substring("--client=".length())));
            } else if (arg.startsWith("--workload=")) {
                workloads.add(Workload.of(arg.substring("--workload=".length())));
            } else {
                throw new IllegalArgumentException("Unknown option " + arg);
            }
        }
        if (clients.isEmpty()) {
            clients.addAll(List.of(Client.values()));
            if (quick) {
                clients.removeAll(List.of(Client.FLOOR_BLOCKING, Client.OURS_STATELESS, Client.STARTER_TRACED));
            }
        }
        clients.add(Client.FLOOR);
        return new Options(
                quick, List.copyOf(clients), workloads.isEmpty() ? List.of(Workload.values()) : List.copyOf(workloads));
    }

    /** The maximum warm-up. In a JVM that has run another workload, most of the code has been compiled. */
    Duration warmUp(boolean freshJvm) {
        if (!this.quick) {
            return Duration.ofSeconds(90);
        }
        return freshJvm ? Duration.ofSeconds(10) : Duration.ofSeconds(4);
    }

    Duration window() {
        return this.quick ? Duration.ofMillis(900) : Duration.ofSeconds(5);
    }
}
