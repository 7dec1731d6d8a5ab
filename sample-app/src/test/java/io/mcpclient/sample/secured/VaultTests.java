package io.mcpclient.sample.secured;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

import io.mcpclient.sample.secured.authorization.AuthorizationServer;

import static org.assertj.core.api.Assertions.assertThat;

/** The protected server without our client: what it says to whom. */
@VaultTest
@Timeout(120)
class VaultTests {

    private static final String PATH = "/servers/vault/mcp";

    @LocalServerPort
    private int port;

    @Autowired
    private AuthorizationServer authorizationServer;

    private String origin;

    private Web web;

    @BeforeEach
    void findServer() {
        this.origin = "http://127.0.0.1:" + this.port;
        this.web = new Web(this.origin);
    }

    @Test
    void requestWithoutATokenIsChallengedWithResourceMetadata() {
        HttpResponse<String> refusal = call(null, "server/discover", null);
        assertThat(refusal.statusCode()).isEqualTo(401);
        String metadata = this.origin + "/.well-known/oauth-protected-resource" + PATH;
        assertThat(challenge(refusal)).isEqualTo("Bearer scope=\"notes:read\", resource_metadata=\"" + metadata + "\"");

        JsonNode resource = Web.json(this.web.get("/.well-known/oauth-protected-resource" + PATH));
        assertThat(resource.get("resource").asString()).isEqualTo(this.origin + PATH);
        assertThat(Web.texts(resource.get("authorization_servers"))).containsExactly(this.authorizationServer.issuer());
        assertThat(Web.texts(resource.get("scopes_supported"))).containsExactly("notes:read", "notes:write");
    }

    @Test
    void readScopeDoesNotAllowWriting() {
        String token = token(client(), "notes:read");
        assertThat(call(token, "tools/list", null).body()).contains("read_notes", "write_note");
        assertThat(call(token, "tools/call", "read_notes").body()).contains("third flowerpot");
        HttpResponse<String> refusal = call(token, "tools/call", "write_note");
        assertThat(refusal.statusCode()).isEqualTo(403);
        assertThat(challenge(refusal))
                .startsWith(
                        "Bearer error=\"insufficient_scope\", scope=\"notes:read notes:write\", resource_metadata=");
    }

    @Test
    void writeScopeAllowsWriting() {
        String token = token(client(), "notes:read notes:write");
        assertThat(call(token, "tools/call", "write_note").body()).contains("The vault has 2 notes now.");
        assertThat(call(token, "tools/call", "read_notes").body()).contains("Hello");
    }

    // The gate trusts headers: what they do not say, or say in another way, is not accepted as harmless.
    @ParameterizedTest
    @CsvSource({
        "tools/call,               =?base64?d3JpdGVfbm90ZQ==?=, 403",
        "tools/call,               read_notes,                  400",
        "tools/list,               ,                            400",
        "'tools/list,tools/call',  write_note,                  400",
    })
    void forgedHeadersGrantNoAccess(String method, String name, int status) {
        String token = token(client(), "notes:read");
        HttpResponse<String> answer = send(body("tools/call", "write_note"), token, method, name);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(call(token, "tools/call", "read_notes").body()).doesNotContain("A lie");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer nonsense", "Bearer", "Basic YWRhOmVuZ2luZQ==", "Bearer a b", "Bearer \u00e4"})
    void invalidTokenIsRejected(String credentials) {
        HttpResponse<String> refusal = send(body("tools/list", null), credentials, "tools/list", null);
        assertThat(refusal.statusCode()).isEqualTo(401);
        assertThat(challenge(refusal)).startsWith("Bearer error=\"invalid_token\"");
    }

    @Test
    void revokedTokenIsInvalidAtOnce() {
        String first = token(client(), "notes:read");
        this.authorizationServer.expireAccessTokens();
        assertThat(call(first, "tools/list", null).statusCode()).isEqualTo(401);
        String second = token(client(), "notes:read");
        assertThat(call(second, "tools/list", null).statusCode()).isEqualTo(200);
        this.authorizationServer.revokeGrants();
        assertThat(call(second, "tools/list", null).statusCode()).isEqualTo(401);
    }

    // Nothing but the vault asks for a token.
    @Test
    void otherEndpointsRequireNoToken() {
        for (String path : List.of("/", "/api/servers", "/api/tools", "/actuator/health", "/actuator/mcp")) {
            assertThat(this.web.get(path).statusCode()).as(path).isEqualTo(200);
        }
    }

    private TestOAuthClient client() {
        return new TestOAuthClient(this.authorizationServer.issuer(), this.origin + PATH, "Tests");
    }

    private static String token(TestOAuthClient client, String scope) {
        return "Bearer " + client.tokens(scope).get("access_token").asString();
    }

    private static String challenge(HttpResponse<String> response) {
        return response.headers().firstValue("WWW-Authenticate").orElse("");
    }

    private HttpResponse<String> call(String credentials, String method, String tool) {
        return send(body(method, tool), credentials, method, tool);
    }

    private HttpResponse<String> send(String body, String credentials, String method, String name) {
        List<String> headers = new ArrayList<>(
                List.of("Accept", "application/json, text/event-stream", "MCP-Protocol-Version", "2026-07-28"));
        for (String one : method.split(",")) {
            headers.addAll(List.of("Mcp-Method", one));
        }
        if (name != null) {
            headers.addAll(List.of("Mcp-Name", name));
        }
        if (credentials != null) {
            headers.addAll(List.of("Authorization", credentials));
        }
        return this.web.post(PATH, "application/json", body, headers.toArray(new String[0]));
    }

    private static String body(String method, String tool) {
        Map<String, Object> meta = Map.of(
                "io.modelcontextprotocol/protocolVersion",
                "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities",
                Map.of());
        Map<String, Object> arguments = "write_note".equals(tool) ? Map.of("text", "Hello") : Map.of();
        Map<String, Object> params =
                (tool != null) ? Map.of("_meta", meta, "name", tool, "arguments", arguments) : Map.of("_meta", meta);
        return Web.JSON.writeValueAsString(Map.of("jsonrpc", "2.0", "id", 1, "method", method, "params", params));
    }
}
