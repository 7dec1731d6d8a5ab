package io.mcpclient.autoconfigure.web;

import java.net.URI;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.web.util.HtmlUtils;

/**
 * Response to a browser, independent of the web stack. It is never cached, shown in a frame, or disclosed to other sites.
 *
 * @param status HTTP status
 * @param location redirect target, or {@code null}
 * @param cookie cookie to set or remove, or {@code null}
 * @param page HTML, empty for none
 */
record WebResponse(
        int status, @Nullable URI location, @Nullable ResponseCookie cookie, String page) {

    static WebResponse redirect(URI location, ResponseCookie cookie) {
        return new WebResponse(302, location, cookie, "");
    }

    /** Creates a page from text, which may be untrusted. */
    static WebResponse page(int status, String title, String text) {
        String page = """
                <!DOCTYPE html>
                <html lang="en">
                <head><meta charset="UTF-8"><title>%1$s</title></head>
                <body><h1>%1$s</h1><p>%2$s</p></body>
                </html>
                """.formatted(HtmlUtils.htmlEscape(title, "UTF-8"), HtmlUtils.htmlEscape(text, "UTF-8"));
        return new WebResponse(status, null, null, page);
    }

    WebResponse withCookie(@Nullable ResponseCookie cookie) {
        return new WebResponse(this.status, this.location, cookie, this.page);
    }

    void headers(BiConsumer<String, String> to) {
        to.accept(HttpHeaders.CACHE_CONTROL, "no-store");
        to.accept("Referrer-Policy", "no-referrer");
        to.accept("X-Content-Type-Options", "nosniff");
        to.accept("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        if (this.location != null) {
            to.accept(HttpHeaders.LOCATION, this.location.toString());
        }
        if (this.cookie != null) {
            to.accept(HttpHeaders.SET_COOKIE, this.cookie.toString());
        }
    }
}
