package io.mcpclient.console;

import java.time.Duration;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.McpClients;
import io.mcpclient.console.RawHttp.Response;
import io.mcpclient.test.McpTestServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Servers of a file of another program, over the requests of the page. */
class FileTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final String PREVIEW = "/mcp-console/api/servers/file/preview";

    private static final String ADD = "/mcp-console/api/servers/file/add";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final McpTestServer WEATHER = DemoServers.weather();

    private static ConsoleApplication application;

    @BeforeAll
    static void start() {
        application = ConsoleApplication.withConsole().start();
    }

    @AfterAll
    static void stop() {
        application.close();
        WEATHER.close();
    }

    private static RawHttp page() {
        return RawHttp.likeThePage(application.port());
    }

    private static String body(String content, String more) {
        return "{\"content\":" + JSON.writeValueAsString(content) + more + "}";
    }

    private static JsonNode preview(String content, String more) {
        Response response = page().post(PREVIEW, body(content, more));
        assertThat(response.status()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    @Test
    void planNamesWhatWouldBeContactedOrRunWithoutValuesOfSecrets() {
        JsonNode plan = preview("""
                  {"mcpServers": {
                    "files": {"command": "npx", "args": ["-y", "server-files", "${HOME}"], "env": {"API_KEY": "s3cret"}},
                    "remote": {"url": "https://example.com/mcp", "headers": {"Authorization": "Bearer ${PATH}"}},
                    "off": {"url": "https://example.org/mcp", "disabled": true, "timeout": 5}}}\
                  """, "");

        assertThat(plan).hasSize(3);
        assertThat(plan.at("/0/name").asString()).isEqualTo("files");
        assertThat(plan.at("/0/preview/isProcess").asBoolean()).isTrue();
        assertThat(plan.at("/0/preview/description").asString())
                .isEqualTo("program   npx\nargument  -y\nargument  server-files\nargument  ${HOME}\nwith API_KEY=***");
        assertThat(plan.at("/0/preview/warnings/0").asString()).contains("environment variable HOME", "args[2]");
        assertThat(plan.at("/0/preview/consent").asString()).hasSize(64);
        assertThat(plan.at("/1/preview/description").asString())
                .isEqualTo("https://example.com/mcp\nwith Authorization=***");
        assertThat(plan.at("/2/preview/warnings").toString()).contains("disabled in the file", "timeout");
        assertThat(plan.toString()).doesNotContain("s3cret", System.getenv("PATH"));
        assertThat(application.bean(McpClients.class).all()).extracting("name").doesNotContain("files", "remote");
    }

    @Test
    void missingInputIsNamedAndTheServerIsAddedWithItsValue() {
        String content = """
            {"inputs": [{"id": "tenant", "type": "promptString", "description": "Your tenant", "password": true}],
             "servers": {"weather": {"type": "http", "url": "%s", "headers": {"X-Tenant": "${input:tenant}"}}}}\
            """.formatted(WEATHER.url());
        JsonNode incomplete = preview(content, "");
        assertThat(incomplete.at("/0/preview/consent").isNull()).isTrue();
        assertThat(incomplete.at("/0/preview/description").asString()).contains("needs the input tenant (Your tenant)");
        assertThat(incomplete.at("/0/preview/inputs/0/secret").asBoolean()).isTrue();

        String inputs = ",\"inputs\":{\"tenant\":\"acme\"}";
        String consent = preview(content, inputs).at("/0/preview/consent").asString();
        Response refused = page().post(ADD, body(content, inputs + ",\"name\":\"weather\",\"consent\":\"other\""));
        assertThat(refused.status()).isEqualTo(502);
        assertThat(refused.body()).contains("not for what the server would contact");
        Response added =
                page().post(ADD, body(content, inputs + ",\"name\":\"weather\",\"consent\":\"" + consent + "\""));

        assertThat(added.status()).as(added.body()).isEqualTo(204);
        McpClients clients = application.bean(McpClients.class);
        await().atMost(LIMIT).until(() -> clients.get("weather").status().isConnected());
    }

    @Test
    void textThatIsNoFileOfAClientIsRejectedWithItsLine() {
        Response broken = page().post(PREVIEW, body("{\"mcpServers\": {\n  oops", ""));
        assertThat(broken.status()).isEqualTo(502);
        assertThat(broken.body()).contains("line 2", "not valid JSON").doesNotContain("mcp.config-locations");
        assertThat(page().post(PREVIEW, body("{}", "")).body()).contains("mcpServers");
        assertThat(page().post(PREVIEW, "{}").status()).isEqualTo(400);
    }

    @Test
    void commandThatCannotBeShownAsAWholeCannotBeAdded() {
        JsonNode plan = preview("""
                  {"mcpServers": {"notes": {"command": "sh", "args": ["-c", "exec notes%s; evil"], "env": {"TOKEN": "%s"}}}}\
                  """.formatted(" ".repeat(2000), "t".repeat(3000)), "");

        assertThat(plan.at("/0/preview/description").asString())
                .contains("argument  exec notes")
                .contains("args[1] has 2016 characters, of which only 2000 are shown")
                .doesNotContain("TOKEN=t");
        assertThat(plan.at("/0/preview/consent").isNull()).isTrue();
    }

    @Test
    void entryThatIsNotValidHidesNoOther() {
        JsonNode plan = preview("""
                  {"mcpServers": {"good": {"url": "https://example.com/mcp"}, "sandboxed": {"command": "x", "sandbox": true},
                    "missing": {"url": "https://example.com/${NO_SUCH_VARIABLE}"}}}\
                  """, "");

        assertThat(plan.at("/0/preview/consent").asString()).hasSize(64);
        assertThat(plan.at("/1/preview/description").asString()).contains("sandbox");
        assertThat(plan.at("/2/preview/description").asString())
                .startsWith("https://example.com/${NO_SUCH_VARIABLE}")
                .contains("no such environment variable");
        assertThat(plan.at("/2/preview/consent").isNull()).isTrue();
    }

    @Test
    void filesAreRefusedWhereServersCannotBeAdded() {
        try (ConsoleApplication other = ConsoleApplication.withConsole()
                .property("mcp.console.add-servers", "false")
                .start()) {
            RawHttp page = RawHttp.likeThePage(other.port());

            assertThat(page.post(PREVIEW, body("{\"mcpServers\":{}}", "")).status())
                    .isEqualTo(403);
            assertThat(page.post(ADD, body("{}", ",\"name\":\"x\",\"consent\":\"x\""))
                            .status())
                    .isEqualTo(403);
        }
    }
}
