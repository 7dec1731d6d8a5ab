package io.mcpclient.internal.oauth;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.auth.HttpRefusal;
import io.mcpclient.error.McpChallenge;

/**
 * The reaction to a rejected request. The first matching row applies:
 *
 * <table>
 * <caption>Actions</caption>
 * <tr><th>rejection</th><th>token sent</th><th>state</th><th>action</th></tr>
 * <tr><td>401, nonce required</td><td>bound to a key</td><td>tried less than twice</td><td>new proof</td></tr>
 * <tr><td>401, nonce required</td><td>bound to a key</td><td>tried twice</td><td>fail</td></tr>
 * <tr><td>401, 403 scope</td><td>any or none</td><td>another token is available, tried less than twice</td>
 *     <td>use it</td></tr>
 * <tr><td>403 with invalid_token</td><td></td><td></td><td>as 401</td></tr>
 * <tr><td>401 with insufficient_scope</td><td>any</td><td></td><td>as 403 scope</td></tr>
 * <tr><td>401</td><td>none</td><td>background request, and a user is required</td><td>return the rejection</td></tr>
 * <tr><td>401</td><td>none</td><td>not renewed yet</td><td>obtain</td></tr>
 * <tr><td>401</td><td>any</td><td>not renewed yet</td><td>renew</td></tr>
 * <tr><td>401</td><td>any or none</td><td>renewed already</td><td>fail</td></tr>
 * <tr><td>403 scope</td><td>any</td><td>background request, and a user is required</td><td>return the rejection</td></tr>
 * <tr><td>403 scope</td><td>any</td><td>its scopes are sufficient, it can be renewed, and it is not new</td>
 *     <td>renew</td></tr>
 * <tr><td>403 scope</td><td>any</td><td>the grant or auth.scope-selection does not permit more; or these scopes were
 *     requested; or stepped up twice</td><td>fail for scopes</td></tr>
 * <tr><td>403 scope</td><td>any</td><td>else</td><td>step up</td></tr>
 * <tr><td>403 scope</td><td>none</td><td></td><td>return the rejection</td></tr>
 * <tr><td>403</td><td>any or none</td><td></td><td>return the rejection</td></tr>
 * </table>
 *
 * @see "MCP 2026-07-28, basic/authorization, error handling (AUTH-05, AUTH-44, AUTH-48, AUTH-55); faults H01, H05, H06, H27"
 */
final class RefusalTable {

    /** Limit for one request, independent of the server's responses. */
    static final int MOST = 2;

    enum Kind {
        NONCE,
        UNAUTHORIZED,
        SCOPE,
        FORBIDDEN
    }

    enum Action {
        REPEAT_PROOF,
        USE_OTHER,
        OBTAIN,
        RENEW,
        STEP_UP,
        FAIL,
        FAIL_FOR_SCOPES,
        STAND
    }

    /**
     * The state of a rejected request.
     *
     * @param hasToken whether it was sent with a token
     * @param isBound whether that token was bound to a key
     * @param isOtherAtHand whether another token is available now
     * @param isUserMissing whether a user would have to be prompted, and no caller waits for the request
     * @param canAskForMore whether the grant and the settings permit a request for the required scopes
     * @param isAskedFor whether all required scopes were already requested with this token
     * @param isSufficient whether the token was granted all required scopes and can be renewed: it may have expired
     * @param trail authorization attempts for the request so far
     */
    record State(
            boolean hasToken,
            boolean isBound,
            boolean isOtherAtHand,
            boolean isUserMissing,
            boolean canAskForMore,
            boolean isAskedFor,
            boolean isSufficient,
            AuthAttempts trail) {}

    private RefusalTable() {}

    /** Classifies a rejection. Some servers confuse the two statuses. */
    static Kind kind(HttpRefusal refusal, boolean hasToken) {
        boolean isAboutScopes = hasError(refusal, "insufficient_scope");
        if (refusal.status() == 401) {
            return (isAboutScopes && hasToken) ? Kind.SCOPE : ofToken(refusal);
        }
        if (hasError(refusal, "invalid_token")) {
            return Kind.UNAUTHORIZED;
        }
        return isAboutScopes ? Kind.SCOPE : Kind.FORBIDDEN;
    }

    private static Kind ofToken(HttpRefusal refusal) {
        return hasError(refusal, "use_dpop_nonce") ? Kind.NONCE : Kind.UNAUTHORIZED;
    }

    private static boolean hasError(HttpRefusal refusal, String error) {
        return refusal.challenges().stream().map(McpChallenge::error).anyMatch(error::equals);
    }

    static Action action(Kind kind, State state) {
        if (kind == Kind.FORBIDDEN) {
            return Action.STAND;
        }
        if (kind == Kind.NONCE && state.isBound()) {
            return (state.trail().proofs() < MOST) ? Action.REPEAT_PROOF : Action.FAIL;
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
        if (!state.hasToken()) {
            return Action.STAND;
        }
        if (state.isSufficient() && state.trail().renewals() + state.trail().stepUps() == 0) {
            return Action.RENEW;
        }
        if (state.isUserMissing()) {
            return Action.STAND;
        }
        boolean isUseless =
                !state.canAskForMore() || state.isAskedFor() || state.trail().stepUps() >= MOST;
        return isUseless ? Action.FAIL_FOR_SCOPES : Action.STEP_UP;
    }

    /**
     * The authorization attempts for one request so far. Immutable.
     *
     * @param held the tokens that it was sent with, or {@code null}
     * @param proofs number of new proofs for the same token
     * @param others number of times that another token was available
     * @param renewals number of tokens obtained or renewed for it
     * @param stepUps number of times that more scopes were requested for it
     */
    record AuthAttempts(TokenKeeper.@Nullable Held held, int proofs, int others, int renewals, int stepUps) {

        static final AuthAttempts NONE = new AuthAttempts(null, 0, 0, 0, 0);

        static AuthAttempts of(HttpCredentials credentials) {
            return (credentials.trail() instanceof AuthAttempts trail) ? trail : NONE;
        }

        static AuthAttempts with(TokenKeeper.Held held) {
            return new AuthAttempts(held, 0, 0, 0, 0);
        }

        AuthAttempts withRepeatedProof() {
            return new AuthAttempts(this.held, this.proofs + 1, this.others, this.renewals, this.stepUps);
        }

        AuthAttempts usedOther(TokenKeeper.Held other) {
            return new AuthAttempts(other, this.proofs, this.others + 1, this.renewals, this.stepUps);
        }

        AuthAttempts renewed(TokenKeeper.Held fresh) {
            return new AuthAttempts(fresh, this.proofs, this.others, this.renewals + 1, this.stepUps);
        }

        AuthAttempts steppedUp(TokenKeeper.Held fresh) {
            return new AuthAttempts(fresh, this.proofs, this.others, this.renewals, this.stepUps + 1);
        }
    }
}
