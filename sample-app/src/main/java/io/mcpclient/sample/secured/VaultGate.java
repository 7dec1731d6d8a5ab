package io.mcpclient.sample.secured;

import java.io.IOException;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.core.OAuth2TokenIntrospectionClaimNames;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OAuth2IntrospectionException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Rejects requests to the server {@code vault} without a valid token. Every token is introspected at the authorization server
 * for every request, so that a revocation takes effect at once. The required scopes depend on the headers that repeat the
 * body; the body itself is not read.
 *
 * @see "MCP 2026-07-28, basic/authorization, Access Token Usage, Error Handling"
 */
final class VaultGate extends OncePerRequestFilter {

    static final String READ = "notes:read";

    static final String WRITE = "notes:write";

    private static final Pattern BEARER = Pattern.compile("[Bb]earer +([A-Za-z0-9._~+/-]+=*) *");

    private final OpaqueTokenIntrospector introspector;

    private final String resource;

    private final Challenge challenge;

    VaultGate(OpaqueTokenIntrospector introspector, String resource, Challenge challenge) {
        this.introspector = introspector;
        this.resource = resource;
        this.challenge = challenge;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        List<String> needed = needed(request);
        List<String> credentials = Collections.list(request.getHeaders(HttpHeaders.AUTHORIZATION));
        if (credentials.isEmpty()) {
            refuse(response, HttpServletResponse.SC_UNAUTHORIZED, this.challenge.anonymous(List.of(READ)));
            return;
        }
        Set<String> granted;
        try {
            granted = scopes(token(credentials));
        } catch (OAuth2IntrospectionException ex) {
            // the authorization server does not name the scopes of the token
            response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            return;
        }
        if (granted == null) {
            refuse(response, HttpServletResponse.SC_UNAUTHORIZED, this.challenge.invalidToken(List.of(READ)));
        } else if (!granted.containsAll(needed)) {
            refuse(response, HttpServletResponse.SC_FORBIDDEN, this.challenge.insufficientScope(needed));
        } else {
            chain.doFilter(request, response);
        }
    }

    /** All tools except the reading one require more: another spelling of its name does not bypass the check. */
    private static List<String> needed(HttpServletRequest request) {
        boolean reads = !"tools/call".equals(request.getHeader("Mcp-Method"))
                || "read_notes".equals(request.getHeader("Mcp-Name"));
        return reads ? List.of(READ) : List.of(READ, WRITE);
    }

    private static @Nullable String token(List<String> credentials) {
        Matcher matcher = BEARER.matcher(credentials.get(0));
        return (credentials.size() == 1 && matcher.matches()) ? matcher.group(1) : null;
    }

    /** What a token allows here, or {@code null} if it is invalid. */
    private @Nullable Set<String> scopes(@Nullable String token) {
        if (token == null) {
            return null;
        }
        try {
            OAuth2AuthenticatedPrincipal holder = this.introspector.introspect(token);
            List<String> audience = holder.getAttribute(OAuth2TokenIntrospectionClaimNames.AUD);
            List<String> scopes = holder.getAttribute(OAuth2TokenIntrospectionClaimNames.SCOPE);
            boolean ours = audience != null && audience.contains(this.resource);
            return ours ? new HashSet<>((scopes != null) ? scopes : List.of()) : null;
        } catch (BadOpaqueTokenException ex) {
            return null;
        }
    }

    private static void refuse(HttpServletResponse response, int status, String challenge) {
        response.setStatus(status);
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, challenge);
    }
}
