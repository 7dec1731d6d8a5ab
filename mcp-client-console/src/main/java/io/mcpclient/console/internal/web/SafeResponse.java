package io.mcpclient.console.internal.web;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.util.MultiValueMap;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * A response of the console: with headers that prevent text of servers from becoming code in the page. Only the console's scripts,
 * styles and addresses are allowed; images may be inline, for content of tools. Frames are those of views.
 */
record SafeResponse(ServerResponse response, @Nullable ViewOrigin views) implements ServerResponse {

    private static final String POLICY = String.join(
            "; ",
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "media-src data:",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'");

    private static final List<String> FEATURES = List.of("camera", "microphone", "geolocation");

    private static final Map<String, String> HEADERS = Map.of(
            "X-Content-Type-Options",
            "nosniff",
            "X-Frame-Options",
            "DENY",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "X-Accel-Buffering",
            "no"); // for nginx, which would hold events back

    @Override
    public HttpStatusCode statusCode() {
        return this.response.statusCode();
    }

    @Override
    public HttpHeaders headers() {
        return this.response.headers();
    }

    @Override
    public MultiValueMap<String, Cookie> cookies() {
        return this.response.cookies();
    }

    @Override
    public @Nullable ModelAndView writeTo(
            HttpServletRequest request, HttpServletResponse servletResponse, Context context)
            throws ServletException, IOException {
        String frames = framesOf(request);
        servletResponse.setHeader(
                "Content-Security-Policy", (frames != null) ? POLICY + "; frame-src " + frames : POLICY);
        servletResponse.setHeader("Permissions-Policy", permissions(frames));
        HEADERS.forEach(servletResponse::setHeader);
        return this.response.writeTo(request, servletResponse, context);
    }

    private @Nullable String framesOf(HttpServletRequest request) {
        return (this.views != null)
                ? this.views.forConsole(request.getScheme() + "://" + request.getHeader(HttpHeaders.HOST))
                : null;
    }

    /** The console uses none of them: it passes on what a view was granted, with the attribute {@code allow} of its frame. */
    private static String permissions(@Nullable String frames) {
        String allowed = (frames != null) ? "=(self \"" + frames + "\")" : "=()";
        return FEATURES.stream().map(feature -> feature + allowed).collect(Collectors.joining(", "));
    }
}
