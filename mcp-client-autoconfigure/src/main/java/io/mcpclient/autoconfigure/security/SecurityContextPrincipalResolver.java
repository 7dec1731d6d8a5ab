package io.mcpclient.autoconfigure.security;

import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalResolver;

/**
 * Resolves the principal of the {@linkplain CurrentUser current user} of Spring Security. There is none unless a user is
 * logged in.
 *
 * @see "faults G13, H26"
 */
final class SecurityContextPrincipalResolver implements McpPrincipalResolver {

    private final Principals principals;

    SecurityContextPrincipalResolver(Principals principals) {
        this.principals = principals;
    }

    @Override
    public Mono<McpPrincipal> resolve() {
        return CurrentUser.authentication().map(this.principals::of);
    }
}
