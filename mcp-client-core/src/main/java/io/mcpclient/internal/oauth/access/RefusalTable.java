package io.mcpclient.internal.oauth.access;

import io.mcpclient.auth.HttpRefusal;
import io.mcpclient.error.McpChallenge;

/**
 * What to do when a server refuses a request. The first row that fits counts:
 *
 * <table>
 * <caption>Actions</caption>
 * <tr><th>refusal</th><th>token sent</th><th>state</th><th>action</th></tr>
 * <tr><td>401, nonce wanted</td><td>bound to a key</td><td>tried less than twice</td><td>prove anew</td></tr>
 * <tr><td>401, nonce wanted</td><td>bound to a key</td><td>tried twice</td><td>fail</td></tr>
 * <tr><td>401, 403 scope</td><td>any or none</td><td>another token is at hand, tried less than twice</td>
 *     <td>use it</td></tr>
 * <tr><td>401</td><td>none</td><td>nobody waits, and a user would be needed</td><td>let it stand</td></tr>
 * <tr><td>401</td><td>none</td><td>not renewed yet</td><td>obtain</td></tr>
 * <tr><td>401</td><td>any</td><td>not renewed yet</td><td>renew</td></tr>
 * <tr><td>401</td><td>any or none</td><td>renewed already</td><td>fail</td></tr>
 * <tr><td>403 scope</td><td>any</td><td>nobody waits, and a user would be needed</td><td>let it stand</td></tr>
 * <tr><td>403 scope</td><td>any</td><td>the grant cannot ask for more; or these scopes were asked for; or stepped up
 *     twice</td><td>fail for scopes</td></tr>
 * <tr><td>403 scope</td><td>any</td><td>else</td><td>step up</td></tr>
 * <tr><td>403 scope</td><td>none</td><td></td><td>let it stand</td></tr>
 * <tr><td>403</td><td>any or none</td><td></td><td>let it stand</td></tr>
 * </table>
 *
 * @see "MCP 2026-07-28, basic/authorization, error handling (AUTH-05, AUTH-44, AUTH-48, AUTH-55); faults H01, H05, H06, H27"
 */
final class RefusalTable {

    /** Often enough for one request, whatever the server says. */
    static final int MOST = 2;

    enum Kind {
        NONCE,
        UNAUTHORIZED,
        SCOPE,
        FORBIDDEN
    }

    enum Action {
        PROVE_ANEW,
        USE_OTHER,
        OBTAIN,
        RENEW,
        STEP_UP,
        FAIL,
        FAIL_FOR_SCOPES,
        STAND
    }

    /**
     * What is known of the request.
     *
     * @param hasToken whether it went with a token
     * @param isBound whether that was bound to a key
     * @param isOtherAtHand whether there is another token by now
     * @param isUserMissing whether a user would have to be asked, and nobody waits for the request
     * @param canAskForMore whether the grant has a say in scopes
     * @param isAskedFor whether all scopes that are demanded were asked for with this token already
     * @param trail what was done for the request so far
     */
    record State(
            boolean hasToken,
            boolean isBound,
            boolean isOtherAtHand,
            boolean isUserMissing,
            boolean canAskForMore,
            boolean isAskedFor,
            AuthAttempts trail) {}

    private RefusalTable() {}

    static Kind kind(HttpRefusal refusal) {
        if (refusal.status() == 401) {
            return isSaid(refusal, "use_dpop_nonce") ? Kind.NONCE : Kind.UNAUTHORIZED;
        }
        return isSaid(refusal, "insufficient_scope") ? Kind.SCOPE : Kind.FORBIDDEN;
    }

    private static boolean isSaid(HttpRefusal refusal, String error) {
        return refusal.challenges().stream().map(McpChallenge::error).anyMatch(error::equals);
    }

    static Action action(Kind kind, State state) {
        if (kind == Kind.FORBIDDEN) {
            return Action.STAND;
        }
        if (kind == Kind.NONCE && state.isBound()) {
            return (state.trail().proofs() < MOST) ? Action.PROVE_ANEW : Action.FAIL;
        }
        if (state.isOtherAtHand() && state.trail().others() < MOST) {
            return Action.USE_OTHER;
        }
        return (kind == Kind.SCOPE) ? ofScope(state) : ofUnauthorized(state);
    }

    private static Action ofUnauthorized(State state) {
        if (state.trail().renewals() > 0) {
            return Action.FAIL;
        }
        if (state.hasToken()) {
            return Action.RENEW;
        }
        return state.isUserMissing() ? Action.STAND : Action.OBTAIN;
    }

    private static Action ofScope(State state) {
        if (!state.hasToken() || state.isUserMissing()) {
            return Action.STAND;
        }
        boolean isUseless =
                !state.canAskForMore() || state.isAskedFor() || state.trail().stepUps() >= MOST;
        return isUseless ? Action.FAIL_FOR_SCOPES : Action.STEP_UP;
    }
}
