package io.mcpclient.conformance;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.McpClient;
import io.mcpclient.auth.McpGrantType;
import io.mcpclient.auth.McpIdentityProvider;
import io.mcpclient.auth.McpOAuthSettings;

/**
 * The scenarios about authorization. All of them play the same: obtain a token, list the tools, call one. What differs is
 * what the application knows beforehand, and there the referee tells it.
 */
final class AuthScenarios {

    private static final JsonMapper JSON = JsonMapper.shared();

    private static final URI CLIENT_DOCUMENT = URI.create("https://conformance-test.local/client-metadata.json");

    /** Connecting takes as long as a user does. */
    private static final Duration WITH_USER = Duration.ofSeconds(45);

    /** Nothing is known beforehand. */
    private static final String[] PLAIN = {
        "metadata-default",
        "metadata-var1",
        "metadata-var2",
        "metadata-var3",
        "scope-from-www-authenticate",
        "scope-from-scopes-supported",
        "scope-omitted-when-undefined",
        "scope-step-up",
        "scope-retry-limit",
        "token-endpoint-auth-basic",
        "token-endpoint-auth-post",
        "token-endpoint-auth-none",
        "resource-mismatch",
        "offline-access-scope",
        "offline-access-not-supported",
        "authorization-server-migration",
        "iss-supported",
        "iss-not-advertised",
        "iss-supported-missing",
        "iss-wrong-issuer",
        "iss-unexpected",
        "iss-normalized",
        "metadata-issuer-mismatch",
        "dpop",
        "dpop-nonce"
    };

    /** Servers of a revision that has no document about who protects them. */
    private static final String[] OF_2025_03_26 = {
        "2025-03-26-oauth-metadata-backcompat", "2025-03-26-oauth-endpoint-fallback"
    };

    private AuthScenarios() {}

    /** Returns the settings of each scenario, by its name. */
    static Map<String, Knowledge> all() {
        Map<String, Knowledge> all = new TreeMap<>();
        for (String name : PLAIN) {
            all.put("auth/" + name, (builder, context) -> builder);
        }
        for (String name : OF_2025_03_26) {
            all.put("auth/" + name, (builder, context) -> builder.legacyFallback(true));
        }
        all.put("auth/basic-cimd", (builder, context) -> builder.clientMetadataUrl(CLIENT_DOCUMENT));
        all.put("auth/pre-registration", (builder, context) -> registered(builder, context)
                .issuer(text(context, "issuer")));
        all.put("auth/client-credentials-basic", (builder, context) -> registered(builder, context)
                .grant(McpGrantType.CLIENT_CREDENTIALS)
                .prompt(null));
        all.put("auth/client-credentials-jwt", (builder, context) -> builder.grant(McpGrantType.CLIENT_CREDENTIALS)
                .clientId(text(context, "client_id"))
                .privateKey(() -> text(context, "private_key_pem"))
                .signingAlgorithm(text(context, "signing_algorithm"))
                .prompt(null));
        all.put("auth/enterprise-managed-authorization", (builder, context) -> registered(builder, context)
                .grant(McpGrantType.ENTERPRISE_MANAGED)
                .identityProvider(new McpIdentityProvider(
                        URI.create(text(context, "idp_token_endpoint")), text(context, "idp_client_id"), null))
                .assertions(request -> Mono.just(text(context, "idp_id_token")))
                .prompt(null));
        all.put("auth/wif-jwt-bearer", (builder, context) -> builder.grant(McpGrantType.JWT_BEARER)
                .clientId(text(context, "client_id"))
                .assertions(request -> Mono.just(text(context, "valid_jwt")))
                .issuer(McpOAuthSettings.ANY_ISSUER)
                .prompt(null));
        return all;
    }

    private static McpOAuthSettings.Builder registered(McpOAuthSettings.Builder builder, JsonNode context) {
        return builder.clientId(text(context, "client_id"))
                .clientSecret(() -> text(context, "client_secret"))
                .issuer(McpOAuthSettings.ANY_ISSUER);
    }

    private static String text(JsonNode context, String field) {
        return context.get(field).asString();
    }

    /** Plays a scenario. */
    static void play(String url, @Nullable String context, Knowledge knowledge) {
        McpOAuthSettings.Builder builder = McpOAuthSettings.builder().prompt(new DirectPrompt());
        McpOAuthSettings settings = knowledge
                .add(builder, JSON.readTree((context != null) ? context : "{}"))
                .build();
        try (McpClient client = McpClient.builder("conformance")
                .url(url)
                .timeouts(timeouts -> timeouts.withConnect(WITH_USER))
                .oauth(settings)
                .build()) {
            client.session().connect();
            client.listTools();
            client.callTool("test-tool", Map.of());
        }
    }

    /** What the application knows beforehand. */
    @FunctionalInterface
    interface Knowledge {
        McpOAuthSettings.Builder add(McpOAuthSettings.Builder builder, JsonNode context);
    }
}
