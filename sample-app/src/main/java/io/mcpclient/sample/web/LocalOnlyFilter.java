package io.mcpclient.sample.web;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Rejects requests that a foreign web page causes a browser on this machine to send: requests whose {@code Host} is not a
 * name of this machine (DNS rebinding: the page would read the response), and modifying requests whose {@code Origin} is
 * another page.
 *
 * @see "fault I28"
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
class LocalOnlyFilter extends OncePerRequestFilter {

    private static final Set<String> LOCAL_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

    /** Safe methods; browsers do not show the responses to foreign pages. */
    private static final Set<String> HARMLESS =
            Set.of(HttpMethod.GET.name(), HttpMethod.HEAD.name(), HttpMethod.OPTIONS.name());

    private static final String REFUSAL = """
            {"type":"about:blank","title":"Forbidden","status":403,"detail":"%s",\
            "server":null,"error":"ForeignRequest","outcome":"NOT_SENT"}""";

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String origin = HARMLESS.contains(request.getMethod()) ? null : request.getHeader("Origin");
        String objection = objection(request.getScheme(), request.getHeader("Host"), origin);
        if (objection == null) {
            chain.doFilter(request, response);
            return;
        }
        response.setStatus(HttpServletResponse.SC_FORBIDDEN);
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.getWriter().write(REFUSAL.formatted(objection));
    }

    /**
     * Returns the problem with the origin of a request.
     * @param scheme scheme of the request
     * @param host header {@code Host}, or {@code null}
     * @param origin header {@code Origin}, or {@code null} if no browser sent the request or it does not matter
     * @return the objection, or {@code null} if there is none
     */
    static @Nullable String objection(String scheme, @Nullable String host, @Nullable String origin) {
        URI target = parse(scheme + "://" + host);
        if (target == null || !isLocal(target)) {
            return "This application is available as localhost, 127.0.0.1 and [::1] only: see the Host header";
        }
        if (origin == null) {
            return null;
        }
        URI page = parse(origin);
        boolean own = page != null
                && isLocal(page)
                && scheme.equalsIgnoreCase(page.getScheme())
                && page.getPort() == target.getPort();
        return own ? null : "This application does not accept requests from foreign pages: see the Origin header";
    }

    private static boolean isLocal(URI uri) {
        return uri.getHost() != null
                && uri.getUserInfo() == null
                && LOCAL_NAMES.contains(uri.getHost().toLowerCase(Locale.ROOT));
    }

    private static @Nullable URI parse(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException ex) {
            return null;
        }
    }
}
