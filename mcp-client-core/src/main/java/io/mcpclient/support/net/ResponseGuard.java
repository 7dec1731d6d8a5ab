package io.mcpclient.support.net;

import java.util.Objects;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.netty.Connection;
import reactor.netty.NettyPipeline;
import reactor.netty.channel.ChannelOperations;
import reactor.netty.http.client.HttpClientRequest;

import io.mcpclient.support.Loggers;

/**
 * The last handler of a connection before Reactor Netty; handles data that Reactor Netty would misinterpret.
 *
 * <table>
 * <caption>received data</caption>
 * <tr><th>data</th><th>here</th><th>otherwise</th></tr>
 * <tr><td>response 102, 103 or another interim one</td><td>skipped</td><td>treated as the response</td></tr>
 * <tr><td>status outside 100 to 599</td><td>an unreadable response</td>
 * <td>an exception that reaches no subscriber</td></tr>
 * <tr><td>bytes that are not HTTP</td><td>an error that describes them</td><td>an error of the parser</td></tr>
 * <tr><td>frame of HTTP/2 that ends the request</td><td>error according to {@link Http2Guard}</td>
 * <td>an end without a reason</td></tr>
 * <tr><td>error, or a partial head, after the request was abandoned or completed</td><td>debug log, connection closed</td>
 * <td>a warning in the log</td></tr>
 * </table>
 *
 * @see "RFC 9110, section 15 (status codes) and 15.2 (interim responses)"
 */
public final class ResponseGuard extends ChannelInboundHandlerAdapter {

    private static final Logger logger = Loggers.HTTP;

    private static final String NAME = "mcp.response-guard";

    private boolean skipsInterim;

    private boolean isAnswered;

    /** Receives errors before the response; {@code null} if Reactor Netty reports them without a warning. */
    private @Nullable UnansweredRequest request;

    /** Adds the handler to a new connection. */
    public static void addTo(Channel channel) {
        FirstBytes.addTo(channel);
        channel.pipeline().addBefore(NettyPipeline.ReactiveBridge, NAME, new ResponseGuard());
    }

    /** Prepares the channel of a request for its response: adds the handler unless an earlier request has done so. */
    static void addToRequest(HttpClientRequest request, Connection connection) {
        ChannelPipeline pipeline = connection.channel().pipeline();
        ResponseGuard guard = pipeline.get(ResponseGuard.class);
        if (guard == null) {
            guard = new ResponseGuard();
            pipeline.addBefore(NettyPipeline.ReactiveBridge, NAME, guard);
        }
        guard.isAnswered = false;
        guard.request = UnansweredRequest.of(request);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpObject part && part.decoderResult().isFailure() && isSettled(context)) {
            ReferenceCountUtil.release(message);
            abandon(context, part.decoderResult().cause());
            return;
        }
        if (message instanceof HttpResponse response) {
            inspect(context.channel(), response);
            if (this.request != null && response.decoderResult().isFailure()) {
                ReferenceCountUtil.release(message);
                fail(context, response.decoderResult().cause());
                return;
            }
        }
        if (!this.skipsInterim) {
            context.fireChannelRead(message);
            return;
        }
        ReferenceCountUtil.release(message);
        if (message instanceof LastHttpContent) {
            this.skipsInterim = false;
            context.read(); // nothing more has been requested yet
        }
    }

    private void inspect(Channel channel, HttpResponse response) {
        Throwable problem = problem(channel, response);
        if (problem != null) {
            response.setDecoderResult(DecoderResult.failure(problem));
        } else {
            this.skipsInterim = isInterim(response.status());
            this.isAnswered = !this.skipsInterim;
        }
        FirstBytes.done(channel);
    }

    private static @Nullable Throwable problem(Channel channel, HttpResponse response) {
        if (response.decoderResult().isFailure()) {
            Throwable cause = response.decoderResult().cause();
            NotHttpException foreign = FirstBytes.foreign(channel);
            return (foreign != null || cause instanceof TooLongFrameException)
                    ? Objects.requireNonNullElse(foreign, cause)
                    : NotHttpException.unreadable(cause);
        }
        int status = response.status().code();
        return (status < 100 || status > 599) ? new InvalidStatusException(status) : null;
    }

    /** Data that never became a response may be of another protocol. */
    @Override
    public void channelInactive(ChannelHandlerContext context) {
        Throwable end = FirstBytes.foreign(context.channel());
        if (end == null && this.request != null && isPending(context)) {
            end = Http2Guard.endOf(context.channel());
        }
        if (end != null) {
            fail(context, end);
        }
        context.fireChannelInactive();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        Throwable end = isPending(context) ? Http2Guard.ofFrame(event, this.isAnswered) : null;
        if (end != null) {
            fail(context, end);
        }
        context.fireUserEventTriggered(event);
    }

    /** Reactor Netty handles 100 itself; 101 is final, and no other protocol has been requested. */
    private static boolean isInterim(HttpResponseStatus status) {
        return status.code() > 101 && status.code() < 200;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable error) {
        if (isSettled(context)) {
            abandon(context, error);
        } else {
            fail(context, error);
        }
    }

    private void fail(ChannelHandlerContext context, Throwable error) {
        if (this.request != null && !this.isAnswered) {
            this.request.fail(error);
        } else {
            context.fireExceptionCaught(error);
        }
    }

    private static boolean isPending(ChannelHandlerContext context) {
        return ChannelOperations.get(context.channel()) != null && !isSettled(context);
    }

    private static boolean isSettled(ChannelHandlerContext context) {
        ChannelOperations<?, ?> request = ChannelOperations.get(context.channel());
        return request != null && (request.isInboundCancelled() || request.isInboundDisposed());
    }

    /** The error has no subscriber, and would otherwise be logged as a warning. */
    private static void abandon(ChannelHandlerContext context, Throwable error) {
        logger.debug("a connection broke after its request was settled", error);
        context.close();
    }
}
