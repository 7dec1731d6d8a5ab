package io.mcpclient.internal.oauth;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.error.McpChallenge;

/**
 * The scopes of a token request, and of a registration for it.
 *
 * <table>
 * <caption>Sources in order</caption>
 * <tr><th>condition</th><th>scopes</th></tr>
 * <tr><td>grant without a user</td><td>only those of the settings: the server must not choose this client's rights</td></tr>
 * <tr><td>auth.scope-selection is only</td><td>likewise, possibly none; offline_access only if it is one of them</td></tr>
 * <tr><td>the challenge names some</td><td>those, and no others of the server</td></tr>
 * <tr><td>else the document of the server names some</td><td>all of those</td></tr>
 * <tr><td>else</td><td>none</td></tr>
 * <tr><td>a granted token was not sufficient</td><td>those, and all that were requested or granted so far; unless
 *     auth.scope-selection is only: then a challenge for other scopes than those of the settings is final, without a
 *     prompt</td></tr>
 * <tr><td>always</td><td>those of the settings</td></tr>
 * <tr><td>a user consents, the authorization server lists it, and others are requested</td><td>offline_access</td></tr>
 * </table>
 *
 * @see "MCP 2026-07-28, basic/authorization, scope selection (AUTH-45 to AUTH-47, AUTH-61)"
 */
final class ScopeChoice {

    static final String OFFLINE = "offline_access";

    private final Set<String> scopes = new LinkedHashSet<>();

    private ScopeChoice() {}

    /** Tells whether only the configured scopes are requested although a user consents. */
    static boolean isLimited(McpOAuthSettings settings) {
        return settings.configuredScopesOnly() && settings.grant().needsConsent();
    }

    /** Tells whether the settings permit a request for scopes that a challenge names. */
    static boolean isPermitted(McpOAuthSettings settings, List<String> challenged) {
        return !isLimited(settings) || settings.scopes().containsAll(challenged);
    }

    /** Returns the scopes that all challenges together require. */
    static List<String> challenged(List<McpChallenge> challenges) {
        return challenges.stream()
                .flatMap(challenge -> challenge.scopes().stream())
                .distinct()
                .toList();
    }

    /** Returns only the configured scopes. */
    static ScopeChoice configured(Collection<String> scopes) {
        return new ScopeChoice().and(scopes);
    }

    static ScopeChoice of(List<String> challenged, List<String> published) {
        ScopeChoice choice = new ScopeChoice();
        choice.scopes.addAll(challenged.isEmpty() ? published : challenged);
        return choice;
    }

    ScopeChoice and(Collection<String> others) {
        this.scopes.addAll(others);
        return this;
    }

    /** Adds the scope for refresh tokens, but never as the only scope: that would request no other access. */
    ScopeChoice offline(boolean isWanted, List<String> known) {
        if (isWanted && !this.scopes.isEmpty() && known.contains(OFFLINE)) {
            this.scopes.add(OFFLINE);
        }
        return this;
    }

    List<String> toList() {
        return new ArrayList<>(this.scopes);
    }
}
