package io.mcpclient.autoconfigure.provider;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.oauth.FormRequest;

/**
 * Widely used authorization servers, as far as they are publicly known, and the configuration that they need. The live services
 * were not used: each method names its public sources, and refuses what these report. Members that no source mentions are not
 * declared.
 */
final class Providers {

    static final String METADATA = "/.well-known/oauth-authorization-server";

    static final String OPENID = "/.well-known/openid-configuration";

    private static final Predicate<FormRequest> WITHOUT_SECRET =
            request -> !ProviderSimulation.CLIENT_SECRET.equals(request.clientSecret());

    private static final Predicate<FormRequest> WITH_RESOURCE = request -> request.get("resource") != null;

    private static final Predicate<FormRequest> WITHOUT_SCOPE =
            request -> request.scopes().isEmpty();

    private Providers() {}

    /** By the names of their servers in the application. */
    static Map<String, Supplier<ProviderSimulation>> all() {
        Map<String, Supplier<ProviderSimulation>> all = new LinkedHashMap<>();
        all.put("google", Providers::google);
        all.put("entra", Providers::entra);
        all.put("entra-organizations", Providers::entraOfOrganizations);
        all.put("slack", Providers::slack);
        all.put("github-app", Providers::gitHubApp);
        all.put("github-oauth-app", Providers::gitHubOAuthApp);
        all.put("auth0", Providers::auth0);
        all.put("auth0-audience", Providers::auth0WithAudience);
        all.put("okta", Providers::okta);
        all.put("cognito", Providers::cognito);
        all.put("cognito-resource-server", Providers::cognitoWithResourceServer);
        all.put("keycloak", Keycloak::create);
        all.put("atlassian", Providers::atlassian);
        all.put("atlassian-v1", Providers::atlassianV1);
        return all;
    }

    private static Predicate<FormRequest> scopesOtherThan(String... known) {
        return request -> !Arrays.asList(known).containsAll(request.scopes());
    }

    static Reply oauthError(int status, String error, String description) {
        return Reply.json(status, "{\"error\":\"" + error + "\",\"error_description\":\"" + description + "\"}");
    }

    /**
     * Google's MCP servers name the issuer with a slash, its metadata has none: python-sdk issue 1919, copilot-cli issue 4606. The
     * token endpoint is on another host, and no scopes are published: https://accounts.google.com/.well-known/openid-configuration,
     * python-sdk issue 1919. Refresh tokens are for {@code access_type=offline}, and after the first consent for
     * {@code prompt=consent}, and are not replaced: https://developers.google.com/identity/protocols/oauth2/web-server. A
     * request without scopes ends on a page: sdk-php issue 19 of oauth-io.
     */
    static ProviderSimulation google() {
        ProviderSimulation google = new ProviderSimulation();
        String issuer = google.documentsOrigin();
        google.endpoints().withoutRotation();
        return google.protectedBy(issuer + "/")
                .ignoresResource()
                .declares("issuer", issuer)
                .declares("revocation_endpoint", google.endpointsOrigin() + "/revoke")
                .declares("scopes_supported", List.of("openid", "email", "profile"))
                .declares("token_endpoint_auth_methods_supported", List.of("client_secret_post", "client_secret_basic"))
                .declares("code_challenge_methods_supported", List.of("plain", "S256"))
                .documentAt(issuer + METADATA, issuer + OPENID)
                .registeredClient()
                .showsPage("Missing required parameter: scope", WITHOUT_SCOPE)
                .refusesTokens(oauthError(400, "invalid_request", "client_secret is missing."), WITHOUT_SECRET)
                .tokens(members -> {
                    if (!isOffline(google)) {
                        members.remove("refresh_token");
                    }
                    return members;
                })
                .setting("auth.issuer", issuer)
                .setting("auth.trusted-origins", google.endpointsOrigin())
                .setting("auth.scopes", "https://www.googleapis.com/auth/calendar.events.readonly")
                .setting("auth.authorization-parameters.access_type", "offline")
                .setting("auth.authorization-parameters.prompt", "consent");
    }

