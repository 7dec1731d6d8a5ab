package io.mcpclient.sample.secured;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import io.mcpclient.sample.secured.Browser.Page;

import static org.assertj.core.api.Assertions.assertThat;

/** The whole flow over HTTP alone, where there is no browser: requests of the page and forms without a browser. */
class SecuredHttpTests extends SecuredFlow {

    @Override
    Console open(int port) {
        return new HttpConsole(port);
    }

    // AUTH-25: the id is the URL of the document, character for character
    @Test
    void documentAboutThisClientIsPublished() {
        HttpResponse<String> answer = new Web("http://127.0.0.1:" + this.port).get("/mcp/oauth/client-metadata.json");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("application/json");
        JsonNode document = Web.json(answer);
        String base = "http://localhost:" + this.port + "/mcp/oauth/";
        assertThat(document.get("client_id").asString()).isEqualTo(base + "client-metadata.json");
        assertThat(document.get("client_name").asString()).isEqualTo("mcp-sample");
        assertThat(Web.texts(document.get("redirect_uris"))).containsExactly(base + "callback");
        assertThat(document.get("token_endpoint_auth_method").asString()).isEqualTo("none");
    }

    private static final class HttpConsole implements Console {

        private static final Duration LIMIT = Duration.ofSeconds(30);

        private final Browser browser = new Browser();

        private final Web web;

        HttpConsole(int port) {
            this.web = new Web("http://127.0.0.1:" + port);
        }

        @Override
        public void authorize(String scopes) {
            JsonNode pending = await(
                    "/api/authorizations",
                    one -> one.path("server").asString("").equals("vault")
                            && String.join(" ", Web.texts(one.get("scopes"))).equals(scopes));
            Page page = this.browser.open(pending.get("address").asString());
            if (page.has("Log in")) {
                page = this.browser.submit(page, 0, Map.of("username", "ada", "password", "engine"));
            }
            if (page.has("Do you agree?")) {
                assertThat(page.text()).contains(scopes.split(" "));
                page = this.browser.submit(page, 0, Map.of());
            }
            assertThat(page.text()).contains("Authorized");
        }

        @Override
        public String run(String tool, String text) {
            await("/api/tools", one -> one.path("name").asString("").equals(tool));
            Map<String, String> arguments = (text != null) ? Map.of("text", text) : Map.of();
            JsonNode answer = Web.json(
                    this.web.post("/api/tools/" + tool, "application/json", Web.JSON.writeValueAsString(arguments)));
            return answer.has("content")
                    ? answer.at("/content/0/text").asString()
                    : answer.get("server").asString() + ": "
                            + answer.get("detail").asString();
        }

        @Override
        public void expire() {
            press("/api/authorization-server/expire");
        }

        @Override
        public void revoke() {
            press("/api/authorization-server/revoke");
        }

        @Override
        public void logOut() {
            press("/api/authorizations/vault/logout");
        }

        private void press(String path) {
            HttpResponse<String> answer = this.web.post(path, "application/json", "");
            assertThat(answer.statusCode()).isEqualTo(204);
        }

        private JsonNode await(String path, Predicate<JsonNode> rule) {
            return Awaitility.await()
                    .atMost(LIMIT)
                    .until(
                            () -> Web.json(this.web.get(path))
                                    .valueStream()
                                    .filter(rule)
                                    .findFirst(),
                            Optional::isPresent)
                    .orElseThrow();
        }
    }
}
