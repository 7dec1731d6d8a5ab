package io.mcpclient.autoconfigure.actuate;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Authorization of a server. Contains no credentials and no names of users.
 *
 * @param type value of {@code auth.type}, {@code none} if it is not set; beans may still authorize the server
 * @param grant grant type that obtains the first token, {@code null} unless this client uses OAuth
 * @param registration client registration of Spring Security, or {@code null}
 * @param principals users with a session at the server
 * @param pending pending authorizations of users
 */
record AuthorizationView(
        String type, @Nullable String grant, @Nullable String registration, int principals, List<Pending> pending) {

    /**
     * Pending authorization of a user.
     *
     * @param id id of the request, useless without the user's session
     * @param server configured name of the server
     * @param principal {@code application} or {@code user}
     * @param issuer the authorization server
     * @param scopes requested scopes, empty if the authorization server decides
     * @param expiresAt expiry of the request
     * @param begin path for the user's browser, or the URL where the user enters a code; {@code null} if unknown
     * @param userCode code of a device authorization, or {@code null}
     */
    record Pending(
            String id,
            String server,
            String principal,
            String issuer,
            List<String> scopes,
            Instant expiresAt,
            @Nullable String begin,
            @Nullable String userCode) {}
}
