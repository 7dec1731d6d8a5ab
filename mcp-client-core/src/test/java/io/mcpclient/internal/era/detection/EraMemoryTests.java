package io.mcpclient.internal.era.detection;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import io.mcpclient.schema.ProtocolRevision;

import static org.assertj.core.api.Assertions.assertThat;

class EraMemoryTests {

    private static final EraVerdict.Legacy LEGACY =
            new EraVerdict.Legacy(ProtocolRevision.V2025_06_18, false, false, "named by the server");

    /** Begins close to where the clock of a JVM may turn over. */
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);

    private final EraMemory memory = new EraMemory(this.now::get);

    private void pass(Duration time) {
        this.now.addAndGet(time.toNanos());
    }

    @Test
    void memoryIsEmptyInitially() {
        assertThat(this.memory.recall()).isNull();
    }

    // VER-15
    @Test
    void verdictIsRememberedForItsLifetime() {
        this.memory.remember(LEGACY);
        pass(EraMemory.LIFETIME.minusNanos(1));
        assertThat(this.memory.recall()).isEqualTo(LEGACY);

        pass(Duration.ofNanos(1));
        assertThat(this.memory.recall()).isNull();
    }

    // VER-16
    @Test
    void discardRemovesTheVerdict() {
        this.memory.remember(LEGACY);

        assertThat(this.memory.discardIfAllowed()).isTrue();
        assertThat(this.memory.recall()).isNull();
    }

    // fault A19
    @Test
    void discardWithinTheIntervalKeepsTheVerdict() {
        assertThat(this.memory.discardIfAllowed()).isTrue();
        this.memory.remember(LEGACY);

        assertThat(this.memory.discardIfAllowed()).isFalse();
        assertThat(this.memory.recall()).isEqualTo(LEGACY);
    }

    // VER-12: what an outage, a portal or a slow server may look like
    @Test
    void ambiguousVerdictIsNotRemembered() {
        this.memory.remember(new EraVerdict.Legacy(null, false, true, "HTTP 500"));

        assertThat(this.memory.recall()).isNull();
    }

    // fault A19
    @Test
    void discardIsAllowedOncePerInterval() {
        assertThat(this.memory.discardIfAllowed()).isTrue();
        assertThat(this.memory.discardIfAllowed()).isFalse();
        pass(EraMemory.BETWEEN_DISCARDS.minusNanos(1));
        assertThat(this.memory.discardIfAllowed()).isFalse();

        pass(Duration.ofNanos(1));
        assertThat(this.memory.discardIfAllowed()).isTrue();
        assertThat(this.memory.discardIfAllowed()).isFalse();
    }

    // VER-15: a handshake on the strength of the memory proves nothing new
    @Test
    void rememberingAVerdictAgainDoesNotExtendItsLifetime() {
        this.memory.remember(LEGACY);
        pass(EraMemory.LIFETIME.minusNanos(1));
        this.memory.remember(this.memory.recall());

        pass(Duration.ofNanos(1));
        assertThat(this.memory.recall()).isNull();
    }

    // the lifetime goes on where it was before a restart
    @Test
    void restoredVerdictIsRememberedForTheRestOfItsLifetime() {
        this.memory.remember(LEGACY, EraMemory.LIFETIME.minusMinutes(10));
        assertThat(this.memory.age()).isEqualTo(EraMemory.LIFETIME.minusMinutes(10));
        pass(Duration.ofMinutes(10).minusNanos(1));
        assertThat(this.memory.recall()).isEqualTo(LEGACY);

        pass(Duration.ofNanos(1));
        assertThat(this.memory.recall()).isNull();
        assertThat(this.memory.age()).isNull();
    }

    // a clock that was set back, and one that was set forward
    @Test
    void restoredVerdictIsIgnoredIfItIsTooOldOrFromTheFuture() {
        this.memory.remember(LEGACY, EraMemory.LIFETIME);
        this.memory.remember(LEGACY, Duration.ofNanos(-1));

        assertThat(this.memory.recall()).isNull();
    }
}