    private static boolean isOffline(ProviderSimulation google) {
        List<FormRequest> requests = google.endpoints().authorizationRequests();
        FormRequest last = requests.get(requests.size() - 1);
        return "offline".equals(last.get("access_type"))
                && (requests.size() == 1 || "consent".equals(last.get("prompt")));
    }

    /**
     * Microsoft Entra ID has the OpenID document alone, which declares neither PKCE nor registration: typescript-sdk issue 832,
     * oidcc issue 376. It refuses {@code resource} beside scopes of another identifier: csharp-sdk issue 741, claude-code issue
     * 73460, mcp-remote issue 217. A client of the platform "Web" needs its secret (AADSTS7000218), and refresh tokens are for
     * {@code offline_access}: https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow. Where the client is the
     * application of the MCP server's API, a refresh needs its scope: typescript-sdk issue 2718, mcp-remote pull request 357.
     */
    static ProviderSimulation entra() {
        ProviderSimulation entra = entra("/tenant-1/v2.0");
        String issuer = entra.endpointsOrigin() + "/tenant-1/v2.0";
        return entra.setting("auth.issuer", issuer);
    }

    /**
     * The same for an MCP server that names the document of all tenants, whose issuer is a template: azure-devops-mcp issue 1601.
     */
    static ProviderSimulation entraOfOrganizations() {
        ProviderSimulation entra = entra("/organizations/v2.0");
        String issuer = entra.endpointsOrigin() + "/tenant-1/v2.0";
        return entra.documentAt(
                        entra.endpointsOrigin() + "/organizations/v2.0" + OPENID,
                        text -> text.replace("tenant-1", "{tenantid}"))
                .setting("auth.issuer", issuer)
                .setting("auth.metadata-url", issuer + OPENID);
    }

    private static ProviderSimulation entra(String path) {
        ProviderSimulation entra = new ProviderSimulation();
        String origin = entra.endpointsOrigin();
        String mismatch =
                "AADSTS9010010: The resource parameter provided in the request doesn't match with the requested scopes.";
        return entra.protectedBy(origin + path, "api://mcp-server/user_impersonation")
                .ignoresResource()
                .declares("issuer", origin + "/tenant-1/v2.0")
                .declares("scopes_supported", List.of("openid", "profile", "email", "offline_access"))
                .declares(
                        "token_endpoint_auth_methods_supported",
                        List.of("client_secret_post", "private_key_jwt", "client_secret_basic"))
                .documentAt(origin + "/tenant-1/v2.0" + OPENID)
                .registeredClient()
                .sendsBack("invalid_target", mismatch, WITH_RESOURCE)
                .refusesTokens(oauthError(400, "invalid_target", mismatch), WITH_RESOURCE)
                .refusesTokens(oauthError(401, "invalid_client", "AADSTS7000218"), WITHOUT_SECRET)
                .refusesTokens(
                        oauthError(400, "invalid_request", "AADSTS90009: The application requests a token for itself."),
                        request -> request.grantType().equals("refresh_token")
                                && !request.scopes().contains("api://mcp-server/user_impersonation"))
                .refreshTokensForOfflineAccess()
                .setting("auth.pkce", "assumed")
                .setting("auth.resource", "never");
    }

