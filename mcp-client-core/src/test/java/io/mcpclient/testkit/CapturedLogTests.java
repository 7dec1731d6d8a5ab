package io.mcpclient.testkit;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

class CapturedLogTests {

    private final Logger logger = (Logger) LoggerFactory.getLogger("captured.log.tests");

    @RegisterExtension
    final CapturedLog warnings = CapturedLog.of(this.logger).at(Level.WARN).alone();

    @Test
    void loggerIsLeftAsItWasFound() {
        try (CapturedLog all = CapturedLog.of(this.logger).at(Level.DEBUG).open()) {
            this.logger.debug("{} parts", 2);
            assertThat(all.messages()).containsExactly("2 parts");
        }
        this.logger.debug("too late");
        this.logger.warn("last");

        assertThat(this.logger.getLevel()).isEqualTo(Level.WARN);
        assertThat(this.logger.isAdditive()).isFalse();
        assertThat(this.warnings.messages(Level.DEBUG)).containsExactly("2 parts");
        assertThat(this.warnings.messages(Level.WARN)).containsExactly("last");

        this.warnings.close();
        this.warnings.close();
        assertThat(this.logger.getLevel()).isNull();
        assertThat(this.logger.isAdditive()).isTrue();
        assertThat(this.logger.iteratorForAppenders()).isExhausted();
        assertThat(this.warnings.open().messages()).isEmpty();
    }

    @Test
    void othersMayLogWhileATestReads() {
        AtomicBoolean isReading = new AtomicBoolean(true);
        List<CompletableFuture<Integer>> writers = IntStream.range(0, 2)
                .mapToObj(writer -> CompletableFuture.supplyAsync(() -> write(isReading)))
                .toList();
        for (int i = 0; i < 100; i++) {
            assertThat(this.warnings.messages()).allMatch("line"::equals);
        }
        isReading.set(false);

        int written = writers.stream().mapToInt(CompletableFuture::join).sum();
        assertThat(this.warnings.events()).hasSize(written);
    }

    private int write(AtomicBoolean isReading) {
        int written = 0;
        while (written < 10_000 && isReading.get()) {
            this.logger.warn("line");
            written++;
        }
        return written;
    }
}
