package io.mcpclient.internal.oauth.metadata;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a server says about who protects it, checked.
 *
 * @param resource identifier, character for character as it was published
 * @param issuers authorization servers that may be used, in the order of the document, at least one
 * @param scopes all scopes the document names, empty if it names none
 * @param isDPoPRequired whether tokens have to be bound to a key
 * @param dpopAlgorithms algorithms for that, empty if it names none
 * @param name human-readable name, untrusted, or {@code null}
 * @see "RFC 9728, section 2 (AUTH-09, AUTH-10, AUTH-14)"
 */
public record ProtectedResource(
        String resource,
        List<String> issuers,
        List<String> scopes,
        boolean isDPoPRequired,
        List<String> dpopAlgorithms,
        @Nullable String name) {}