    /**
     * Slack's MCP server redirects the URL of its metadata (mike pull request 292); its issuer has its endpoints on another host
     * and no registration (command-code issue 610). Errors have the status 200, tokens the type "user" (openwork pull request
     * 3569). A request without scopes is refused (mike pull request 292). Tokens rotate after twelve hours:
     * https://docs.slack.dev/authentication/using-token-rotation.
     */
    static ProviderSimulation slack() {
        ProviderSimulation slack = new ProviderSimulation();
        String issuer = slack.documentsOrigin();
        String path = "/.well-known/oauth-protected-resource";
        String document = "{\"resource\":\"" + slack.server().url() + "\",\"authorization_servers\":[\"" + issuer
                + "\"],\"scopes_supported\":[\"search:read.public\",\"chat:write\"]}";
        slack.resource()
                .challenge("Bearer resource_metadata=\"" + slack.server().uri().resolve(path) + "\"");
        return slack.ignoresResource()
                .server(request -> request.path().equals(path + "/mcp") ? Reply.redirect(302, path) : null)
                .server(request -> request.path().equals(path) ? Reply.json(200, document) : null)
                .declares("issuer", issuer)
                .declares("code_challenge_methods_supported", List.of("S256"))
                .documentAt(issuer + METADATA)
                .registeredClient()
                .showsPage("invalid_scope", WITHOUT_SCOPE)
                .refusesRevoked(Reply.json(200, "{\"ok\":false,\"error\":\"invalid_refresh_token\"}"))
                .refusesTokens(Reply.json(200, "{\"ok\":false,\"error\":\"bad_client_secret\"}"), WITHOUT_SECRET)
                .tokens(members -> {
                    members.put("ok", true);
                    members.put("token_type", "user");
                    members.put("expires_in", 43200);
                    members.put("scope", String.valueOf(members.get("scope")).replace(' ', ','));
                    return members;
                })
                .setting("auth.issuer", issuer)
                .setting("auth.trusted-origins", slack.endpointsOrigin());
    }

    /**
     * GitHub has its metadata where RFC 8414 wants it for an issuer with a path, and nowhere else (github-mcp-server issue 2901),
     * with PKCE and without registration (issues 1404 and 2532). Responses are forms unless JSON is asked for, errors have the
     * status 200, scopes are separated by commas: https://docs.github.com/en/apps/oauth-apps. Tokens of a GitHub App end after
     * eight hours, have no scopes, and their refresh tokens are replaced:
     * https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/refreshing-user-access-tokens.
     */
    static ProviderSimulation gitHubApp() {
        return gitHub().tokens(members -> {
            members.put("expires_in", 28800);
            members.put("scope", "");
            members.put("token_type", "bearer");
            return members;
        });
    }

    /** Tokens of an OAuth app do not end, and there are no refresh tokens. */
    static ProviderSimulation gitHubOAuthApp() {
        return gitHub().withoutRefreshTokens().tokens(members -> {
            members.remove("expires_in");
            members.put("scope", String.valueOf(members.get("scope")).replace(' ', ','));
            members.put("token_type", "bearer");
            return members;
        });
    }

    private static ProviderSimulation gitHub() {
        ProviderSimulation gitHub = new ProviderSimulation();
        String origin = gitHub.endpointsOrigin();
        return gitHub.protectedBy(origin + "/login/oauth", "repo", "read:org")
                .ignoresResource()
                .declares("issuer", origin + "/login/oauth")
                .declares("grant_types_supported", List.of("authorization_code", "refresh_token"))
                .declares("code_challenge_methods_supported", List.of("S256"))
                .documentAt(origin + METADATA + "/login/oauth")
                .registeredClient()
                .refusesTokens(
                        Reply.status(200, "application/x-www-form-urlencoded", "error=form"),
                        request -> !"application/json".equals(request.header("Accept")))
                .refusesTokens(oauthError(200, "incorrect_client_credentials", "scripted"), WITHOUT_SECRET)
                .refusesRevoked(oauthError(200, "bad_refresh_token", "scripted"))
                .setting("auth.issuer", origin + "/login/oauth");
    }

    /**
     * Auth0 has a slash in its issuer, and both documents. With the resource parameter compatibility profile a token is for the
     * {@code resource}: https://auth0.com/ai/docs/mcp, guide "resource-param-compatibility-profile". Clients may register if the
     * tenant allows it. Refresh tokens are for {@code offline_access}, and are replaced.
     */
    static ProviderSimulation auth0() {
        ProviderSimulation auth0 = auth0Tenant();
        return auth0.declares("registration_endpoint", auth0.endpointsOrigin() + "/register");
    }

