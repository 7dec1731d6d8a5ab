package io.mcpclient.internal.observation;

import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import io.mcpclient.internal.inbound.InboundObserver;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.observation.McpObservationMode;
import io.mcpclient.observation.McpObservationSettings;
import io.mcpclient.transport.McpPeer;
import io.mcpclient.transport.TransportProvider;

import static org.assertj.core.api.Assertions.assertThat;

/** What a builder gets to put around the parts of a client. */
class McpClientObservationsTests {

    private static final TransportProvider PROVIDER = context -> Mono.empty();

    private static McpClientObservations observations(McpObservationSettings settings) {
        return new McpClientObservations("weather", McpPeer.unknown(), settings, new JsonCodec(JsonLimits.DEFAULT));
    }

    // off costs nothing: there is no stage at all
    @Test
    void whenOffThenNothingIsDecorated() {
        for (McpObservationSettings settings : new McpObservationSettings[] {
            McpObservationSettings.off(),
            McpObservationSettings.of(ObservationRegistry.NOOP),
            McpObservationSettings.of(ObservationRegistry.create()).withMode(McpObservationMode.OFF)
        }) {
            McpClientObservations observed = observations(settings);

            assertThat(settings.mode()).isEqualTo(McpObservationMode.OFF);
            assertThat(observed.stage()).isNull();
            assertThat(observed.transport(PROVIDER)).isSameAs(PROVIDER);
            assertThat(observed.inbound(method -> true)).isSameAs(InboundObserver.NONE);
            assertThat(observed.ofCaller().isEmpty()).isTrue();
        }
    }

    @Test
    void whenPropagatingThenOnlyTheTransportIsDecorated() {
        McpClientObservations observed = observations(
                McpObservationSettings.of(ObservationRegistry.create()).withMode(McpObservationMode.PROPAGATE));

        assertThat(observed.stage()).isNull();
        assertThat(observed.transport(PROVIDER)).isNotSameAs(PROVIDER);
        assertThat(observed.inbound(method -> true)).isSameAs(InboundObserver.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://host/a?token=canary",
                "https://host/a#canary",
                "https://canary:canary@host/a",
                "https://canary@host/a?x#y"
            })
    void uriIsShownWithoutSecretParts(String uri) {
        assertThat(Messages.withoutSecrets(uri)).isEqualTo("https://host/a");
    }

    // I22: unbounded names of a server do not become unbounded tags
    @Test
    void numberOfMethodNamesIsBounded() {
        Messages messages = new Messages(new JsonCodec(JsonLimits.DEFAULT), false);
        for (int number = 0; number < 100; number++) {
            assertThat(messages.describe("x/" + number, null).method()).isEqualTo("x/" + number);
        }

        assertThat(messages.describe("x/one-more", null).method()).isEqualTo("_OTHER");
        assertThat(messages.describe("x/7", null).method()).isEqualTo("x/7");
        assertThat(messages.describe("tools/call", null).toolName()).isEqualTo("_OTHER");
    }
}
