package io.mcpclient.protocol.modern;

import java.util.function.Consumer;

import reactor.core.publisher.Mono;

import io.mcpclient.protocol.ServerDescription;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.ReceivedMessage;

/** What one session listens to. Thread-safe. */
final class Subscriptions {

    Subscriptions(
            ModernClient client,
            McpTransport transport,
            ModernRequests requests,
            ServerDescription server,
            Consumer<Throwable> onLost) {}

    void start() {}

    void stop() {}

    Mono<Void> watch(String uri) {
        return Mono.empty();
    }

    Mono<Void> unwatch(String uri) {
        return Mono.empty();
    }

    boolean onNotification(ReceivedMessage received) {
        return false;
    }
}
