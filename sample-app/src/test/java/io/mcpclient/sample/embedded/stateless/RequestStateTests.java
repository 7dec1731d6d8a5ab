package io.mcpclient.sample.embedded.stateless;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class RequestStateTests {

    private static final Instant NOW = Instant.parse("2026-07-28T12:00:00Z");

    private final RequestState state = new RequestState(at(NOW));

    @Test
    void openReturnsTheSealedText() {
        String sealed = this.state.seal(call("{\"a\":1,\"b\":2}", null), Map.of("step", 2));

        JsonNode known = this.state.open(call("{\"b\":2,\"a\":1}", sealed));

        assertThat(known.path("step").asInt()).isEqualTo(2);
    }

    @Test
    void openWhenArgumentsDifferFails() {
        String sealed = this.state.seal(call("{\"a\":1}", null), Map.of());

        assertRefused(this.state, call("{\"a\":2}", sealed));
        assertRefused(this.state, call("{}", sealed));
    }

    @Test
    void openWhenAnotherProcessSealedFails() {
        String sealed = new RequestState(at(NOW)).seal(call("{}", null), Map.of());

        assertRefused(this.state, call("{}", sealed));
    }

    @Test
    void openAfterSomeMinutesFails() {
        MovingClock clock = new MovingClock();
        RequestState moving = new RequestState(clock);
        String sealed = moving.seal(call("{}", null), Map.of());

        clock.now = NOW.plus(Duration.ofMinutes(9));
        assertThat(moving.open(call("{}", sealed)).isObject()).isTrue();
        clock.now = NOW.plus(Duration.ofMinutes(11));
        assertRefused(moving, call("{}", sealed));
    }

    private static void assertRefused(RequestState state, RpcRequest request) {
        assertThatExceptionOfType(RpcError.class)
                .isThrownBy(() -> state.open(request))
                .withMessageContaining("begin again");
    }

    private static RpcRequest call(String arguments, String state) {
        Map<String, Object> params = Json.object("name", "tool", "arguments", Json.read(arguments.getBytes()));
        params.put("requestState", state);
        return new RpcRequest(Json.tree(1), "tools/call", Json.tree(params));
    }

    private static Clock at(Instant now) {
        return Clock.fixed(now, ZoneOffset.UTC);
    }

    private static final class MovingClock extends Clock {

        private Instant now = NOW;

        @Override
        public Instant instant() {
            return this.now;
        }

        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
