package io.mcpclient.typed;

import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.error.McpToolException;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.GetPromptResult;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.schema.PromptMessage;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.TextContent;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Timeout(60)
class TypedClientTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final String STRUCTURED =
            "{\"content\":[],\"structuredContent\":{\"city\":\"Oslo\",\"degrees\":4.5,\"hours\":[1,2]}}";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    record Forecast(String city, double degrees, List<Integer> hours) {}

    record Query(String city, @JsonProperty("in_days") int days) {}

    record Page<T>(List<T> items) {}

    interface Pages<T> {

        @McpTool("list_items")
        Page<T> items(int page);
    }

    @McpToolClient(value = "weather", check = McpSchemaCheck.OFF)
    interface Weather extends Pages<Forecast> {

        @McpTool("get_forecast")
        Forecast forecast(String city, @McpArgument("in_days") @Nullable Integer days);

        @McpTool("get_forecast")
        Forecast forecast(Query query);

        @McpTool("get_forecast")
        Forecast nested(@McpArgument("query") Query query);

        @McpTool("get_forecast")
        Forecast ofMap(Map<String, Object> arguments);

        @McpTool("get_forecast")
        Forecast withOptional(String city, Optional<String> unit);

        @McpTool("get_forecast")
        Forecast withOptions(String city, @Nullable McpCallOptions options);

        @McpTool("get_forecast")
        Forecast withProgress(String city, McpProgressListener listener);

        @McpTool("get_forecast")
        String text();

        @McpTool("get_forecast")
        byte[] bytes();

        @McpTool("get_forecast")
        ImageContent image();

        @McpTool("get_forecast")
        List<ContentBlock> blocks();

        @McpTool("get_forecast")
        CallToolResult result();

        void get_forecast();

        @McpTool("get_forecast")
        Mono<Forecast> mono(String city);

        @McpTool("get_forecast")
        Mono<Void> nothing();

        @McpTool("get_forecast")
        CompletableFuture<Forecast> future(String city);

        @McpTool("get_forecast")
        Flux<McpToolEvent<Forecast>> events(String city);

        @McpTool("get_forecast")
        Flux<McpProgress> progress(String city);

        @McpResource("file:///{+folder}/{name}.txt")
        String file(String folder, String name);

        @McpResource("file:///{+folder}/{name}.txt")
        byte[] fileBytes(String folder, String name);

        @McpResource("file:///data.json")
        Forecast data();

        @McpResource("file:///data.json")
        Mono<ReadResourceResult> resource();

        @McpPrompt("greet")
        String greeting(String name, int times);

        @McpPrompt("greet")
        List<PromptMessage> messages();

        @McpPrompt
        CompletableFuture<GetPromptResult> greet();

        default String oslo() {
            return forecast("Oslo", null).city();
        }
    }

    private ScriptedHttpServer server(boolean modern) {
        return modern ? ScriptedHttpServer.modern() : ScriptedHttpServer.legacy();
    }

    private McpClient client(ScriptedHttpServer server) {
        return this.invariants.build(McpClient.builder("weather").url(server.url()));
    }

    private static Reply result(ScriptedHttpServer server, String json) {
        return (server instanceof ScriptedModernServer)
                ? Reply.result("{\"resultType\":\"complete\"," + json.substring(1))
                : Reply.result(json);
    }

    private static void toolReturns(ScriptedHttpServer server, String json) {
        server.on("tools/call").always().reply(result(server, json));
    }

    private static String lastArguments(ScriptedHttpServer server) {
        List<RecordedRequest> requests = server.requests("tools/call");
        return requests.get(requests.size() - 1).json().at("/params/arguments").toString();
    }

    // an interface has no reactive(), its methods have
    @Test
    void callOnAnEventLoopSuggestsAReactiveReturnType() {
        try (ScriptedHttpServer server = server(false);
                McpClient client = client(server)) {
            Weather weather = McpToolClientFactory.create(Weather.class, client);
            CompletableFuture<Object> thrown = new CompletableFuture<>();
            Schedulers.parallel().schedule(() -> thrown.complete(catchThrowable(() -> weather.forecast("Oslo", 2))));

            assertThat(thrown.join()).isInstanceOfSatisfying(McpRejectedException.class, refusal -> assertThat(refusal)
                    .hasMessageContaining("the call would block the event loop thread")
                    .hasMessageContaining("return a Mono, or call it on a virtual thread")
                    .hasMessageNotContaining("reactive()"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void methodParametersAreSentAsArguments(boolean modern) {
        try (ScriptedHttpServer server = server(modern);
                McpClient client = client(server)) {
            toolReturns(server, STRUCTURED);
            Weather weather = McpToolClientFactory.create(Weather.class, client);

            assertThat(weather.forecast("Oslo", 2)).isEqualTo(new Forecast("Oslo", 4.5, List.of(1, 2)));
            assertThat(lastArguments(server)).isEqualTo("{\"city\":\"Oslo\",\"in_days\":2}");
            weather.forecast("Oslo", null);
            assertThat(lastArguments(server)).isEqualTo("{\"city\":\"Oslo\"}");
            weather.forecast(new Query("Oslo", 3));
            assertThat(lastArguments(server)).isEqualTo("{\"city\":\"Oslo\",\"in_days\":3}");
            weather.nested(new Query("Oslo", 3));
            assertThat(lastArguments(server)).isEqualTo("{\"query\":{\"city\":\"Oslo\",\"in_days\":3}}");
            weather.ofMap(Map.of("city", "Rome"));
            assertThat(lastArguments(server)).isEqualTo("{\"city\":\"Rome\"}");
            weather.withOptional("Oslo", Optional.of("F"));
            assertThat(lastArguments(server)).isEqualTo("{\"city\":\"Oslo\",\"unit\":\"F\"}");
            weather.withOptional("Oslo", Optional.empty());
            assertThat(lastArguments(server)).isEqualTo("{\"city\":\"Oslo\"}");
            assertThat(server.requests("tools/call")).allSatisfy(request -> assertThat(
                            request.json().at("/params/name").asString())
                    .isEqualTo("get_forecast"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void resultsAreBoundToTheTypeOfTheMethod(boolean modern) {
        String image = Base64.getEncoder().encodeToString(new byte[] {1, 2, 3});
        try (ScriptedHttpServer server = server(modern);
                McpClient client = client(server)) {
            toolReturns(
                    server,
                    "{\"content\":[{\"type\":\"text\",\"text\":\"sunny\"},{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\""
                            + image + "\"}]}");
            Weather weather = McpToolClientFactory.create(Weather.class, client);

            assertThat(weather.text()).isEqualTo("sunny");
            assertThat(weather.bytes()).containsExactly(1, 2, 3);
            assertThat(weather.image().mimeType()).isEqualTo("image/png");
            assertThat(weather.blocks()).hasSize(2).first().isEqualTo(TextContent.of("sunny"));
            assertThat(weather.result().text()).isEqualTo("sunny");
            weather.get_forecast();
            assertThat(weather.nothing().blockOptional(LIMIT)).isEmpty();
            assertThat(server.requests("tools/call")).hasSize(7);
        }
    }

    @Test
    void typeVariablesAreResolvedByTheInterface() {
        try (ScriptedHttpServer server = server(false);
                McpClient client = client(server)) {
            toolReturns(
                    server,
                    "{\"content\":[],\"structuredContent\":{\"items\":[{\"city\":\"Oslo\",\"degrees\":1,\"hours\":[]}]}}");
            assertThat(McpToolClientFactory.create(Weather.class, client)
                            .items(1)
                            .items())
                    .containsExactly(new Forecast("Oslo", 1, List.of()));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void reactiveAndAsyncCallsReturnTheSameResult(boolean modern) {
        try (ScriptedHttpServer server = server(modern);
                McpClient client = client(server)) {
            toolReturns(server, STRUCTURED);
            Weather weather = McpToolClientFactory.create(Weather.class, client);
            Forecast forecast = new Forecast("Oslo", 4.5, List.of(1, 2));

            Mono<Forecast> mono = weather.mono("Oslo");
            assertThat(server.requests("tools/call")).isEmpty();
            assertThat(mono.block(LIMIT)).isEqualTo(forecast);
            assertThat(weather.future("Oslo")).succeedsWithin(LIMIT).isEqualTo(forecast);
            assertThat(weather.oslo()).isEqualTo("Oslo");
            assertThat(weather).hasToString("Weather of MCP server \"weather\"").isEqualTo(weather);
        }
    }

    @Test
    void progressEventsPrecedeTheResult() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = client(server)) {
            server.on("tools/call").always().reply(TypedClientTests::withProgress);
            Weather weather = McpToolClientFactory.create(Weather.class, client);

            List<McpToolEvent<Forecast>> events =
                    weather.events("Oslo").collectList().block(LIMIT);
            assertThat(events).hasSize(3);
            assertThat(events.get(0).progress().progress()).isEqualTo(1);
            assertThat(events.get(1).isResult()).isFalse();
            assertThat(events.get(2).isResult()).isTrue();
            assertThat(events.get(2).result().city()).isEqualTo("Oslo");

            assertThat(weather.progress("Oslo")
                            .map(McpProgress::progress)
                            .collectList()
                            .block(LIMIT))
                    .containsExactly(1.0, 2.0);

            List<McpProgress> heard = new ArrayList<>();
            weather.withProgress("Oslo", heard::add);
            assertThat(heard).extracting(McpProgress::progress).startsWith(1.0);
        }
    }

    private static Reply withProgress(RecordedRequest request) {
        String token = request.json().at("/params/_meta/progressToken").toString();
        String progress =
                "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                        + token + ",\"progress\":";
        return Reply.sse(
                progress + "1}}",
                progress + "2}}",
                "data: {\"jsonrpc\":\"2.0\",\"id\":" + request.json().at("/id") + ",\"result\":" + STRUCTURED + "}");
    }

    @Test
    void cancellingTheEventStreamCancelsTheCall() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = client(server)) {
            server.on("notifications/cancelled").reply(Reply.accepted());
            server.on("tools/call").reply(Reply.neverAnswer());
            var call = McpToolClientFactory.create(Weather.class, client)
                    .events("Oslo")
                    .subscribe();
            server.awaitRequests("tools/call", 1, LIMIT);
            call.dispose();
            assertThat(server.awaitRequests("notifications/cancelled", 1, LIMIT))
                    .hasSize(1);
        }
    }

    @Test
    void callOptionsParameterAppliesToTheCall() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = client(server)) {
            server.on("notifications/cancelled").optionally().reply(Reply.accepted());
            // On a busy machine the time is over before the request is sent.
            server.on("tools/call")
                    .where(request -> request.json()
                            .at("/params/arguments/city")
                            .asString()
                            .equals("Nowhere"))
                    .optionally()
                    .reply(Reply.neverAnswer());
            Weather weather = McpToolClientFactory.create(Weather.class, client);
            assertThatExceptionOfType(McpTimeoutException.class)
                    .isThrownBy(() -> weather.withOptions("Nowhere", McpCallOptions.timeout(Duration.ofMillis(100))));

            toolReturns(server, STRUCTURED);
            assertThat(weather.withOptions("Oslo", null).city()).isEqualTo("Oslo");
        }
    }

    @Test
    void errorsOfTheClientArePropagated() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = client(server)) {
            toolReturns(server, "{\"content\":[{\"type\":\"text\",\"text\":\"no such city\"}],\"isError\":true}");
            Weather weather = McpToolClientFactory.create(Weather.class, client);

            for (Runnable call : List.<Runnable>of(
                    () -> weather.forecast("Atlantis", null),
                    weather::get_forecast,
                    weather::bytes,
                    weather::blocks,
                    () -> weather.mono("Atlantis").block(LIMIT),
                    () -> weather.events("Atlantis").blockLast(LIMIT))) {
                McpToolException failure = catchThrowableOfType(McpToolException.class, call::run);
                assertThat(failure).hasMessageContaining("MCP server \"weather\"");
                assertThat(failure.resultText()).isEqualTo("no such city");
            }
            assertThat(weather.future("Atlantis"))
                    .failsWithin(LIMIT)
                    .withThrowableThat()
                    .withCauseInstanceOf(McpToolException.class);
            assertThat(weather.result().isErrorResult()).isTrue();
        }
    }

    @McpToolClient("weather")
    interface Numbers {

        @McpTool("get_forecast")
        String forecast(OptionalInt days, OptionalDouble degrees, Optional<String> city);
    }

    @Test
    void emptyOptionalsAreLeftOut() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = client(server)) {
            server.on("tools/call")
                    .always()
                    .reply(Reply.result("{\"content\":[{\"type\":\"text\",\"text\":\"sunny\"}]}"));
            Numbers numbers = McpToolClientFactory.create(Numbers.class, client);

            numbers.forecast(OptionalInt.empty(), OptionalDouble.empty(), Optional.empty());
            numbers.forecast(OptionalInt.of(3), OptionalDouble.of(0.5), Optional.of("Oslo"));

            assertThat(server.requests("tools/call"))
                    .extracting(
                            request -> request.json().at("/params/arguments").toString())
                    .containsExactly("{}", "{\"days\":3,\"degrees\":0.5,\"city\":\"Oslo\"}");
        }
    }

    @Test
    void resultWithoutContentForTheReturnTypeIsAnError() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = client(server)) {
            toolReturns(server, "{\"content\":[{\"type\":\"text\",\"text\":\"sunny\"}]}");
            Weather weather = McpToolClientFactory.create(Weather.class, client);
            assertThatExceptionOfType(McpProtocolException.class)
                    .isThrownBy(weather::bytes)
                    .withMessageContaining(
                            "the result of tool \"get_forecast\" cannot be bound to byte[]: it has no binary content");
            assertThatExceptionOfType(McpProtocolException.class)
                    .isThrownBy(() -> weather.forecast("Oslo", 1))
                    .withMessageContaining(
                            "the result of tool \"get_forecast\" cannot be bound to Forecast: the text is not JSON")
                    .withMessageContaining("Declare a type that fits the result")
                    .withMessageNotContaining("sunny");
        }
    }

    @Test
    void binaryResourceIsReadHoweverItsBase64IsWrittenAndIsAnErrorIfItIsNone() {
        try (ScriptedHttpServer server = server(true);
                McpClient client = client(server)) {
            server.on("resources/read").reply(blob(server, "-__-AQ"));
            server.on("resources/read").reply(blob(server, "a%b"));
            Weather weather = McpToolClientFactory.create(Weather.class, client);
            assertThat(weather.fileBytes("a", "b")).containsExactly(0xfb, 0xff, 0xfe, 1);
            assertThatExceptionOfType(McpProtocolException.class)
                    .isThrownBy(() -> weather.fileBytes("a", "c"))
                    .withMessageContaining("MCP server \"weather\": resources/read: the resource ")
                    .withMessageContaining("was read with data that is not Base64");
        }
    }

    private static Reply blob(ScriptedHttpServer server, String blob) {
        return result(
                server,
                "{\"contents\":[{\"uri\":\"file:///a\",\"blob\":\"" + blob
                        + "\"}],\"ttlMs\":0,\"cacheScope\":\"private\"}");
    }

    @Test
    void resourceWithTextThatDoesNotFitTheReturnTypeIsAnError() {
        try (ScriptedHttpServer server = server(true);
                McpClient client = client(server)) {
            server.on("resources/read")
                    .always()
                    .reply(result(
                            server,
                            "{\"contents\":[{\"uri\":\"file:///a.json\",\"text\":\"{\\\"degrees\\\":1,\\\"hours\\\":[\\\"noon\\\"]}\"}],"
                                    + "\"ttlMs\":0,\"cacheScope\":\"private\"}"));
            Weather weather = McpToolClientFactory.create(Weather.class, client);
            assertThatExceptionOfType(McpProtocolException.class)
                    .isThrownBy(weather::data)
                    .withMessageContaining("MCP server \"weather\": resources/read: the resource ")
                    .withMessageContaining("cannot be bound to ")
                    .withMessageContaining(": expected a number, found a string at hours[0]")
                    .withMessageEndingWith(". Declare a return type that fits the resource, or ReadResourceResult.");
        }
    }

    @Test
    void blockingOnAnEventLoopIsRefused() {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = client(server)) {
            Weather weather = McpToolClientFactory.create(Weather.class, client);
            assertThatExceptionOfType(McpRejectedException.class).isThrownBy(() -> Mono.fromCallable(weather::text)
                    .subscribeOn(Schedulers.parallel())
                    .block(LIMIT));
        }
    }

    @Test
    void resourceMethodsExpandTheirTemplate() {
        try (ScriptedHttpServer server = server(true);
                McpClient client = client(server)) {
            server.on("resources/read").always().reply(request -> {
                String uri = request.json().at("/params/uri").asString();
                String text = uri.endsWith(".json") ? "{\"city\":\"Oslo\",\"degrees\":1,\"hours\":[]}" : "at " + uri;
                return result(
                        server,
                        "{\"contents\":[{\"uri\":\"" + uri + "\",\"text\":" + JSON.writeValueAsString(text)
                                + "}],\"ttlMs\":0,\"cacheScope\":\"private\"}");
            });
            Weather weather = McpToolClientFactory.create(Weather.class, client);

            assertThat(weather.file("notes/2026", "a b/c")).isEqualTo("at file:///notes/2026/a%20b%2Fc.txt");
            assertThat(new String(weather.fileBytes("notes", "ü"))).isEqualTo("at file:///notes/%C3%BC.txt");
            assertThat(weather.data().city()).isEqualTo("Oslo");
            assertThat(weather.resource().block(LIMIT).contents()).hasSize(1);
        }
    }

    @Test
    void promptsAreRequestedWithTheirArguments() {
        try (ScriptedHttpServer server = server(true);
                McpClient client = client(server)) {
            server.on("prompts/get")
                    .always()
                    .reply(result(
                            server,
                            "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"hello\"}}]}"));
            Weather weather = McpToolClientFactory.create(Weather.class, client);

            assertThat(weather.greeting("Kim", 2)).isEqualTo("hello");
            assertThat(server.requests("prompts/get")
                            .get(0)
                            .json()
                            .at("/params/arguments")
                            .toString())
                    .isEqualTo("{\"name\":\"Kim\",\"times\":\"2\"}");
            assertThat(weather.messages()).hasSize(1);
            assertThat(weather.greet()).succeedsWithin(LIMIT);
        }
    }

    @McpToolClient("weather")
    interface RawMono {

        @SuppressWarnings("rawtypes")
        Mono forecast();
    }

    interface MonoOfMono {

        Mono<Mono<String>> forecast();
    }

    interface StreamOfCities {

        Stream<String> cities();
    }

    interface BinaryStream {

        CompletableFuture<InputStream> map();
    }

    interface TypeVariable {

        <T> T forecast();
    }

    interface ListOfTypeVariable {

        <T> List<T> cities();
    }

    @McpToolClient("weather")
    interface PlainFlux {

        Flux<String> forecast();
    }

    @McpToolClient("weather")
    interface TwoKinds {

        @McpTool
        @McpPrompt
        String forecast();
    }

    @McpToolClient("weather")
    interface UnknownVariable {

        @McpResource("file:///{name}")
        String file(String path);
    }

    @McpToolClient("weather")
    interface OtherOperator {

        @McpResource("file:///{?path}")
        String file(String path);
    }

    @McpToolClient("weather")
    interface UnclosedBrace {

        @McpResource("file:///{path")
        String file(String path);
    }

    @McpToolClient("weather")
    interface UnopenedBrace {

        @McpResource("file:///{path}}")
        String file(String path);
    }

    @McpToolClient("weather")
    interface EmptyVariable {

        @McpResource("file:///{}")
        String file(String path);
    }

    @McpToolClient("weather")
    interface PromptAsNumber {

        @McpPrompt
        int greet();
    }

    @McpToolClient("weather")
    interface SameName {

        String forecast(String city, @McpArgument("city") String other);
    }

    @McpToolClient("weather")
    interface LateArgument {

        String forecast(Mono<String> city, int days);
    }

    @McpToolClient("weather")
    interface StreamArgument {

        String forecast(Stream<String> cities);
    }

    interface NotAnnotated {

        String forecast();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                RawMono.class,
                MonoOfMono.class,
                StreamOfCities.class,
                BinaryStream.class,
                TypeVariable.class,
                ListOfTypeVariable.class,
                PlainFlux.class,
                TwoKinds.class,
                UnknownVariable.class,
                OtherOperator.class,
                UnclosedBrace.class,
                UnopenedBrace.class,
                EmptyVariable.class,
                PromptAsNumber.class,
                SameName.class,
                LateArgument.class,
                StreamArgument.class,
                NotAnnotated.class,
                Query.class
            })
    void unsupportedMethodIsReported(Class<?> type) {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = client(server)) {
            McpConfigurationException failure = catchThrowableOfType(
                    McpConfigurationException.class, () -> McpToolClientFactory.create(type, client));
            assertThat(failure.property()).startsWith(type.getSimpleName());
            assertThat(failure.remedy()).isNotEmpty();
            assertThat((McpException) failure).hasMessageContaining(type.getSimpleName());
        }
    }
}