    /**
     * Without the profile the parameter is ignored: a token without {@code audience} is for the user info endpoint alone, and MCP
     * servers refuse it (LibreChat issue 13401, https://community.auth0.com/t/188990).
     */
    static ProviderSimulation auth0WithAudience() {
        ProviderSimulation auth0 = auth0Tenant();
        return auth0.registeredClient()
                .ignoresResource()
                .server(request -> request.header("Authorization") != null && !isForAudience(auth0)
                        ? Reply.status(401)
                                .withHeader(
                                        "WWW-Authenticate",
                                        "Bearer error=\"invalid_token\", resource_metadata=\""
                                                + auth0.resource().metadataUrl() + "\"")
                        : null)
                .setting("auth.issuer", auth0.endpointsOrigin() + "/")
                .setting("auth.authorization-parameters.audience", "https://mcp.example.com");
    }

    private static boolean isForAudience(ProviderSimulation auth0) {
        return auth0.endpoints().authorizationRequests().stream()
                .allMatch(request -> "https://mcp.example.com".equals(request.get("audience")));
    }

    private static ProviderSimulation auth0Tenant() {
        ProviderSimulation auth0 = new ProviderSimulation();
        String origin = auth0.endpointsOrigin();
        return auth0.protectedBy(origin + "/", "notes:read")
                .declares("issuer", origin + "/")
                .declares("revocation_endpoint", origin + "/revoke")
                .declares("scopes_supported", List.of("openid", "profile", "offline_access"))
                .declares("code_challenge_methods_supported", List.of("S256", "plain"))
                .declares(
                        "token_endpoint_auth_methods_supported",
                        List.of("client_secret_basic", "client_secret_post", "private_key_jwt", "none"))
                .documentAt(origin + METADATA, origin + OPENID)
                .refreshTokensForOfflineAccess();
    }

    /**
     * Okta's custom authorization servers have their documents below their path (MCPJam issue 1002, agentgateway pull request 1831,
     * https://developer.okta.com/docs/api/openapi/okta-oauth/oauth/tag/CustomAS). The registration endpoint wants an API token
     * (modelcontextprotocol issue 695). Scopes have to be configured there; the audience is that of the server, not the
     * {@code resource}. Refresh tokens are for {@code offline_access}.
     */
    static ProviderSimulation okta() {
        ProviderSimulation okta = new ProviderSimulation();
        String issuer = okta.endpointsOrigin() + "/oauth2/default";
        return okta.protectedBy(issuer)
                .ignoresResource()
                .declares("issuer", issuer)
                .declares("registration_endpoint", okta.endpointsOrigin() + "/register")
                .declares("revocation_endpoint", okta.endpointsOrigin() + "/revoke")
                .declares("scopes_supported", List.of("openid", "profile", "email", "offline_access"))
                .declares("code_challenge_methods_supported", List.of("S256"))
                .declares("dpop_signing_alg_values_supported", List.of("RS256", "ES256"))
                .declares(
                        "token_endpoint_auth_methods_supported",
                        List.of(
                                "client_secret_basic",
                                "client_secret_post",
                                "client_secret_jwt",
                                "private_key_jwt",
                                "none"))
                .documentAt(issuer + METADATA, issuer + OPENID)
                .registeredClient()
                .refusesRegistration(
                        Reply.json(403, "{\"errorCode\":\"E0000005\",\"errorSummary\":\"Invalid session\"}"),
                        request -> true)
                .sendsBack("invalid_scope", "'scope' must be provided.", WITHOUT_SCOPE)
                .sendsBack(
                        "invalid_scope",
                        "One or more scopes are not configured for the authorization server resource.",
                        scopesOtherThan("openid", "profile", "email", "offline_access", "notes.read"))
                .refreshTokensForOfflineAccess()
                .setting("auth.issuer", issuer)
                .setting("auth.scopes", "notes.read");
    }

