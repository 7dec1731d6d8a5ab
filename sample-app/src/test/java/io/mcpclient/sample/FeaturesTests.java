package io.mcpclient.sample;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** What there is beyond tools: resources, prompts, streams of a call, and servers that ask back. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@DirtiesContext
@Timeout(120)
class FeaturesTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @LocalServerPort
    private int port;

    private Http http;

    private record Event(String name, JsonNode data) {}

    @BeforeEach
    void awaitServers() {
        this.http = new Http(this.port);
        Awaitility.await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(this.http.getJson("/api/servers").findValuesAsString("tools"))
                    .containsExactly("2", "9", "5", "6");
            assertThat(this.http.getJson("/api/resources")).hasSize(6);
            assertThat(this.http.getJson("/api/prompts")).hasSize(3);
        });
    }

    @Test
    void resourcesAndTemplatesOfAllServersAreListed() {
        JsonNode resources = this.http.getJson("/api/resources");
        assertThat(resources.get(0).propertyNames())
                .containsExactly("server", "uri", "uriTemplate", "name", "title", "description", "mimeType");
        assertThat(resources.findValuesAsString("name"))
                .containsExactly("environment", "all", "brochure", "bookings", "note", "trip");
        assertThat(resources.get(1).get("uri").asString()).isEqualTo("notes:///all");
        assertThat(resources.get(4).get("uriTemplate").asString()).isEqualTo("notes:///note/{id}");
    }

    @Test
    void resourcesAreRead() {
        JsonNode all = this.http.getJson("/api/resources/read?server=notes&uri=notes:///all");
        assertThat(all.at("/contents/0/text").asString()).contains("#1 Welcome");
        JsonNode one = this.http.getJson("/api/resources/read?server=notes&uri=notes:///note/1");
        assertThat(one.at("/contents/0/text").asString()).startsWith("Welcome");
    }

    // E21: of our environment the child sees what is listed and nothing else
    @Test
    void theServerProcessInheritsOnlyListedEnvironmentVariables() {
        JsonNode names = this.http.getJson("/api/resources/read?server=desk&uri=desk:///environment");
        assertThat(names.at("/contents/0/text").asString().split("\n"))
                .isSubsetOf("PATH", "HOME", "MCP_CLIENT_PROCESS");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/resources/read?server=nobody&uri=x:/y,    404, NotFoundException",
        "/api/resources/read?server=desk&uri=desk:///nothing, 502, McpRequestException",
    })
    void unreadableResourceIsAProblem(String path, int status, String error) {
        HttpResponse<String> answer = this.http.get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(Http.json(answer).get("error").asString()).isEqualTo(error);
    }

    @Test
    void promptsAreListedAndFilledIn() {
        JsonNode prompts = this.http.getJson("/api/prompts");
        assertThat(prompts).hasSize(3);
        int first = prompts.get(0).get("name").asString().equals("letter") ? 0 : 1;
        JsonNode letter = prompts.get(first);
        assertThat(letter.get("server").asString()).isEqualTo("desk");
        assertThat(letter.get("arguments").findValuesAsString("name")).containsExactly("recipient", "subject", "tone");

        HttpResponse<String> filled =
                this.http.post("/api/prompts/desk/letter", "{\"recipient\":\"Ada\",\"subject\":\"tea\"}");
        assertThat(filled.statusCode()).isEqualTo(200);
        assertThat(Http.json(filled).at("/messages/0/content/text").asString())
                .isEqualTo("Write a friendly letter to Ada about tea.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/prompts/nobody/letter | {}             | 404 | NotFoundException",
                "/api/prompts/desk/nothing  | {}             | 502 | McpRequestException",
                "/api/prompts/desk/letter   | {\"tone\":1} | 400 | InvalidArgumentsException",
                "/api/prompts/desk/letter   | [1]            | 400 | InvalidArgumentsException",
            })
    void promptsThatCannotBeFilledInAreAProblem(String path, String body, int status, String error) {
        HttpResponse<String> answer = this.http.post(path, body);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(Http.json(answer).get("error").asString()).isEqualTo(error);
    }

    // PRG-03: progress grows; the result is the last event, and then the stream ends
    @Test
    void streamHasProgressAndLogAndThenTheResult() {
        HttpResponse<String> answer = this.http.post("/api/tools/count_slowly/stream", "{\"seconds\":1}");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/event-stream");

        List<Event> events = events(answer.body());
        assertThat(events.get(events.size() - 1).name()).isEqualTo("result");
        assertThat(events.get(events.size() - 1).data().at("/content/0/text").asString())
                .isEqualTo("Counted for 1 seconds.");
        assertThat(events).filteredOn(event -> event.name().equals("result")).hasSize(1);
        assertThat(events)
                .filteredOn(event -> event.name().equals("progress"))
                .extracting(event -> event.data().get("progress").asDouble())
                .isNotEmpty()
                .isSorted()
                .allMatch(step -> step >= 1 && step <= 4);
        assertThat(events)
                .filteredOn(event -> event.name().equals("log"))
                .extracting(event -> event.data().get("data").asString())
                .containsExactly("counting for 1 seconds");
    }

    @Test
    void aStreamOfACallThatFailsEndsWithTheProblem() {
        List<Event> events =
                events(this.http.post("/api/tools/leave_desk/stream", "{}").body());
        assertThat(events).hasSize(1);
        assertThat(events.get(0).name()).isEqualTo("error");
        assertThat(events.get(0).data().get("server").asString()).isEqualTo("desk");
        assertThat(events.get(0).data().get("outcome").asString()).isEqualTo("UNKNOWN");

        // A05, E03: the process is started again
        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(
                        Http.json(this.http.call("count_words", "{\"text\":\"one two\"}"))
                                .at("/structuredContent/words")
                                .asInt())
                .isEqualTo(2));
    }

    @Test
    void aStreamThatCannotBeginIsAProblem() {
        assertThat(this.http.post("/api/tools/nope/stream", "{}").statusCode()).isEqualTo(404);
        assertThat(this.http.post("/api/tools/count_slowly/stream", "[]").statusCode())
                .isEqualTo(400);
    }

    @Test
    void aFormIsShownAndItsResponseReachesTheTool() {
        CompletableFuture<HttpResponse<String>> call =
                CompletableFuture.supplyAsync(() -> this.http.call("order_lunch", "{}"));
        JsonNode question = question();
        assertThat(question.propertyNames()).containsExactly("id", "server", "message", "schema", "url");
        assertThat(question.get("server").asString()).isEqualTo("everyday");
        assertThat(question.at("/schema/properties/size/enum").toString())
                .isEqualTo("[\"small\",\"medium\",\"large\"]");
        assertThat(question.at("/schema/properties/dish/oneOf/0/title").asString())
                .isEqualTo("Soup of the day");
        assertThat(question.at("/schema/properties/drink/enumNames/0").asString())
                .isEqualTo("Water from the tap");
        assertThat(question.at("/schema/properties/extras/items/enum/2").asString())
                .isEqualTo("fruit");
        assertThat(question.at("/schema/properties/sauces/items/anyOf")).hasSize(2);

        assertThat(answer(
                        question,
                        "{\"action\":\"accept\",\"content\":{\"name\":\"Bo\",\"dish\":\"pasta\","
                                + "\"people\":3,\"vegetarian\":false,\"extras\":[\"salad\"]}}"))
                .isEqualTo(204);

        JsonNode result = Http.json(call.join());
        assertThat(result.at("/structuredContent/name").asString()).isEqualTo("Bo");
        assertThat(result.at("/structuredContent/people").asInt()).isEqualTo(3);
        assertThat(this.http.getJson("/api/elicitations")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"decline, No lunch then.", "cancel, Nobody said what to order."})
    void aFormElicitationCanBeDeclined(String action, String text) {
        CompletableFuture<HttpResponse<String>> call =
                CompletableFuture.supplyAsync(() -> this.http.call("order_lunch", "{}"));
        assertThat(answer(question(), "{\"action\":\"" + action + "\"}")).isEqualTo(204);
        assertThat(Http.json(call.join()).at("/content/0/text").asString()).isEqualTo(text);
    }

    @Test
    void aUrlElicitationIsShownWithItsUrl() {
        CompletableFuture<HttpResponse<String>> call =
                CompletableFuture.supplyAsync(() -> this.http.call("visit_page", "{}"));
        JsonNode question = question();
        assertThat(question.get("schema").isNull()).isTrue();
        assertThat(question.get("url").asString()).isEqualTo("http://127.0.0.1:" + this.port + "/actuator/health");
        assertThat(answer(question, "{\"action\":\"accept\"}")).isEqualTo(204);
        assertThat(Http.json(call.join()).at("/content/0/text").asString()).startsWith("The user agreed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"action\":\"shrug\"}",
                "{\"action\":\"accept\",\"content\":7}",
                "{\"action\":\"accept\",\"content\":{\"a\":{}}}"
            })
    void anInvalidElicitationResponseIsRejected(String body) {
        assertThat(this.http.post("/api/elicitations/x", body).statusCode()).isEqualTo(400);
    }

    @Test
    void aResponseToAnUnknownElicitationIsNotFound() {
        assertThat(this.http
                        .post("/api/elicitations/x", "{\"action\":\"cancel\"}")
                        .statusCode())
                .isEqualTo(404);
    }

    // SMP-01: nothing reaches the model, or the server, without the user's consent
    @Test
    void samplingIsServedByTheLocalModelAfterTheConsentOfTheUser() {
        CompletableFuture<HttpResponse<String>> call =
                CompletableFuture.supplyAsync(() -> this.http.call("ask_model", "{\"question\":\"How are you?\"}"));
        JsonNode request = pending("/api/sampling");
        assertThat(request.get("server").asString()).isEqualTo("everyday");
        assertThat(request.get("messages").toString()).contains("How are you?");
        assertThat(request.get("maxTokens").asInt()).isPositive();
        assertThat(decide(request, "maybe")).isEqualTo(400);
        assertThat(decide(request, "approve")).isEqualTo(204);

        assertThat(Http.json(call.join()).at("/content/0/text").asString())
                .startsWith("local-model says: This is not a language model")
                .contains("counted 3 words");
        assertThat(decide(request, "approve")).isEqualTo(404);
    }

    // in both eras
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ask_model | {\"question\":\"How are you?\"}",
                "write_postcard | {\"trip\":\"lofoten\"}",
            })
    void samplingDeniedByTheUserIsRejected(String tool, String arguments) {
        CompletableFuture<HttpResponse<String>> call =
                CompletableFuture.supplyAsync(() -> this.http.call(tool, arguments));
        assertThat(decide(pending("/api/sampling"), "deny")).isEqualTo(204);

        assertThat(call.join().body()).contains("User rejected the request");
    }

    private int decide(JsonNode request, String decision) {
        String path = "/api/sampling/" + request.get("id").asString();
        return this.http.post(path, "{\"decision\":\"" + decision + "\"}").statusCode();
    }

    private JsonNode question() {
        return pending("/api/elicitations");
    }

    private JsonNode pending(String path) {
        return Awaitility.await()
                .atMost(LIMIT)
                .until(() -> this.http.getJson(path), pending -> !pending.isEmpty())
                .get(0);
    }

    private int answer(JsonNode question, String body) {
        return this.http
                .post("/api/elicitations/" + question.get("id").asString(), body)
                .statusCode();
    }

    private static List<Event> events(String stream) {
        List<Event> events = new ArrayList<>();
        for (String block : stream.split("\n\n")) {
            String name = "";
            StringBuilder data = new StringBuilder();
            for (String line : block.split("\n")) {
                if (line.startsWith("event:")) {
                    name = line.substring(6).trim();
                } else if (line.startsWith("data:")) {
                    data.append(line.substring(5));
                }
            }
            if (!data.isEmpty()) { // a keep-alive comment is no event
                events.add(new Event(name, Http.json(data.toString())));
            }
        }
        return events;
    }
}
