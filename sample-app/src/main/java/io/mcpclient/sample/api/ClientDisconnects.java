package io.mcpclient.sample.api;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;

import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;

/**
 * Cancels an operation as soon as its caller has closed the connection. A server detects that only when it reads or
 * writes, and nothing may be written before the result: so the thread of the request, which waits for the result, tries to read
 * in between. No other thread uses the connection at that time.
 *
 * <p>Only Tomcat lets a request read past its body. The read returns 1 at the end of the stream, or the number of bytes of the
 * next request if the caller sends one ahead. A caller that closes only its side of the connection counts as gone,
 * too: the two are indistinguishable, and HTTP/1.1 does not require waiting for such callers.
 */
@Component
class ClientDisconnects implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private static final String IS_GONE = ClientDisconnects.class.getName();

    private static final int END_OF_STREAM = 1;

    @Override
    public void customize(ConfigurableTomcatWebServerFactory factory) {
        factory.addEngineValves(new DisconnectValve());
    }

    /**
     * Waits for a result on the thread of a request whose body was read.
     * @return the result; {@code null} if the caller is gone
     */
    static <T> @Nullable T await(Mono<T> result, HttpServletRequest request) throws InterruptedException {
        CompletableFuture<T> pending = result.toFuture();
        try {
            while (true) {
                try {
                    return pending.get(INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
                } catch (TimeoutException ex) {
                    if (request.getAttribute(IS_GONE) instanceof BooleanSupplier isGone && isGone.getAsBoolean()) {
                        return null;
                    }
                }
            }
        } catch (ExecutionException ex) {
            throw Exceptions.propagate(Objects.requireNonNullElse(ex.getCause(), ex));
        } finally {
            pending.cancel(true);
        }
    }

    /** Adds to each request the check whether its client has disconnected. */
    private static final class DisconnectValve extends ValveBase {

        DisconnectValve() {
            super(true);
        }

        @Override
        public void invoke(Request request, Response response) throws IOException, ServletException {
            org.apache.coyote.Request connection = request.getCoyoteRequest();
            request.setAttribute(IS_GONE, (BooleanSupplier) () -> isGone(connection));
            getNext().invoke(request, response);
        }

        private static boolean isGone(org.apache.coyote.Request connection) {
            connection.action(ActionCode.AVAILABLE, true);
            return connection.getAvailable() == END_OF_STREAM;
        }
    }
}
