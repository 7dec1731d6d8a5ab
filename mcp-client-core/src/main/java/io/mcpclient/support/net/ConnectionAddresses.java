package io.mcpclient.support.net;

import java.net.InetSocketAddress;
import java.util.List;

import io.netty.resolver.AbstractAddressResolver;
import io.netty.resolver.AddressResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import reactor.core.publisher.Mono;

/** Determines the addresses of a connection. Called once per connection, for address literals too. */
abstract class ConnectionAddresses extends UnregisteredResolvers<InetSocketAddress> {

    /** Returns the addresses to try, at least one; an error ends the connection attempt. */
    abstract Mono<List<InetSocketAddress>> addresses(InetSocketAddress wanted);

    @Override
    protected final AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
        return new AbstractAddressResolver<>(executor, InetSocketAddress.class) {

            /** Never: otherwise address literals would pass unseen. */
            @Override
            protected boolean doIsResolved(InetSocketAddress address) {
                return false;
            }

            @Override
            protected void doResolve(InetSocketAddress wanted, Promise<InetSocketAddress> promise) {
                addresses(wanted).map(found -> found.get(0)).subscribe(promise::trySuccess, promise::tryFailure);
            }

            @Override
            protected void doResolveAll(InetSocketAddress wanted, Promise<List<InetSocketAddress>> promise) {
                addresses(wanted).subscribe(promise::trySuccess, promise::tryFailure);
            }
        };
    }
}
