package io.mcpclient.benchmarks;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TableTests {

    private final Table table = new Table(
            List.of(Client.FLOOR, Client.OURS_REACTIVE, Client.SDK_ASYNC, Client.SPRING_AI),
            List.of(Workload.SMALL_JSON, Workload.IDLE, Workload.STDIO_SMALL));

    @Test
    void comparesWithTheFloorOfTheSameRound() {
        add(1, Client.FLOOR, 100);
        add(2, Client.FLOOR, 200);
        add(3, Client.FLOOR, 400);
        add(1, Client.SDK_ASYNC, 300);
        add(2, Client.SDK_ASYNC, 500);
        add(3, Client.SDK_ASYNC, 800);

        assertThat(row(Workload.SMALL_JSON, Client.FLOOR)).contains("| 200 us (100..400) ");
        assertThat(row(Workload.SMALL_JSON, Client.SDK_ASYNC)).contains("| 2.50 (2.00..3.00) ");
        assertThat(this.table.overview())
                .containsPattern("small JSON.* CPU per call +\\| 200 us +\\| failed +\\| 2.50 ");
    }

    @Test
    void marksWhichTargetOursHasReached() {
        add(1, Client.FLOOR, 100);

        add(1, Client.OURS_REACTIVE, 116);
        assertThat(ours()).contains("| 1.16 (1.16..1.16) no ");
        add(1, Client.OURS_REACTIVE, 115);
        assertThat(ours()).contains("| 1.15 (1.15..1.15) first ");
        add(1, Client.OURS_REACTIVE, 70);
        assertThat(ours()).contains("| 0.70 (0.70..0.70) final ");
        assertThat(this.table.render(true)).contains("| <= 1.15 (0.70) ");
        assertThat(this.table.render(false)).doesNotContain("final");
    }

    @Test
    void leavesOutRoundsThatWereNotWarm() {
        this.table.add(1, Client.FLOOR, measurement(1000, 0.9));
        add(1, Client.OURS_REACTIVE, 110);
        add(2, Client.FLOOR, 100);
        add(2, Client.OURS_REACTIVE, 140);

        assertThat(ours()).contains("| 1.40 (1.40..1.40) no ");
    }

    @Test
    void reachesNoTargetWithoutAWarmRound() {
        this.table.add(1, Client.FLOOR, measurement(1000, 0.9));
        add(1, Client.OURS_REACTIVE, 110);

        assertThat(row(Workload.SMALL_JSON, Client.FLOOR)).contains("| ~1,000 us (1,000..1,000) ");
        assertThat(ours()).contains("| ~0.11 (0.11..0.11) ? ");
    }

    @Test
    void distinguishesWhatFailedFromWhatIsNotOffered() {
        add(1, Client.FLOOR, 100);

        assertThat(row(Workload.SMALL_JSON, Client.SPRING_AI)).contains("| failed ");
        assertThat(row(Workload.STDIO_SMALL, Client.SPRING_AI)).contains("| - ").doesNotContain("failed");
        assertThat(row(Workload.STDIO_SMALL, Client.SDK_ASYNC)).contains("| failed ");
    }

    @Test
    void showsADashForWhatTheSystemDoesNotCount() {
        add(1, Client.FLOOR, 100);
        add(1, Client.SDK_ASYNC, 100);

        assertThat(row(Workload.SMALL_JSON, Client.SDK_ASYNC))
                .matches(".*\\| - +\\|")
                .doesNotContain("failed");
    }

    @Test
    void leavesOutRoundsInWhichTheSystemDidNotCount() {
        add(1, Client.FLOOR, 100);
        add(2, Client.FLOOR, 100);
        this.table.add(1, Client.SDK_ASYNC, measurement(Map.of(Metric.CPU, 300.0)));
        this.table.add(2, Client.SDK_ASYNC, measurement(Map.of(Metric.ALLOCATED, 40.0)));

        assertThat(row(Workload.SMALL_JSON, Client.SDK_ASYNC))
                .contains("| 3.00 (3.00..3.00) ", "| 2.00 (2.00..2.00) ")
                .matches(".*\\| - +\\|");
    }

    @Test
    void showsWhatIdleClientsKeepAsItIs() {
        this.table.add(1, Client.FLOOR, idle(0, 0));
        this.table.add(1, Client.SDK_ASYNC, idle(55, 3.3));

        assertThat(row(Workload.IDLE, Client.FLOOR)).contains("| 0.0 KB (0.0..0.0) ", "| 0.00 (0.00..0.00) ");
        assertThat(row(Workload.IDLE, Client.SDK_ASYNC)).contains("| 55.0 KB (55.0..55.0) ", "| 3.30 (3.30..3.30) ");
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
                Map.of(Metric.CPU, cpu, Metric.ALLOCATED, 20.0, Metric.RATE, 1000.0, Metric.P50, 50.0),
                500,
                compiling,
                1);
    }

    private static Measurement measurement(Map<Metric, Double> values) {
        return new Measurement(Workload.SMALL_JSON, values, 500, 0, 0);
    }

    private static Measurement idle(double heap, double threads) {
        return new Measurement(Workload.IDLE, Map.of(Metric.HEAP, heap, Metric.THREADS, threads), 1000, 0, 0);
    }

    private String ours() {
        return row(Workload.SMALL_JSON, Client.OURS_REACTIVE);
    }

    /** The row of a client in the table of a workload. */
    private String row(Workload workload, Client client) {
        String tables = this.table.render(true);
        String title = workload.title();
        return tables.substring(tables.indexOf(title.substring(1)))
                .lines()
                .filter(line -> line.startsWith("| " + client.title() + " "))
                .findFirst()
                .orElseThrow();
    }
}
