package io.mcpclient.internal.oauth;

import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.mcpclient.auth.McpOAuthSettings;

/**
 * Whether requests to an authorization server have the parameter {@code resource}. Thread-safe.
 *
 * <table>
 * <caption>The first matching row applies</caption>
 * <tr><th>condition</th><th>parameter</th></tr>
 * <tr><td>the settings exclude it</td><td>no</td></tr>
 * <tr><td>a request with it was refused, and the same request without it succeeded</td><td>no</td></tr>
 * <tr><td>otherwise</td><td>yes</td></tr>
 * </table>
 *
 * <p>A refused request is repeated without the parameter if it is a refresh, whose token was issued for the resource, or if the
 * settings name the authorization server: otherwise the refusal protects tokens of the authorization server from an MCP server
 * for which they are not intended.
 *
 * @see "RFC 8707, section 2 (AUTH-35)"
 */
final class ResourceParameter {

    private final McpOAuthSettings settings;

    /** Issuers that accept requests without the parameter only. */
    private final Set<String> refusedBy = ConcurrentHashMap.newKeySet();

    /** Issuers that have refused a request without the parameter as well. */
    private final Set<String> indifferent = ConcurrentHashMap.newKeySet();

    ResourceParameter(McpOAuthSettings settings) {
        this.settings = settings;
    }

    /**
     * Returns the value of the parameter.
     * @param issuer the authorization server
     * @param resource identifier of the MCP server
     * @return the identifier, or an empty string if the parameter is not sent
     */
    String value(String issuer, String resource) {
        return (this.settings.resourceParameter() && !this.refusedBy.contains(issuer)) ? resource : "";
    }

    /** Whether a refused request, which had the parameter, is repeated without it. */
    boolean isRepeated(TokenRequest request, TokenRefusedException refused) {
        boolean isSafe = GrantNames.REFRESH_TOKEN.equals(request.parameters().get("grant_type"))
                || this.settings.isServerChosen();
        return isSafe
                && isAboutResource(refused)
                && !this.indifferent.contains(request.server().issuer());
    }

    /** Authorization servers report it by various codes; many do not explain {@code invalid_request}, or report none. */
    private static boolean isAboutResource(TokenRefusedException refused) {
        return switch (refused.error()) {
            case "invalid_target", "invalid_resource", "invalid_request", TokenRefusedException.UNSPECIFIED -> true;
            case TokenRefusedException.INVALID_GRANT, TokenRefusedException.INVALID_CLIENT -> false;
            default ->
                String.valueOf(refused.getMessage()).toLowerCase(Locale.ROOT).contains("resource");
        };
    }

    void refused(String issuer) {
        this.refusedBy.add(issuer);
    }

    void refusedAnyway(String issuer) {
        this.indifferent.add(issuer);
    }
}
