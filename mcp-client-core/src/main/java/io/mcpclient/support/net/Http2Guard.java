package io.mcpclient.support.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.util.AttributeKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.netty.http.client.HttpClient;

import io.mcpclient.error.UnprocessedRequestException;
import io.mcpclient.support.Loggers;

/**
 * The last handler of a connection that may be of HTTP/2: keeps its error for the requests that it ends, where Netty would log
 * a warning. Only before the settings of the server does Reactor Netty handle such an error itself.
 *
 * <table>
 * <caption>what ends a request of HTTP/2</caption>
 * <tr><th>event</th><th>error of the request</th></tr>
 * <tr><td>{@code RST_STREAM} with {@code REFUSED_STREAM} before the response, {@code GOAWAY} that excludes its stream</td>
 * <td>{@link UnprocessedRequestException}</td></tr>
 * <tr><td>{@code RST_STREAM} with another error</td><td>that names the error</td></tr>
 * <tr><td>error of the connection</td><td>that error</td></tr>
 * <tr><td>end of the connection</td><td>that says so</td></tr>
 * </table>
 *
 * @see "RFC 9113, sections 5.4 (error handling), 6.8 (GOAWAY) and 8.7 (request reliability)"
 */
public final class Http2Guard extends ChannelInboundHandlerAdapter {

    private static final Logger logger = Loggers.HTTP;

    private static final AttributeKey<Throwable> ERROR = AttributeKey.valueOf(Http2Guard.class, "error");

    /** Guards the connections of a client that may speak HTTP/2, and the responses that they receive. */
    public static HttpClient guard(HttpClient client) {
        return client.mapConnect(UnansweredRequest::watch)
                .doOnChannelInit(
                        (observer, channel, address) -> channel.pipeline().addLast(new Http2Guard()))
                .doOnRequest(ResponseGuard::addToRequest);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable error) {
        context.channel().attr(ERROR).setIfAbsent(error);
        logger.debug("an HTTP/2 connection broke", error);
        context.close();
    }

    /**
     * Returns what a frame outside the response means for a request; {@code null} if nothing.
     * @param event event of the channel of the request
     * @param isAnswered whether the response has begun
     */
    static @Nullable Throwable ofFrame(Object event, boolean isAnswered) {
        if (event instanceof Http2ResetFrame reset && reset.errorCode() != Http2Error.NO_ERROR.code()) {
            Http2Error error = Http2Error.valueOf(reset.errorCode());
            String problem = "the server reset the HTTP/2 stream with "
                    + ((error != null) ? error.name() : "error " + reset.errorCode());
            return (error == Http2Error.REFUSED_STREAM && !isAnswered)
                    ? new UnprocessedRequestException(problem)
                    : new RequestEndedException(problem);
        }
        return (event instanceof Http2GoAwayFrame && !isAnswered)
                ? new UnprocessedRequestException(
                        "the server closes the HTTP/2 connection (GOAWAY) and did not process the request")
                : null;
    }

    /** Returns why the channel of a request ended. */
    static Throwable endOf(Channel channel) {
        if (!(channel instanceof Http2StreamChannel)) {
            return new RequestEndedException("the server closed the connection before its response was complete");
        }
        Throwable error = channel.parent().attr(ERROR).get();
        return (error != null)
                ? error
                : new RequestEndedException("the server closed the HTTP/2 stream before its response was complete");
    }
}
