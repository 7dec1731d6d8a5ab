package io.mcpclient.internal.pipeline;

import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;

/**
 * A call on its way through one stage. Nothing happens before it is subscribed to; the stage then subscribes the outer stages,
 * usually by a {@link CallSubscriber}.
 */
final class CallMono extends Mono<Object> {

    /** What a stage does with each call. Create it once per stage: calls share it. */
    @FunctionalInterface
    interface Stage {

        /**
         * Starts a call.
         * @param call the call
         * @param next the inner stages
         * @param actual the outer stages
         */
        void subscribe(McpCall call, CallHandler next, CoreSubscriber<? super Object> actual);
    }

    private final McpCall call;

    private final CallHandler next;

    private final Stage stage;

    CallMono(McpCall call, CallHandler next, Stage stage) {
        this.call = call;
        this.next = next;
        this.stage = stage;
    }

    @Override
    public void subscribe(CoreSubscriber<? super Object> actual) {
        this.stage.subscribe(this.call, this.next, actual);
    }
}
