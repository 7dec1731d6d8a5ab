package io.mcpclient.auth;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.function.Consumer;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Authorization prompt for programs on the user's own machine: it passes the authorization page to the application, and
 * listens on the loopback interface for the callback, once per request. It opens no browser: the application shows the URL,
 * or passes it to the platform, but never to a shell. Thread-safe.
 *
 * <p>Calls wait for the user for up to five minutes, bounded by their own timeout: set the {@code connect-timeout} of the
 * client to the time that a user needs, or call again.
 *
 * @see "RFC 8252, section 7.3"
 */
public final class LoopbackAuthorizationPrompt implements McpAuthorizationPrompt {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final int BACKLOG = 1;

    private final Consumer<McpAuthorizationRequest> announcement;

    private final CallbackListener listener;

    /**
     * Creates a prompt with a port that is currently free, used for all requests.
     * @param announcement notifies the user; may block; an exception ends the request
     */
    public LoopbackAuthorizationPrompt(Consumer<McpAuthorizationRequest> announcement) {
        this(freePort(), announcement);
    }

    /**
     * Creates a prompt with a fixed port, for pre-registered clients.
     * @param port port of {@code http://127.0.0.1:<port>/callback}, 1 to 65535
     * @param announcement notifies the user; may block; an exception ends the request
     */
    public LoopbackAuthorizationPrompt(int port, Consumer<McpAuthorizationRequest> announcement) {
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("the port must be a number from 1 to 65535");
        }
        this.announcement = announcement;
        this.listener = new CallbackListener(port);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
            return socket.getLocalPort();
        } catch (IOException ex) {
            throw new IllegalStateException("no port of the loopback interface is free", ex);
        }
    }

    @Override
    public Mono<URI> prompt(McpAuthorizationRequest request) {
        Mono<URI> announced = Mono.<URI>fromRunnable(() -> this.announcement.accept(request))
                .subscribeOn(Schedulers.boundedElastic())
                .then(Mono.never());
        // Whichever comes first: the callback, or a failed announcement.
        return this.listener.await(request, announced);
    }

    @Override
    public Mono<Void> promptForCode(McpAuthorizationRequest request) {
        return Mono.<Void>fromRunnable(() -> this.announcement.accept(request))
                .subscribeOn(Schedulers.boundedElastic());
    }

    @Override
    public URI redirectUri() {
        return this.listener.url();
    }

    @Override
    public Duration timeout() {
        return PATIENCE;
    }
}
