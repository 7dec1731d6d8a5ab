package io.mcpclient.internal.oauth.access;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.mcpclient.error.McpChallenge;

/**
 * Which scopes to ask for.
 *
 * <table>
 * <caption>Sources in their order</caption>
 * <tr><th>when</th><th>scopes</th></tr>
 * <tr><td>no user agrees</td><td>those of the settings alone: the server must not choose what this client may do</td></tr>
 * <tr><td>the challenge names some</td><td>those, and no others of the server's</td></tr>
 * <tr><td>else the document of the server names some</td><td>all of those</td></tr>
 * <tr><td>else</td><td>none</td></tr>
 * <tr><td>a granted token did not do</td><td>those, with all that were asked for or granted so far</td></tr>
 * <tr><td>in any case</td><td>those of the settings</td></tr>
 * <tr><td>a user agrees, the authorization server lists it, and others are asked for</td><td>offline_access</td></tr>
 * </table>
 *
 * @see "MCP 2026-07-28, basic/authorization, scope selection (AUTH-45 to AUTH-47, AUTH-61)"
 */
final class ScopeChoice {

    private static final String OFFLINE = "offline_access";

    private final Set<String> scopes = new LinkedHashSet<>();

    private ScopeChoice() {}

    /** Returns what all challenges together ask for. */
    static List<String> challenged(List<McpChallenge> challenges) {
        return challenges.stream()
                .flatMap(challenge -> challenge.scopes().stream())
                .distinct()
                .toList();
    }

    /** Returns the configured scopes alone. */
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

    /** Adds the scope for refresh tokens: alone it would stand for a wish to have nothing else. */
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
