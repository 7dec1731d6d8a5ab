package io.mcpclient.console.internal.web;

import java.util.List;
import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.console.internal.json.InvalidRequestException;
import io.mcpclient.console.internal.live.EventStream;
import io.mcpclient.console.internal.live.EventStreams;
import io.mcpclient.error.McpException;

/**
 * All addresses of the console. Each request passes the {@link Guard} here, behind all filters of the application, and not in a filter
 * of its own, whose pattern of addresses could differ from that of the handlers.
 */
public final class ConsoleRoutes {

    private static final Logger logger = LoggerFactory.getLogger("io.mcpclient.console");

    private static final String FILE = "file";

    private final String path;

    private final Guard guard;

    private final ConsoleJson json;

    private final EventStreams streams;

    private final @Nullable ViewOrigin views;

    private final PageFiles files = new PageFiles();

    /**
     * Creates the routes.
     * @param path path of the console
     * @param guard decides which requests are accepted
     * @param json reads and writes JSON
     * @param streams open pages
     * @param views origin of views, {@code null} if there are none
     */
    public ConsoleRoutes(String path, Guard guard, ConsoleJson json, EventStreams streams, @Nullable ViewOrigin views) {
        this.path = path;
        this.guard = guard;
        this.json = json;
        this.streams = streams;
        this.views = views;
    }

    /** Returns the routes for all areas. */
    public RouterFunction<ServerResponse> of(List<Area> areas) {
        RouterFunctions.Builder builder = RouterFunctions.route()
                .GET(this.path, page(this::redirect))
                .GET(this.path + "/", page(request -> file(request, "index.html")))
                .GET(this.path + "/{" + FILE + "}", page(request -> file(request, request.pathVariable(FILE))))
                .POST(this.path + "/api/events", api(this::events));
        areas.forEach(area -> area.addTo(new Table(builder)));
        return builder.route(RequestPredicates.path(this.path + "/**"), page(request -> notFound()))
                .filter((request, next) -> new SafeResponse(next.handle(request), this.views))
                .build();
    }

    private HandlerFunction<ServerResponse> page(HandlerFunction<ServerResponse> next) {
        return request -> guarded(request, true, next);
    }

    private HandlerFunction<ServerResponse> api(HandlerFunction<ServerResponse> next) {
        return request -> guarded(request, false, next);
    }

    private ServerResponse guarded(ServerRequest request, boolean isPage, HandlerFunction<ServerResponse> next) {
        Guard.Refusal refusal = this.guard.refusal(request.servletRequest(), isPage);
        if (refusal != null) {
            return problem(Problem.of(refusal.status(), refusal.detail()));
        }
        try {
            return next.handle(request);
        } catch (Exception ex) {
            if (!(ex instanceof McpException) && !(ex instanceof InvalidRequestException)) {
                logger.warn("A request of the console failed", ex);
            }
            return problem(Problem.of(ex));
        }
    }

    /** The page's files have relative addresses, so its own ends with a slash. The target is relative, too: a proxy may have a prefix. */
    private ServerResponse redirect(ServerRequest request) {
        return ServerResponse.status(HttpStatus.FOUND)
                .header(HttpHeaders.LOCATION, this.path.substring(this.path.lastIndexOf('/') + 1) + "/")
                .build();
    }

    private ServerResponse file(ServerRequest request, String name) {
        Optional<PageFiles.PageFile> found = this.files.find(name);
        if (found.isEmpty()) {
            return notFound();
        }
        PageFiles.PageFile file = found.get();
        boolean isKnown = file.tag().equals(request.headers().firstHeader(HttpHeaders.IF_NONE_MATCH));
        ServerResponse.BodyBuilder response = ServerResponse.status(isKnown ? HttpStatus.NOT_MODIFIED : HttpStatus.OK)
                .eTag(file.tag())
                .cacheControl(CacheControl.noCache());
        return isKnown ? response.build() : bytes(response, file.type(), file.content());
    }

    private ServerResponse events(ServerRequest request) {
        if (!this.streams.isRunning()) {
            return problem(Problem.of(503, "The application is starting or stopping."));
        }
        EventStream stream = this.streams.open(this.guard.userOf(request.servletRequest()));
        return ServerResponse.sse(stream::begin, EventStreams.MAX_TIME);
    }

    private ServerResponse notFound() {
        return problem(Problem.of(404, "The console has no such address."));
    }

    private ServerResponse problem(Problem problem) {
        return bytes(
                ServerResponse.status(problem.status()).cacheControl(CacheControl.noStore()),
                MediaType.APPLICATION_PROBLEM_JSON,
                this.json.write(problem));
    }

    private ServerResponse reply(@Nullable Object value) {
        return (value == null)
                ? ServerResponse.noContent().build()
                : bytes(
                        ServerResponse.ok().cacheControl(CacheControl.noStore()),
                        MediaType.APPLICATION_JSON,
                        this.json.write(value));
    }

    /** Written without the application's message converters, which may not support the type. */
    private static ServerResponse bytes(ServerResponse.BodyBuilder response, MediaType type, byte[] content) {
        return response.contentType(type).contentLength(content.length).build((request, servletResponse) -> {
            servletResponse.getOutputStream().write(content);
            return null;
        });
    }

    /** Adds the requests of an area. */
    private final class Table implements Area.Requests {

        private final RouterFunctions.Builder builder;

        Table(RouterFunctions.Builder builder) {
            this.builder = builder;
        }

        @Override
        public Area.Requests get(String name, Area.Handler handler) {
            this.builder.GET(address(name), api(request -> handled(request, handler)));
            return this;
        }

        @Override
        public Area.Requests post(String name, Area.Handler handler) {
            this.builder.POST(address(name), api(request -> handled(request, handler)));
            return this;
        }

        private String address(String name) {
            return ConsoleRoutes.this.path + "/api/" + name;
        }

        private ServerResponse handled(ServerRequest request, Area.Handler handler) {
            HttpServletRequest received = request.servletRequest();
            return reply(handler.handle(
                    new ConsoleRequest(received, ConsoleRoutes.this.json, ConsoleRoutes.this.guard.userOf(received))));
        }
    }
}
