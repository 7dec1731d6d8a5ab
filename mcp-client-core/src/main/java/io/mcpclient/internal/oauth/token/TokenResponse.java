package io.mcpclient.internal.oauth.token;

import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.nimbusds.jose.util.JSONObjectUtils;
import org.jspecify.annotations.Nullable;

import io.mcpclient.internal.net.UntrustedHttpClient;
import io.mcpclient.internal.support.SafeText;

/**
 * A response of a token endpoint, validated according to this table.
 *
 * <pre>
 *  no JSON object                                  invalid
 *  error                                           rejected, whatever the status is
 *  another status than 200                         invalid
 *  access_token missing, or not visible ASCII      invalid
 *  token_type missing, or neither bearer nor DPoP  invalid
 *  token_type bearer although DPoP was requested   invalid: no silent downgrade
 *  token_type DPoP although it was not requested   invalid
 *  refresh_token missing or empty                  none
 *  refresh_token not visible ASCII                 invalid
 *  expires_in a number, or the text of one         that many seconds, a year at most
 *  expires_in missing, not positive, anything else five minutes
 *  scope missing                                   the requested scopes
 * </pre>
 *
 * @see "RFC 6749, section 5; DPOP-08; fault H22"
 */
final class TokenResponse {

    /** Lifetime of tokens without a declared lifetime. */
    static final Duration UNKNOWN_LIFETIME = Duration.ofMinutes(5);

    private static final long LONGEST_SECONDS = Duration.ofDays(365).toSeconds();

    private static final int MAX_DESCRIPTION = 512;

    private static final int MAX_ERROR = 64;

    private final int status;

    private final Map<String, Object> members;

    private TokenResponse(int status, Map<String, Object> members) {
        this.status = status;
        this.members = members;
    }

    /** The response is invalid; the message gives the reason, is printable and contains no secret. */
    static final class UnusableException extends Exception {

        UnusableException(String problem) {
            super(problem);
        }
    }

    /**
     * Reads a response.
     * @throws TokenRefusedException if it is an OAuth error
     */
    static TokenResponse of(UntrustedHttpClient.Answer answer) throws UnusableException {
        Map<String, Object> members = members(answer);
        Object error = members.get("error");
        if (error instanceof String code && !code.isEmpty()) {
            throw refusal(code, members.get("error_description"));
        }
        if (answer.status() != 200) {
            throw new UnusableException("HTTP " + answer.status() + " without an OAuth error");
        }
        return new TokenResponse(answer.status(), members);
    }

    private static Map<String, Object> members(UntrustedHttpClient.Answer answer) throws UnusableException {
        Map<String, Object> members = parsed(new String(answer.body(), StandardCharsets.UTF_8));
        if (members == null) {
            throw new UnusableException("HTTP " + answer.status() + " without a JSON object ("
                    + SafeText.excerpt(answer.headers().getOrDefault("content-type", "no content type"), MAX_ERROR)
                    + ")");
        }
        return members;
    }

    /** Returns {@code null} for invalid JSON, and for the JSON {@code null}, as the parser does. */
    private static @Nullable Map<String, Object> parsed(String body) {
        try {
            return JSONObjectUtils.parse(body);
        } catch (ParseException ex) {
            return null;
        }
    }

    private static TokenRefusedException refusal(String code, @Nullable Object description) {
        String error = SafeText.excerpt(code, MAX_ERROR);
        String detail = (description instanceof String text) ? ": " + SafeText.excerpt(text, MAX_DESCRIPTION) : "";
        return new TokenRefusedException(error, error + detail);
    }

    /**
     * Returns the tokens.
     * @param askedScopes requested scopes
     * @param keptRefreshToken refresh token that remains valid if the response has none, or {@code null}
     * @param withDPoP whether a bound token was requested
     * @param now time of the request
     */
    TokenSet tokens(List<String> askedScopes, @Nullable String keptRefreshToken, boolean withDPoP, Instant now)
            throws UnusableException {
        String accessToken = token("access_token");
        if (accessToken == null) {
            throw new UnusableException("HTTP " + this.status + " without access_token");
        }
        checkType(withDPoP);
        String refreshToken = token("refresh_token");
        return new TokenSet(
                accessToken,
                withDPoP,
                (refreshToken != null) ? refreshToken : keptRefreshToken,
                (this.members.get("scope") instanceof String scope) ? OAuthText.scopes(scope) : askedScopes,
                now,
                now.plus(lifetime()));
    }

    /**
     * Returns a token in {@code access_token} that is not an access token.
     * @param type its type
     * @see "RFC 8693, section 2.2.1 (EMA-04)"
     */
    String issued(@Nullable String type) throws UnusableException {
        String issued = token("access_token");
        if (issued == null) {
            throw new UnusableException("HTTP " + this.status + " without access_token");
        }
        if (type != null && !type.equals(this.members.get("issued_token_type"))) {
            throw new UnusableException("a token of another type than " + SafeText.excerpt(type, MAX_DESCRIPTION));
        }
        return issued;
    }

    private @Nullable String token(String member) throws UnusableException {
        Object value = this.members.get(member);
        if (value == null || "".equals(value)) {
            return null;
        }
        if (value instanceof String text && OAuthText.isToken(text)) {
            return text;
        }
        throw new UnusableException(member + " with invalid characters");
    }

    private void checkType(boolean withDPoP) throws UnusableException {
        String type = (this.members.get("token_type") instanceof String text) ? text.toLowerCase(Locale.ROOT) : "";
        if (!type.equals("bearer") && !type.equals("dpop")) {
            throw new UnusableException("token_type is neither Bearer nor DPoP");
        }
        if (withDPoP != type.equals("dpop")) {
            throw new UnusableException(
                    withDPoP
                            ? "a bearer token, although a token bound to a key was requested"
                            : "a token bound to a key, although a bearer token was requested");
        }
    }

    private Duration lifetime() {
        Object value = this.members.get("expires_in");
        double seconds = -1;
        if (value instanceof Number number) {
            seconds = number.doubleValue();
        } else if (value instanceof String text && text.matches("[0-9]{1,18}")) {
            seconds = Double.parseDouble(text);
        }
        // Values of other types count as missing.
        return (seconds >= 1) ? Duration.ofSeconds(Math.min((long) seconds, LONGEST_SECONDS)) : UNKNOWN_LIFETIME;
    }
}
