package io.mcpclient.transport.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/**
 * Follows redirects of one server within its origin, and remembers them, so that later requests go to their target at once.
 * Mounted applications redirect so, from {@code /mcp} to {@code /mcp/}.
 *
 * <table>
 * <caption>redirects, first match counts</caption>
 * <tr><th>status</th><th>target</th><th>what follows</th></tr>
 * <tr><td>307, 308</td><td>same origin</td><td>the same request there, {@value #MAX_HOPS} times at most</td></tr>
 * <tr><td>any</td><td>another origin</td><td>an error: credentials and calls are for the configured origin</td></tr>
 * <tr><td>301, 302, 303</td><td>same origin</td><td>an error: they may turn a POST into a GET, and lead to login pages</td></tr>
 * <tr><td>any</td><td>none, or no URL</td><td>an error</td></tr>
 * </table>
 *
 * A target is remembered as long as the transport lives, or until it answers that nothing is there. Thread-safe.
 *
 * @see "RFC 9110, section 15.4; fault F17"
 */
final class Redirects {

    static final int MAX_HOPS = 5;

    /** A server of HTTP+SSE names a new address for each session. */
    private static final int MAX_REMEMBERED = 16;

    private final HttpFailures failures;

    private final Map<URI, URI> targets = new ConcurrentHashMap<>();

    Redirects(HttpFailures failures) {
        this.failures = failures;
    }

    /** Returns where requests for an address go by now. */
    URI target(URI url) {
        return this.targets.getOrDefault(url, url);
    }

    /**
     * Sends a request to where it is redirected.
     * @param url its address
     * @param send sends it to an address; fails with a {@link RedirectException} if that redirects it
     */
    <T> Flux<T> follow(URI url, Function<URI, Flux<T>> send) {
        return follow(url, target(url), send, 0);
    }

    private <T> Flux<T> follow(URI url, URI target, Function<URI, Flux<T>> send, int hops) {
        return send.apply(target).onErrorResume(RedirectException.class, redirect -> {
            if (hops == MAX_HOPS) {
                this.targets.remove(url);
                return Flux.error(this.failures.tooManyRedirects(redirect.request(), redirect.target()));
            }
            remember(url, redirect.target());
            return follow(url, redirect.target(), send, hops + 1);
        });
    }

    private void remember(URI url, URI target) {
        if (this.targets.size() >= MAX_REMEMBERED) {
            this.targets.clear();
        }
        this.targets.put(url, target);
    }

    /** Nothing is there: the address that redirected to it may do so no longer. */
    void onNothingThere(URI target) {
        this.targets.values().removeIf(target::equals);
    }

    /**
     * Decides about a redirect.
     * @param request the request that it answers
     * @param status 300 to 399
     * @param location value of {@code Location}, untrusted; {@code null} if there is none
     * @return a {@link RedirectException} if it is followed; or why it is not
     */
    Throwable judge(SentRequest request, int status, @Nullable String location) {
        if (location == null || location.isBlank()) {
            return this.failures.redirectWithoutTarget(request, status);
        }
        URI target;
        try {
            target = resolve(request.url(), location);
        } catch (URISyntaxException | IllegalArgumentException ex) {
            return this.failures.redirectToNoUrl(request, status, location);
        }
        if (!SseEndpoint.origin(target).equals(SseEndpoint.origin(request.url()))) {
            return this.failures.redirectToOtherOrigin(request, status, target);
        }
        return (status == 307 || status == 308)
                ? new RedirectException(request, status, target)
                : this.failures.redirectNotFollowed(request, status, target);
    }

    private static URI resolve(URI from, String location) throws URISyntaxException {
        String path = from.getRawPath().isEmpty() ? "/" : from.getRawPath();
        URI base = new URI(from.getScheme() + "://" + from.getRawAuthority() + path);
        URI target = base.resolve(new URI(location.strip())).normalize();
        if (target.getRawAuthority() == null || target.getRawUserInfo() != null) {
            throw new IllegalArgumentException("no host, or credentials beside it");
        }
        String query = (target.getRawQuery() != null) ? "?" + target.getRawQuery() : "";
        // Above the root there is nothing (RFC 3986, 5.2.4), which java.net.URI does not know.
        String absolute = target.getRawPath().replaceFirst("^(/\\.\\.)+(?=/|$)", "");
        return new URI(target.getScheme() + "://" + target.getRawAuthority() + absolute + query);
    }
}
