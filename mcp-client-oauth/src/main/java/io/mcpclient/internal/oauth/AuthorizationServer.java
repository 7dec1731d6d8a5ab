package io.mcpclient.internal.oauth;

import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The validated metadata of an authorization server: the issuer is the expected one, and each endpoint may be called. Lists are
 * empty if the document does not contain them, unless stated otherwise.
 *
 * @param issuer identifier, character for character
 * @param authorizationEndpoint endpoint for users' consent, or {@code null}
 * @param tokenEndpoint token endpoint, or {@code null}
 * @param registrationEndpoint registration endpoint, or {@code null}
 * @param revocationEndpoint revocation endpoint, or {@code null}
 * @param deviceAuthorizationEndpoint device authorization endpoint, or {@code null}
 * @param scopes supported scopes
 * @param grantTypes supported grants; {@code authorization_code} and {@code implicit} by default
 * @param grantProfiles supported profiles of grants
 * @param tokenAuthMethods methods of client authentication; only {@code client_secret_basic} by default
 * @param tokenAuthAlgorithms algorithms of client assertions
 * @param codeChallengeMethods PKCE methods, {@code null} if absent (AUTH-19)
 * @param dpopAlgorithms algorithms of DPoP proofs
 * @param isClientMetadataDocumentSupported whether the URL of a document may be the client id
 * @param isIssuerInResponse whether authorization responses name the issuer
 * @see "RFC 8414, section 2"
 */
record AuthorizationServer(
        String issuer,
        @Nullable URI authorizationEndpoint,
        @Nullable URI tokenEndpoint,
        @Nullable URI registrationEndpoint,
        @Nullable URI revocationEndpoint,
        @Nullable URI deviceAuthorizationEndpoint,
        List<String> scopes,
        List<String> grantTypes,
        List<String> grantProfiles,
        List<String> tokenAuthMethods,
        List<String> tokenAuthAlgorithms,
        @Nullable List<String> codeChallengeMethods,
        List<String> dpopAlgorithms,
        boolean isClientMetadataDocumentSupported,
        boolean isIssuerInResponse) {

    static final List<String> SILENT_GRANT_TYPES = List.of(GrantNames.AUTHORIZATION_CODE, "implicit");

    static final List<String> SILENT_AUTH_METHODS = List.of("client_secret_basic");

    private static final Pattern EMPTY_PATH = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://[^/?#]+/");

    /**
     * Whether two identifiers denote the same authorization server: they are identical, except that the slash of an empty path has
     * no meaning, as both spellings are one URL.
     *
     * @see "RFC 8414, section 3.3; RFC 3986, section 6.2.3 (AUTH-17, AUTH-18)"
     */
    static boolean isSame(String issuer, String other) {
        return withoutSlash(issuer).equals(withoutSlash(other));
    }

    private static String withoutSlash(String issuer) {
        return EMPTY_PATH.matcher(issuer).matches() ? issuer.substring(0, issuer.length() - 1) : issuer;
    }
}
