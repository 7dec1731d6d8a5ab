package io.mcpclient.internal.oauth;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;

import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.fuzz.FuzzTarget;
import io.mcpclient.support.net.McpNetworkPolicy;

/** Readers of what protected servers and authorization servers say about themselves. */
public final class MetadataFuzzTargets {

    private static final String ISSUER = "https://as.example.com";

    private static final URI SERVER = URI.create("https://mcp.example.com/mcp");

    private static final MetadataReader READER = new MetadataReader(
            new ProtectedServer("weather", SERVER, () -> McpPrincipal.APPLICATION, null, Duration.ofSeconds(1)),
            McpOAuthSettings.builder().clientId("client-1").build(),
            McpNetworkPolicy.of(SERVER, Set.of()),
            new AuthorizationFailures("weather"));

    private static final List<Class<? extends Exception>> REFUSALS =
            List.of(McpAuthorizationException.class, JsonDocument.MalformedException.class);

    private MetadataFuzzTargets() {}

    public static List<FuzzTarget> all() {
        return List.of(
                FuzzTarget.of(
                        "resource-metadata",
                        input -> READER.resource(JsonDocument.parse(input))
                                .issuers()
                                .forEach(READER::acceptable),
                        REFUSALS,
                        """
                        {"resource":"https://mcp.example.com/mcp","authorization_servers":["https://as.example.com"],
                        "scopes_supported":["read","write"],"bearer_methods_supported":["header"],"resource_name":"Weather",
                        "dpop_bound_access_tokens_required":true,"dpop_signing_alg_values_supported":["ES256"]}""",
                        """
                        {"resource":"https://mcp.example.com","authorization_servers":
                        ["https://as.example.com/tenant","http://127.0.0.1:9","https://[::1]:8443/a"]}"""),
                FuzzTarget.of(
                        "authorization-server-metadata",
                        input -> READER.authorizationServer(ISSUER, JsonDocument.parse(input)),
                        REFUSALS,
                        """
                        {"issuer":"https://as.example.com","authorization_endpoint":"https://as.example.com/authorize",
                        "token_endpoint":"https://as.example.com/token","registration_endpoint":
                        "https://as.example.com/register","revocation_endpoint":"https://as.example.com/revoke",
                        "scopes_supported":["read"],"grant_types_supported":["authorization_code","refresh_token"],
                        "token_endpoint_auth_methods_supported":["none","client_secret_basic"],
                        "code_challenge_methods_supported":["S256"],"client_id_metadata_document_supported":true,
                        "authorization_response_iss_parameter_supported":true}""",
                        """
                        {"issuer":"https://as.example.com","authorization_endpoint":"https://as.example.com:443/a?b=c",
                        "token_endpoint":"https://evil.example.com/token"}"""));
    }
}
