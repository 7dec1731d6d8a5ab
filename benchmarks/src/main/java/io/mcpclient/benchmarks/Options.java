package io.mcpclient.benchmarks;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The options of a run.
 *
 * @param quick whether warm-up and measurements are short, and limited to a few clients and workloads unless they are named
 * @param write whether the tables are also written into the documentation
 */
record Options(boolean quick, boolean write, List<Client> clients, List<Workload> workloads) {

    static final int ROUNDS = 3;

    private static final Set<Client> QUICK_CLIENTS =
            EnumSet.of(Client.NETTY, Client.OURS_REACTIVE, Client.OURS_BLOCKING, Client.STARTER, Client.SDK_ASYNC);

    private static final Set<Workload> QUICK_WORKLOADS = EnumSet.of(
            Workload.SMALL_JSON, Workload.SMALL_JSON_1, Workload.PROGRESS, Workload.LARGE_EVENT, Workload.CONNECT);

    static Options parse(String[] args) {
        boolean quick = false;
        boolean write = false;
        Set<Client> clients = EnumSet.noneOf(Client.class);
        Set<Workload> workloads = EnumSet.noneOf(Workload.class);
        for (String arg : args) {
            if (arg.equals("--quick")) {
                quick = true;
            } else if (arg.equals("--write")) {
                write = true;
            } else if (arg.startsWith("--client=")) {
                clients.add(Client.of(arg.substring("--client=".length())));
            } else if (arg.startsWith("--workload=")) {
                workloads.add(Workload.of(arg.substring("--workload=".length())));
            } else {
                throw new IllegalArgumentException("Unknown option " + arg);
            }
        }
        if (clients.isEmpty()) {
            clients.addAll(quick ? QUICK_CLIENTS : EnumSet.allOf(Client.class));
        }
        if (workloads.isEmpty()) {
            workloads.addAll(quick ? QUICK_WORKLOADS : EnumSet.allOf(Workload.class));
        }
        clients.add(Client.FLOOR);
        return new Options(quick, write, List.copyOf(clients), List.copyOf(workloads));
    }

    /** The maximum warm-up. In a JVM that has run another workload, most of the code has been compiled. */
    Duration warmUp(boolean freshJvm) {
        if (this.quick) {
            return freshJvm ? Duration.ofMillis(4500) : Duration.ofMillis(1500);
        }
        return freshJvm ? Duration.ofSeconds(15) : Duration.ofSeconds(4);
    }

    Duration window() {
        return this.quick ? Duration.ofMillis(300) : Duration.ofMillis(800);
    }
}
