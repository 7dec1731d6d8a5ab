package io.mcpclient.test;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/**
 * A {@link McpTestServer} at a path and port of the application, behind its filters: Streamable HTTP in the eras of the server. It needs
 * {@code jakarta.servlet-api}, and to be registered with support for asynchronous requests. A disconnect of the server forgets
 * sessions, but closes no connections, which belong to the application. Thread-safe.
 *
 * <pre>{@code
 * @Bean
 * ServletRegistrationBean<McpTestServlet> weather(McpTestServer server) {
 *     return new ServletRegistrationBean<>(new McpTestServlet(server), "/servers/weather/mcp");
 * }
 * }</pre>
 */
public final class McpTestServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private static final Arguments API = new Arguments("McpTestServlet");

    private static final int DEFAULT_MAX_BODY = 1024 * 1024;

    private final transient HttpEnd end;

    private final int maxBody;

    /**
     * Creates a servlet that accepts bodies of up to one mebibyte.
     * @param server the server; it is not closed with the servlet
     */
    public McpTestServlet(McpTestServer server) {
        this(server, DEFAULT_MAX_BODY);
    }

    /**
     * Creates a servlet.
     * @param server the server; it is not closed with the servlet
     * @param maxBody maximum length of a body, in bytes; longer ones are rejected with the status 413
     */
    public McpTestServlet(McpTestServer server, int maxBody) {
        this.end = API.present(server, "server").http();
        this.maxBody = API.count(maxBody, "maxBody");
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        byte[] body = request.getInputStream().readNBytes(this.maxBody + 1);
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (String name : Collections.list(request.getHeaderNames())) {
            headers.put(name.toLowerCase(Locale.ROOT), Collections.list(request.getHeaders(name)));
        }
        Writing writing = new Writing(request.startAsync(), response);
        writing.begin(this.end
                .handle(request.getMethod(), headers, body, this.maxBody)
                .flatMapMany(writing::head)
                .publishOn(Schedulers.boundedElastic()));
    }

    /** Writes one response; the request is cancelled if the client has disconnected. */
    private static final class Writing implements AsyncListener {

        private final AsyncContext context;

        private final HttpServletResponse response;

        private final Disposable.Swap work = Disposables.swap();

        private final AtomicBoolean ended = new AtomicBoolean();

        private volatile boolean streams;

        Writing(AsyncContext context, HttpServletResponse response) {
            this.context = context;
            this.response = response;
            context.setTimeout(0);
            context.addListener(this);
        }

        void begin(Flux<byte[]> bytes) {
            this.work.update(bytes.subscribe(this::write, failure -> end(), this::end));
        }

        Flux<byte[]> head(HttpEnd.Answer answer) {
            this.response.setStatus(answer.status());
            answer.headers().forEach(this.response::setHeader);
            this.streams = "text/event-stream".equals(answer.headers().get("Content-Type"));
            return this.streams ? answer.body().startWith(new byte[0]) : answer.body();
        }

        private void write(byte[] bytes) {
            try {
                this.response.getOutputStream().write(bytes);
                if (this.streams) {
                    this.response.flushBuffer();
                }
            } catch (IOException | IllegalStateException ex) {
                this.work.dispose(); // the client has disconnected
                end();
            }
        }

        private void end() {
            if (this.ended.compareAndSet(false, true)) {
                this.context.complete();
            }
        }

        @Override
        public void onComplete(AsyncEvent event) {
            this.ended.set(true);
            this.work.dispose();
        }

        @Override
        public void onError(AsyncEvent event) {
            end();
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            end();
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            // not restarted
        }
    }
}
