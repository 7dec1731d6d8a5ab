package io.mcpclient.support.net;

import java.net.SocketAddress;

import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.util.concurrent.EventExecutor;

/**
 * Resolvers of the addresses of one client. Netty creates one for each event loop, and registers it there until the event loop
 * ends, which is never: all clients share the event loops. The resolver, and the proxy or policy that it refers to, would outlive
 * its client. So each connection has its own, which nothing refers to afterwards.
 *
 * @param <A> type of the addresses
 * @see "fault G12"
 */
abstract class UnregisteredResolvers<A extends SocketAddress> extends AddressResolverGroup<A> {

    @Override
    public final AddressResolver<A> getResolver(EventExecutor executor) {
        return newResolver(executor);
    }

    @Override
    protected abstract AddressResolver<A> newResolver(EventExecutor executor);
}
