package io.mcpclient.testkit.oauth;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(20)
class ScriptedAuthorizationServerTests {

    private static final String REDIRECT = "http://localhost:3000/callback";

    /** Of the verifier below, from RFC 7636, appendix B. */
    private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

    private final HttpClient client = HttpClient.newHttpClient();

    private final ScriptedAuthorizationServer server = new ScriptedAuthorizationServer().client("client-1", null);

    @AfterEach
    void close() {
        this.server.close();
    }

    @Test
    void authorizationCodeIsIssuedAtOnceAndRedeemableOnce() throws Exception {
        Map<String, String> exchange = Map.of(
                "grant_type",
                "authorization_code",
                "client_id",
                "client-1",
                "code",
                authorize(),
                "redirect_uri",
                REDIRECT,
                "resource",
                "https://mcp.example.com/mcp",
                "code_verifier",
                VERIFIER);

        JsonNode tokens = json(post("/token", exchange));
        int again = post("/token", exchange).statusCode();

        assertThat(tokens.path("token_type").asString("")).isEqualTo("Bearer");
        assertThat(tokens.path("expires_in").asInt(0)).isEqualTo(3600);
        assertThat(this.server.accepts(tokens.path("access_token").asString("")))
                .isTrue();
        assertThat(again).isEqualTo(400);
    }

    @Test
    void wrongCodeVerifierIsRejected() throws Exception {
        HttpResponse<String> refused = post(
                "/token",
                Map.of(
                        "grant_type", "authorization_code",
                        "client_id", "client-1",
                        "code", authorize(),
                        "redirect_uri", REDIRECT,
                        "resource", "https://mcp.example.com/mcp",
                        "code_verifier", "another"));

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(this.server.complaints()).singleElement().asString().contains("code_verifier");
    }

    @Test
    void reusedRefreshTokenRevokesItsFamily() throws Exception {
        ScriptedAuthorizationServer.Issued issued = this.server.issue("client-1", null, "read");

        JsonNode renewed = json(refresh(issued.refreshToken()));
        int reused = refresh(issued.refreshToken()).statusCode();
        int afterwards = refresh(renewed.path("refresh_token").asString("")).statusCode();

        assertThat(reused).isEqualTo(400);
        assertThat(afterwards).isEqualTo(400);
        assertThat(this.server.reuses()).isEqualTo(1);
        assertThat(this.server.accepts(renewed.path("access_token").asString("")))
                .isFalse();
    }

    @Test
    void scriptedResponsesTakePrecedenceOverTheDefaults() throws Exception {
        this.server.nextAt("/token", Reply.status(503), ScriptedAuthorizationServer.error(400, "slow_down"));

        assertThat(clientCredentials().statusCode()).isEqualTo(503);
        assertThat(clientCredentials().body()).contains("slow_down");
        assertThat(clientCredentials().statusCode()).isEqualTo(200);
        assertThat(this.server.tokenRequests("client_credentials")).hasSize(3);
    }

    @Test
    void protectedServerRequiresTokensAndScopes() throws Exception {
        try (ScriptedModernServer mcp = ScriptedHttpServer.modern()) {
            ScriptedResource.protect(mcp, this.server).wanting("GET", "read");
            ScriptedAuthorizationServer.Issued poor = this.server.issue("client-1", mcp.url());
            ScriptedAuthorizationServer.Issued good = this.server.issue("client-1", mcp.url(), "read");
            mcp.on("GET").path("/mcp").reply(Reply.status(204));

            HttpResponse<String> bare = get(mcp.url(), null);
            HttpResponse<String> withPoor = get(mcp.url(), poor.accessToken());
            int withGood = get(mcp.url(), good.accessToken()).statusCode();
            this.server.expireAll();
            int afterwards = get(mcp.url(), good.accessToken()).statusCode();

            assertThat(bare.statusCode()).isEqualTo(401);
            String challenge = bare.headers().firstValue("WWW-Authenticate").orElse("");
            assertThat(challenge).contains("resource_metadata=");
            assertThat(withPoor.statusCode()).isEqualTo(403);
            assertThat(withPoor.headers().firstValue("WWW-Authenticate").orElse(""))
                    .contains("insufficient_scope")
                    .contains("scope=\"read\"");
            assertThat(withGood).isEqualTo(204);
            assertThat(afterwards).isEqualTo(401);
            String document = challenge.substring(challenge.indexOf("http"), challenge.lastIndexOf('"'));
            assertThat(json(get(document, null)).at("/authorization_servers/0").asString(""))
                    .isEqualTo(this.server.issuer());
        }
    }

    private String authorize() throws Exception {
        HttpResponse<String> answer = get(
                this.server.issuer() + "/authorize?"
                        + form(Map.of(
                                "response_type", "code",
                                "client_id", "client-1",
                                "redirect_uri", REDIRECT,
                                "state", "s",
                                "resource", "https://mcp.example.com/mcp",
                                "code_challenge", CHALLENGE,
                                "code_challenge_method", "S256")),
                null);
        assertThat(answer.statusCode()).isEqualTo(302);
        String location = answer.headers().firstValue("Location").orElse("");
        assertThat(location).contains("state=s").contains("iss=");
        return location.replaceAll(".*[?&]code=([^&]*).*", "$1");
    }

    private HttpResponse<String> refresh(String token) throws Exception {
        return post("/token", Map.of("grant_type", "refresh_token", "client_id", "client-1", "refresh_token", token));
    }

    private HttpResponse<String> clientCredentials() throws Exception {
        return post("/token", Map.of("grant_type", "client_credentials", "client_id", "client-1"));
    }

    private HttpResponse<String> post(String path, Map<String, String> form) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(this.server.issuer() + path))
                .timeout(Duration.ofSeconds(5))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form(form)))
                .build();
        return this.client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String url, @org.jspecify.annotations.Nullable String token) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(5));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        return this.client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String form(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.builder().build().readTree(answer.body());
    }
}
