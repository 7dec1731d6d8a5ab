package io.mcpclient.transport;

import java.time.Duration;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import reactor.core.publisher.Mono;

import io.mcpclient.internal.era.detection.ProbedTransports;
import io.mcpclient.internal.observation.McpClientObservations;
import io.mcpclient.observation.McpObservationMode;
import io.mcpclient.observation.McpObservationSettings;

/** The transports of ours that wrap another one. */
public enum TransportDecoration {

    /** None: the transport itself. */
    NONE {
        @Override
        McpTransport applyTo(McpTransport transport, TransportProvider.Context context) {
            return transport;
        }
    },

    /** Each exchange is observed. */
    OBSERVED {
        @Override
        McpTransport applyTo(McpTransport transport, TransportProvider.Context context) {
            ObservationRegistry registry = ObservationRegistry.create();
            registry.observationConfig().observationHandler(new Everything());
            return observed(McpObservationSettings.of(registry), transport, context);
        }
    },

    /** The caller's trace context goes with each exchange. */
    PROPAGATING {
        @Override
        McpTransport applyTo(McpTransport transport, TransportProvider.Context context) {
            McpObservationSettings settings = McpObservationSettings.of(ObservationRegistry.create())
                    .withMode(McpObservationMode.PROPAGATE)
                    .withPropagator((current, carrier) -> carrier.accept("traceparent", TRACE_PARENT));
            return observed(settings, transport, context);
        }
    },

    /** The era of the server is being detected. */
    PROBED {
        @Override
        McpTransport applyTo(McpTransport transport, TransportProvider.Context context) {
            return ProbedTransports.probed(transport);
        }
    };

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final String TRACE_PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    abstract McpTransport applyTo(McpTransport transport, TransportProvider.Context context);

    private static McpTransport observed(
            McpObservationSettings settings, McpTransport transport, TransportProvider.Context context) {
        McpTransport observed = new McpClientObservations(
                        context.serverName(), McpPeer.unknown(), settings, context.codec())
                .transport(lent -> Mono.just(transport))
                .create(context)
                .block(LIMIT);
        if (observed == null || observed == transport) {
            throw new AssertionError("not observed");
        }
        return observed;
    }

    private static final class Everything implements ObservationHandler<Observation.Context> {

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }
}
