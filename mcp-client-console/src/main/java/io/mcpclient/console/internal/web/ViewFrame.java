package io.mcpclient.console.internal.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;

/**
 * Serves the outer frame of views: one static document without any data. The parameter {@code host} names the console that it is for, the
 * only page that may have it as a frame. It is before all filters of the application, and needs no login: at the origin of views, nobody
 * has one. Any other request is passed on.
 */
public final class ViewFrame implements Filter {

    /** Name of the document in the folder of the console. */
    public static final String NAME = "view-frame.html";

    private static final String FILE = "/io/mcpclient/console/frame/" + NAME;

    /**
     * The view inherits the policy of the outer frame, which cannot be stricter therefore. It takes that of the view before it creates the
     * inner frame.
     */
    private static final String POLICY = "form-action 'none'; object-src 'none'; worker-src 'none'; frame-ancestors ";

    private final ViewOrigin origin;

    private final byte[] document;

    /**
     * Creates the filter.
     * @param origin origin of views
     */
    public ViewFrame(ViewOrigin origin) {
        this.origin = origin;
        try (InputStream in = Objects.requireNonNull(ViewFrame.class.getResourceAsStream(FILE))) {
            this.document = in.readAllBytes();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest received = (HttpServletRequest) request;
        String console = received.getMethod().equals("GET") ? received.getParameter("host") : null;
        if (console != null && this.origin.isFor(console, received.getHeader(HttpHeaders.HOST))) {
            write((HttpServletResponse) response, console);
        } else {
            chain.doFilter(request, response);
        }
    }

    private void write(HttpServletResponse response, String console) throws IOException {
        response.setHeader("Content-Security-Policy", POLICY + console);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-cache");
        response.setContentType("text/html;charset=UTF-8");
        response.setContentLength(this.document.length);
        response.getOutputStream().write(this.document);
    }
}
