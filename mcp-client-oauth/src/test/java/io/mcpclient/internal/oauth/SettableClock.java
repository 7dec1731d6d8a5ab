package io.mcpclient.internal.oauth;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until it is set. Thread-safe. */
final class SettableClock implements InstantSource {

    static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private volatile Instant now = START;

    @Override
    public Instant instant() {
        return this.now;
    }

    void advance(Duration duration) {
        this.now = this.now.plus(duration);
    }
}
