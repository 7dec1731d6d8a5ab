package io.mcpclient.internal.oauth;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@Timeout(10)
class AuthorizationServerCacheTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);

    private final Metadata.AuthorizationServerCache kept = new Metadata.AuthorizationServerCache(this.now::get);

    private final AtomicInteger asked = new AtomicInteger();

    // H24: for an hour it does not matter whether the authorization server can be asked
    @Test
    void getRequestsMetadataOnceAnHour() {
        get("a").block(LIMIT);
        this.now.set(Instant.EPOCH.plus(Duration.ofMinutes(59)));
        get("a").block(LIMIT);
        assertThat(this.asked).hasValue(1);
        this.now.set(Instant.EPOCH.plus(Duration.ofMinutes(60)));
        get("a").block(LIMIT);
        assertThat(this.asked).hasValue(2);
    }

    // AUTH-11: each authorization server has its own
    @Test
    void getRequestsMetadataOfEachServer() {
        get("a").block(LIMIT);
        get("b").block(LIMIT);
        assertThat(this.asked).hasValue(2);
    }

    @Test
    void getWhileARequestIsPendingSharesItsResponse() {
        Sinks.One<AuthorizationServer> answer = Sinks.one();
        Mono<AuthorizationServer> slow = this.kept.get("a", () -> {
            this.asked.incrementAndGet();
            return answer.asMono();
        });
        slow.subscribe().dispose(); // goes away, which must not end the question
        Mono<AuthorizationServer> second = get("a").cache();
        second.subscribe();
        AuthorizationServer server = MetadataReader.defaults("http://127.0.0.1");
        answer.tryEmitValue(server);
        assertThat(second.block(LIMIT)).isSameAs(server);
        assertThat(this.asked).hasValue(1);
    }

    // H29: a server that was briefly unavailable is requested again
    @Test
    void getAfterAFailureRequestsAgain() {
        assertThatIllegalStateException().isThrownBy(() -> this.kept
                .get("a", () -> Mono.error(new IllegalStateException("away")))
                .block(LIMIT));
        assertThat(get("a").block(LIMIT)).isNotNull();
        assertThat(this.asked).hasValue(1);
    }

    @Test
    void getOfManyServersRetainsALimitedNumber() {
        for (int i = 0; i < 100; i++) {
            get("server " + i).block(LIMIT);
        }
        get("server 0").block(LIMIT);
        assertThat(this.asked).hasValue(101);
    }

    private Mono<AuthorizationServer> get(String name) {
        return this.kept.get(name, () -> {
            this.asked.incrementAndGet();
            return Mono.just(MetadataReader.defaults("http://127.0.0.1"));
        });
    }
}
