package io.mcpclient.discovery.internal;

import java.net.URI;
import java.time.Instant;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A JSON document that was read. Immutable.
 *
 * @param url its URL
 * @param json its members, deeply unmodifiable
 * @param bytes its size
 * @param etag its entity tag, {@code null} for none
 * @param fetchedAt when it was received or confirmed
 * @param expiresAt when it is read again, if it is needed
 * @param isStale whether it had expired and could not be read again
 */
public record Document(
        URI url,
        Map<String, @Nullable Object> json,
        int bytes,
        @Nullable String etag,
        Instant fetchedAt,
        Instant expiresAt,
        boolean isStale) {

    Document confirmed(Instant now, Instant expiresAt) {
        return new Document(this.url, this.json, this.bytes, this.etag, now, expiresAt, false);
    }

    Document stale() {
        return new Document(this.url, this.json, this.bytes, this.etag, this.fetchedAt, this.expiresAt, true);
    }
}
