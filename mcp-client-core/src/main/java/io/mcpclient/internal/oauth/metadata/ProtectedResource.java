package io.mcpclient.internal.oauth.metadata;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The validated protected resource metadata of a server.
 *
 * @param resource identifier, character for character as it was published
 * @param issuers permitted authorization servers, in the order of the document, at least one
 * @param scopes all scopes in the document, empty if it names none
 * @param isDPoPRequired whether tokens must be bound to a key
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
