package io.mcpclient.sample;

import java.net.http.HttpResponse;
import java.time.Duration;

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

/** The stateless server through its client: nobody who uses the API sees a difference between the eras. */
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
    void aToolThatFailsIsAnOrdinaryAnswer() {
        JsonNode result = result("cancel_booking", "{\"reference\":\"B-0\"}");
        assertThat(result.get("isError").asBoolean()).isTrue();
    }

    @Test
    void resourcesAndPromptsAreThere() {
        JsonNode brochure = this.http.getJson("/api/resources/read?server=travel&uri=travel:///brochure");
        assertThat(brochure.at("/contents/0/text").asString()).contains("Runde");
        HttpResponse<String> prompt = this.http.post("/api/prompts/travel/itinerary", "{\"region\":\"north\"}");
        assertThat(Http.json(prompt).at("/messages/0/content/text").asString())
                .isEqualTo("Write an itinerary through the region north.");
    }

    @Test
    void aStreamTellsProgressAndLog() {
        HttpResponse<String> answer =
                this.http.post("/api/tools/compare_prices/stream", "{\"trip\":\"finse\",\"agencies\":3}");
        assertThat(answer.body())
                .contains("event:log", "asking 3 agencies", "event:progress", "\"message\":\"agency 2 of 3\"")
                .contains("event:result", "The best of 3 prices is 2570 kroner.");
    }

    private JsonNode result(String tool, String arguments) {
        HttpResponse<String> answer = this.http.call(tool, arguments);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Http.json(answer);
    }
}
