package io.mcpclient.benchmarks;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TableTests {

    private final Table table =
            new Table(List.of(Client.FLOOR, Client.OURS_REACTIVE, Client.SDK_ASYNC), List.of(Workload.SMALL_JSON));

    @Test
    void comparesWithTheFloorOfTheSameRound() {
        add(1, Client.FLOOR, 100);
        add(2, Client.FLOOR, 200);
        add(3, Client.FLOOR, 400);
        add(1, Client.SDK_ASYNC, 300);
        add(2, Client.SDK_ASYNC, 500);
        add(3, Client.SDK_ASYNC, 800);

        assertThat(cpuRow()).contains("| 200 us (100..400) ", "| 2.50 (2.00..3.00) ");
    }

    @Test
    void marksWhichTargetOursHasReached() {
        add(1, Client.FLOOR, 100);

        add(1, Client.OURS_REACTIVE, 140);
        assertThat(cpuRow()).endsWith("| <= 1.30 (1.15) | no      |");
        add(1, Client.OURS_REACTIVE, 130);
        assertThat(cpuRow()).endsWith("| first   |");
        add(1, Client.OURS_REACTIVE, 115);
        assertThat(cpuRow()).endsWith("| final   |");
    }

    @Test
    void leavesOutRoundsThatWereNotWarm() {
        this.table.add(1, Client.FLOOR, measurement(1000, 0.9));
        add(1, Client.OURS_REACTIVE, 110);
        add(2, Client.FLOOR, 100);
        add(2, Client.OURS_REACTIVE, 140);

        assertThat(cpuRow()).contains("| 1.40 (1.40..1.40) ").endsWith("| no      |");
    }

    @Test
    void reachesNoTargetWithoutAWarmRound() {
        this.table.add(1, Client.FLOOR, measurement(1000, 0.9));
        add(1, Client.OURS_REACTIVE, 110);

        assertThat(cpuRow())
                .contains("| ~1,000 us (1,000..1,000) ", "| ~0.11 (0.11..0.11) ")
                .endsWith("| ?       |");
    }

    @Test
    void saysWhatCouldNotBeMeasured() {
        add(1, Client.FLOOR, 100);

        assertThat(cpuRow()).contains("| failed").endsWith("| -       |");
    }

    @Test
    void aMeasurementSurvivesTheProcessBoundary() {
        Measurement measurement = measurement(12.5, 0.25);

        assertThat(Measurement.parse(measurement.toLine())).isEqualTo(measurement);
    }

    private void add(int round, Client client, double cpu) {
        this.table.add(round, client, measurement(cpu, 0));
    }

    private static Measurement measurement(double cpu, double compiling) {
        return new Measurement(
                Workload.SMALL_JSON,
                Map.of(Metric.CPU, cpu, Metric.ALLOCATED, 20.0, Metric.RATE, 1000.0),
                500,
                compiling,
                1);
    }

    private String cpuRow() {
        return this.table
                .render()
                .lines()
                .filter(line -> line.contains("CPU per call"))
                .findFirst()
                .orElseThrow();
    }
}
