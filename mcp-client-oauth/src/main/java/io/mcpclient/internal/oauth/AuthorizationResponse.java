package io.mcpclient.internal.oauth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;

import com.nimbusds.oauth2.sdk.util.URLUtils;
import org.jspecify.annotations.Nullable;

/**
 * Validates the authorization response of a browser before any of it is used or shown. The first matching row applies:
 *
 * <table>
 * <caption>Verdicts</caption>
 * <tr><th>state</th><th>iss</th><th>other parameters</th><th>verdict</th></tr>
 * <tr><td colspan="2">one of them, the code or the error more than once</td><td></td><td>broken</td></tr>
 * <tr><td>absent or different</td><td></td><td></td><td>response to another request</td></tr>
 * <tr><td>expected</td><td>differs by a single character</td><td></td><td>another authorization server</td></tr>
 * <tr><td>expected</td><td>absent, but announced</td><td></td><td>issuer missing</td></tr>
 * <tr><td>expected</td><td>the recorded one; or absent and not announced</td><td>error</td><td>refused</td></tr>
 * <tr><td>expected</td><td>the same</td><td>code</td><td>accepted</td></tr>
 * <tr><td>expected</td><td>the same</td><td>neither</td><td>broken</td></tr>
 * </table>
 *
 * @see "MCP 2026-07-28, basic/authorization, authorization response validation (AUTH-38 to AUTH-42, SEC-19); RFC 9207"
 */
final class AuthorizationResponse {

    enum Verdict {
        ACCEPTED,
        REFUSED,
        FOREIGN,
        OTHER_ISSUER,
        NO_ISSUER,
        BROKEN
    }

    private static final List<String> ONCE = List.of("state", "iss", "code", "error", "error_description");

    private final Map<String, List<String>> parameters;

    /**
     * Creates a response.
     * @param query query of the URL, as it was sent
     */
    AuthorizationResponse(@Nullable String query) {
        this.parameters = URLUtils.parseParameters((query != null) ? query : "");
    }

    /**
     * Validates the response.
     * @param expectedState state of the request
     * @param recordedIssuer issuer of the authorization server that the user was sent to, or {@code null} if it is
     *     unknown, because all endpoints are configured
     * @param isIssuerAnnounced whether its metadata announces the issuer in responses
     * @return the verdict
     */
    Verdict judge(String expectedState, @Nullable String recordedIssuer, boolean isIssuerAnnounced) {
        if (ONCE.stream()
                .anyMatch(name -> this.parameters.getOrDefault(name, List.of()).size() > 1)) {
            return Verdict.BROKEN;
        }
        String state = value("state");
        if (state == null || !isSame(state, expectedState)) {
            return Verdict.FOREIGN;
        }
        String issuer = value("iss");
        if (issuer != null && recordedIssuer != null && !issuer.equals(recordedIssuer)) {
            return Verdict.OTHER_ISSUER;
        }
        if (issuer == null && isIssuerAnnounced) {
            return Verdict.NO_ISSUER;
        }
        if (value("error") != null) {
            return Verdict.REFUSED;
        }
        String code = value("code");
        return (code != null && !code.isEmpty()) ? Verdict.ACCEPTED : Verdict.BROKEN;
    }

    /** In constant time. */
    private static boolean isSame(String value, String expected) {
        return MessageDigest.isEqual(value.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a parameter, form-decoded. Untrusted. */
    @Nullable
    String value(String name) {
        List<String> values = this.parameters.getOrDefault(name, List.of());
        return values.isEmpty() ? null : values.get(0);
    }
}
