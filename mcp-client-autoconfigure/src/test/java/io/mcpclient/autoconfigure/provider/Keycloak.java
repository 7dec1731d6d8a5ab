package io.mcpclient.autoconfigure.provider;

import java.util.List;
import java.util.Set;

import tools.jackson.databind.JsonNode;

import io.mcpclient.testkit.oauth.FormRequest;

/**
 * Keycloak, as far as it is publicly known. It has both documents, ignores {@code resource}
 * (https://www.keycloak.org/securing-apps/mcp-authz-server), and names itself in responses (RFC 9207). The scopes of a registration
 * limit the client (keycloak pull request 7339, issue 50807); unknown members and scopes are refused there (turnstone issue 1082).
 * The MCP server publishes one scope more than the realm has, and needs another one for calls than for the connection.
 */
final class Keycloak {

    private static final Set<String> REALM = Set.of("mcp:read", "mcp:write", "offline_access", "profile", "email");

    private static final Set<String> MEMBERS = Set.of(
            "redirect_uris",
            "token_endpoint_auth_method",
            "grant_types",
            "response_types",
            "application_type",
            "client_name",
            "client_uri",
            "logo_uri",
            "scope",
            "contacts",
            "tos_uri",
            "policy_uri",
            "jwks_uri",
            "jwks",
            "software_id",
            "software_version");

    private Keycloak() {}

    static ProviderSimulation create() {
        ProviderSimulation keycloak = new ProviderSimulation();
        String origin = keycloak.endpointsOrigin();
        String issuer = origin + "/realms/mcp";
        keycloak.resource().wanting("*", "mcp:read").wanting("tools/call", "mcp:write");
        return keycloak.protectedBy(issuer, "mcp:read", "mcp:write", "mcp:admin")
                .ignoresResource()
                .declares("issuer", issuer)
                .declares("registration_endpoint", origin + "/register")
                .declares("revocation_endpoint", origin + "/revoke")
                .declares("scopes_supported", List.copyOf(REALM))
                .declares("code_challenge_methods_supported", List.of("plain", "S256"))
                .declares("authorization_response_iss_parameter_supported", true)
                .declares(
                        "token_endpoint_auth_methods_supported",
                        List.of("private_key_jwt", "client_secret_basic", "client_secret_post"))
                .documentAt(origin + Providers.METADATA + "/realms/mcp", issuer + Providers.OPENID)
                .responses(parameters -> {
                    parameters.put("iss", issuer);
                    return parameters;
                })
                .refusesRegistration(
                        Providers.oauthError(400, "invalid_client_metadata", "Unrecognized field"),
                        request -> !MEMBERS.containsAll(request.raw().json().propertyNames()))
                .refusesRegistration(
                        Providers.oauthError(
                                403, "insufficient_scope", "Policy 'Allowed Client Scopes' rejected request"),
                        request -> !isOfRealm(request))
                .sendsBack("invalid_scope", "Invalid scopes", request -> !allowed(keycloak, request)
                        .containsAll(request.scopes()))
                .setting("auth.scopes", "mcp:read")
                .firstConsents(2);
    }

    /** The scopes of the client of a request: those of its registration, or all of the realm. */
    private static Set<String> allowed(ProviderSimulation keycloak, FormRequest request) {
        String clientId = String.valueOf(request.get("client_id"));
        int number = Integer.parseInt(clientId.replace("registered-", ""));
        return keycloak.endpoints().requestsAt("/register").stream()
                .filter(Keycloak::isOfRealm)
                .skip(number - 1)
                .findFirst()
                .map(Keycloak::scopes)
                .filter(scopes -> !scopes.isEmpty())
                .orElse(REALM);
    }

    private static boolean isOfRealm(FormRequest registration) {
        return REALM.containsAll(scopes(registration));
    }

    private static Set<String> scopes(FormRequest registration) {
        JsonNode scope = registration.raw().json().path("scope");
        return scope.isString() ? Set.of(scope.asString().split(" ")) : Set.of();
    }
}
