package io.mcpclient.internal.oauth.access;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.internal.oauth.token.TokenKeeper;

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

    AuthAttempts provedAnew() {
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
