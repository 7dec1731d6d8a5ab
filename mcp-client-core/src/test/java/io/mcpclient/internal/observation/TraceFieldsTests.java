package io.mcpclient.internal.observation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Which fields of a trace context go along. */
class TraceFieldsTests {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

    private static final String PARENT = "00-" + TRACE + "-b7ad6b7169203331-01";

    private static Map<String, String> fields(String name, String value) {
        Map<String, String> carrier = new HashMap<>(Map.of("traceparent", PARENT));
        carrier.put(name, value);
        return TraceFields.of(carrier, true);
    }

    // TRC-02: well-formed after W3C Trace Context and W3C Baggage
    @Test
    void ofWhenWellFormedKeepsAllThree() {
        Map<String, String> carrier = Map.of(
                "traceparent", PARENT,
                "tracestate", "congo=t61rcWkgMzE,rojo@vendor=00f067aa0ba902b7",
                "baggage", "tenant=acme;ttl=3,  user-class = gold");

        assertThat(TraceFields.of(carrier, true)).isEqualTo(carrier);
    }

    // TRC-02: dropped rather than sent
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\nX-Evil: 1",
            })
    void ofWhenTraceParentIsMalformedDropsItAndTheTraceState(String parent) {
        assertThat(TraceFields.of(Map.of("traceparent", parent, "tracestate", "a=b"), true))
                .isEmpty();
    }

    static List<String> malformedStates() {
        return List.of(
                "", " ", "a", "A=b", "a=b=c", "a=\u00e9", "a=b\n", "a=b,".repeat(40) + "a=b", "a=" + "b".repeat(300));
    }

    // TRC-02
    @ParameterizedTest
    @MethodSource("malformedStates")
    void ofWhenTraceStateIsMalformedDropsOnlyIt(String state) {
        assertThat(fields("tracestate", state)).isEqualTo(Map.of("traceparent", PARENT));
    }

    static List<String> malformedBaggage() {
        return List.of(
                "",
                "tenant",
                "ten ant=acme",
                "tenant=ac me",
                "tenant=\u00e9",
                "tenant=a\r\nb",
                "a=b,".repeat(200) + "a=b",
                "a=" + "b".repeat(9000));
    }

    // TRC-02
    @ParameterizedTest
    @MethodSource("malformedBaggage")
    void ofWhenBaggageIsMalformedDropsOnlyIt(String baggage) {
        assertThat(fields("baggage", baggage)).isEqualTo(Map.of("traceparent", PARENT));
    }

    // TRC-05
    @Test
    void ofWhenBaggageIsNotAllowedDropsIt() {
        assertThat(TraceFields.of(Map.of("traceparent", PARENT, "baggage", "tenant=acme"), false))
                .containsOnlyKeys("traceparent");
    }

    // TRC-03: other formats have no place in the protocol
    @Test
    void ofWhenPropagatorWritesOtherFormatsDropsThem() {
        assertThat(fields("b3", TRACE + "-b7ad6b7169203331-1")).containsOnlyKeys("traceparent");
    }

    // a server may use a later version of the format; its baggage is not used
    @Test
    void receivedWithALaterVersionAcceptsItAndIgnoresTheBaggage() {
        String later = "01-" + TRACE + "-b7ad6b7169203331-01-more";

        assertThat(TraceFields.received(Map.of("traceparent", later, "baggage", "a=b", "tracestate", 5)))
                .isEqualTo(Map.of("traceparent", later));
        assertThat(TraceFields.received(Map.of("traceparent", List.of(1)))).isEmpty();
    }
}
