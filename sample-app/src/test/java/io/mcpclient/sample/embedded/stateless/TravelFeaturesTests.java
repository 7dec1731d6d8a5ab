package io.mcpclient.sample.embedded.stateless;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** What the server travel offers, as it looks on the wire. */
@TravelTest
class TravelFeaturesTests {

    private static final String BOOKINGS = "travel:///bookings";

    private static final Map<String, Object> ACCEPTED =
            Map.of("action", "accept", "content", Map.of("name", "Ada", "seats", 2));

    private static final Map<String, Object> AGREED = Map.of("action", "accept", "content", Map.of("agree", true));

    @LocalServerPort
    private int port;

    @Autowired
    private Subscriptions subscriptions;

    private TravelHttp travel;

    @BeforeEach
    void connect() {
        this.travel = new TravelHttp(this.port);
    }

    @Test
    void theServerReportsWhatItIs() {
        JsonNode result = this.travel.call("server/discover").result();
        assertThat(result.path("resultType").asString()).isEqualTo("complete");
        assertThat(result.path("supportedVersions").toString()).isEqualTo("[\"2026-07-28\"]");
        assertThat(result.path("capabilities").propertyNames())
                .containsExactly("tools", "prompts", "resources", "completions", "logging", "extensions");
        assertThat(result.path("capabilities").path("extensions").has(Revision.TASKS))
                .isTrue();
        assertThat(result.path("_meta").path(Revision.SERVER_INFO).path("name").asString())
                .isEqualTo("travel");
        assertThat(result.has("serverInfo")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "server/discover, public",
        "tools/list, public",
        "prompts/list, public",
        "resources/list, private",
        "resources/templates/list, public"
    })
    void listsHaveATtlAndACacheScope(String method, String scope) {
        JsonNode result = this.travel.call(method).result();
        assertThat(result.path("ttlMs").asLong()).isPositive();
        assertThat(result.path("cacheScope").asString()).isEqualTo(scope);
    }

    @Test
    void everyListIsOnePage() {
        assertThat(this.travel
                        .call("tools/list", "cursor", "2")
                        .json()
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32602);
    }

    @Test
    void toolsAreListedWithTheirHeaders() {
        JsonNode result = this.travel.call("tools/list").result();
        assertThat(result.path("tools").findValuesAsString("title"))
                .containsExactly(
                        "Search trips",
                        "Compare prices",
                        "Book a trip",
                        "Cancel a booking",
                        "Write a postcard",
                        "Plan a tour");
        assertThat(result.at("/tools/0/inputSchema").findValuesAsString("x-mcp-header"))
                .containsExactly("Region", "Days", "By-Train");
    }

    @ParameterizedTest
    @CsvSource({
        "travel:///brochure, public, Bergen",
        "travel:///trip/runde, public, Birds",
        "travel:///bookings, private, ''"
    })
    void resourcesAreRead(String uri, String scope, String word) {
        JsonNode result = this.travel.call("resources/read", "uri", uri).result();
        assertThat(result.at("/contents/0/text").asString()).contains(word);
        assertThat(result.path("cacheScope").asString()).isEqualTo(scope);
    }

    @ParameterizedTest
    @ValueSource(strings = {"travel:///nothing", "travel:///trip/nothing", "travel:///booking/nothing", "x"})
    void anUnknownResourceIsAnError(String uri) {
        JsonNode answer = this.travel.call("resources/read", "uri", uri).json();
        assertThat(answer.at("/error/code").asInt()).isEqualTo(-32602);
        assertThat(answer.at("/error/data/uri").asString()).isEqualTo(uri);
    }

    @Test
    void promptsAreFilledInAndCompleted() {
        JsonNode prompt = this.travel
                .call("prompts/get", "name", "itinerary", "arguments", Map.of("region", "north", "wish", "whales"))
                .result();
        assertThat(prompt.at("/messages/0/content/text").asString())
                .isEqualTo("Write an itinerary through the region north. Do not leave out whales.");
        JsonNode completed = this.travel
                .call(
                        "completion/complete",
                        "ref",
                        Map.of("type", "ref/prompt", "name", "itinerary"),
                        "argument",
                        Map.of("name", "region", "value", "f"))
                .header("Mcp-Name", null)
                .result();
        assertThat(completed.at("/completion/values").toString()).isEqualTo("[\"fjords\"]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"region\":\"moon\"}",
                "{\"region\":7}",
                "{\"region\":\"north\",\"days\":99}",
                "{\"region\":\"north\",\"x\":1}"
            })
    void invalidArgumentsAreAToolError(String arguments) {
        JsonNode result = this.travel
                .call("tools/call", "name", "plan_tour", "arguments", Json.read(arguments.getBytes()))
                .result();
        assertThat(result.path("isError").asBoolean()).isTrue();
    }

