package io.mcpclient.internal.oauth;

import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.oauth2.sdk.util.URLUtils;
import org.jspecify.annotations.Nullable;

import io.mcpclient.support.net.UntrustedHttpClient;
import io.mcpclient.text.SafeText;

/**
 * A response of a token endpoint, validated according to this table.
 *
 * <pre>
 *  no JSON object, but a form by its content type  read like an object of strings
 *  no JSON object otherwise                        invalid
 *  error                                           rejected, whatever the status is
 *  status 400                                      rejected: some servers have a format of their own for errors
 *  another status than 200 and 201                 invalid
 *  access_token missing, or not visible ASCII      invalid
 *  token_type missing, or neither bearer nor DPoP  a bearer token, unless DPoP was requested or the type is required
 *  token_type bearer although DPoP was requested   invalid: no silent downgrade
 *  token_type DPoP although it was not requested   invalid
 *  refresh_token missing, empty, not a string      none: the previous one remains
 *  refresh_token not visible ASCII                 invalid
 *  expires_in a number, or the text of one         that many seconds, a year at most
 *  expires_in missing, not positive, anything else five minutes
 *  scope a string, or a list of strings            the scopes in it
 *  scope missing, anything else                    the requested scopes
 * </pre>
 *
 * @see "RFC 6749, section 5; DPOP-08; fault H22"
 */
final class TokenResponse {

    /** Lifetime of tokens without a declared lifetime. Unlike a declared one, it is not a number of seconds. */
    static final Duration UNKNOWN_LIFETIME = Duration.ofMinutes(5).plusMillis(1);

    private static final long LONGEST_SECONDS = Duration.ofDays(365).toSeconds();

    private static final Set<String> TYPES = Set.of("bearer", "dpop");

    private static final List<String> EXPLANATIONS = List.of("error_description", "message", "msg");

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
        if (answer.status() == 400) {
            throw unspecified(members);
        }
        if (answer.status() != 200 && answer.status() != 201) {
            throw new UnusableException("HTTP " + answer.status() + " without an OAuth error");
        }
        return new TokenResponse(answer.status(), members);
    }

    private static Map<String, Object> members(UntrustedHttpClient.Answer answer) throws UnusableException {
        String body = new String(answer.body(), StandardCharsets.UTF_8);
        Map<String, Object> members = parsed(body);
        if (members == null && isForm(answer)) {
            members = ofForm(body);
        }
        if (members == null) {
            throw new UnusableException("HTTP " + answer.status() + " without a JSON object ("
                    + SafeText.excerpt(answer.headers().getOrDefault("content-type", "no content type"), MAX_ERROR)
                    + ")");
        }
        return members;
    }

    private static boolean isForm(UntrustedHttpClient.Answer answer) {
        return answer.headers()
                .getOrDefault("content-type", "")
                .toLowerCase(Locale.ROOT)
                .startsWith("application/x-www-form-urlencoded");
    }

    /** Returns {@code null} for a duplicate parameter, as the parser of JSON rejects a duplicate member. */
    private static @Nullable Map<String, Object> ofForm(String body) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (Map.Entry<String, List<String>> parameter :
                URLUtils.parseParameters(body).entrySet()) {
            if (parameter.getValue().size() != 1) {
                return null;
            }
            members.put(parameter.getKey(), parameter.getValue().get(0));
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

    /** As for a rejected refresh token at Supabase: it would be sent forever if it counted as a failure of the server. */
    private static TokenRefusedException unspecified(Map<String, Object> members) {
        String detail = EXPLANATIONS.stream()
                .map(members::get)
                .filter(String.class::isInstance)
                .findFirst()
                .map(text -> ": " + SafeText.excerpt((String) text, MAX_DESCRIPTION))
                .orElse("");
        return new TokenRefusedException(TokenRefusedException.UNSPECIFIED, "HTTP 400 without an OAuth error" + detail);
    }

    /**
     * The request of the tokens.
     *
     * @param scopes requested scopes
     * @param keptRefreshToken refresh token that remains valid if the response has none, or {@code null}
     * @param withDPoP whether a bound token was requested
     * @param isTypeRequired whether the response has to have a valid {@code token_type}
     * @param time time of the request
     */
    record Asked(
            List<String> scopes,
            @Nullable String keptRefreshToken,
            boolean withDPoP,
            boolean isTypeRequired,
            Instant time) {

        @Override
        public String toString() {
            return "Asked[scopes=" + this.scopes + "]";
        }
    }

    /** Returns the tokens. */
    TokenSet tokens(Asked asked) throws UnusableException {
        String accessToken = token("access_token");
        if (accessToken == null) {
            throw new UnusableException("HTTP " + this.status + " without access_token");
        }
        checkType(asked);
        String refreshToken = (this.members.get("refresh_token") instanceof String) ? token("refresh_token") : null;
        return new TokenSet(
                accessToken,
                asked.withDPoP(),
                (refreshToken != null) ? refreshToken : asked.keptRefreshToken(),
                scopes(asked),
                asked.time(),
                asked.time().plus(lifetime()));
    }

    private List<String> scopes(Asked asked) {
        Object scope = this.members.get("scope");
        if (scope instanceof List<?> list && !list.isEmpty() && list.stream().allMatch(String.class::isInstance)) {
            return OAuthText.scopes(list.stream().map(String::valueOf).collect(Collectors.joining(" ")));
        }
        return (scope instanceof String text) ? OAuthText.granted(text, asked.scopes()) : asked.scopes();
    }

    /** Whether the response has a valid type of the token. */
    boolean hasType() {
        return TYPES.contains(type());
    }

    /** Returns all members, for a response that is not one of tokens. */
    JsonDocument document() {
        return JsonDocument.of(this.members);
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

    private String type() {
        return (this.members.get("token_type") instanceof String text) ? text.toLowerCase(Locale.ROOT) : "";
    }

    private void checkType(Asked asked) throws UnusableException {
        if (!hasType()) {
            if (asked.isTypeRequired() || asked.withDPoP()) {
                throw new UnusableException("a token_type that is neither Bearer nor DPoP");
            }
            return;
        }
        if (asked.withDPoP() != type().equals("dpop")) {
            throw new UnusableException(
                    asked.withDPoP()
                            ? "a bearer token, although a token bound to a key was requested"
                            : "a token bound to a key, although a bearer token was requested");
        }
    }

    private Duration lifetime() {
        Object value = this.members.get("expires_in");
        double seconds = -1;
        if (value instanceof Number number) {
            seconds = number.doubleValue();
        } else if (value instanceof String text && text.matches("[0-9]{1,18}(\\.[0-9]{1,18})?")) {
            seconds = Double.parseDouble(text);
        }
        // Values of other types count as missing.
        return (seconds >= 1) ? Duration.ofSeconds(Math.min((long) seconds, LONGEST_SECONDS)) : UNKNOWN_LIFETIME;
    }
}