    /**
     * Amazon Cognito has the OpenID document below its path alone, which does not declare PKCE (claude-code issue 13275,
     * claude-ai-mcp issue 946), and its endpoints on another host (MJ pull request 4266). It refuses scopes that the app client does
     * not allow, {@code offline_access} among them (openchoreo issue 3217), and a {@code resource} that is no resource server of
     * the user pool with invalid_grant (fastmcp pull request 2149). Token responses have no scopes; refresh tokens are not replaced:
     * https://docs.aws.amazon.com/cognito/latest/developerguide/token-endpoint.html.
     */
    static ProviderSimulation cognito() {
        ProviderSimulation cognito = userPool();
        return cognito.ignoresResource()
                .refusesTokens(oauthError(400, "invalid_grant", "scripted"), WITH_RESOURCE)
                .setting("auth.resource", "never");
    }

    /** A resource server of the user pool has the URL of the MCP server as its identifier. */
    static ProviderSimulation cognitoWithResourceServer() {
        return userPool();
    }

    private static ProviderSimulation userPool() {
        ProviderSimulation cognito = new ProviderSimulation();
        String issuer = cognito.documentsOrigin() + "/us-east-1_pool";
        cognito.endpoints().withoutRotation();
        return cognito.protectedBy(issuer)
                .declares("issuer", issuer)
                .declares("revocation_endpoint", cognito.endpointsOrigin() + "/revoke")
                .declares("scopes_supported", List.of("openid", "email", "phone", "profile"))
                .declares("token_endpoint_auth_methods_supported", List.of("client_secret_basic", "client_secret_post"))
                .documentAt(issuer + OPENID)
                .registeredClient()
                .sendsBack("invalid_request", "invalid_scope", scopesOtherThan("openid", "notes/read"))
                .refusesTokens(oauthError(400, "invalid_client", "invalid_client_secret"), WITHOUT_SECRET)
                .tokens(members -> {
                    members.remove("scope");
                    return members;
                })
                .setting("auth.issuer", issuer)
                .setting("auth.trusted-origins", cognito.endpointsOrigin())
                .setting("auth.pkce", "assumed");
    }

    /**
     * Atlassian's metadata is at a path of its issuer, and names the issuer without the path: atlassian-mcp-server issues 148 and
     * 205. Tokens are for clients that have registered, and no {@code resource} takes part: mcp-gateway-registry pull request 1519.
     */
    static ProviderSimulation atlassian() {
        ProviderSimulation atlassian = new ProviderSimulation();
        String origin = atlassian.endpointsOrigin();
        return atlassian
                .protectedBy(origin + "/VCeDsk8Z", "read:jira-work", "offline_access")
                .ignoresResource()
                .declares("registration_endpoint", origin + "/register")
                .declares("code_challenge_methods_supported", List.of("S256"))
                .documentAt(origin + "/VCeDsk8Z" + METADATA, origin + METADATA + "/VCeDsk8Z")
                .showsPage("unknown client", request -> !String.valueOf(request.get("client_id"))
                        .startsWith("registered-"))
                .setting("auth.issuer", origin);
    }

    /**
     * Its first endpoint {@code /v1/mcp} names no metadata, and its own metadata names another host as issuer, with the endpoints
     * there: atlassian-mcp-server issue 148, oh-my-pi issue 3551.
     */
    static ProviderSimulation atlassianV1() {
        ProviderSimulation atlassian = new ProviderSimulation();
        atlassian.resource().challenge("Bearer realm=\"OAuth\", error=\"invalid_token\"");
        return atlassian
                .ignoresResource()
                .server(request ->
                        request.path().startsWith("/.well-known/oauth-protected-resource") ? Reply.status(404) : null)
                .declares("registration_endpoint", atlassian.endpointsOrigin() + "/register")
                .declares("code_challenge_methods_supported", List.of("plain", "S256"))
                .documentAt(atlassian.documentsOrigin() + METADATA)
                .setting("auth.metadata-url", atlassian.documentsOrigin() + METADATA);
    }
}
