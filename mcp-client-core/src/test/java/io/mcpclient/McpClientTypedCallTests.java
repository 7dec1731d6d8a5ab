package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.ParameterizedTypeReference;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Arguments that are records or beans, and results that are bound to types with type arguments. */
@Timeout(60)
class McpClientTypedCallTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final ParameterizedTypeReference<List<City>> CITIES = new ParameterizedTypeReference<>() {};

    private static final ParameterizedTypeReference<Map<String, City>> BY_NAME = new ParameterizedTypeReference<>() {};

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final McpClient client =
            this.invariants.build(McpClient.builder("weather").url(this.server.url()));

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    record City(String name, int population) {}

    record Query(
            @JsonProperty("city_name") String city,
            double radius,
            @Nullable String language,
            List<City> others) {}

    @SuppressWarnings("unused") // read by Jackson
    public static final class Bean {

        public String getCity() {
            return "Oslo";
        }

        public @Nullable String getLanguage() {
            return null;
        }
    }

    private static final Query QUERY = new Query("Oslo", 0.1, null, List.of(new City("Bergen", 291_940)));

    private static final String QUERY_JSON =
            "{\"city_name\":\"Oslo\",\"radius\":0.1,\"others\":[{\"name\":\"Bergen\",\"population\":291940}]}";

    private String sentArguments() {
        return this.server
                .requests("tools/call")
                .get(0)
                .json()
                .at("/params/arguments")
                .toString();
    }

    @Test
    void recordIsSentAsJsonObjectWithItsNamesAndWithoutNullProperties() {
        assertThat(this.client.callTool("echo", QUERY).text()).isEqualTo(QUERY_JSON);
        assertThat(sentArguments()).isEqualTo(QUERY_JSON);
    }

    record Options(Optional<Integer> days, OptionalInt hours, Optional<String> unit, List<Options> others) {}

    @Test
    void emptyOptionalPropertiesAreOmitted() {
        Options empty = new Options(Optional.empty(), OptionalInt.empty(), Optional.empty(), List.of());

        this.client.callTool("echo", new Options(Optional.of(3), OptionalInt.of(4), Optional.empty(), List.of(empty)));

        assertThat(sentArguments()).isEqualTo("{\"days\":3,\"hours\":4,\"others\":[{\"others\":[]}]}");
    }

    @Test
    void beanIsSentAsJsonObject() {
        this.client.reactive().callTool("echo", new Bean()).block(LIMIT);

        assertThat(sentArguments()).isEqualTo("{\"city\":\"Oslo\"}");
    }

    @Test
    void mapArgumentsMayContainBeans() {
        this.client.callTool("echo", Map.of("query", QUERY), McpCallOptions.defaults());

        assertThat(sentArguments()).isEqualTo("{\"query\":" + QUERY_JSON + "}");
    }

    @Test
    void nullIsSentAsAnEmptyObject() {
        this.client.callTool("echo", null, McpCallOptions.defaults());

        assertThat(sentArguments()).isEqualTo("{}");
    }

    @SuppressWarnings("unused") // fails while it is written
    public static final class Broken {

        public String getValue() {
            throw new UnsupportedOperationException("no value");
        }
    }

    record Readings(double[] degrees) {}

    static Stream<Arguments> unusable() {
        return Stream.of(
                Arguments.of("Oslo", "are a string, not a JSON object. Pass a Map, a record or a bean."),
                Arguments.of(List.of("Oslo"), "are a list, not a JSON object. Pass a Map, a record or a bean."),
                Arguments.of(new int[] {1}, "are a list, not a JSON object. Pass a Map, a record or a bean."),
                Arguments.of(42, "are a number, not a JSON object. Pass a Map, a record or a bean."),
                Arguments.of(true, "are a boolean, not a JSON object. Pass a Map, a record or a bean."),
                Arguments.of(Optional.empty(), "are null, not a JSON object. Pass a Map, a record or a bean."),
                Arguments.of(McpCallOptions.defaults(), "are call options. Pass the options after the arguments."),
                Arguments.of(new Broken(), "cannot be written as JSON"),
                Arguments.of(
                        new Readings(new double[] {1, 0 / 0.0}), "cannot be written as JSON: JSON has no number NaN"));
    }

    @Test
    void numbersThatJsonDoesNotHaveAreRejectedWithTheirPath() {
        assertThatExceptionOfType(McpRejectedException.class)
                .isThrownBy(() -> this.client.callTool("echo", Map.of("degrees", Double.NaN)))
                .withMessageContaining("cannot be written as JSON: JSON has no number NaN at arguments.degrees");
        assertThatExceptionOfType(McpRejectedException.class)
                .isThrownBy(() -> this.client.callTool("echo", Map.of("share", List.of(Float.NEGATIVE_INFINITY))))
                .withMessageContaining("JSON has no number -Infinity at arguments.share[0]");
        assertThatExceptionOfType(McpRejectedException.class)
                .isThrownBy(() -> this.client.callTool("echo", Map.of("degrees", OptionalDouble.of(Double.NaN))))
                .withMessageContaining("JSON has no number NaN at arguments.degrees");
        assertThat(this.server.requests("tools/call")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("unusable")
    void argumentsThatAreNotAJsonObjectAreRejected(Object arguments, String message) {
        for (Throwable failure : List.of(
                catchThrowable(() -> this.client.callTool("echo", arguments)),
                catchThrowable(() -> this.client.callTool("echo", arguments, City.class)),
                catchThrowable(() -> this.client.tools().call("echo", arguments, CITIES)),
                catchThrowable(
                        () -> this.client.reactive().callTool("echo", arguments).block(LIMIT)))) {
            assertThat(failure)
                    .hasMessageContaining(
                            "MCP server \"weather\": tools/call: the arguments of tool \"echo\" " + message)
                    .isInstanceOfSatisfying(McpRejectedException.class, rejection -> {
                        assertThat(rejection.outcome()).isEqualTo(McpOutcome.NOT_SENT);
                        assertThat(rejection.remedy()).isNotBlank();
                    });
        }
        assertThat(this.server.requests("tools/call")).isEmpty();
    }

    private void answerWithCities() {
        this.server
                .on("tools/call")
                .reply(Reply.result("{\"content\":[{\"type\":\"text\",\"text\":\"[{\\\"name\\\":\\\"Oslo\\\","
                        + "\\\"population\\\":717710}]\"}]}"));
    }

    @Test
    void resultIsBoundToATypeWithTypeArguments() {
        answerWithCities();
        assertThat(this.client.tools().call("cities", Map.of(), CITIES)).containsExactly(new City("Oslo", 717_710));
    }

    @Test
    void reactiveResultIsBoundToATypeWithTypeArguments() {
        answerWithCities();
        Mono<List<City>> cities =
                this.client.reactive().tools().call("cities", null, CITIES, McpCallOptions.defaults());
        assertThat(cities.block(LIMIT)).containsExactly(new City("Oslo", 717_710));
    }

    @Test
    void structuredResultIsBoundToATypeWithTypeArguments() {
        this.server
                .on("tools/call")
                .reply(Reply.result(
                        "{\"content\":[],\"structuredContent\":{\"a\":{\"name\":\"Oslo\",\"population\":717710}}}"));
        assertThat(this.client.tools().call("cities", Map.of(), BY_NAME))
                .containsExactly(Map.entry("a", new City("Oslo", 717_710)));
    }

    @Test
    void errorOfAResultThatDoesNotFitNamesTheType() {
        assertThat(catchThrowable(() -> this.client.tools().call("echo", Map.of("a", 1), CITIES)))
                .isInstanceOfSatisfying(McpProtocolException.class, failure -> assertThat(failure.outcome())
                        .isEqualTo(McpOutcome.ANSWERED))
                .hasMessageContaining("cannot be bound to java.util.List<io.mcpclient.McpClientTypedCallTests$City>")
                .hasMessageContaining("expected an array, found an object");
    }

    @Test
    void requestIsBoundToATypeWithTypeArguments() {
        this.server.on("example/cities").reply(Reply.result("{\"a\":{\"name\":\"Oslo\",\"population\":717710}}"));
        this.server.on("example/cities").reply(Reply.result("{\"a\":{\"name\":\"Oslo\",\"population\":717710}}"));
        this.server.on("example/cities").reply(Reply.result("{\"a\":7}"));

        assertThat(this.client.raw().request("example/cities", null, BY_NAME, McpCallOptions.defaults()))
                .containsExactly(Map.entry("a", new City("Oslo", 717_710)));
        Mono<Map<String, City>> cities =
                this.client.reactive().raw().request("example/cities", Map.of(), BY_NAME, McpCallOptions.defaults());
        assertThat(cities.block(LIMIT)).containsKey("a");
        assertThat(catchThrowable(
                        () -> this.client.raw().request("example/cities", null, BY_NAME, McpCallOptions.defaults())))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("the result cannot be bound to java.util.Map<java.lang.String,")
                .hasMessageContaining("at a");
    }
}
