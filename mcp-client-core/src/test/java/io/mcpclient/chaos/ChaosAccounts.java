package io.mcpclient.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.mcpclient.chaos.ChaosCall.Verdict;

/** Compares the outcomes reported to callers with the executions recorded by servers. */
final class ChaosAccounts {

    private final List<ChaosCall> calls;

    private final List<ChaosCall> reads;

    private final Map<String, Integer> executions = new HashMap<>();

    ChaosAccounts(List<ChaosCall> calls, List<ChaosCall> reads, List<Path> ledgers) throws IOException {
        this.calls = calls;
        this.reads = reads;
        for (Path ledger : ledgers) {
            if (Files.exists(ledger)) {
                Files.readAllLines(ledger).forEach(call -> this.executions.merge(call, 1, Integer::sum));
            }
        }
    }

    /** Calls whose verdict is not borne out by their server, and executions without a call. */
    List<String> contradictions() {
        List<String> found = new ArrayList<>();
        Map<String, Integer> unclaimed = new TreeMap<>(this.executions);
        for (ChaosCall call : this.calls) {
            unclaimed.remove(call.name());
            int executed = this.executions.getOrDefault(call.name(), 0);
            if (!call.verdict().allows(executed)) {
                found.add("executed " + executed + " times: " + call);
            }
        }
        unclaimed.remove("end"); // the calls that end a run
        unclaimed.forEach((call, times) -> found.add("executed, and never called: " + call));
        return found;
    }

    /** Calls that went on far beyond their deadline. */
    List<String> late() {
        List<ChaosCall> all = new ArrayList<>(this.calls);
        all.addAll(this.reads);
        return all.stream().filter(ChaosCall::isLate).map(String::valueOf).toList();
    }

    /** One line for each server. */
    String table() {
        Map<String, List<ChaosCall>> byServer = new TreeMap<>();
        this.calls.forEach(call -> byServer.computeIfAbsent(call.server(), any -> new ArrayList<>())
                .add(call));
        StringBuilder table = new StringBuilder("%-10s %8s".formatted("server", "calls"));
        for (Verdict verdict : Verdict.values()) {
            table.append(" %9s".formatted(verdict));
        }
        table.append(" %9s %9s %7s%n".formatted("executed", "longest", "reads"));
        byServer.forEach((server, ofServer) -> table.append(row(server, ofServer)));
        return table.toString();
    }

    private String row(String server, List<ChaosCall> ofServer) {
        Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
        ofServer.forEach(call -> verdicts.merge(call.verdict(), 1, Integer::sum));
        StringBuilder row = new StringBuilder("%-10s %8d".formatted(server, ofServer.size()));
        for (Verdict verdict : Verdict.values()) {
            row.append(" %9d".formatted(verdicts.getOrDefault(verdict, 0)));
        }
        int executed = ofServer.stream()
                .mapToInt(call -> this.executions.getOrDefault(call.name(), 0))
                .sum();
        Duration longest = ofServer.stream()
                .map(ChaosCall::took)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        long reads =
                this.reads.stream().filter(read -> read.server().equals(server)).count();
        return row.append(" %9d %6d ms %7d%n".formatted(executed, longest.toMillis(), reads))
                .toString();
    }
}
