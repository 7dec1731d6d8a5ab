package io.mcpclient.discovery;

import java.net.URI;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A server card with its source. Immutable.
 *
 * @param card the card
 * @param url URL that it was read from, or of the catalog that contains it
 * @param fetchedAt when it was received or last confirmed by the server
 * @param expiresAt when a lookup reads it again; lookups before that get the same card
 * @param etag entity tag, {@code null} for none
 */
public record McpCardDocument(
        McpServerCard card,
        URI url,
        Instant fetchedAt,
        Instant expiresAt,
        @Nullable String etag) {}
