package io.mcpclient;

import java.time.Duration;
import java.util.Map;

import ch.qos.logback.classic.Level;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.observation.McpObservationSettings;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Promise 2: a handler of observations that fails costs observations, and not the responses that it observes. */
@Timeout(120)
class FailingObservationTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final ObservationRegistry registry = ObservationRegistry.create();

    FailingObservationTests() {
        this.registry.observationConfig().observationHandler(new BrokenHandler());
    }

    private static final class BrokenHandler implements ObservationHandler<Observation.Context> {

        @Override
        public void onError(Observation.Context context) {
            throw new IllegalStateException("no exporter");
        }

        @Override
        public void onStop(Observation.Context context) {
            throw new IllegalStateException("no exporter");
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }

    @Test
    void callsEndAsTheyWouldWithoutObservation() {
        try (CapturedLog log = CapturedLog.of(Loggers.CALLS).alone().open();
                ScriptedLegacyServer server = ScriptedHttpServer.legacy();
                McpClient client = McpClient.builder("weather")
                        .url(server.url())
                        .timeouts(timeouts -> timeouts.withConnect(SOON).withRequest(SOON))
                        .observation(McpObservationSettings.of(this.registry))
                        .build()) {
            server.on("tools/call")
                    .where(call -> call.body().contains("refused"))
                    .reply(Reply.error(-32602, "no"));
            server.on("tools/call")
                    .where(call -> call.body().contains("broken"))
                    .reply(Reply.reset());

            assertThat(client.callTool("echo", Map.of("n", 1)).text()).isEqualTo("{\"n\":1}");
            assertThatExceptionOfType(McpRequestException.class).isThrownBy(() -> client.callTool("refused", Map.of()));
            assertThatExceptionOfType(McpConnectionException.class)
                    .isThrownBy(() -> client.callTool("broken", Map.of()));

            assertThat(client.status().inFlight()).isZero();
            assertThat(log.messages(Level.WARN))
                    .singleElement()
                    .asString()
                    .contains(
                            "MCP server \"weather\": an observation could not be ended: IllegalStateException: no exporter");
        }
    }
}
