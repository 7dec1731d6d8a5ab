package io.mcpclient.autoconfigure.web;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

import io.mcpclient.autoconfigure.auth.McpAuthEndpoints;
import io.mcpclient.autoconfigure.properties.ConfiguredServers;
import io.mcpclient.autoconfigure.properties.McpAuthProperties;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;

/**
 * Client metadata document, which identifies this client to authorization servers without a registration. Its URL is the
 * client id.
 *
 * <pre>
 * {"client_id": "https://app.example.com/mcp/oauth/client-metadata.json",
 *  "client_name": "App",
 *  "redirect_uris": ["https://app.example.com/mcp/oauth/callback"],
 *  "grant_types": ["authorization_code", "refresh_token"],
 *  "response_types": ["code"],
 *  "token_endpoint_auth_method": "none"}
 * </pre>
 *
 * @see "MCP 2026-07-28, basic/authorization/client-registration (AUTH-25); OAuth Client ID Metadata Document"
 */
record ClientMetadataDocument(
        McpAuthProperties.ClientMetadata metadata,
        ConfiguredServers servers,
        McpAuthEndpoints endpoints,
        String applicationName) {

    String json(URI clientId) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("client_id", clientId.toString());
        document.put("client_name", orElse(this.metadata.clientName(), this.applicationName));
        document.put("redirect_uris", redirectUris());
        document.put("grant_types", List.of("authorization_code", "refresh_token"));
        document.put("response_types", List.of("code"));
        boolean signs = StringUtils.hasText(this.metadata.jwksUri());
        document.put("token_endpoint_auth_method", signs ? "private_key_jwt" : "none");
        put(document, "jwks_uri", this.metadata.jwksUri());
        put(document, "client_uri", this.metadata.clientUri());
        put(document, "logo_uri", this.metadata.logoUri());
        put(document, "tos_uri", this.metadata.tosUri());
        put(document, "policy_uri", this.metadata.policyUri());
        return new JsonCodec(JsonLimits.DEFAULT).toJson(document);
    }

    /** Redirect URIs of the application, and those of individual servers. */
    private List<String> redirectUris() {
        Stream<String> own = this.servers.byName().values().stream()
                .map(server -> server.auth().redirectUri())
                .filter(StringUtils::hasText)
                .map(String::valueOf);
        return Stream.concat(Stream.of(this.endpoints.callback().toString()), own)
                .distinct()
                .toList();
    }

    private static String orElse(@Nullable String value, String other) {
        return StringUtils.hasText(value) ? value : other;
    }

    private static void put(Map<String, Object> document, String name, @Nullable String value) {
        if (StringUtils.hasText(value)) {
            document.put(name, value);
        }
    }
}
