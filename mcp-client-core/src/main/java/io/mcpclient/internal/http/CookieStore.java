package io.mcpclient.internal.http;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.cookie.ClientCookieDecoder;
import io.netty.handler.codec.http.cookie.ClientCookieEncoder;
import io.netty.handler.codec.http.cookie.Cookie;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.client.HttpClient;

/**
 * The cookies of one server, in memory: load balancers need them to route this client to the node that holds its session. All
 * requests go to one origin, which redirects do not leave; so the cookies of a server are sent back to that server only,
 * subject to path, expiry and the secure attribute. Kept as long as the transport. Thread-safe; {@code toString} shows no
 * cookies.
 *
 * @see "fault D11"
 */
final class CookieStore {

    private static final int MAX_COOKIES = 50;

    private static final int MAX_LENGTH = 4 * 1024;

    private final String host;

    private final String path;

    private final boolean isSecure;

    private final LongSupplier nanoTime;

    /** In the order in which they were first set. */
    private final Map<String, Kept> kept = new LinkedHashMap<>();

    private record Kept(Cookie cookie, long sinceNanos) {

        boolean isOver(long now) {
            long maxAge = this.cookie.maxAge();
            return maxAge != Cookie.UNDEFINED_MAX_AGE
                    && TimeUnit.NANOSECONDS.toSeconds(now - this.sinceNanos) >= maxAge;
        }
    }

    CookieStore(URI url, LongSupplier nanoTime) {
        this.host = String.valueOf(url.getHost()).toLowerCase(Locale.ROOT);
        this.path = url.getPath().isEmpty() ? "/" : url.getPath();
        this.isSecure = "https".equalsIgnoreCase(url.getScheme());
        this.nanoTime = nanoTime;
    }

    /** Makes a client store and send cookies. */
    HttpClient applyTo(HttpClient client) {
        return client.doOnRequest((request, connection) -> {
                    String cookies = header();
                    if (cookies != null) {
                        request.header(HttpHeaderNames.COOKIE, cookies);
                    }
                })
                .doOnResponse((response, connection) -> keep(response.responseHeaders()));
    }

    private void keep(HttpHeaders headers) {
        for (String value : headers.getAll(HttpHeaderNames.SET_COOKIE)) {
            keep(value);
        }
    }

    synchronized void keep(String setCookie) {
        Cookie cookie = (setCookie.length() <= MAX_LENGTH) ? decode(setCookie) : null;
        if (cookie == null || !isOurs(cookie)) {
            return;
        }
        Kept next = new Kept(cookie, this.nanoTime.getAsLong());
        if (next.isOver(next.sinceNanos())) {
            this.kept.remove(cookie.name());
        } else if (this.kept.containsKey(cookie.name()) || this.kept.size() < MAX_COOKIES) {
            this.kept.put(cookie.name(), next);
        }
    }

    /** Netty returns {@code null} for an illegal name or value, but throws for an illegal domain or path. */
    private static @Nullable Cookie decode(String setCookie) {
        try {
            return ClientCookieDecoder.STRICT.decode(setCookie);
        } catch (IllegalArgumentException ex) {
            return null;
        }
    }

    private boolean isOurs(Cookie cookie) {
        String domain = cookie.domain();
        String cookiePath = cookie.path();
        return (domain == null || isWithin(domain.toLowerCase(Locale.ROOT)))
                && (cookiePath == null || !cookiePath.startsWith("/") || covers(cookiePath))
                && (this.isSecure || !cookie.isSecure());
    }

    private boolean isWithin(String domain) {
        String plain = domain.startsWith(".") ? domain.substring(1) : domain;
        return this.host.equals(plain) || (!plain.isEmpty() && this.host.endsWith("." + plain));
    }

    private boolean covers(String cookiePath) {
        return this.path.startsWith(cookiePath)
                && (cookiePath.endsWith("/")
                        || this.path.length() == cookiePath.length()
                        || this.path.charAt(cookiePath.length()) == '/');
    }

    /** Returns the value of the {@code Cookie} header for a request at this moment, {@code null} for none. */
    synchronized @Nullable String header() {
        long now = this.nanoTime.getAsLong();
        this.kept.values().removeIf(cookie -> cookie.isOver(now));
        List<Cookie> cookies = new ArrayList<>(this.kept.size());
        this.kept.values().forEach(entry -> cookies.add(entry.cookie()));
        return cookies.isEmpty() ? null : ClientCookieEncoder.LAX.encode(cookies);
    }
}
