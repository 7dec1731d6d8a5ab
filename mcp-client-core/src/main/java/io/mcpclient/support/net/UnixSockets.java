package io.mcpclient.support.net;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.resolver.AbstractAddressResolver;
import io.netty.resolver.AddressResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import org.jspecify.annotations.Nullable;
import reactor.netty.NettyPipeline;
import reactor.netty.http.HttpResources;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.LoopResources;

import io.mcpclient.text.Explanation;
import io.mcpclient.text.SafeText;

/**
 * Unix domain sockets. Reactor Netty supports them with the native libraries of Netty only, although Java and Netty do without: a
 * resolver directs all connections to the socket, on channels of Java, whatever the host of the URL.
 */
public final class UnixSockets {

    private UnixSockets() {}

    /**
     * Directs all connections of a client to a socket.
     * @param client a client without a proxy and without TLS
     * @param socket file of the socket
     * @param http2 whether the client uses HTTP/2
     * @return the client to use
     */
    public static HttpClient only(HttpClient client, Path socket, boolean http2) {
        HttpClient connecting = connecting(client, socket);
        return http2
                ? connecting
                : connecting.doOnChannelInit((observer, channel, address) -> channel.pipeline()
                        .addBefore(NettyPipeline.ReactiveBridge, "mcp.http-version", Http11Requests.INSTANCE));
    }

    private static HttpClient connecting(HttpClient client, Path socket) {
        return client.runOn(Loops.INSTANCE, false)
                .resolver(new AddressOfSocket(socket))
                // options of TCP
                .option(ChannelOption.SO_KEEPALIVE, null)
                .option(ChannelOption.TCP_NODELAY, null);
    }

    /** Reactor Netty takes a channel of a class that it does not know for one of HTTP/3, and writes that version into requests. */
    @Sharable
    private static final class Http11Requests extends ChannelOutboundHandlerAdapter {

        static final Http11Requests INSTANCE = new Http11Requests();

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            if (message instanceof HttpRequest request) {
                request.setProtocolVersion(HttpVersion.HTTP_1_1);
            }
            context.write(message, promise);
        }
    }

    /** The event loops of all HTTP clients, with other channels. */
    private enum Loops implements LoopResources {
        INSTANCE;

        @Override
        public EventLoopGroup onServer(boolean useNative) {
            return HttpResources.get().onServer(false);
        }

        @Override
        public EventLoopGroup onClient(boolean useNative) {
            return HttpResources.get().onClient(false);
        }

        @Override
        @SuppressWarnings("unchecked") // the caller uses it as a channel only
        public <C extends Channel> C onChannel(Class<C> type, EventLoopGroup group) {
            return (type == SocketChannel.class)
                    ? (C) new NioDomainSocketChannel()
                    : HttpResources.get().onChannel(type, group);
        }
    }

    private static final class AddressOfSocket extends UnregisteredResolvers<SocketAddress> {

        private final SocketAddress address;

        AddressOfSocket(Path socket) {
            this.address = UnixDomainSocketAddress.of(socket);
        }

        @Override
        protected AddressResolver<SocketAddress> newResolver(EventExecutor executor) {
            SocketAddress socket = this.address;
            return new AbstractAddressResolver<>(executor, InetSocketAddress.class) {

                @Override
                protected boolean doIsResolved(SocketAddress address) {
                    return false;
                }

                @Override
                protected void doResolve(SocketAddress wanted, Promise<SocketAddress> promise) {
                    promise.trySuccess(socket);
                }

                @Override
                protected void doResolveAll(SocketAddress wanted, Promise<List<SocketAddress>> promise) {
                    promise.trySuccess(List.of(socket));
                }
            };
        }
    }

    /**
     * Diagnoses a failure to connect to a socket.
     * @param socket file of the socket
     * @param cause the failure of the request
     * @return the diagnosis, or {@code null} for a failure of a connection that was open
     */
    public static @Nullable Explanation diagnose(Path socket, Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        String name = "the socket " + SafeText.excerpt(socket.toString());
        if (!(cause instanceof SocketException)) {
            return null;
        }
        if (message.contains("too long")) {
            return new Explanation(
                    "the path of " + name + " is too long", "Use a path of at most 100 bytes, such as one below /run.");
        }
        if (message.startsWith("Permission denied") || message.startsWith("Operation not permitted")) {
            return new Explanation(
                    "no permission to use " + name,
                    "Allow the user of this process to write to the socket and to enter its directory.");
        }
        if (message.startsWith("No such file") || message.startsWith("Not a directory")) {
            return new Explanation(name + " does not exist", "Check the url, and that the server is running.");
        }
        boolean isRefused = cause instanceof ConnectException
                || message.startsWith("Connection refused")
                || message.startsWith("Socket operation on non-socket")
                || message.startsWith("Protocol wrong type");
        if (!isRefused) {
            return null;
        }
        return isSocket(socket)
                ? new Explanation(
                        "connection refused: no server uses " + name,
                        "Check that the server is running: it left the file.")
                : new Explanation(SafeText.excerpt(socket.toString()) + " is not a socket", "Check the url.");
    }

    private static boolean isSocket(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).isOther();
        } catch (IOException ex) {
            return true;
        }
    }
}
