package io.mcpclient.console.internal.wire;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.mcpclient.console.internal.wire.WireEntry.Outcome;
import io.mcpclient.console.internal.wire.WireEntry.Summary;

import static org.assertj.core.api.Assertions.assertThat;

class WireLogTests {

    private static final long NOW = 1_000_000_000;

    private static WireLog log(int requests, long size) {
        return new WireLog(new WireLog.Limits(requests, Duration.ofMinutes(1), size, 1000));
    }

    private static WireEntry entry(WireLog log, String owner, long time, String params) {
        return entry(log, false, owner, time, params);
    }

    private static WireEntry entry(WireLog log, boolean fromServer, String owner, long time, String params) {
        return new WireEntry(
                log.nextId(),
                fromServer,
                "notes",
                "tools/call",
                "x",
                owner,
                time,
                null,
                Outcome.RUNNING,
                params,
                null,
                null,
                List.of());
    }

    @Test
    void oldestRequestsAreDiscardedAboveTheNumber() {
        WireLog log = log(3, 1_000_000);
        for (int i = 0; i < 5; i++) {
            log.begun(entry(log, null, NOW + i, "{}"));
        }

        assertThat(log.list("", NOW)).extracting(Summary::id).containsExactly(5L, 4L, 3L);
    }

    @Test
    void oldestRequestsAreDiscardedAboveTheSize() {
        WireLog log = log(100, 3000);
        for (int i = 0; i < 5; i++) {
            log.begun(entry(log, null, NOW + i, "x".repeat(1000)));
        }

        assertThat(log.list("", NOW)).extracting(Summary::id).containsExactly(5L, 4L);
    }

    @Test
    void sizeOfResultsCounts() {
        WireLog log = log(100, 3000);
        WireEntry first = entry(log, null, NOW, "{}");
        WireEntry second = entry(log, null, NOW, "{}");
        log.begun(first);
        log.begun(second);

        log.ended(second.ended(5, Outcome.OK, "x".repeat(2600), null, List.of()));

        assertThat(log.list("", NOW)).extracting(Summary::id).containsExactly(second.id());
        assertThat(log.latencies("notes")).containsExactly(5L);
    }

    @Test
    void requestsAreDiscardedAfterTheirTime() {
        WireLog log = log(100, 1_000_000);
        log.begun(entry(log, null, NOW, "{}"));

        assertThat(log.list("", NOW + 60_000)).hasSize(1);
        assertThat(log.list("", NOW + 60_001)).isEmpty();
    }

    @Test
    void requestOfAUserIsVisibleToThatUserOnly() {
        WireLog log = log(100, 1_000_000);
        WireEntry entry = entry(log, "ada", NOW, "{}");
        log.begun(entry);
        log.begun(entry(log, null, NOW, "{}"));

        assertThat(log.list("ada", NOW)).hasSize(2);
        assertThat(log.list("bob", NOW)).hasSize(1);
        assertThat(log.find(entry.id(), "ada")).isPresent();
        assertThat(log.find(entry.id(), "bob")).isEmpty();
    }

    @Test
    void cancelledRequestHasNoLatency() {
        WireLog log = log(100, 1_000_000);
        WireEntry entry = entry(log, null, NOW, "{}");
        log.begun(entry);

        log.ended(entry.ended(7, Outcome.CANCELLED, null, null, List.of()));

        assertThat(log.latencies("notes")).isEmpty();
        assertThat(log.find(entry.id(), "").orElseThrow().outcome()).isEqualTo(Outcome.CANCELLED);
    }

    @Test
    void messagesOfServersTakeHalfOfTheEntriesAtMost() {
        WireLog log = log(4, 1_000_000);
        WireEntry request = entry(log, null, NOW, "{}");
        log.begun(request);
        for (int i = 0; i < 9; i++) {
            log.begun(entry(log, true, null, NOW, "{}"));
        }

        assertThat(log.list("", NOW)).extracting(Summary::id).containsExactly(10L, 9L, request.id());
        assertThat(log.requests("notes", "")).containsExactly(request);
    }
}
