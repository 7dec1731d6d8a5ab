package io.mcpclient.console;

import java.time.Duration;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The chat of an application as its page uses it. */
record ChatApi(RawHttp http) {

    static final Duration LIMIT = Duration.ofSeconds(60);

    private static final String API = "/mcp-console/api/";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    static ChatApi of(ConsoleApplication application) {
        return new ChatApi(RawHttp.likeThePage(application.port()));
    }

    JsonNode get(String path) {
        RawHttp.Response response = this.http.get(API + path);
        assertThat(response.status()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    RawHttp.Response post(String path, Object body) {
        return this.http.post(API + path, JSON.writeValueAsString(body));
    }

    /** Begins a conversation. */
    long send(String text) {
        return send(text, null, null);
    }

    long send(String text, Long conversation, String server) {
        RawHttp.Response response = post(
                "chat",
                JSON.createObjectNode()
                        .put("text", text)
                        .put("conversation", conversation)
                        .put("server", server));
        assertThat(response.status()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body()).path("id").asLong();
    }

    /** Waits for the end of an answer, and returns the steps. */
    JsonNode ended(long conversation) {
        await().atMost(LIMIT).until(() -> !get("chat/one?id=" + conversation)
                .at("/conversation/running")
                .asBoolean(true));
        return get("chat/one?id=" + conversation).path("entries");
    }

    /** Waits until a step contains a text. */
    JsonNode step(long conversation, String text) {
        return await().atMost(LIMIT)
                .until(
                        () -> get("chat/one?id=" + conversation)
                                .path("entries")
                                .valueStream()
                                .filter(entry -> entry.toString().contains(text))
                                .findFirst()
                                .orElse(null),
                        entry -> entry != null);
    }
}
