package io.mcpclient.internal.connection;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;

/** The only transport of a connection. A transport that could not be created is requested again. Thread-safe. */
final class SingleTransport implements TransportSource {

    private final TransportProvider provider;

    private final TransportProvider.Context context;

    private final AtomicReference<@Nullable McpTransport> transport = new AtomicReference<>();

    SingleTransport(TransportProvider provider, TransportProvider.Context context) {
        this.provider = provider;
        this.context = context;
    }

    @Override
    public Mono<List<Mono<McpTransport>>> candidates() {
        return Mono.just(List.of(Mono.defer(() -> {
            McpTransport opened = this.transport.get();
            return (opened != null)
                    ? Mono.just(opened)
                    : this.provider.create(this.context).doOnNext(this.transport::set);
        })));
    }

    @Override
    public @Nullable McpTransport current() {
        return this.transport.get();
    }

    @Override
    public void unreachable() {}

    @Override
    public Mono<Void> close() {
        McpTransport opened = this.transport.getAndSet(null);
        return (opened != null) ? opened.close() : Mono.empty();
    }
}
