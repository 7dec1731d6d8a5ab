package io.mcpclient.internal.oauth;

import java.util.List;

import io.mcpclient.auth.McpDPoPMode;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpChallenge;
import io.mcpclient.text.SafeText;

/**
 * Whether to bind tokens to this client's key.
 *
 * <table>
 * <caption>Decision; the first matching row applies</caption>
 * <tr><th>setting</th><th>server</th><th>authorization server</th><th>result</th></tr>
 * <tr><td>off</td><td>requires it</td><td></td><td>error</td></tr>
 * <tr><td>off</td><td>else</td><td></td><td>no</td></tr>
 * <tr><td>required, or the server requires it</td><td></td><td>lists other algorithms only</td><td>error</td></tr>
 * <tr><td>required</td><td></td><td>lists none</td><td>error</td></tr>
 * <tr><td>required, or the server requires it</td><td></td><td>else</td><td>yes</td></tr>
 * <tr><td>auto</td><td>challenges with DPoP only</td><td>any</td><td>yes</td></tr>
 * <tr><td>auto</td><td>challenges with DPoP and others</td><td>lists our algorithm</td><td>yes</td></tr>
 * <tr><td>auto</td><td>else</td><td></td><td>no</td></tr>
 * </table>
 *
 * @see "RFC 9449, section 5; MCP extension draft DPoP (DPOP-01, DPOP-04, DPOP-08)"
 */
final class TokenBinding {

    private static final String ALGORITHM = "ES256";

    private final McpDPoPMode mode;

    private final AuthorizationFailures failures;

    TokenBinding(ProtectedServer server, McpDPoPMode mode) {
        this.mode = mode;
        this.failures = new AuthorizationFailures(server.name());
    }

    boolean isWanted(Discovery.Protection protection, List<McpChallenge> challenges) {
        if (this.mode == McpDPoPMode.OFF) {
            if (protection.isDPoPRequired()) {
                throw this.failures.settings("the server accepts only tokens bound to a key", "Set auth.dpop to auto.");
            }
            return false;
        }
        List<String> known = protection.server().dpopAlgorithms();
        boolean isRequired = this.mode == McpDPoPMode.REQUIRED;
        if (isRequired || protection.isDPoPRequired()) {
            if (!known.contains(ALGORITHM) && (isRequired || !known.isEmpty())) {
                throw this.failures.authorizationServer(
                        "authorization server "
                                + SafeText.excerpt(protection.server().issuer())
                                + " does not support tokens bound to keys with " + ALGORITHM
                                + " (dpop_signing_alg_values_supported)",
                        "Ask its operator"
                                + (isRequired
                                        ? ", or set auth.dpop to auto to use unbound tokens where the server allows it."
                                        : "."),
                        null);
            }
            return true;
        }
        boolean isAsked = isAsked(challenges, "dpop");
        return isAsked && (known.contains(ALGORITHM) || !isAsked(challenges, "bearer"));
    }

    private static boolean isAsked(List<McpChallenge> challenges, String scheme) {
        return challenges.stream().map(McpChallenge::scheme).anyMatch(scheme::equals);
    }
}
