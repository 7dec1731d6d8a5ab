package io.mcpclient.autoconfigure.security;

import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpSubjectToken;

/**
 * Principals of users authenticated by Spring Security. Their names are unique across all types of login:
 *
 * <pre>
 *  the name is unique within   principal's name
 *  an issuer                   {issuer} {name}
 *  a client registration       registration:{id} {name}
 *  the application             {name}
 *  the application, and the
 *  name looks like the above   user: {name}
 * </pre>
 *
 * A name chosen by a user may contain a space or equal that of the application; an issuer is a URI and therefore never
 * {@code user:}, which is not a URI. Thread-safe.
 *
 * @see "RFC 7519, section 4.1.2 (sub is unique within its issuer); fault H26"
 */
@FunctionalInterface
interface Principals {

    /** Principals with names only. */
    Principals BY_NAME = authentication -> principal(null, authentication, null);

    /** Returns the principal of a user, whose name is not empty. */
    McpPrincipal of(Authentication authentication);

    /**
     * Creates the principal of a user.
     * @param realm realm in which the name is unique, {@code null} for the application
     * @param token token that the user presented, or {@code null}
     */
    static McpPrincipal principal(
            @Nullable String realm, Authentication authentication, @Nullable McpSubjectToken token) {
        String name = authentication.getName();
        return McpPrincipal.of((realm != null) ? realm.replace(" ", "%20") + " " + name : plain(name), token)
                .withLoginName(name);
    }

    private static String plain(String name) {
        boolean isAmbiguous = name.indexOf(' ') >= 0 || name.equals(McpPrincipal.APPLICATION.name());
        return isAmbiguous ? "user: " + name : name;
    }
}
