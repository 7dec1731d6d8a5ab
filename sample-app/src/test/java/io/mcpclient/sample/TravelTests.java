package io.mcpclient.sample;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** The stateless server through its client: users of the API see no difference between the eras. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "mcp.servers.everyday.enabled=false",
            "mcp.servers.notes.enabled=false",
            "mcp.servers.desk.enabled=false",
        })
@DirtiesContext
@Timeout(120)
class TravelTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final String WHO =
            "{\"action\":\"accept\",\"content\":{\"name\":\"Bo\",\"seats\":3,\"room\":\"hut\"}}";

    private static final String AGREED = "{\"action\":\"accept\",\"content\":{\"agree\":true}}";

    @LocalServerPort
    private int port;

    private Http http;

    @BeforeEach
    void awaitServer() {
        this.http = new Http(this.port);
        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(
                        this.http.getJson("/api/servers").findValuesAsString("tools"))
                .containsExactly("6"));
    }

    // The server refuses the call unless the headers say the same as the arguments.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"region\":\"fjords\"}                              | 3",
                "{\"region\":\"fjords\",\"days\":4}                   | 2",
                "{\"region\":\"fjords\",\"days\":2,\"by_train\":true} | 1",
                "{\"region\":\"islands\",\"by_train\":true}           | 0"
            })
    void argumentsAreRepeatedInHeaders(String arguments, int found) {
        JsonNode result = result("search_trips", arguments);
        assertThat(result.at("/structuredContent/trips")).hasSize(found);
    }

    @Test
    void aToolErrorIsReturnedAsAnOrdinaryResult() {
        JsonNode result = result("cancel_booking", "{\"reference\":\"B-0\"}");
        assertThat(result.get("isError").asBoolean()).isTrue();
    }

    @Test
    void resourcesAndPromptsAreAvailable() {
        JsonNode brochure = this.http.getJson("/api/resources/read?server=travel&uri=travel:///brochure");
        assertThat(brochure.at("/contents/0/text").asString()).contains("Runde");
        HttpResponse<String> prompt = this.http.post("/api/prompts/travel/itinerary", "{\"region\":\"north\"}");
        assertThat(Http.json(prompt).at("/messages/0/content/text").asString())
                .isEqualTo("Write an itinerary through the region north.");
    }

    @Test
    void streamHasProgressAndLog() {
        HttpResponse<String> answer =
                this.http.post("/api/tools/compare_prices/stream", "{\"trip\":\"finse\",\"agencies\":3}");
        assertThat(answer.body())
                .contains("event:log", "asking 3 agencies", "event:progress", "\"message\":\"agency 2 of 3\"")
                .contains("event:result", "The best of 3 prices is 2570 kroner.");
    }

    @Test
    void twoFormsLeadToABookingThatIsListedUntilItIsCancelled() {
        CompletableFuture<JsonNode> call =
                CompletableFuture.supplyAsync(() -> result("book_trip", "{\"trip\":\"rondane\"}"));

        JsonNode first = question("Who travels?");
        assertThat(first.get("server").asString()).isEqualTo("travel");
        assertThat(first.at("/schema/properties/room/enum").toString()).isEqualTo("[\"hut\",\"guesthouse\",\"hotel\"]");
        answer(first, WHO);
        answer(question("Huts of Rondane for Bo costs 12300 kroner."), AGREED);

        JsonNode booking = call.join().get("structuredContent");
        assertThat(booking.get("seats").asInt()).isEqualTo(3);
        String reference = booking.get("reference").asString();
        awaitResources(reference, true);
        assertThat(bookings()).contains(reference);

        result("cancel_booking", "{\"reference\":\"" + reference + "\"}");
        awaitResources(reference, false);
        assertThat(bookings()).doesNotContain(reference);
    }

    @Test
    void aFormCanBeRefusedInAnyRound() {
        CompletableFuture<JsonNode> call =
                CompletableFuture.supplyAsync(() -> result("book_trip", "{\"trip\":\"flam\"}"));
        answer(question("Who travels?"), WHO);
        answer(question("The railway to Flåm for Bo costs 9300 kroner."), "{\"action\":\"decline\"}");
        assertThat(call.join().at("/content/0/text").asString())
                .isEqualTo("Nothing is booked: the user did not agree to the price.");
    }

    @Test
    void theModelOfTheClientWritesThePostcard() {
        CompletableFuture<JsonNode> call =
                CompletableFuture.supplyAsync(() -> result("write_postcard", "{\"trip\":\"lofoten\",\"to\":\"Bo\"}"));
        String id = Awaitility.await()
                .atMost(LIMIT)
                .until(() -> this.http.getJson("/api/sampling"), pending -> !pending.isEmpty())
                .at("/0/id")
                .asString();
        this.http.post("/api/sampling/" + id, "{\"decision\":\"approve\"}");
        assertThat(call.join().at("/content/0/text").asString())
                .startsWith("Dear Bo,\nThis is not a language model")
                .endsWith("(local-model)");
    }

    @Test
    void aTaskRequestsInputOnceAndReturnsItsResult() {
        CompletableFuture<JsonNode> call =
                CompletableFuture.supplyAsync(() -> result("plan_tour", "{\"region\":\"islands\",\"days\":2}"));
        answer(question("At what pace shall it be?"), "{\"action\":\"accept\",\"content\":{\"pace\":\"easy\"}}");
        JsonNode result = call.join();
        assertThat(result.at("/structuredContent/pace").asString()).isEqualTo("easy");
        assertThat(result.at("/structuredContent/stops").toString()).isEqualTo("[\"Svolvær\",\"Henningsvær\"]");
        assertThat(this.http.getJson("/api/elicitations")).isEmpty();
    }

    private JsonNode result(String tool, String arguments) {
        HttpResponse<String> answer = this.http.call(tool, arguments);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Http.json(answer);
    }

    private String bookings() {
        return this.http
                .getJson("/api/resources/read?server=travel&uri=travel:///bookings")
                .at("/contents/0/text")
                .asString();
    }

    private void awaitResources(String name, boolean there) {
        Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(this.http
                        .getJson("/api/resources")
                        .findValuesAsString("name")
                        .contains(name))
                .isEqualTo(there));
    }

    private JsonNode question(String message) {
        return Awaitility.await()
                .atMost(LIMIT)
                .until(
                        () -> this.http.getJson("/api/elicitations").path(0),
                        pending -> pending.path("message").asString("").equals(message));
    }

    private void answer(JsonNode question, String body) {
        String path = "/api/elicitations/" + question.get("id").asString();
        assertThat(this.http.post(path, body).statusCode()).isEqualTo(204);
    }
}
