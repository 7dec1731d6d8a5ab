package io.mcpclient.console;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A server that cuts its texts within a character, as programs in JavaScript do: it sends half of a surrogate pair. */
class CutTextTests {

    private static final String API = "/mcp-console/api/";

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final String CUT = "\"smile \\ud83d\"";

    private static final String SHOWN = "smile \ufffd";

    private static JsonNode get(RawHttp page, String path) {
        RawHttp.Response response = page.get(API + path);
        assertThat(response.status()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private static void script(ScriptedHttpServer server) {
        server.on("initialize")
                .always()
                .reply(Reply.result(
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},\"resources\":{}},"
                                + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\",\"title\":" + CUT
                                + "},\"instructions\":" + CUT
                                + "}"));
        server.on("tools/list")
                .always()
                .reply(Reply.result("{\"tools\":[{\"name\":\"draw\",\"title\":" + CUT + ",\"description\":" + CUT
                        + ",\"inputSchema\":{\"type\":\"object\",\"description\":" + CUT + "}}]}"));
        server.on("resources/list")
                .always()
                .reply(Reply.result(
                        "{\"resources\":[{\"uri\":\"note://a\",\"name\":\"a\",\"description\":" + CUT + "}]}"));
        server.on("resources/templates/list").optionally().reply(Reply.result("{\"resourceTemplates\":[]}"));
        server.on("resources/read")
                .always()
                .reply(Reply.result("{\"contents\":[{\"uri\":\"note://a\",\"text\":" + CUT + "}]}"));
        server.on("tools/call")
                .always()
                .reply(Reply.result("{\"content\":[{\"type\":\"text\",\"text\":" + CUT + "}]}"));
    }

    @Test
    void textsThatEndWithinACharacterAreShown() {
        try (ScriptedHttpServer server = ScriptedHttpServer.legacy()) {
            script(server);
            try (ConsoleApplication application = ConsoleApplication.withConsole()
                    .property("mcp.servers.script.url", server.url())
                    .start()) {
                RawHttp page = RawHttp.likeThePage(application.port());
                await().atMost(LIMIT).until(() -> page.get(API + "tools").body().contains("draw"));
                await().atMost(LIMIT)
                        .until(() -> page.get(API + "resources").body().contains("note://a"));
                page.post(API + "calls", "{\"tool\":\"draw\",\"arguments\":{}}");
                await().atMost(LIMIT).until(() -> page.get(API + "calls").body().contains("\"DONE\""));

                JsonNode call = get(page, "calls/one?id=1");
                assertThat(call.at("/result/content/0/text").asString()).isEqualTo(SHOWN);
                assertThat(call.path("modelText").asString()).isEqualTo(SHOWN);
                assertThat(page.post(API + "resources/read", "{\"server\":\"script\",\"uri\":\"note://a\"}")
                                .body())
                        .contains(SHOWN);
                for (JsonNode request : get(page, "wire")) {
                    assertThat(get(page, "wire/one?id=" + request.path("id").asLong())
                                    .path("method")
                                    .asString())
                            .isEqualTo(request.path("method").asString());
                }
                assertThat(get(page, "tools/one?name=draw").path("definition").has("inputSchema"))
                        .isTrue();
                assertThat(get(page, "servers")).hasSize(1);
            }
        }
    }
}
