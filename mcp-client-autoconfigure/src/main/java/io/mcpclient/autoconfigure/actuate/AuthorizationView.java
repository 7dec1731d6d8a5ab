package io.mcpclient.autoconfigure.actuate;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * How a server is authorized. Holds no credential, and no user by name.
 *
 * @param type type of {@code auth.type}, {@code none} if it is not set; beans may authorize the server all the same
 * @param grant how the first token is obtained, {@code null} but for OAuth of this client
 * @param registration client registration of Spring Security, or {@code null}
 * @param principals users who have a session at the server
 * @param pending users who are waited for
 */
record AuthorizationView(
        String type, @Nullable String grant, @Nullable String registration, int principals, List<Pending> pending) {

    /**
     * A user who is waited for.
     *
     * @param id id of the request, of no use without the session of the user
     * @param server configured name of the server
     * @param principal {@code application} or {@code user}
     * @param issuer the authorization server
     * @param scopes what is asked for, empty if the authorization server decides
     * @param expiresAt end of the request
     * @param begin path for the browser of the user, or {@code null} if it is not known
     */
    record Pending(
            String id,
            String server,
            String principal,
            String issuer,
            List<String> scopes,
            Instant expiresAt,
            @Nullable String begin) {}
}
