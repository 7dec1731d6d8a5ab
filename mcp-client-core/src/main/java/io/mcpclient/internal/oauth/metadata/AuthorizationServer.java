package io.mcpclient.internal.oauth.metadata;

import java.net.URI;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What an authorization server says about itself, checked: the issuer is the one that was asked for, and each endpoint one
 * that may be called. Lists are empty where the document is silent, except where said otherwise.
 *
 * @param issuer identifier, character for character
 * @param authorizationEndpoint where users agree, or {@code null}
 * @param tokenEndpoint where tokens come from, or {@code null}
 * @param registrationEndpoint where clients register, or {@code null}
 * @param revocationEndpoint where tokens are given back, or {@code null}
 * @param scopes scopes it knows
 * @param grantTypes grants it knows; {@code authorization_code} and {@code implicit} if it is silent
 * @param grantProfiles profiles of grants it knows
 * @param tokenAuthMethods how clients authenticate; {@code client_secret_basic} alone if it is silent
 * @param tokenAuthAlgorithms algorithms of assertions that clients authenticate with
 * @param codeChallengeMethods methods of PKCE, {@code null} if it is silent (AUTH-19)
 * @param dpopAlgorithms algorithms of DPoP proofs
 * @param isClientMetadataDocumentSupported whether the URL of a document may be the client id
 * @param isIssuerInResponse whether its answers name the issuer
 * @see "RFC 8414, section 2"
 */
public record AuthorizationServer(
        String issuer,
        @Nullable URI authorizationEndpoint,
        @Nullable URI tokenEndpoint,
        @Nullable URI registrationEndpoint,
        @Nullable URI revocationEndpoint,
        List<String> scopes,
        List<String> grantTypes,
        List<String> grantProfiles,
        List<String> tokenAuthMethods,
        List<String> tokenAuthAlgorithms,
        @Nullable List<String> codeChallengeMethods,
        List<String> dpopAlgorithms,
        boolean isClientMetadataDocumentSupported,
        boolean isIssuerInResponse) {

    static final List<String> SILENT_GRANT_TYPES = List.of("authorization_code", "implicit");

    static final List<String> SILENT_AUTH_METHODS = List.of("client_secret_basic");
}
