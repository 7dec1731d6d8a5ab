package io.mcpclient.autoconfigure.security;

import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.util.StringUtils;
import reactor.core.publisher.Mono;

/**
 * User that Spring Security has authenticated: the security context of the Reactor context takes precedence over that of the
 * thread. The latter is read at once because later code may run on the thread of another user.
 *
 * @see "faults G13, H26"
 */
final class CurrentUser {

    private CurrentUser() {}

    /** Returns the authentication of the caller; empty if there is none, or an anonymous one. */
    static Mono<Authentication> authentication() {
        return Mono.defer(() -> {
            Authentication ofThread = SecurityContextHolder.getContext().getAuthentication();
            return ReactiveSecurityContextHolder.getContext()
                    .mapNotNull(SecurityContext::getAuthentication)
                    .switchIfEmpty(Mono.justOrEmpty(ofThread))
                    .filter(CurrentUser::isUser);
        });
    }

    private static boolean isUser(@Nullable Authentication authentication) {
        return authentication != null
                && authentication.isAuthenticated()
                && !(authentication instanceof AnonymousAuthenticationToken)
                && StringUtils.hasLength(authentication.getName()); // null if a token lacks the claim
    }
}
