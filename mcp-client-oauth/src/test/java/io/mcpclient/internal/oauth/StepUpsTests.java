package io.mcpclient.internal.oauth;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StepUpsTests {

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-22T00:00:00Z"));

    private final StepUps stepUps = new StepUps(this.now::get);

    // AUTH-48, AUTH-49, fault H06
    @Test
    void operationStepsUpAtMostTwiceForTheSameScopes() {
        assertThat(this.stepUps.tryOnce("tools/call", List.of("a", "b"))).isTrue();
        assertThat(this.stepUps.tryOnce("tools/call", List.of("b", "a"))).isTrue();
        assertThat(this.stepUps.tryOnce("tools/call", List.of("a", "b"))).isFalse();

        assertThat(this.stepUps.tryOnce("tools/list", List.of("a", "b"))).isTrue();
        assertThat(this.stepUps.tryOnce("tools/call", List.of("c"))).isTrue();
    }

    // AUTH-49: for a while, since people change their minds
    @Test
    void requestedScopesExpireAfterTenMinutes() {
        this.stepUps.obtained("t", List.of("a"));
        this.stepUps.tryOnce("tools/call", List.of("a"));
        this.stepUps.tryOnce("tools/call", List.of("a"));

        this.now.set(this.now.get().plusSeconds(599));
        assertThat(this.stepUps.asked("t")).containsExactly("a");
        assertThat(this.stepUps.tryOnce("tools/call", List.of("a"))).isFalse();

        this.now.set(this.now.get().plusSeconds(2));
        assertThat(this.stepUps.asked("t")).isEmpty();
        assertThat(this.stepUps.tryOnce("tools/call", List.of("a"))).isTrue();
    }

    // AUTH-47, AUTH-49: the scopes of a newer token were not requested for an older one
    @Test
    void requestedScopesBelongToTheirToken() {
        this.stepUps.obtained("t1", List.of("a"));
        this.stepUps.obtained("t2", List.of("a", "b"));
        assertThat(this.stepUps.asked("t1")).isEmpty();
        assertThat(this.stepUps.asked("t2")).containsExactly("a", "b");

        this.stepUps.refreshed("t2", "t3");
        this.stepUps.refreshed("t1", "t4");
        assertThat(this.stepUps.asked("t3")).containsExactly("a", "b");
        assertThat(this.stepUps.asked("t4")).isEmpty();
    }

    // fault H06: a server that thinks up scopes without end is not remembered without end
    @Test
    void numberOfRememberedStepUpsIsBounded() {
        for (int i = 0; i < 256; i++) {
            assertThat(this.stepUps.tryOnce("tools/call", List.of("scope" + i))).isTrue();
        }
        assertThat(this.stepUps.tryOnce("tools/call", List.of("one more"))).isFalse();
    }
}
