package io.mcpclient.console.internal.web;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.security.Principal;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Decides which requests the console accepts. Thread-safe.
 *
 * <table>
 * <caption>a request, first match applies</caption>
 * <tr><th>condition</th><th>reaction</th></tr>
 * <tr><td>for the host that is only for views</td><td>403</td></tr>
 * <tr><td>Spring Security, and no authenticated user</td><td>401</td></tr>
 * <tr><td>Spring Security, and the user does not have the authority</td><td>403</td></tr>
 * <tr><td>no Spring Security, and the request comes from another machine, through a proxy, or for a name that is not of this
 * machine (DNS rebinding)</td><td>403</td></tr>
 * <tr><td>the browser says that another site sends the request, other than a link to the page</td><td>403</td></tr>
 * <tr><td>not a page, and without the header {@value #HEADER}</td><td>403</td></tr>
 * <tr><td>neither GET nor HEAD, and {@code Origin} is not that of the page</td><td>403</td></tr>
 * </table>
 */
public final class Guard {

    /** Header that a foreign page can send only after a preflight request, which is refused. */
    public static final String HEADER = "X-Mcp-Console";

    private static final Set<String> LOCAL_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

    private static final Set<String> READING = Set.of("GET", "HEAD");

    private static final List<String> PROXY_HEADERS =
            List.of("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP");

    private final boolean secured;

    private final @Nullable String authority;

    private final @Nullable ViewOrigin views;

    /**
     * Creates a guard.
     * @param secured whether the application has Spring Security
     * @param authority authority that users need, {@code null} for none
     * @param views origin of views, {@code null} if there are none
     */
    public Guard(boolean secured, @Nullable String authority, @Nullable ViewOrigin views) {
        this.secured = secured;
        this.authority = authority;
        this.views = views;
    }

    /**
     * A refusal.
     *
     * @param status HTTP status
     * @param detail what is wrong, for people
     */
    public record Refusal(int status, String detail) {}

    public boolean isSecured() {
        return this.secured;
    }

    /** Returns the name of the user who sends a request, empty if the application has no Spring Security. */
    public String userOf(HttpServletRequest request) {
        Principal principal = this.secured ? request.getUserPrincipal() : null;
        return (principal != null) ? principal.getName() : "";
    }

    /**
     * Checks a request.
     * @param request the request, as the application's filters pass it on
     * @param isPage whether it loads the page or one of its files
     * @return the reason to refuse it, or {@code null}
     */
    public @Nullable Refusal refusal(HttpServletRequest request, boolean isPage) {
        if (isOfViews(request)) {
            return new Refusal(403, "This address is only for views, see mcp.console.apps.origin.");
        }
        Refusal refusal = this.secured ? unauthorized(request) : remote(received(request));
        return (refusal != null) ? refusal : foreign(request, isPage);
    }

    /** With a login, a proxy may have replaced the host. */
    private boolean isOfViews(HttpServletRequest request) {
        return this.views != null
                && (this.views.isOnlyForViews(request.getHeader(HttpHeaders.HOST))
                        || (this.secured
                                && this.views.isOnlyForViews(request.getServerName() + ":" + request.getServerPort())));
    }

    private @Nullable Refusal unauthorized(HttpServletRequest request) {
        if (request.getUserPrincipal() == null) {
            return new Refusal(401, "Log in to the application first: the console is for its users.");
        }
        return (this.authority == null || request.isUserInRole(this.authority))
                ? null
                : new Refusal(403, "The console is for users with another authority, see mcp.console.authority.");
    }

    private static @Nullable Refusal remote(HttpServletRequest request) {
        if (!isThisMachine(request.getRemoteAddr())) {
            return new Refusal(
                    403,
                    "The console is available to the machine of the application only, unless it has Spring Security.");
        }
        for (String header : PROXY_HEADERS) {
            if (request.getHeader(header) != null) {
                return new Refusal(
                        403,
                        "The console is not available through a proxy, unless the application has Spring Security.");
            }
        }
        URI target = parse("http://" + request.getHeader(HttpHeaders.HOST));
        boolean local = target != null
                && target.getHost() != null
                && target.getUserInfo() == null
                && LOCAL_NAMES.contains(target.getHost().toLowerCase(Locale.ROOT));
        return local
                ? null
                : new Refusal(
                        403, "The console is available as localhost, 127.0.0.1 and [::1] only: see the Host header.");
    }

    private @Nullable Refusal foreign(HttpServletRequest request, boolean isPage) {
        boolean reads = READING.contains(request.getMethod());
        if (isPage && reads) {
            return null;
        }
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && !site.equals("none")) {
            return new Refusal(403, "The console does not accept requests of other sites.");
        }
        if (request.getHeader(HEADER) == null) {
            return new Refusal(
                    403, "The header " + HEADER + " is missing: requests come from the console's page only.");
        }
        return (reads || isOwnOrigin(request))
                ? null
                : new Refusal(
                        403,
                        "The console does not accept requests of other pages: see the Origin header."
                                + (this.secured
                                        ? " If a proxy replaces the host, set server.forward-headers-strategy."
                                        : ""));
    }

    /**
     * With a login, only host and port are compared: a proxy that ends TLS may hide the scheme. One that replaces the host passes the
     * original one on, in headers that the application's filters may have accepted.
     */
    private boolean isOwnOrigin(HttpServletRequest request) {
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        String host = request.getHeader(HttpHeaders.HOST);
        return this.secured
                ? Hosts.isAt(origin, host)
                        || Hosts.isAt(origin, request.getServerName() + ":" + request.getServerPort())
                : (request.getScheme() + "://" + host).equalsIgnoreCase(origin);
    }

    /** Filters for forwarded headers replace address and host by what a sender claims. */
    private static HttpServletRequest received(HttpServletRequest request) {
        ServletRequest received = request;
        while (received instanceof ServletRequestWrapper wrapper) {
            received = wrapper.getRequest();
        }
        return (received instanceof HttpServletRequest http) ? http : request;
    }

    /** The container passes an address, which is not resolved. */
    private static boolean isThisMachine(String address) {
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException ex) {
            return false;
        }
    }

    private static @Nullable URI parse(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException ex) {
            return null;
        }
    }
}
