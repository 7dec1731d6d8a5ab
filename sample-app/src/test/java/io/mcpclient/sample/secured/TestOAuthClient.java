package io.mcpclient.sample.secured;

import java.net.http.HttpResponse;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import tools.jackson.databind.JsonNode;

import io.mcpclient.sample.secured.Browser.Page;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

/** A client of the authorization serverof the tests: it registers itself and knows one user, who has a browser. */
final class TestOAuthClient {

    static final String CALLBACK = "http://127.0.0.1:1/callback";

    private static final String VERIFIER = "a-verifier-that-is-long-enough-to-be-taken-for-one";

    private final Browser browser = new Browser(address -> address.toString().startsWith(CALLBACK));

    private final String issuer;

    private final String resource;

    private final Web web;

    private final String id;

    private final String credentials;

    TestOAuthClient(String issuer, String resource, String name) {
        this.issuer = issuer;
        this.resource = resource;
        this.web = new Web(issuer);
        String body = Web.JSON.writeValueAsString(Map.of(
                "client_name",
                name,
                "redirect_uris",
                List.of(CALLBACK),
                "grant_types",
                List.of("authorization_code", "refresh_token"),
                "response_types",
                List.of("code"),
                "token_endpoint_auth_method",
                "client_secret_basic",
                "scope",
                "notes:read"));
        HttpResponse<String> response = this.web.post("/oauth2/register", "application/json", body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
        JsonNode client = Web.json(response);
        this.id = client.get("client_id").asString();
        this.credentials = Web.basic(this.id, client.get("client_secret").asString());
    }

    Browser browser() {
        return this.browser;
    }

    /** Opens the page of the authorization server. */
    Page open(String scope) {
        return open(scope, this.resource);
    }

    Page open(String scope, String resource) {
        return this.browser.open(this.issuer + "/oauth2/authorize?"
                + Browser.query(
                        "response_type",
                        "code",
                        "client_id",
                        this.id,
                        "redirect_uri",
                        CALLBACK,
                        "scope",
                        scope,
                        "state",
                        "some state",
                        "resource",
                        resource,
                        "code_challenge",
                        challenge(),
                        "code_challenge_method",
                        "S256"));
    }

    Page logIn(Page page) {
        assertThat(page.text()).contains("Log in");
        return this.browser.submit(page, 0, Map.of("username", "ada", "password", "engine"));
    }

    /** Logs in if need be, agrees, and redeems the code. */
    JsonNode tokens(String scope) {
        Page page = open(scope);
        Page consent = page.has("Do you agree?") ? page : logIn(page);
        return redeem(this.browser.submit(consent, 0, Map.of()));
    }

    JsonNode redeem(Page answer) {
        assertThat(answer.parameter("iss")).isEqualTo(this.issuer);
        assertThat(answer.parameter("state")).isEqualTo("some state");
        HttpResponse<String> response = this.web.postForm(
                "/oauth2/token",
                this.credentials,
                "grant_type",
                "authorization_code",
                "code",
                answer.parameter("code"),
                "redirect_uri",
                CALLBACK,
                "code_verifier",
                VERIFIER,
                "resource",
                this.resource);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return Web.json(response);
    }

    JsonNode refresh(JsonNode tokens) {
        String token = tokens.get("refresh_token").asString();
        return Web.json(this.web.postForm(
                "/oauth2/token",
                this.credentials,
                "grant_type",
                "refresh_token",
                "refresh_token",
                token,
                "resource",
                this.resource));
    }

    HttpResponse<String> revoke(JsonNode tokens) {
        String token = tokens.get("refresh_token").asString();
        return this.web.postForm("/oauth2/revoke", this.credentials, "token", token);
    }

    private static String challenge() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(VERIFIER.getBytes(US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException ex) {
            throw new AssertionError(ex);
        }
    }
}
