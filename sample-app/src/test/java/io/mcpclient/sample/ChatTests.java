package io.mcpclient.sample;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import tools.jackson.databind.JsonNode;

import io.mcpclient.McpClients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The chat over HTTP, with the local model: which steps of a response arrive. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@DirtiesContext
@Timeout(120)
class ChatTests {

    @LocalServerPort
    private int port;

    @Autowired
    private McpClients clients;

    private Http http;

    @BeforeEach
    void connect() {
        this.http = new Http(this.port);
        await().until(() ->
                this.clients.all().stream().allMatch(client -> client.status().isConnected()));
        await().until(() -> this.http.getJson("/api/tools").size() >= 20);
    }

    /** @param name name of the event */
    private record Step(String name, JsonNode data) {}

    private List<Step> say(String message) {
        HttpResponse<String> response =
                this.http.post("/api/chat", "{\"conversation\": \"c\", \"message\": \"" + message + "\"}");
        assertThat(response.statusCode()).isEqualTo(200);
        List<Step> steps = new ArrayList<>();
        for (String event : response.body().split("\n\n")) {
            String name = field(event, "event:");
            if (!name.isEmpty()) {
                steps.add(new Step(name, Http.json(field(event, "data:"))));
            }
        }
        return steps;
    }

    private static String field(String event, String name) {
        return Arrays.stream(event.split("\n"))
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()))
                .findFirst()
                .orElse("");
    }

    private static List<String> names(List<Step> steps) {
        return steps.stream().map(Step::name).distinct().toList();
    }

    @Test
    void modelIsLabelledAsLocal() {
        JsonNode model = this.http.getJson("/api/chat");

        assertThat(model.path("local").asBoolean()).isTrue();
        assertThat(model.path("name").asString()).isEqualTo("local rules, not a language model");
    }

    @Test
    void sayCallsTheToolAndRepeatsItsResult() {
        List<Step> steps = say("Add the numbers 2 and 40");

        assertThat(names(steps)).containsExactly("tool-call", "tool-result", "answer");
        JsonNode call = steps.get(0).data();
        assertThat(call.path("server").asString()).isEqualTo("everyday");
        assertThat(call.path("tool").asString()).isEqualTo("add_numbers");
        assertThat(call.path("arguments").asString()).isEqualTo("{\"a\":2,\"b\":40}");
        assertThat(steps.get(1).data().at("/structured/sum").asDouble()).isEqualTo(42);
        assertThat(steps.get(2).data().path("text").asString())
                .isEqualTo("add_numbers says: The sum is 42.0.\n{\"sum\":42.0}");
    }

    @Test
    void sayShowsProgressOfTheTool() {
        List<Step> steps = say("Count slowly for 1 seconds");

        assertThat(names(steps)).containsExactly("tool-call", "progress", "tool-result", "answer");
        assertThat(steps.get(1).data().path("total").asDouble()).isEqualTo(4);
    }

    @Test
    void sayDeliversAnImageToThePageAndNotToTheModel() {
        List<Step> steps = say("Draw a red triangle");

        JsonNode image = steps.get(1).data().at("/content/0");
        assertThat(image.path("mimeType").asString()).isEqualTo("image/png");
        assertThat(Base64.getDecoder().decode(image.path("data").asString())).startsWith(0x89, 'P', 'N', 'G');
        assertThat(steps.get(2).data().path("text").asString()).isEqualTo("draw_shape says: [image/png, 2 KB]");
    }

    @Test
    void sayWhenToolFailsReportsItToTheModel() {
        List<Step> steps = say("Print notes");

        assertThat(steps.get(1).data().path("failed").asBoolean()).isTrue();
        assertThat(steps.get(2).data().path("text").asString()).contains("No printer is connected.");
    }

    @Test
    void sayWhenArgumentsAreMissingAsksForThem() {
        List<Step> steps = say("Add numbers");

        assertThat(names(steps)).containsExactly("answer");
        assertThat(steps.get(0).data().path("text").asString()).contains("a (First number)", "b (Second number)");
    }

    @Test
    void sayWhenNoToolFitsListsTools() {
        assertThat(say("Hello").get(0).data().path("text").asString()).contains("no language model", "roll_dice");
    }

    @Test
    void scriptedCallNeedsNoApprovalDialog() {
        HttpResponse<String> response = this.http.call("delete_note", "{\"id\": 77}");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains("There is no note #77.");
        assertThat(this.http.getJson("/api/approvals")).isEmpty();
    }

    @Test
    void approvalOfAnUnknownIdIsNotFound() {
        assertThat(this.http
                        .post("/api/approvals/none", "{\"decision\": \"approve\"}")
                        .statusCode())
                .isEqualTo(404);
        assertThat(this.http
                        .post("/api/approvals/none", "{\"decision\": \"perhaps\"}")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void respondWithoutMessageIsRejected() {
        assertThat(this.http.post("/api/chat", "{\"conversation\": \"c\"}").statusCode())
                .isEqualTo(400);
    }
}
