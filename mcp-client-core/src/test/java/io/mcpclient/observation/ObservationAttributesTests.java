package io.mcpclient.observation;

import java.util.function.UnaryOperator;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import org.junit.jupiter.api.Test;

import io.mcpclient.transport.McpPeer;

import static org.assertj.core.api.Assertions.assertThat;

/** The attributes of an operation and an exchange: what is shared by calls, and what is computed only when it is read. */
class ObservationAttributesTests {

    private static final String SESSION = "6f1c3a52-9f0e-4a58-9a1b-0c6a5f6d7e21";

    private static McpExchangeObservationContext exchange(String tool) {
        McpMessage message = new McpMessage("tools/call", tool, null, null, null);
        return new McpExchangeObservationContext("weather", McpPeer.process(), message, "7", SESSION);
    }

    @Test
    void attributesOfTheMetricAreBuiltOnceForEachCombinationOfValues() {
        DefaultMcpExchangeObservationConvention convention = new DefaultMcpExchangeObservationConvention();
        McpExchangeObservationContext failed = exchange("echo");
        failed.setErrorType("timeout");

        KeyValues first = convention.getLowCardinalityKeyValues(exchange("echo"));

        assertThat(first)
                .isSameAs(convention.getLowCardinalityKeyValues(exchange("echo")))
                .contains(KeyValue.of("gen_ai.tool.name", "echo"), KeyValue.of("mcp.server.name", "weather"))
                .hasSize(13);
        assertThat(convention.getLowCardinalityKeyValues(failed))
                .contains(KeyValue.of("error.type", "timeout"))
                .hasSize(13);
        assertThat(convention.getLowCardinalityKeyValues(exchange("other")))
                .contains(KeyValue.of("gen_ai.tool.name", "other"));
    }

    @Test
    void numberOfCombinationsIsLimited() {
        DefaultMcpExchangeObservationConvention convention = new DefaultMcpExchangeObservationConvention(false);
        for (int number = 0; number < MetricAttributes.MAX_KNOWN; number++) {
            convention.getLowCardinalityKeyValues(exchange("tool" + number));
        }

        KeyValues further = convention.getLowCardinalityKeyValues(exchange("further"));

        assertThat(further).contains(KeyValue.of("gen_ai.tool.name", "further"));
        assertThat(convention.getLowCardinalityKeyValues(exchange("further")))
                .isEqualTo(further)
                .isNotSameAs(further);
    }

    @Test
    void sessionIdIsHashedLazily() {
        KeyValues values = new DefaultMcpExchangeObservationConvention().getHighCardinalityKeyValues(exchange("echo"));

        assertThat(values).extracting(KeyValue::getKey).containsExactly("jsonrpc.request.id", "mcp.session.id");
        assertThat(values.stream().toList().get(1)).isInstanceOfSatisfying(SessionHash.class, hash -> {
            assertThat(hash.getValue()).matches("[0-9a-f]{12}");
            assertThat(hash.toString()).contains(hash.getValue()).doesNotContain(SESSION);
        });
    }

    // handlers, filters and conventions of an application change the attributes of a context in any order
    @Test
    void contextHandlesAttributesLikeMicrometersContext() {
        UnaryOperator<Observation.Context> changes =
                context -> context.addLowCardinalityKeyValues(KeyValues.of("b", "1", "a", "1", "c", "1"))
                        .addLowCardinalityKeyValue(KeyValue.of("b", "2"))
                        .addLowCardinalityKeyValues(KeyValues.of("d", "1", "a", "2"))
                        .addLowCardinalityKeyValues(KeyValues.empty())
                        .removeLowCardinalityKeyValue("d")
                        .removeLowCardinalityKeyValue("missing")
                        .addHighCardinalityKeyValues(KeyValues.of("x", "1", "y", "1", "z", "1"))
                        .addHighCardinalityKeyValue(KeyValue.of("y", "2"))
                        .removeHighCardinalityKeyValue("x")
                        .removeHighCardinalityKeyValues("z", "missing")
                        .addLowCardinalityKeyValue(KeyValue.of("e", "1"))
                        .removeLowCardinalityKeyValues("e", "c");

        Observation.Context plain = changes.apply(new Observation.Context());
        Observation.Context ours = changes.apply(exchange("echo"));

        assertThat(ours.getLowCardinalityKeyValues())
                .isEqualTo(plain.getLowCardinalityKeyValues())
                .isEqualTo(KeyValues.of("a", "2", "b", "2"));
        assertThat(ours.getHighCardinalityKeyValues())
                .isEqualTo(plain.getHighCardinalityKeyValues())
                .isEqualTo(KeyValues.of("y", "2"));
        assertThat(ours.getAllKeyValues()).isEqualTo(plain.getAllKeyValues());
        assertThat(ours.getLowCardinalityKeyValue("b")).isEqualTo(KeyValue.of("b", "2"));
        assertThat(ours.getLowCardinalityKeyValue("c")).isNull();
        assertThat(ours.getHighCardinalityKeyValue("y")).isEqualTo(KeyValue.of("y", "2"));
        assertThat(ours.getHighCardinalityKeyValue("x")).isNull();
    }
}
