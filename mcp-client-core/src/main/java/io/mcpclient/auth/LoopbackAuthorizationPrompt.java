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
 * The prompt of programs on the user's own machine: it tells the application which page to show, and listens on the loopback
 * interface until the browser comes back, once for each request. It opens no browser: the application shows the URL, or hands
 * it to the platform, but never to a shell. Thread-safe.
 *
 * <p>Calls wait for the user for five minutes, and no longer than their own timeout: set the {@code connect-timeout} of the
 * client to what a user needs, or call again.
 *
 * @see "RFC 8252, section 7.3; SEC-09, SEC-11"
 */
public final class LoopbackAuthorizationPrompt implements McpAuthorizationPrompt {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final int BACKLOG = 1;

    private final Consumer<McpAuthorizationRequest> announcement;

    private final CallbackListener listener;

    /**
     * Creates a prompt that listens on a port which is free now, the same one each time.
     * @param announcement tells the user; may block; an exception ends the request
     */
    public LoopbackAuthorizationPrompt(Consumer<McpAuthorizationRequest> announcement) {
        this(freePort(), announcement);
    }

    /**
     * Creates a prompt that listens on a certain port, for clients that are registered beforehand.
     * @param port port of {@code http://127.0.0.1:<port>/callback}, 1 to 65535
     * @param announcement tells the user; may block; an exception ends the request
     */
    public LoopbackAuthorizationPrompt(int port, Consumer<McpAuthorizationRequest> announcement) {
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("a port is a number from 1 to 65535");
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
        Mono<URI> told = Mono.<URI>fromRunnable(() -> this.announcement.accept(request))
                .subscribeOn(Schedulers.boundedElastic())
                .then(Mono.never());
        // Whatever comes first: an answer, or that nobody could be told.
        return this.listener.await(request, told);
    }

    @Override
    public URI redirectUri() {
        return this.listener.url();
    }

    @Override
    public Duration patience() {
        return PATIENCE;
    }
}
