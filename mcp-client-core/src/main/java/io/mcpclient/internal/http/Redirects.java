package io.mcpclient.internal.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.internal.support.RecoveringFlux;
import io.mcpclient.transport.HttpStatusException;

/**
 * Follows redirects of one server within its origin. Those of the endpoint are remembered, so that later requests go to their target
 * directly: those of the requests before the first successful response, and those that add or remove a slash, as mounted applications
 * redirect {@code /mcp} to {@code /mcp/}. Others concern one request: a server may redirect a call to what the call names.
 *
 * <table>
 * <caption>redirects, first match counts</caption>
 * <tr><th>status</th><th>target</th><th>result</th></tr>
 * <tr><td>307, 308</td><td>same origin</td><td>the same request there, {@value #MAX_HOPS} times at most</td></tr>
 * <tr><td>any</td><td>another origin</td><td>an error: credentials and calls are for the configured origin</td></tr>
 * <tr><td>301, 302, 303</td><td>same origin</td><td>an error: they may turn a POST into a GET, and lead to login pages</td></tr>
 * <tr><td>any</td><td>none, or not a URL</td><td>an error</td></tr>
 * </table>
 *
 * A target is remembered for the lifetime of the transport, or until a response shows that no MCP endpoint is there: it may be a page
 * for logging in, or no longer exist, and the address that redirected to it may no longer do so.
 *
 * <table>
 * <caption>responses of a target</caption>
 * <tr><th>before its first message</th><th>after it</th><th>target</th></tr>
 * <tr><td>a message</td><td>anything else, such as 405, with which servers refuse event streams</td><td>kept</td></tr>
 * <tr><td>anything else, unless it differs from the address in a slash only</td>
 * <td>404, 410, content of another type, a redirect that is not followed</td><td>forgotten</td></tr>
 * </table>
 *
 * Thread-safe.
 *
 * @see "RFC 9110, section 15.4; fault F17"
 */
final class Redirects {

    static final int MAX_HOPS = 5;

    /** A server of HTTP+SSE assigns a new address to each session. */
    private static final int MAX_REMEMBERED = 16;

    /** Reasons why responses are those of pages. */
    private static final Set<Reason> OF_PAGES = Set.of(Reason.CONTENT_TYPE, Reason.REDIRECT);

    private final HttpFailures failures;

    private final Map<URI, Target> targets = new ConcurrentHashMap<>();

    private volatile boolean isOpening = true;

    /** A remembered target. */
    private static final class Target {

        private final URI url;

        private volatile boolean hasSentMessages;

        Target(URI url) {
            this.url = url;
        }
    }

    Redirects(HttpFailures failures) {
        this.failures = failures;
    }

    /** Returns the current target of requests to an address. */
    URI target(URI url) {
        Target remembered = this.targets.get(url);
        return (remembered != null) ? remembered.url : url;
    }

    /** A request was successful: it has reached the endpoint. */
    void onSuccess() {
        if (this.isOpening) {
            this.isOpening = false;
        }
    }

    /**
     * Sends a request and follows its redirects.
     * @param url its address
     * @param send sends it to an address; fails with a {@link RedirectException} if that address redirects it
     */
    <T> Flux<T> follow(URI url, Function<URI, Flux<T>> send) {
        return follow(url, target(url), send, this.isOpening, 0);
    }

    private <T> Flux<T> follow(URI url, URI target, Function<URI, Flux<T>> send, boolean opens, int hops) {
        return new RecoveringFlux<>(sent(url, target, send), error -> {
            if (!(error instanceof RedirectException redirect)) {
                if (isUnproven(url, target) || isOfPage(error)) {
                    forget(url, target);
                }
                return null;
            }
            if (hops == MAX_HOPS) {
                this.targets.remove(url);
                return Flux.error(this.failures.tooManyRedirects(redirect.request(), redirect.target()));
            }
            if (opens || isSame(url, redirect.target())) {
                remember(url, redirect.target());
            }
            return follow(url, redirect.target(), send, opens, hops + 1);
        });
    }

    private <T> Flux<T> sent(URI url, URI target, Function<URI, Flux<T>> send) {
        Flux<T> answer = send.apply(target);
        return target.equals(url)
                ? answer
                : answer.doOnNext(message -> prove(url, target)).doOnComplete(() -> {
                    if (isUnproven(url, target)) {
                        forget(url, target);
                    }
                });
    }

    /** Returns a target if it is remembered: that of one request is not, and each request may have another. */
    private @Nullable Target remembered(URI url, URI target) {
        Target present = this.targets.get(url);
        return (present != null && present.url.equals(target)) ? present : null;
    }

    private void prove(URI url, URI target) {
        Target present = remembered(url, target);
        if (present != null && !present.hasSentMessages) {
            present.hasSentMessages = true;
        }
    }

    private boolean isUnproven(URI url, URI target) {
        Target present = remembered(url, target);
        return present != null && !present.hasSentMessages && !isSame(url, target);
    }

    /** Returns whether addresses differ in a slash only, which servers add or remove everywhere. */
    private static boolean isSame(URI url, URI target) {
        return withoutSlash(url).equals(withoutSlash(target));
    }

    private static String withoutSlash(URI url) {
        return url.toString().replaceFirst("/(?=$|\\?)", "");
    }

    private void remember(URI url, URI target) {
        if (this.targets.size() >= MAX_REMEMBERED) {
            this.targets.clear();
        }
        this.targets.compute(
                url,
                (address, present) -> (present != null && present.url.equals(target)) ? present : new Target(target));
    }

    private static boolean isOfPage(Throwable error) {
        return (error instanceof HttpStatusException answer && (answer.status() == 404 || answer.status() == 410))
                || (error instanceof McpProtocolException unfit && OF_PAGES.contains(unfit.reason()));
    }

    /** After that, the next redirect is remembered like the first. */
    private void forget(URI url, URI target) {
        Target present = remembered(url, target);
        if (present != null && this.targets.remove(url, present)) {
            this.isOpening = true;
        }
    }

    /**
     * Evaluates a redirect.
     * @param request the redirected request
     * @param status 300 to 399
     * @param location value of {@code Location}, untrusted; {@code null} if there is none
     * @return a {@link RedirectException} if it is followed; otherwise the reason why not
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
        // Segments above the root are dropped (RFC 3986, 5.2.4), which java.net.URI does not do.
        String absolute = target.getRawPath().replaceFirst("^(/\\.\\.)+(?=/|$)", "");
        return new URI(target.getScheme() + "://" + target.getRawAuthority() + absolute + query);
    }
}