    @Test
    void pricesAreComparedWithProgress() {
        try (TravelHttp.Events events =
                prices(2).meta("progressToken", "p").meta(Revision.LOG_LEVEL, "info").stream()) {
            List<JsonNode> all = events.all().toList();
            assertThat(all)
                    .extracting(message -> message.path("method").asString("answer"))
                    .containsExactly(
                            "notifications/message", "notifications/progress", "notifications/progress", "answer");
            assertThat(all.get(1).at("/params/progressToken").asString()).isEqualTo("p");
            assertThat(all.get(2).at("/params/progress").asInt()).isEqualTo(2);
            assertThat(all.get(3).at("/result/content/0/text").asString()).contains("5180 kroner");
        }
    }

    @Test
    void progressIsNotSentUnlessRequested() {
        try (TravelHttp.Events events = prices(1).meta(Revision.LOG_LEVEL, "warning").stream()) {
            assertThat(events.all().toList()).hasSize(1);
        }
    }

    // closing the stream cancels the request and releases its capacity
    @Test
    void comparisonStopsWhenTheClientDisconnects() {
        List<TravelHttp.Events> all = new ArrayList<>();
        for (Optional<TravelHttp.Events> next = prices(50).streamIfAny();
                next.isPresent();
                next = prices(50).streamIfAny()) {
            all.add(next.orElseThrow());
        }
        assertThat(all).as("until there is no room").hasSizeBetween(1, 16);

        all.forEach(TravelHttp.Events::close);

        Awaitility.await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            HttpResponse<String> answer = prices(1).send();
            assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("text/event-stream");
        });
    }

    private TravelHttp.Call prices(int agencies) {
        return this.travel.tool("compare_prices", Map.of("trip", "bergen", "agencies", agencies));
    }

    private TravelHttp.Call booking() {
        return this.travel.tool("book_trip", Map.of("trip", "flam"));
    }

    // two rounds, and what is known so far travels along
    @Test
    void aBookingRequestsInputTwice() {
        JsonNode first = booking().result();
        assertThat(first.path("resultType").asString()).isEqualTo("input_required");
        assertThat(first.has("ttlMs")).isFalse();
        assertThat(first.at("/inputRequests/travellers/method").asString()).isEqualTo("elicitation/create");

        JsonNode second = again(first, "travellers", ACCEPTED).result();
        assertThat(second.at("/inputRequests/agreement/params/message").asString())
                .isEqualTo("The railway to Flåm for Ada costs 6200 kroner.");

        JsonNode booked = again(second, "agreement", AGREED).result();
        assertThat(booked.path("resultType").asString()).isEqualTo("complete");
        assertThat(booked.at("/structuredContent/total").asInt()).isEqualTo(6200);
        String reference = booked.at("/structuredContent/reference").asString();

        assertThat(again(second, "agreement", AGREED)
                        .result()
                        .at("/structuredContent/reference")
                        .asString())
                .as("the same round twice")
                .isEqualTo(reference);
        assertThat(bookings()).containsOnlyOnce(reference);

        Map<String, Object> arguments = Map.of("reference", reference);
        assertThat(this.travel
                        .tool("cancel_booking", arguments)
                        .result()
                        .path("isError")
                        .asBoolean())
                .isFalse();
        assertThat(bookings()).doesNotContain(reference);
        assertThat(this.travel
                        .tool("cancel_booking", arguments)
                        .result()
                        .path("isError")
                        .asBoolean())
                .isTrue();
    }

    private String bookings() {
        return this.travel
                .call("resources/read", "uri", BOOKINGS)
                .result()
                .at("/contents/0/text")
                .asString();
    }

    private TravelHttp.Call again(JsonNode round, String key, Map<String, Object> answer) {
        return booking()
                .param("inputResponses", Map.of(key, answer))
                .param("requestState", round.path("requestState").asString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"decline", "cancel"})
    void aUserMayDeclineOrCancel(String action) {
        JsonNode first = booking().result();
        assertThat(again(first, "travellers", Map.of("action", action))
                        .result()
                        .at("/content/0/text")
                        .asString())
                .isEqualTo("Nothing is booked: nobody said who travels.");
        JsonNode second = again(first, "travellers", ACCEPTED).result();
        assertThat(again(second, "agreement", Map.of("action", action))
                        .result()
                        .at("/content/0/text")
                        .asString())
                .isEqualTo("Nothing is booked: the user did not agree to the price.");
    }

    @Test
    void missingOrInvalidInputsAreRequestedAgain() {
        JsonNode first = booking().result();
        JsonNode missing = again(first, "other", ACCEPTED).result();
        assertThat(missing.at("/inputRequests/travellers").isObject()).isTrue();
        Map<String, Object> crowd = Map.of("action", "accept", "content", Map.of("name", "Ada", "seats", 99));
        JsonNode unfit = again(missing, "travellers", crowd).result();
        assertThat(unfit.at("/inputRequests/travellers/params/message").asString())
                .contains("seats");
    }

    // state of another call, of another server, or forged
    @Test
    void foreignRequestStateIsRejected() {
        String state = booking().result().path("requestState").asString();
        String other = state.substring(0, state.length() - 2) + (state.endsWith("A") ? "BB" : "AA");
        for (String foreign : List.of("", "x", ".", "a.b", "a.b.c", other)) {
            assertThat(booking()
                            .param("requestState", foreign)
                            .json()
                            .at("/error/code")
                            .asInt())
                    .as(foreign)
                    .isEqualTo(-32602);
        }
        assertThat(this.travel
                        .tool("book_trip", Map.of("trip", "bodo"))
                        .param("requestState", state)
                        .json()
                        .at("/error/code")
                        .asInt())
                .as("other arguments")
                .isEqualTo(-32602);
    }

    // no client is asked without the capability
    @ParameterizedTest
    @CsvSource({"book_trip, elicitation", "write_postcard, sampling"})
    void aClientWithoutTheCapabilityReceivesAnErrorNamingIt(String tool, String capability) {
        HttpResponse<String> answer = this.travel
                .tool(tool, Map.of("trip", "flam"))
                .capabilities(Map.of("roots", Map.of()))
                .send();
        assertThat(answer.statusCode()).isEqualTo(400);
        JsonNode error = TravelHttp.body(answer).path("error");
        assertThat(error.path("code").asInt()).isEqualTo(-32021);
        assertThat(error.at("/data/requiredCapabilities").propertyNames()).containsExactly(capability);
    }

    @Test
    void aPostcardIsWrittenByTheModelOfTheClient() {
        TravelHttp.Call call = this.travel.tool("write_postcard", Map.of("trip", "runde", "to", "Bo"));
        JsonNode first = call.result();
        assertThat(first.at("/inputRequests/words/method").asString()).isEqualTo("sampling/createMessage");
        assertThat(first.at("/inputRequests/words/params/messages/0/content/text")
                        .asString())
                .isEqualTo("Write a postcard to Bo from: Birds of Runde");

        Map<String, Object> answer = Map.of(
                "role", "assistant", "model", "m", "content", Map.of("type", "text", "text", "Puffins everywhere."));
        JsonNode done = call.param("inputResponses", Map.of("words", answer))
                .param("requestState", first.path("requestState").asString())
                .result();
        assertThat(done.at("/content/0/text").asString()).isEqualTo("Dear Bo,\nPuffins everywhere.\n(m)");
    }

    @Test
    void aTourIsPlannedAtOnceWithoutTaskSupport() {
        JsonNode result = tour(1).capabilities(Map.of("elicitation", Map.of())).result();
        assertThat(result.path("resultType").asString()).isEqualTo("complete");
        assertThat(result.at("/structuredContent/stops").toString()).isEqualTo("[\"Mo i Rana\"]");
    }

    @Test
    void aTourIsPlannedAsATaskThatRequestsInputOnce() {
        JsonNode task = tour(1).result();
        assertThat(task.path("resultType").asString()).isEqualTo("task");
        assertThat(task.path("status").asString()).isEqualTo("working");
        assertThat(task.has("result")).isFalse();
        String id = task.path("taskId").asString();

        JsonNode waiting = awaitStatus(id, "input_required");
        assertThat(waiting.at("/inputRequests/pace/params/requestedSchema/properties/pace/enum"))
                .hasSize(3);
        JsonNode answered = this.travel
                .call(
                        "tasks/update",
                        "taskId",
                        id,
                        "inputResponses",
                        Map.of("pace", Map.of("action", "accept", "content", Map.of("pace", "easy"))))
                .result();
        assertThat(answered.path("resultType").asString()).isEqualTo("complete");

        JsonNode done = awaitStatus(id, "completed");
        assertThat(done.at("/result/structuredContent/pace").asString()).isEqualTo("easy");
        assertThat(done.path("resultType").asString()).isEqualTo("complete");
    }

    private JsonNode awaitStatus(String id, String status) {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(
                        () -> this.travel.call("tasks/get", "taskId", id).result(),
                        task -> task.path("status").asString().equals(status));
    }

    private TravelHttp.Call tour(int days) {
        return this.travel.tool("plan_tour", Map.of("region", "north", "days", days));
    }

    @Test
    void aTaskCanBeCancelled() {
        String id = tour(14).result().path("taskId").asString();
        assertThat(this.travel
                        .call("tasks/cancel", "taskId", id)
                        .result()
                        .path("resultType")
                        .asString())
                .isEqualTo("complete");
        assertThat(this.travel
                        .call("tasks/get", "taskId", id)
                        .result()
                        .path("status")
                        .asString())
                .isEqualTo("cancelled");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tasks/get", "tasks/update", "tasks/cancel"})
    void tasksAreReturnedOnlyToClientsThatSupportThem(String method) {
        String id = tour(1).result().path("taskId").asString();
        assertThat(code(this.travel.call(method, "taskId", id).capabilities(Map.of())))
                .isEqualTo(-32021);
        assertThat(code(this.travel.call(method, "taskId", "nobody"))).isEqualTo(-32602);
        assertThat(code(this.travel.call(method, "taskId", id).header("Mcp-Name", null)))
                .isEqualTo(-32020);
    }

    private static int code(TravelHttp.Call call) {
        return call.json().at("/error/code").asInt();
    }

    private TravelHttp.Call listen(Map<String, Object> filter) {
        return this.travel.call("subscriptions/listen", "notifications", filter);
    }

    // the acknowledgment comes first, without what the server does not have
    @Test
    void aListenerIsNotifiedOfBookings() {
        Map<String, Object> filter = Map.of(
                "toolsListChanged",
                true,
                "resourcesListChanged",
                true,
                "resourceSubscriptions",
                List.of(BOOKINGS, "travel:///nothing"));
        try (TravelHttp.Events events = listen(filter).stream()) {
            JsonNode agreed = events.next();
            assertThat(agreed.path("method").asString()).isEqualTo("notifications/subscriptions/acknowledged");
            assertThat(agreed.at("/params/notifications").propertyNames())
                    .containsExactly("resourcesListChanged", "resourceSubscriptions");
            assertThat(agreed.at("/params/notifications/resourceSubscriptions")).hasSize(1);
            int id = agreed.path("params")
                    .path("_meta")
                    .path(Revision.SUBSCRIPTION_ID)
                    .asInt();

            again(again(booking().result(), "travellers", ACCEPTED).result(), "agreement", AGREED)
                    .result();

            assertThat(events.next().path("method").asString()).isEqualTo("notifications/resources/list_changed");
            JsonNode updated = events.next();
            assertThat(updated.at("/params/uri").asString()).isEqualTo(BOOKINGS);
            assertThat(updated.path("params")
                            .path("_meta")
                            .path(Revision.SUBSCRIPTION_ID)
                            .asInt())
                    .isEqualTo(id);
        }
    }

    @Test
    void aListenerIsNotifiedOfATask() {
        String id = tour(2).result().path("taskId").asString();
        try (TravelHttp.Events events = listen(Map.of("taskIds", List.of(id, "nobody"))).stream()) {
            assertThat(events.next().at("/params/notifications/taskIds").toString())
                    .isEqualTo("[\"" + id + "\"]");
            JsonNode waiting = events.next();
            assertThat(waiting.path("method").asString()).isEqualTo("notifications/tasks");
            assertThat(waiting.at("/params/status").asString()).isEqualTo("input_required");

            this.travel
                    .call("tasks/update", "taskId", id, "inputResponses", Map.of("pace", Map.of("action", "decline")))
                    .result();
            assertThat(events.next().at("/params/status").asString()).isEqualTo("working");
            JsonNode done = events.next();
            assertThat(done.at("/params/status").asString()).isEqualTo("completed");
            assertThat(done.at("/params/result/structuredContent/pace").asString())
                    .isEqualTo("steady");
        }
    }

    @Test
    void unsupportedStreamsAreRejected() {
        assertThat(code(this.travel.call("subscriptions/listen"))).isEqualTo(-32602);
        assertThat(code(listen(Map.of("resourcesListChanged", "yes")))).isEqualTo(-32602);
        assertThat(code(listen(Map.of("resourceSubscriptions", BOOKINGS)))).isEqualTo(-32602);
        assertThat(code(listen(Map.of("taskIds", List.of("x"))).capabilities(Map.of())))
                .isEqualTo(-32021);
    }

    // an end that is meant has an answer
    @Test
    void streamsEndWithAResponseWhenTheServerStops() {
        try (TravelHttp.Events events = listen(Map.of("resourcesListChanged", true)).stream()) {
            JsonNode id = events.next().path("params").path("_meta").path(Revision.SUBSCRIPTION_ID);
            this.subscriptions.stop();
            JsonNode end = events.next();
            assertThat(end.path("id")).isEqualTo(id);
            assertThat(end.path("result").path("_meta").path(Revision.SUBSCRIPTION_ID))
                    .isEqualTo(id);
            assertThat(end.at("/result/resultType").asString()).isEqualTo("complete");
            assertThat(events.all()).isEmpty();
            assertThat(listen(Map.of()).send().statusCode()).isEqualTo(503);
        } finally {
            this.subscriptions.start();
        }
    }
}
