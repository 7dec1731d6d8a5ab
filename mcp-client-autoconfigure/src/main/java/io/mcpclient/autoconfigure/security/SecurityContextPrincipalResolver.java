package io.mcpclient.autoconfigure.security;

import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalResolver;

/**
 * Asks Spring Security who is calling: the security context of the Reactor context goes before that of the thread. Whoever is
 * not signed in, or anonymous, is nobody, and nobody's calls are the application's.
 *
 * <p>That of the thread is read at once. What comes later may run on the thread of somebody else.
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
        return Mono.defer(() -> {
            Authentication ofThread = SecurityContextHolder.getContext().getAuthentication();
            return ReactiveSecurityContextHolder.getContext()
                    .mapNotNull(SecurityContext::getAuthentication)
                    .switchIfEmpty(Mono.justOrEmpty(ofThread))
                    .filter(SecurityContextPrincipalResolver::isUser)
                    .map(this.principals::of);
        });
    }

    private static boolean isUser(@Nullable Authentication authentication) {
        return authentication != null
                && authentication.isAuthenticated()
                && !(authentication instanceof AnonymousAuthenticationToken)
                && !authentication.getName().isEmpty();
    }
}
