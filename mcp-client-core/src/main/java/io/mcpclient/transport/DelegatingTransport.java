package io.mcpclient.transport;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.jsonrpc.JsonRpcMessage;

/**
 * Base class of transports that decorate another transport. Every operation is forwarded to {@link #delegate()}; a subclass
 * overrides only the operations that it changes. As thread-safe as its delegate.
 */
public abstract class DelegatingTransport implements McpTransport {

    /** Creates a transport that forwards every operation. */
    protected DelegatingTransport() {}

    /**
     * Returns the transport that receives operations. Called once per operation.
     * @return the transport; may be a different one each time
     */
    protected abstract McpTransport delegate();

    @Override
    public Mono<Void> open(TransportListener listener) {
        return delegate().open(listener);
    }

    @Override
    public Flux<ReceivedMessage> exchange(ExchangeRequest request) {
        return delegate().exchange(request);
    }

    @Override
    public Mono<Void> send(JsonRpcMessage message, Map<String, String> headers) {
        return delegate().send(message, headers);
    }

    @Override
    public <T extends McpTransport> @Nullable T find(Class<T> feature) {
        return feature.isInstance(this) ? feature.cast(this) : delegate().find(feature);
    }

    @Override
    public Mono<Void> close() {
        return delegate().close();
    }
}
