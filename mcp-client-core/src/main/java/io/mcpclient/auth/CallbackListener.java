package io.mcpclient.auth;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * HTTP listener on the loopback interface for authorization callbacks, active while any request is pending. Unknown
 * requests are rejected and change nothing: other programs and web pages can reach the port, too. Thread-safe.
 *
 * @see "SEC-09; fault H14"
 */
final class CallbackListener {

    private static final String ADDRESS = "127.0.0.1";

    private static final String PATH = "/callback";

    private static final int BACKLOG = 8;

    private final int port;

    private final List<PendingAuthorization> pending = new CopyOnWriteArrayList<>();

    private @Nullable HttpServer server;

    private @Nullable ExecutorService thread;

    CallbackListener(int port) {
        this.port = port;
    }

    URI url() {
        return URI.create("http://" + ADDRESS + ":" + this.port + PATH);
    }

    /**
     * Waits for the callback of a request.
     * @param telling notifies the user, after the listener has started; its error ends the wait
     */
    Mono<URI> await(McpAuthorizationRequest request, Mono<URI> telling) {
        return Mono.defer(() -> {
                    PendingAuthorization added = new PendingAuthorization(request);
                    add(added);
                    return Mono.firstWithSignal(added.answer(), telling).doFinally(signal -> remove(added));
                })
                .subscribeOn(Schedulers.boundedElastic());
    }

    private synchronized void add(PendingAuthorization added) {
        if (this.server == null) {
            start();
        }
        this.pending.add(added);
    }

    private void start() {
        try {
            HttpServer started = HttpServer.create(new InetSocketAddress(ADDRESS, this.port), BACKLOG);
            ExecutorService executor = Executors.newSingleThreadExecutor(task -> {
                Thread worker = new Thread(task, "mcp-callback");
                worker.setDaemon(true);
                return worker;
            });
            started.setExecutor(executor);
            started.createContext("/", this::answer);
            started.start();
            this.thread = executor;
            this.server = started;
        } catch (IOException ex) {
            throw new IllegalStateException("port " + this.port + " of the loopback interface is in use", ex);
        }
    }

    private void remove(PendingAuthorization over) {
        this.pending.remove(over);
        if (this.pending.isEmpty()) {
            // Not on the server's thread, which may be the one that delivered the callback.
            Schedulers.boundedElastic().schedule(this::stopIfIdle);
        }
    }

    /** A request that has been added in the meantime uses the same server; a later one needs a free port. */
    private synchronized void stopIfIdle() {
        HttpServer last = this.server;
        ExecutorService worker = this.thread;
        if (this.pending.isEmpty() && last != null && worker != null) {
            last.stop(0);
            worker.shutdown();
            this.server = null;
            this.thread = null;
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        URI requested = exchange.getRequestURI();
        PendingAuthorization found = isForUs(exchange) ? byState(CallbackUrl.state(requested)) : null;
        if (found == null) {
            reply(exchange, 404, "Not found.");
            return;
        }
        reply(exchange, 200, "Authorization response received. You can close this page and return to the application.");
        found.answer(URI.create(url() + "?" + requested.getRawQuery()));
    }

    /** DNS rebinding: a page whose own name resolves to this address is detected by its Host header. */
    private boolean isForUs(HttpExchange exchange) {
        List<String> hosts = exchange.getRequestHeaders().getOrDefault("Host", List.of());
        return exchange.getRequestMethod().equals("GET")
                && hosts.equals(List.of(ADDRESS + ":" + this.port))
                && PATH.equals(exchange.getRequestURI().getRawPath());
    }

    private @Nullable PendingAuthorization byState(@Nullable String state) {
        PendingAuthorization found = null;
        for (PendingAuthorization candidate : this.pending) {
            if (candidate.hasState(state) && candidate.isOpen(Instant.now())) {
                found = candidate;
            }
        }
        return found;
    }

    private static void reply(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", "text/plain; charset=utf-8");
        headers.set("Cache-Control", "no-store");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Connection", "close");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
