package io.mcpclient.internal.identity;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpAuthorizationException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.support.BackgroundWork;
import io.mcpclient.time.TimeSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

// faults G13, H26: the table of the class, row by row
@Timeout(30)
class CallPrincipalTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final McpPrincipal ALICE = McpPrincipal.of("alice");

    private static final McpPrincipal BOB = McpPrincipal.of("bob");

    private final AtomicInteger asked = new AtomicInteger();

    private boolean required;

    private CallPrincipal of(McpPrincipalResolver resolver) {
        return new CallPrincipal(
                "weather",
                () -> {
                    this.asked.incrementAndGet();
                    return resolver.resolve();
                },
                LIMIT,
                TimeSource.system(),
                this.required);
    }

    private static McpPrincipal decided(CallPrincipal decision) {
        return decided(decision.decided(McpCallOptions.defaults(), Mono::just));
    }

    private static McpPrincipal decided(Mono<McpPrincipal> decision) {
        McpPrincipal principal = decision.block(LIMIT);
        assertThat(principal).isNotNull();
        return principal;
    }

    @Test
    void callWithoutAPrincipalIsRejectedWhereOneIsRequired() {
        this.required = true;
        McpAuthorizationException refusal =
                catchThrowableOfType(McpAuthorizationException.class, () -> decided(of(Mono::empty)));
        assertThat(refusal.reason()).isEqualTo(McpAuthorizationException.Reason.PRINCIPAL_REQUIRED);
        assertThat(refusal.outcome()).isEqualTo(McpOutcome.NOT_SENT);
        assertThat(refusal.serverName()).isEqualTo("weather");
        assertThat(refusal).hasMessageContaining("the call has no user");
        assertThat(refusal.remedy()).contains("McpCallOptions.asApplication()", "auth.per-principal");
    }

    @Test
    void applicationIsAllowedWhereAPrincipalIsRequired() {
        this.required = true;
        CallPrincipal nobody = of(Mono::empty);
        assertThat(decided(nobody.decided(McpCallOptions.asApplication(), Mono::just)))
                .isSameAs(McpPrincipal.APPLICATION);
        assertThat(decided(nobody.decidedOrApplication(Mono::just))).isSameAs(McpPrincipal.APPLICATION);
        assertThat(decided(BackgroundWork.of(nobody.decided(McpCallOptions.defaults(), Mono::just))))
                .isSameAs(McpPrincipal.APPLICATION);
        assertThat(decided(of(() -> Mono.just(McpPrincipal.APPLICATION)))).isSameAs(McpPrincipal.APPLICATION);
        assertThat(decided(of(() -> Mono.just(ALICE)).decidedOrApplication(Mono::just)))
                .isEqualTo(ALICE);
    }

    @Test
    void principalOfTheOptionsTakesPrecedenceOverTheContext() {
        assertThat(decided(of(Mono::empty)
                        .decided(McpCallOptions.defaults().withPrincipal(ALICE), Mono::just)
                        .contextWrite(McpPrincipalContext.of(BOB))))
                .isEqualTo(ALICE);
        assertThat(decided(of(() -> Mono.just(ALICE))
                        .decided(McpCallOptions.asApplication(), Mono::just)
                        .contextWrite(McpPrincipalContext.of(BOB))))
                .isSameAs(McpPrincipal.APPLICATION);
        assertThat(this.asked).hasValue(0);
    }

    @Test
    void resolverIsCalledOncePerCallOnSubscription() {
        CallPrincipal decision = of(() -> Mono.just(ALICE));
        Mono<McpPrincipal> call = decision.decided(McpCallOptions.defaults(), Mono::just);
        assertThat(this.asked).hasValue(0);

        assertThat(decided(call)).isEqualTo(ALICE);
        assertThat(this.asked).hasValue(1);
        assertThat(decided(call)).isEqualTo(ALICE);
        assertThat(this.asked).hasValue(2);
    }

    @Test
    void resolverIsCalledOnTheCallersThreadAndInItsContext() {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        CallPrincipal decision = of(() -> {
            threads.add(Thread.currentThread());
            return Mono.deferContextual(context -> {
                threads.add(Thread.currentThread());
                return Mono.just(McpPrincipal.of(context.get("user")));
            });
        });

        McpPrincipal principal = decided(decision.decided(McpCallOptions.defaults(), Mono::just)
                .subscribeOn(Schedulers.immediate())
                .contextWrite(context -> context.put("user", "carol")));

        assertThat(principal.name()).isEqualTo("carol");
        assertThat(threads).containsExactly(Thread.currentThread(), Thread.currentThread());
    }

    @Test
    void callWithoutAPrincipalIsMadeByTheApplication() {
        assertThat(decided(of(Mono::empty))).isSameAs(McpPrincipal.APPLICATION);
    }

    @Test
    void principalOfTheContextTakesPrecedenceOverTheResolver() {
        Mono<McpPrincipal> call = of(() -> Mono.just(ALICE))
                .decided(McpCallOptions.defaults(), Mono::just)
                .contextWrite(McpPrincipalContext.of(BOB));

        assertThat(decided(call)).isEqualTo(BOB);
        assertThat(this.asked).hasValue(0);
    }

    @Test
    void backgroundWorkIsDoneOnBehalfOfTheApplicationOnAnyThread() {
        Mono<McpPrincipal> call =
                BackgroundWork.of(of(() -> Mono.just(ALICE)).decided(McpCallOptions.defaults(), Mono::just));

        assertThat(decided(call)).isSameAs(McpPrincipal.APPLICATION);
        assertThat(this.asked).hasValue(0);
    }

    @Test
    void backgroundWorkOfAPrincipalStaysOnItsBehalf() {
        Mono<McpPrincipal> call = BackgroundWork.of(of(Mono::empty).decided(McpCallOptions.defaults(), Mono::just))
                .contextWrite(McpPrincipalContext.of(BOB));

        assertThat(decided(call)).isEqualTo(BOB);
    }

    @Test
    void failingResolverRejectsTheCallWithoutSendingIt() {
        IllegalStateException cause = new IllegalStateException("secret of the user");
        for (McpPrincipalResolver failing : List.<McpPrincipalResolver>of(() -> Mono.error(cause), () -> {
            throw cause;
        })) {
            McpRejectedException refusal = refusal(of(failing));

            assertThat(refusal.reason()).isEqualTo(McpRejectedException.Reason.NO_PRINCIPAL);
            assertThat(refusal.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(refusal)
                    .hasMessageContaining("weather")
                    .hasMessageContaining("IllegalStateException")
                    .hasCause(cause);
            assertThat(refusal.getMessage()).doesNotContain("secret");
            assertThat(refusal.remedy()).contains("McpPrincipalResolver");
        }
    }

    @Test
    void mcpExceptionOfTheResolverIsPassedOnUnchanged() {
        McpSessionException error =
                new McpSessionException(McpErrorDetails.of("weather", "call", McpOutcome.NOT_SENT, "log in first"));

        assertThat(catchThrowableOfType(McpSessionException.class, () -> decided(of(() -> Mono.error(error)))))
                .isSameAs(error);
    }

    @Test
    void resolverThatDoesNotRespondTimesOut() {
        CallPrincipal decision =
                new CallPrincipal("weather", Mono::never, Duration.ofMillis(50), TimeSource.system(), false);

        McpRejectedException refusal = refusal(decision);

        assertThat(refusal.reason()).isEqualTo(McpRejectedException.Reason.NO_PRINCIPAL);
        assertThat(refusal).hasMessageContaining("50 ms");
    }

    @Test
    void errorOfTheCallIsPassedOnUnchanged() {
        IllegalArgumentException error = new IllegalArgumentException();
        CallPrincipal decision = of(() -> Mono.just(ALICE));

        assertThat(catchThrowableOfType(IllegalArgumentException.class, () -> decision.decided(
                                McpCallOptions.defaults(), principal -> Mono.error(error))
                        .block(LIMIT)))
                .isSameAs(error);
    }

    private static McpRejectedException refusal(CallPrincipal decision) {
        @Nullable
        McpRejectedException refusal = catchThrowableOfType(McpRejectedException.class, () -> decided(decision));
        assertThat(refusal).isNotNull();
        return refusal;
    }
}
