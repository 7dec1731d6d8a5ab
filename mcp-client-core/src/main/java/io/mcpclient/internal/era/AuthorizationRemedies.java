package io.mcpclient.internal.era;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpChallenge;
import io.mcpclient.text.SafeText;
import io.mcpclient.transport.HttpStatusException;
import io.mcpclient.transport.HttpStatusException.Credentials;

/**
 * Remedies for refusals due to missing or insufficient credentials, as one table.
 *
 * <table>
 * <caption>refusals, first match applies; auth is that of the server in question</caption>
 * <tr><th>status</th><th>challenge</th><th>configured</th><th>remedy</th></tr>
 * <tr><td>402</td><td></td><td></td><td>pay</td></tr>
 * <tr><td>403</td><td>names scopes</td><td>auth</td><td>allow them in {@code auth.scopes}</td></tr>
 * <tr><td>403</td><td>names scopes</td><td></td><td>credentials with these scopes</td></tr>
 * <tr><td>403</td><td>none, and the body mentions a host or an origin</td><td></td><td>another host name in the url</td></tr>
 * <tr><td>403</td><td></td><td></td><td>ask the operator of the server: no scope helps (HTM-20)</td></tr>
 * <tr><td>401</td><td></td><td>auth</td><td>check {@code auth}</td></tr>
 * <tr><td>401</td><td></td><td>a header</td><td>check the header</td></tr>
 * <tr><td>401</td><td>names metadata</td><td>nothing</td><td>{@code auth.type=oauth2}</td></tr>
 * <tr><td>401</td><td>bearer</td><td>nothing</td><td>{@code auth.type=oauth2} or {@code bearer}</td></tr>
 * <tr><td>401</td><td>basic</td><td>nothing</td><td>{@code auth.type=basic}</td></tr>
 * <tr><td>401</td><td></td><td>nothing</td><td>{@code auth.type}</td></tr>
 * </table>
 *
 * @see "MCP 2026-07-28, basic/authorization, Error Handling (AUTH-05, AUTH-46, AUTH-55, HTM-20); fault A06"
 */
final class AuthorizationRemedies {

    private static final int MAX_SCOPES_LENGTH = 1024;

    private AuthorizationRemedies() {}

    /** Describes the meaning of a status. */
    static String problem(int status) {
        return switch (status) {
            case 401 -> "credentials are missing or not valid";
            case 402 -> "the server requires payment";
            default -> "access is not allowed";
        };
    }

    static String of(String serverName, HttpStatusException answer) {
        String challenge = answer.challenge();
        String ofHost =
                (answer.status() == 403 && challenge == null) ? RefusalRemedies.ofHost(serverName, answer) : null;
        String remedy =
                (ofHost != null) ? ofHost : remedy("mcp.servers." + serverName + ".", answer, answer.challenges());
        return (challenge != null) ? remedy + " The server's challenge: " + SafeText.excerpt(challenge) + "." : remedy;
    }

    private static String remedy(String prefix, HttpStatusException answer, List<McpChallenge> challenges) {
        if (answer.status() == 402) {
            return "Arrange payment with the server's operator. No setting resolves this.";
        }
        boolean hasAuth = answer.credentials() == Credentials.AUTHORIZATION;
        if (answer.status() == 403) {
            String scopes = String.join(" ", scopes(challenges));
            if (scopes.isEmpty()) {
                return "Ask the server's operator to grant access to this caller.";
            }
            return hasAuth
                    ? "Add the scopes " + scopes + " to " + prefix + "auth.scopes, and have them granted."
                    : "Use credentials with the scopes " + scopes + ".";
        }
        if (hasAuth) {
            return "Check " + prefix + "auth: the server rejects the credentials that it yields.";
        }
        if (answer.credentials() == Credentials.HEADER) {
            return "Check the Authorization header in " + prefix + "headers, or use " + prefix + "auth instead.";
        }
        if (challenges.stream().anyMatch(challenge -> challenge.resourceMetadata() != null)) {
            return "Set " + prefix + "auth.type to oauth2.";
        }
        if (has(challenges, "bearer") || has(challenges, "dpop")) {
            return "Set " + prefix + "auth.type to oauth2, or to bearer for an existing token.";
        }
        return has(challenges, "basic")
                ? "Set " + prefix + "auth.type to basic."
                : "Configure credentials for this server with " + prefix + "auth.type, or set a header in " + prefix
                        + "headers.";
    }

    private static boolean has(List<McpChallenge> challenges, String scheme) {
        return challenges.stream().anyMatch(challenge -> challenge.scheme().equals(scheme));
    }

    /** The scopes of the first challenge that names any (AUTH-46), printable. */
    static List<String> scopes(List<McpChallenge> challenges) {
        for (McpChallenge challenge : challenges) {
            if (!challenge.scopes().isEmpty()) {
                return List.of(printable(String.join(" ", challenge.scopes())).split(" "));
            }
        }
        return List.of();
    }

    private static String printable(@Nullable String scopes) {
        return SafeText.excerpt(scopes, MAX_SCOPES_LENGTH);
    }
}
